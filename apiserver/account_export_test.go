package apiserver_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	storecatalogue "mentionary/internal/store/catalogue"
	storejobs "mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/store/publish"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

// upload sends a transcript file and returns its id.
func (w *world) upload(p *person, title string) string {
	w.Helper()
	got := w.send(p, "POST", "/api/uploads?title="+title, strings.NewReader(goodVTT),
		http.Header{"Content-Type": {"text/vtt"}, "X-File-Name": {title + ".vtt"}})
	return w.object(got, http.StatusOK)["uploadId"].(string)
}

func TestTheExportHoldsAllThatIsOnesOwn(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorldOn(t, open(t), brisk)
			w.publish()
			una, otto := w.signIn("una", ""), w.signIn("otto", "")
			for _, p := range []*person{una, otto} {
				w.fillAccount(p)
			}
			got := w.call(una, "GET", "/api/user/export", nil)
			require.Equal(t, http.StatusOK, got.status, got.body)
			require.Equal(t, `attachment; filename="mentionary-data-`+time.Now().UTC().Format(time.DateOnly)+`.json"`,
				got.header.Get("Content-Disposition"))
			require.Equal(t, "no-store", got.header.Get("Cache-Control"))
			require.Equal(t, "application/json; charset=utf-8", got.header.Get("Content-Type"))

			file := map[string]json.RawMessage{}
			require.NoError(t, json.Unmarshal([]byte(got.body), &file), got.body)
			section := func(name string) []map[string]any {
				var rows []map[string]any
				require.NoError(t, json.Unmarshal(file[name], &rows), "%s: %s", name, file[name])
				return rows
			}
			account := map[string]any{}
			require.NoError(t, json.Unmarshal(file["account"], &account))
			require.Equal(t, "una@canary.example", account["email"])
			require.Equal(t, "una", account["subject"])
			require.Len(t, section("sessions"), 1)
			require.Equal(t, "a script", section("accessTokens")[0]["name"])
			favorites := section("favorites")
			require.Equal(t, []any{"An episode", "Dune"}, []any{favorites[0]["name"], favorites[1]["name"]})
			require.Equal(t, "The Show", section("follows")[0]["name"])
			require.Equal(t, "wrong of una", section("reports")[0]["text"])
			jobs := section("jobs")
			require.Len(t, jobs, 2)
			require.Equal(t, "https://youtu.be/abcdefghijk", jobs[0]["input"])
			require.Len(t, section("jobItems"), 1+1200, "all pages of a long list")
			upload := section("uploads")[0]
			require.Equal(t, "talkofuna.vtt", upload["fileName"])
			require.NotEmpty(t, upload["cues"])
			require.Contains(t, fmt.Sprint(section("transcriptsGiven")[0]["cues"]), "Hello")
			require.Equal(t, "talkofuna", section("privateEpisodes")[0]["title"])
			require.Equal(t, "Hello", section("privateMentions")[0]["quote"])
			require.Equal(t, section("privateEpisodes")[0]["videoId"], section("privateMentions")[0]["videoId"])
			require.Equal(t, []map[string]any{{
				"day": "2026-01-02", "model": "m", "promptTokens": 7.0, "cachedTokens": 0.0, "completionTokens": 3.0, "reasoningTokens": 0.0,
				"calls": 2.0,
			}}, section("modelUsage"))

			for _, other := range []string{"otto", "mnt_", una.token} {
				require.NotContains(t, strings.ToLower(got.body), strings.ToLower(other), "somebody else's, or a secret")
			}
		})
	}
}

// fillAccount gives a person something of everything.
func (w *world) fillAccount(p *person) {
	w.Helper()
	w.mint(p, "read")
	sees := store.Viewer{UserID: p.ID}
	episode, err := w.store.Catalogue.Episode(w.Context(), videoID, sees)
	require.NoError(w, err)
	page, err := w.store.Catalogue.Entities(w.Context(), storecatalogue.EntityFilter{Type: string(mention.Book)})
	require.NoError(w, err)
	_, err = w.store.People.AddFavorite(w.Context(), sees, people.FavoriteEpisode, episode.ID)
	require.NoError(w, err)
	_, err = w.store.People.AddFavorite(w.Context(), sees, people.FavoriteEntity, page.Entities[0].ID)
	require.NoError(w, err)

	long := w.process(p, "https://youtu.be/abcdefghijk")
	var refs []media.Ref
	for i := range 1200 {
		refs = append(refs, video(fmt.Sprintf("x%s%04d", p.Subject, i)))
	}
	w.items(long, refs...)
	name := "talkof" + p.Subject
	sent := w.object(w.call(p, "POST", "/api/process", map[string]any{"uploadIds": []string{w.upload(p, name)}}), http.StatusOK)
	id := int(sent["jobId"].(float64))
	_, err = w.store.Jobs.AddUploads(w.Context(), id)
	require.NoError(w, err)
	items, _, err := w.store.Jobs.JobItems(w.Context(), id, 0, 0)
	require.NoError(w, err)
	run := w.want(id, items[0].ID)
	begun, err := w.store.Jobs.RunWork(w.Context(), run)
	require.NoError(w, err)
	said := mention.Mention{
		Candidate: mention.Candidate{
			Type: mention.Concept, Name: "Greeting", Quote: "Hello", Surface: "Hello", Context: mention.Editorial,
			Stance: mention.Passing,
		},
		End: 5, QuoteEnd: 5, Confidence: 0.9,
	}
	_, err = w.store.Publish.Publish(w.Context(), publish.PublishInput{
		RunID: run, TranscriptID: *begun.Episode.TranscriptID,
		Mentions: []mention.Mention{said},
	})
	require.NoError(w, err)
	_, _, err = w.store.Jobs.FinishRun(w.Context(), run, work.RunDone, storejobs.Failure{})
	require.NoError(w, err)

	conn := storetest.Raw(w.T, w.store)
	for _, statement := range []string{
		fmt.Sprintf("INSERT INTO follows (user_id, channel_id, created_at) VALUES (%d, %d, CURRENT_TIMESTAMP)", p.ID, *episode.ChannelID),
		fmt.Sprintf("INSERT INTO reports (user_id, item_type, item_id, reason, text, state, created_at) VALUES (%d, 'episode', 1, 'other', "+
			"'wrong of %s', 'open', CURRENT_TIMESTAMP)", p.ID, p.Subject),
		fmt.Sprintf("INSERT INTO usages (run_id, chunk, user_id, day, model, prompt_tokens, completion_tokens, calls, created_at, updated_at) "+
			"VALUES (%d, 1, %d, '2026-01-02', 'm', 3, 1, 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)", run, p.ID),
		fmt.Sprintf("INSERT INTO usages (run_id, chunk, user_id, day, model, prompt_tokens, completion_tokens, calls, created_at, updated_at) "+
			"VALUES (%d, 2, %d, '2026-01-02', 'm', 4, 2, 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)", run, p.ID),
	} {
		_, err := conn.Exec(statement)
		require.NoError(w, err, statement)
	}
}

func TestTheExportIsForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	w.refused(w.call(nil, "GET", "/api/user/export", nil), http.StatusUnauthorized, "unauthenticated")
	w.refused(w.call(una, "POST", "/api/user/export", map[string]any{}), http.StatusMethodNotAllowed, "unimplemented")
	head := w.call(una, "HEAD", "/api/user/export", nil)
	require.Equal(t, http.StatusOK, head.status)
	require.Contains(t, head.header.Get("Content-Disposition"), "attachment")
	require.NoError(t, w.store.Close())
	w.refused(w.call(una, "GET", "/api/user/export", nil), http.StatusServiceUnavailable, "unavailable")
}

func TestAnExportThatBreaksOffIsNoWholeFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	_, err := storetest.Raw(t, w.store).Exec("DROP TABLE usages") // what it reads last
	require.NoError(t, err)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.http.URL+"/api/user/export", nil)
	require.NoError(t, err)
	r.AddCookie(&http.Cookie{Name: "mentionary_session", Value: una.token})
	res, err := w.http.Client().Do(r)
	if err == nil {
		_, err = io.ReadAll(res.Body)
		require.NoError(t, res.Body.Close())
	}
	require.Error(t, err, "the connection breaks, so that nobody takes the beginning for the whole")
	require.Contains(t, w.logs.String(), "an export broke off")
}

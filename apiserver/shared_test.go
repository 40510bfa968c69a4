package apiserver_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

// sharedPaths are addresses of all shared reads on both faces.
func (w *world) sharedPaths() []string {
	w.Helper()
	entity := int(w.list(w.call(nil, "GET", "/api/entities?type=book", nil))[0]["id"].(float64))
	channel := w.list(w.call(nil, "GET", "/api/channels/stats", nil))[0]["channelId"].(string)
	connect := func(procedure, message string) string {
		return "/mentionary.v1." + procedure + "?connect=v1&encoding=json&message=" + url.QueryEscape(message)
	}
	return []string{
		"/api/stats", "/api/stats/book", "/api/episodes?sort=published", "/api/entities?withEpisodes=true",
		fmt.Sprintf("/api/entities/%d", entity),
		fmt.Sprintf("/api/entities/%d/mentions", entity), "/api/channels/stats", "/api/channels/" + channel,
		"/api/channels/" + channel + "/episodes",
		"/api/channels/" + channel + "/entities", "/api/search?query=canary",
		connect("StatsService/GetStats", `{}`), connect("StatsService/GetTypeStats", `{"type":"book"}`),
		connect("EpisodeService/ListEpisodes", `{}`),
		connect("EntityService/ListEntities", `{"withEpisodes":true}`), connect("EntityService/GetEntity", fmt.Sprintf(`{"id":%d}`, entity)),
		connect("EntityService/ListEntityMentions", fmt.Sprintf(`{"id":%d}`, entity)),
		connect("EntityService/GetEntityOverview", fmt.Sprintf(`{"id":%d}`, entity)), connect("ChannelService/ListChannelStats", `{}`),
		connect("ChannelService/GetChannel", `{"channelId":"`+channel+`"}`),
		connect("ChannelService/ListChannelEpisodes", `{"channelId":"`+channel+`"}`),
		connect("ChannelService/ListChannelEntities", `{"channelId":"`+channel+`"}`), connect("SearchService/Search", `{"query":"canary"}`),
	}
}

func TestSharedReadsAreAskedOnceAndRevalidated(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	w := newWorldOn(t, storetest.SQLite(t, database.WithStatements(func(s string) {
		if strings.Contains(s, "query=") && !strings.Contains(s, "stamps") && !strings.Contains(s, "sessions") &&
			!strings.Contains(s, "FROM `users`") && !strings.Contains(s, "WHERE `episodes`.`owner_id`") {
			asked.Add(1)
		}
	})), apiserver.WatchTiming{})
	w.publish()
	reader, moderator := w.signIn("una", ""), w.signIn("mo", "moderator")
	paths := w.sharedPaths()
	for _, path := range paths {
		for name, c := range map[string]struct {
			who     *person
			caching string
			shared  bool
		}{
			"visitor": {nil, "public, no-cache", true}, "reader": {reader, "private, no-cache", true},
			"moderator": {moderator, "private, no-cache", false},
		} {
			what := name + " " + path
			first := w.call(c.who, "GET", path, nil)
			require.Equal(t, http.StatusOK, first.status, "%s: %s", what, first.body)
			require.Equal(t, c.caching, first.header.Get("Cache-Control"), what)
			tag := first.header.Get("Etag")
			require.Regexp(t, `^"[A-Za-z0-9_-]+"$`, tag, what)
			before := asked.Load()
			more := path + "?utm_source=x&utm_medium=y" // means nothing, so it is the same question
			if strings.Contains(path, "?") {
				more = path + "&utm_source=x&utm_medium=y"
			}
			require.Equal(t, first.body, w.call(c.who, "GET", more, nil).body, what)
			again := w.send(c.who, "GET", path, nil, http.Header{"If-None-Match": {tag}})
			require.Equal(t, http.StatusNotModified, again.status, what)
			require.Equal(t, tag, again.header.Get("Etag"), what)
			require.Equal(t, c.shared, asked.Load() == before, "%s asks the database for what is kept or not: %v", what, c.shared)
		}
	}
	post := w.connect(nil, "StatsService/GetStats", "{}")
	require.Equal(t, http.StatusOK, post.status)
	require.Empty(t, post.header.Get("Etag"), "a POST is no cached read")
}

// privateTalk uploads a talk as a user, whose uploads are private, and analyzes it. It returns the episode's id.
func (w *world) privateTalk(by *person) int {
	w.Helper()
	got := w.object(w.uploadFile(by, "canary_talk.en.vtt", goodVTT), http.StatusOK)
	submitted := w.object(w.call(by, "POST", "/api/process", map[string]any{"uploadIds": []any{got["uploadId"]}}), http.StatusOK)
	id := int(submitted["jobId"].(float64))
	_, err := w.store.Jobs.AddUploads(w.Context(), id)
	require.NoError(w, err)
	items, _, err := w.store.Jobs.JobItems(w.Context(), id, 0, 0)
	require.NoError(w, err)
	run := w.want(id, items[0].ID)
	begun, err := w.store.Jobs.RunWork(w.Context(), run)
	require.NoError(w, err)
	_, err = w.store.Publish.Publish(w.Context(), publish.PublishInput{RunID: run, TranscriptID: *begun.Run.TranscriptID})
	require.NoError(w, err)
	_, _, err = w.store.Jobs.FinishRun(w.Context(), run, work.RunDone, jobs.Failure{})
	require.NoError(w, err)
	return begun.Episode.ID
}

func TestSharedAnswersHoldNothingPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	owner, other, moderator := w.signIn("olga", ""), w.signIn("una", ""), w.signIn("mo", "moderator")
	const list, search = "/api/episodes", "/api/search?query=talk"
	require.Len(t, w.list(w.call(owner, "GET", list, nil)), 1, "now olga reads what all readers read")
	episode := w.privateTalk(owner)
	// Whoever fills what is kept, the others get nothing of it.
	for range 2 {
		for _, path := range []string{list, search} {
			for name, p := range map[string]*person{"the owner": owner, "a moderator": moderator} {
				require.Contains(t, w.call(p, "GET", path, nil).body, "Canary Talk", "%s: %s", name, path)
			}
			for name, p := range map[string]*person{
				"a visitor": nil, "another reader": other,
				"a stranger's token": {token: strings.Repeat("A", 43)},
			} {
				require.NotContains(t, w.call(p, "GET", path, nil).body, "Canary Talk", "%s: %s", name, path)
			}
		}
	}
	// What readers read beyond visitors stays with those who are signed in.
	const said = "/api/search?query=canary"
	require.Contains(t, w.call(other, "GET", said, nil).body, secret)
	require.NotContains(t, w.call(nil, "GET", said, nil).body, secret)
	require.NoError(t, w.store.People.EndSessions(t.Context(), other.ID))
	require.NotContains(t, w.call(other, "GET", said, nil).body, secret, "an ended session is a visitor's, at once")
	require.NoError(t, w.store.Catalogue.DeleteEpisode(t.Context(), episode))
	require.NotContains(t, w.call(owner, "GET", list, nil).body, "Canary Talk")
}

func TestWritesAreSeenByTheirWriterAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.Empty(t, w.list(w.call(nil, "GET", "/api/entities", nil)))
	by := w.publish()
	require.Len(t, w.list(w.call(nil, "GET", "/api/entities", nil)), 1)
	episode := int(w.list(w.call(nil, "GET", "/api/episodes", nil))[0]["id"].(float64))
	require.NoError(t, w.store.Catalogue.SetEpisodePublic(t.Context(), episode, false))
	require.Empty(t, w.list(w.call(nil, "GET", "/api/entities", nil)))

	wrote := w.call(by, "POST", "/api/user/favorites", map[string]any{"itemType": "entity", "itemId": 1})
	require.Empty(t, wrote.header.Get("Catalogue-Version"), "nothing was written: %s", wrote.body)
	version, err := w.store.CatalogueVersion(t.Context())
	require.NoError(t, err)
	for name, a := range map[string]answer{
		"rest":    w.call(by, "POST", "/api/process", map[string]any{"input": "https://www.youtube.com/watch?v=abcdefghij2"}),
		"connect": w.connect(by, "JobService/Process", `{"input":"https://www.youtube.com/watch?v=abcdefghij3"}`),
		"upload":  w.uploadFile(by, "a.vtt", goodVTT),
	} {
		require.Equal(t, http.StatusOK, a.status, "%s: %s", name, a.body)
		require.Equal(t, strconv.FormatInt(version, 10), a.header.Get("Catalogue-Version"), name)
	}
	require.Empty(t, w.call(by, "GET", "/api/jobs", nil).header.Get("Catalogue-Version"), "reads tell nothing")
}

// Two processes on one database: who was told a version by one gets it from the other.
func TestAVersionIsDemandedFromAnotherProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "both.db")
	open := func() *store.Store {
		s, err := store.Open(t.Context(), path)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, s.Close()) })
		return s
	}
	first := open()
	require.NoError(t, first.Migrate(t.Context()))
	one, two := newWorldOn(t, first, apiserver.WatchTiming{}), newWorldOn(t, open(), apiserver.WatchTiming{})
	require.Empty(t, two.list(two.call(nil, "GET", "/api/entities", nil)))
	one.publish()
	version, err := first.CatalogueVersion(t.Context())
	require.NoError(t, err)
	told := http.Header{"Catalogue-Version": {strconv.FormatInt(version, 10)}}
	require.Len(t, two.list(two.send(nil, "GET", "/api/entities", nil, told)), 1)
	require.Len(t, two.list(two.send(nil, "GET", "/api/entities", nil, http.Header{"Catalogue-Version": {"9223372036854775807"}})), 1)
}

// Whoever demands a version that nobody has written gets what everybody gets, and the database is asked for no more than
// its version.
func TestAVersionFromTheFutureIsNoWayAroundWhatIsKept(t *testing.T) {
	t.Parallel()
	var looks, reads atomic.Int64
	w := newWorldOn(t, storetest.SQLite(t, database.WithStatements(func(s string) {
		switch {
		case strings.Contains(s, "stamps"):
			looks.Add(1)
		case strings.Contains(s, "query="):
			reads.Add(1)
		}
	})), apiserver.WatchTiming{})
	w.publish()
	for _, path := range w.sharedPaths() {
		kept := w.call(nil, "GET", path, nil)
		require.Equal(t, http.StatusOK, kept.status, path)
		before, demands := reads.Load(), http.Header{"Catalogue-Version": {"9007199254740991"}}
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				got := w.send(nil, "GET", path, nil, demands)
				assert.Equal(t, kept.body, got.body, path)
			})
		}
		all.Wait()
		require.Zero(t, reads.Load()-before, "%s was asked of the database", path)
	}
	require.LessOrEqual(t, looks.Load(), int64(10*len(w.sharedPaths())), "a demand costs one look at most")
}

func TestLongAnswersOfTheConnectFaceAreCompressed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.publish()
	ask := func(procedure, message, encoding string) answer {
		return w.send(by, "POST", "/mentionary.v1."+procedure, strings.NewReader(message),
			http.Header{"Content-Type": {"application/json"}, "Connect-Protocol-Version": {"1"}, "Accept-Encoding": {encoding}})
	}
	plain := ask("EpisodeService/GetEpisode", `{"id":"`+videoID+`"}`, "identity")
	zipped := ask("EpisodeService/GetEpisode", `{"id":"`+videoID+`"}`, "gzip")
	require.Empty(t, plain.header.Get("Content-Encoding"))
	require.Equal(t, "gzip", zipped.header.Get("Content-Encoding"))
	z, err := gzip.NewReader(strings.NewReader(zipped.body))
	require.NoError(t, err)
	b, err := io.ReadAll(z)
	require.NoError(t, err)
	require.JSONEq(t, plain.body, string(b))
	require.Empty(t, ask("StatsService/GetStats", `{}`, "gzip").header.Get("Content-Encoding"), "a few bytes are not worth it")
}

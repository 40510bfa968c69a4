package apiserver_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/apiserver/spa"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/people"
	"mentionary/internal/store/storetest"
)

// site is the pages in front of the world's API, as they are put together for people.
func (w *world) site() func(p *person, path string) *httptest.ResponseRecorder {
	w.Helper()
	site, err := spa.New(spa.Config{
		Files: fstest.MapFS{
			"dist/index.html": {Data: []byte(
				`<head><title>Mentionary</title><script nonce="__CSP_NONCE__"></script></head>the app<div id="root"></div>`)},
			"dist/placeholder.html": {Data: []byte("not built")},
		},
		Pages: spa.Pages(), Status: w.server.PageStatus,
	})
	require.NoError(w, err)
	return func(p *person, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(w.Context(), http.MethodGet, path, nil)
		if p != nil {
			r.AddCookie(&http.Cookie{Name: "mentionary_session", Value: p.token})
		}
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, r)
		return rec
	}
}

func TestPagesOfWhatIsNotThereSayIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.publish()
	owner, other, moderator, admin := w.signIn("olga", ""), w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	public := w.list(w.call(nil, "GET", "/api/episodes", nil))[0]
	entity := w.list(w.call(nil, "GET", "/api/entities?type=book", nil))[0]["id"]
	channel := w.list(w.call(nil, "GET", "/api/channels/stats", nil))[0]["channelId"]
	private := w.privateTalk(owner)
	text, err := w.store.Catalogue.EpisodeText(t.Context(), fmt.Sprint(private), store.Viewer{UserID: owner.ID})
	require.NoError(t, err)
	talk := text.Episode.VideoID
	ids := w.directory("aaaaaaaaaaa", mention.Product, "Garden Shears", "Hedge Cutter")
	merge := fmt.Sprintf("/api/entities/%d/merge", ids["Garden Shears"])
	w.object(w.call(moderator, "POST", merge, map[string]any{"mergedId": ids["Hedge Cutter"]}), http.StatusOK)
	_, err = w.store.People.SaveProfile(t.Context(), other.ID, people.Profile{DisplayName: "Una", Published: true})
	require.NoError(t, err)
	job := w.process(by, "https://youtu.be/bbbbbbbbbbb")

	get := w.site()
	everybody := []*person{nil, by, owner, other, moderator, admin}
	names := []string{"visitor", "publisher", "owner", "other", "moderator", "admin"}
	const all, none = "visitor publisher owner other moderator admin", ""
	for path, found := range map[string]string{
		"/": all, "/books": all, "/jobs": all, "/profile": all, "/search?query=x": all,
		fmt.Sprintf("/episode/%.0f", public["id"]): all, "/episode/" + videoID: all, "/transcript/" + videoID: all,
		"/episode/999999": none, "/episode/nosuchvideo": none, "/transcript/nosuchvideo": none, "/episode/99999999999999999999": none,
		fmt.Sprintf("/episode/%d", private): "owner moderator admin", "/episode/" + talk: "owner moderator admin",
		"/transcript/" + talk:               "owner moderator admin",
		fmt.Sprintf("/entity/%.0f", entity): all, fmt.Sprintf("/entity/%.0f/whatever", entity): all,
		fmt.Sprintf("/entity/%d", ids["Hedge Cutter"]): all,
		"/entity/999999": none, "/entity/abc": none, "/entity/0": none, "/entity/-1": none, "/entity/99999999999": none,
		fmt.Sprint("/channel/", channel): all, "/channel/UCnosuch": none, "/channel/%00": none,
		"/profile/" + other.PublicID: all, "/profile/" + owner.PublicID: none, "/profile/nobody": none,
		fmt.Sprintf("/jobs/%d", job): "visitor publisher moderator admin", "/jobs/999999": "visitor", "/jobs/abc": none,
		"/admin": "moderator admin", "/admin/trends": "moderator admin",
		"/admin/batch": "admin", "/admin/schedules": "admin", "/admin/costs": "admin", "/admin/audit": "admin",
		"/admin/review": "moderator admin", "/admin/uploads": "moderator admin",
		"/admin/workflows": "moderator admin", "/admin/queues": "admin",
		"/admin/workflows/x": none, "/admin/workflows/run-999999": none, fmt.Sprintf("/admin/workflows/job-%d", job): "moderator admin",
	} {
		for range 2 { // what is kept is the same
			for i, p := range everybody {
				want := http.StatusNotFound
				if strings.Contains(found, names[i]) {
					want = http.StatusOK
				}
				got := get(p, path)
				require.Equal(t, want, got.Code, "%s at %s", names[i], path)
				require.Contains(t, got.Body.String(), "the app", "the page is the same")
				require.Contains(t, got.Header().Get("Vary"), "Cookie")
			}
		}
	}
	for _, pattern := range spa.Pages() { // a new page about one thing is not forgotten
		if strings.Contains(pattern, "{") {
			path := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(pattern, "nothing")
			require.Equal(t, http.StatusNotFound, get(other, path).Code, pattern)
		}
	}
	require.NoError(t, w.store.Catalogue.SetEpisodePublic(t.Context(), private, true))
	require.Equal(t, http.StatusOK, get(nil, "/episode/"+talk).Code, "published: there for everybody, at once")
	require.NoError(t, w.store.Catalogue.DeleteEpisode(t.Context(), private))
	require.Equal(t, http.StatusNotFound, get(owner, "/episode/"+talk).Code)
}

// A crawler that asks for the same pages again and again asks the database once.
func TestCrawlersOfPagesAskTheDatabaseOnce(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	w := newWorldOn(t, storetest.SQLite(t, database.WithStatements(func(s string) {
		if strings.Contains(s, "query=") && !strings.Contains(s, "stamps") {
			asked.Add(1)
		}
	})), apiserver.WatchTiming{})
	w.publish()
	get := w.site()
	for _, path := range []string{"/episode/" + videoID, "/episode/nosuchvideo", "/entity/1", "/entity/999999", "/channel/UCnosuch"} {
		first := get(nil, path).Code
		before := asked.Load()
		for range 50 {
			require.Equal(t, first, get(nil, path).Code)
		}
		require.Zero(t, asked.Load()-before, path)
	}
}

func TestPagesWhileNobodyCanTell(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	get := w.site()
	require.NoError(t, w.store.Close())
	for _, path := range []string{"/episode/" + videoID, "/entity/1", "/profile/x"} {
		got := get(nil, path)
		require.Equal(t, http.StatusServiceUnavailable, got.Code, path)
		require.NotEmpty(t, got.Header().Get("Retry-After"), path)
		require.Contains(t, got.Body.String(), "the app", "the page says what is wrong")
	}
	require.Equal(t, http.StatusOK, get(nil, "/books").Code)
}

// What depends on who asks says so, and what does not, does not.
func TestAnswersSayThatTheCookieDecides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.publish()
	for path, varies := range map[string]bool{
		"/api/auth/user": true, "/api/stats": true, "/api/episodes": true, "/api/episodes/" + videoID: true, "/api/entities/1": true,
		"/api/jobs": true, "/api/user/export": true, "/api/first-admin": true, "/api/nope": true,
		"/api/health": false, "/api/openapi.yaml": false, "/api/pictures/x": false,
	} {
		for name, p := range map[string]*person{"visitor": nil, "user": by} {
			got := w.call(p, "GET", path, nil)
			require.Equal(t, varies, strings.Contains(strings.Join(got.header.Values("Vary"), ","), "Cookie"), "%s at %s", name, path)
		}
	}
	first := w.call(nil, "GET", "/api/stats", nil)
	again := w.send(nil, "GET", "/api/stats", nil, http.Header{"If-None-Match": {first.header.Get("Etag")}})
	require.Equal(t, http.StatusNotModified, again.status)
	require.Contains(t, strings.Join(again.header.Values("Vary"), ","), "Cookie", "caches keep what the last answer said")
}

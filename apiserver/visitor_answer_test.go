package apiserver_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// What stands in a page is what every visitor is answered, whoever opens the page.
func TestAnswersForPagesAreThoseOfVisitors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	owner := w.signIn("olga", "")
	private := w.privateTalk(owner)
	ask := func(p *person, procedure, message string, header ...string) string {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/episode/1", nil)
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		if p != nil {
			r.AddCookie(&http.Cookie{Name: "mentionary_session", Value: p.token})
		}
		return string(w.server.VisitorAnswer(r, "/mentionary.v1."+procedure+"?connect=v1&encoding=json&message="+message))
	}
	w.events.take()
	episode := func(id any) string { return fmt.Sprintf("%%7B%%22id%%22%%3A%%22%v%%22%%7D", id) }
	for _, p := range []*person{nil, owner} {
		require.Equal(t, "{}", ask(p, "AuthService/GetCurrentUser", "%7B%7D"), "nobody's name")
		require.Contains(t, ask(p, "EpisodeService/GetEpisode", episode(videoID)), `"episode"`)
		require.Empty(t, ask(p, "EpisodeService/GetEpisode", episode(private)))
		require.Empty(t, ask(p, "EpisodeService/GetEpisode", episode("nosuchvideo")))
		require.Empty(t, ask(p, "JobService/ListJobs", "%7B%7D"))
		require.Empty(t, ask(p, "EpisodeService/GetEpisode", "%7B"))
		require.Empty(t, ask(p, "NoService/Get", "%7B%7D"))
	}
	require.Empty(t, w.events.take(), "a program that fetches a page is no view")
	ask(nil, "EpisodeService/GetEpisode", episode(videoID), "Sec-Fetch-Dest", "document")
	require.Equal(t, []string{"episode_view"}, w.events.take())
}

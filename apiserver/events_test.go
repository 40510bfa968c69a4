package apiserver_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/store/people"
)

// tally notes events as the server counts them.
type tally struct {
	mu    sync.Mutex
	seen  []string
	whose []string
}

func (c *tally) Record(event, address, agent string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen, c.whose = append(c.seen, event), append(c.whose, address+" "+agent)
}

// take returns the events since the last question.
func (c *tally) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.seen
	c.seen = nil
	return out
}

func TestWhatPeopleDoIsCountedOnBothFaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	una := w.signIn("una", "")
	book := w.list(w.call(nil, "GET", "/api/entities", nil))[0]["id"].(float64)
	show := w.list(w.call(nil, "GET", "/api/channels/stats", nil))
	require.Len(t, show, 1)
	w.events.take()
	id := strconv.Itoa(int(book))
	for _, c := range []struct {
		event string
		ask   func() answer
	}{
		{"episode_view", func() answer { return w.call(nil, "GET", "/api/episodes/"+videoID, nil) }},
		{"episode_view", func() answer {
			return w.send(nil, "GET", "/mentionary.v1.EpisodeService/GetEpisode?connect=v1&encoding=json&message=%7B%22id%22%3A%22"+videoID+"%22%7D",
				nil, nil)
		}},
		{"entity_view", func() answer { return w.call(nil, "GET", "/api/entities/"+id, nil) }},
		{"channel_view", func() answer {
			return w.call(nil, "GET", fmt.Sprintf("/api/channels/%v", show[0]["channelId"]), nil)
		}},
		{"search", func() answer { return w.call(nil, "GET", "/api/search?query=dune", nil) }},
		{"transcript_view", func() answer { return w.call(una, "GET", "/api/episodes/"+videoID+"/transcript", nil) }},
		{"job_submitted", func() answer {
			return w.call(una, "POST", "/api/process", map[string]any{"input": "https://youtu.be/ccccccccccc"})
		}},
		{"favorite_added", func() answer {
			return w.call(una, "POST", "/api/user/favorites", map[string]any{"itemType": "entity", "itemId": int(book)})
		}},
	} {
		got := c.ask()
		require.Equal(t, http.StatusOK, got.status, "%s: %s", c.event, got.body)
		require.Equal(t, []string{c.event}, w.events.take())
	}
	require.Contains(t, w.events.whose[0], "127.0.0.1 Go-http-client")

	for name, got := range map[string]answer{
		"a HEAD":         w.call(nil, "HEAD", "/api/episodes/"+videoID, nil),
		"not found":      w.call(nil, "GET", "/api/episodes/zzzzzzzzzzz", nil),
		"not allowed":    w.call(nil, "GET", "/api/episodes/"+videoID+"/transcript", nil),
		"not understood": w.call(una, "POST", "/api/process", map[string]any{"input": ""}),
		"a list":         w.call(nil, "GET", "/api/episodes", nil),
	} {
		require.Empty(t, w.events.take(), "%s is no event: %d", name, got.status)
	}
}

func TestAnalyticsTellModeratorsNotHowManyPeopleCame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo, ada := w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	var events []people.NewEvent
	for i := range 12 {
		events = append(events, people.NewEvent{Type: "kind" + strconv.Itoa(i), Visitor: strings.Repeat("a", i%3+1), At: time.Now()})
	}
	events = append(events, people.NewEvent{Type: "kind11", Visitor: "a", At: time.Now()},
		people.NewEvent{Type: "old", Visitor: "z", At: time.Now().Add(-92 * 24 * time.Hour)})
	require.NoError(t, w.store.People.SaveEvents(t.Context(), events))
	got := w.object(w.call(ada, "GET", "/api/admin/analytics", nil), http.StatusOK)
	require.EqualValues(t, 13, got["totalEvents"])
	require.EqualValues(t, 3, got["uniqueUsers"])
	top := got["topEvents"].([]any)
	require.Len(t, top, 10)
	require.Equal(t, map[string]any{"eventType": "kind11", "count": 2.0}, top[0])
	less := w.object(w.call(mo, "GET", "/api/admin/analytics", nil), http.StatusOK)
	require.Nil(t, less["uniqueUsers"])
	require.Equal(t, got["topEvents"], less["topEvents"])
	w.refused(w.call(w.signIn("una", ""), "GET", "/api/admin/analytics", nil), http.StatusForbidden, "permission_denied")
}

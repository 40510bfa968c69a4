package apiserver_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
)

// What of a config belongs to another mode, or stands beside a single video, changes nothing.
func TestConfigCountsWhereItBelongs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	const playlist, one = "PL0123456789abcdefgh", "https://youtu.be/abcdefghijk"
	both := map[string]any{"episodeCount": 7, "dateRange": 5}
	with := func(mode string) map[string]any { c := maps.Clone(both); c["mode"] = mode; return c }
	for _, c := range []struct {
		input  string
		config map[string]any
		want   media.Selection
	}{
		{aChannel, with("recent"), media.Selection{Mode: media.SelectRecent, Count: 7}},
		{aChannel, with("dateRange"), media.Selection{Mode: media.SelectDateRange, Days: 5}},
		{aChannel, with(""), media.Selection{Mode: media.SelectRecent, Count: 10}},
		{aChannel, map[string]any{"mode": "recent", "dateRange": 5}, media.Selection{Mode: media.SelectRecent, Count: 10}},
		{aChannel, map[string]any{"mode": "dateRange", "episodeCount": 5}, media.Selection{Mode: media.SelectDateRange, Days: 30}},
		{playlist, map[string]any{}, media.Selection{Mode: media.SelectRecent, Count: 100}},
		{playlist, with("recent"), media.Selection{Mode: media.SelectRecent, Count: 7}},
		{"https://example.org/feed", with("dateRange"), media.Selection{Mode: media.SelectDateRange, Days: 5}},
		{one, with("recent"), media.Selection{Mode: media.SelectAll}},
		{one, with("dateRange"), media.Selection{Mode: media.SelectAll}},
		{one, with("all"), media.Selection{Mode: media.SelectAll}},
	} {
		for face, got := range w.both(p, "JobService/Process", map[string]any{"input": c.input, "config": c.config}) {
			row, err := w.store.Jobs.Job(t.Context(), int(w.object(got, http.StatusOK)["jobId"].(float64)), 0)
			require.NoError(t, err)
			require.Equal(t, c.want, row.Selection, "%s %v over %s", c.input, c.config, face)
		}
	}
}

func TestAllEpisodesAreForAdmins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	all := map[string]any{"input": aChannel, "config": map[string]any{"mode": "all"}}
	for role, want := range map[string]int{"": http.StatusForbidden, "moderator": http.StatusForbidden, "admin": http.StatusOK} {
		for face, got := range w.both(w.signIn("a"+role, role), "JobService/Process", all) {
			require.Equal(t, want, got.status, "%q over %s: %s", role, face, got.body)
			if want == http.StatusForbidden {
				require.Contains(t, got.body, "Choose recent episodes or a range of days instead.")
			}
		}
	}
}

// The server's reading of an address wins, whatever the caller believes it to be.
func TestInputKinds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("ada", "admin")
	site := "https://www.youtube.com"
	for input, want := range map[string]string{
		site + "/channel/" + aChannel: "channel",
		site + "/c/SomeBody":          "channel",
		site + "/user/SomeBody":       "channel",
		site + "/@SomeBody":           "channel",
		aChannel:                      "channel",
		"@SomeBody":                   "channel",
		site + "/playlist?list=PL0123456789abcdefgh":        "playlist",
		site + "/watch?v=abcdefghijk&list=PL0123456789abcd": "playlist",
		"PL0123456789abcdefgh":                              "playlist",
		site + "/watch?v=abcdefghijk":                       "video",
		"https://m.youtube.com/watch?v=abcdefghijk":         "video",
		"https://youtu.be/abcdefghijk":                      "video",
		site + "/shorts/abcdefghijk":                        "video",
		"https://example.org/channel/feed.xml":              "feed",
		"https://example.org/show?list=1":                   "feed",
		"podcast.example.org/feed":                          "feed",
	} {
		for face, got := range w.both(p, "JobService/Process", map[string]any{"input": input, "type": "video"}) {
			require.Equal(t, want, w.object(got, http.StatusOK)["type"], "%s over %s", input, face)
		}
	}
	for input, sentence := range map[string]string{
		"   ":                         "Please enter a YouTube URL",
		"":                            "Please enter a YouTube URL",
		"my favorite show":            "This is not an address.",
		"ftp://example.org/feed":      "Only addresses that start with http:// or https://",
		"https://me:pw@example.org/":  "user name or password",
		site + "/feed/subscriptions":  "does not name a video, a channel or a playlist",
		site + "/watch?v=short":       "The video id in this YouTube address is not valid",
		site + "/channel/UCshort":     "The channel id in this YouTube address is not valid",
		"https://0x7f.1/feed":         "This is not an address.",
		"https://example.org:99999/x": "This is not an address.",
	} {
		for face, got := range w.both(p, "JobService/Process", map[string]any{"input": input}) {
			require.Contains(t, w.object(got, http.StatusBadRequest)["message"], sentence, "%q over %s", input, face)
		}
	}
}

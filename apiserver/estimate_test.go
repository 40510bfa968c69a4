package apiserver_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store/storetest"
)

func lengths(episodes, seconds, unknown float64) map[string]any {
	return map[string]any{"episodes": episodes, "seconds": seconds, "unknown": unknown}
}

// estimated is an estimate as it is answered, without what listening costs.
func (w *world) estimated(p *person, asked map[string]any) map[string]any {
	w.Helper()
	got := w.object(w.call(p, "POST", "/api/shows/estimate", asked), http.StatusOK)
	delete(got, "listeningPrice")
	delete(got, "listeningSpeed")
	return got
}

func TestWhatAShowComesToIsToldBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	const path = "/api/shows/estimate"
	w.analyzed(una, media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: showFeed, ItemID: "train-2"}, "Train 2")
	require.Equal(t, map[string]any{
		"new": lengths(2, 90, 1), "analyzed": 1.0, "listened": lengths(1, 0, 1), "perhapsListened": lengths(0, 0, 0), "more": false,
		"listeningPrice": 0.006, "listeningSpeed": nil,
	}, w.object(w.call(una, "POST", path, map[string]any{"address": showFeed}), http.StatusOK))
	newest := w.estimated(una, map[string]any{"address": showFeed, "config": map[string]any{"mode": "recent", "episodeCount": 1}})
	require.Equal(t, lengths(1, 90, 0), newest["new"])
	require.Equal(t, lengths(0, 0, 0), newest["listened"])
	one := map[string]any{"mode": "chosen", "episodeIds": []string{"train-1"}}
	chosen := w.estimated(una, map[string]any{"address": showFeed, "config": one})
	require.Equal(t, lengths(1, 0, 1), chosen["new"])

	w.refused(w.call(una, "POST", path, map[string]any{"address": "https://youtu.be/aaaaaaaaaaa"}), http.StatusBadRequest, "invalid_argument")
	w.refused(w.call(una, "POST", path, map[string]any{"address": "https://example.org/gone.xml"}), http.StatusNotFound, "not_found")
	w.refused(w.call(una, "POST", path, map[string]any{"address": showFeed, "config": map[string]any{"mode": "all"}}),
		http.StatusForbidden, "permission_denied")
	w.refused(w.call(nil, "POST", path, map[string]any{"address": showFeed}), http.StatusUnauthorized, "unauthenticated")
}

func TestAListThatNamesNoCaptionsSaysWhatMayBeListenedTo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		why     string
		perhaps map[string]any
	}{
		"with yt-dlp":    {"", lengths(2, 3600, 1)},
		"without yt-dlp": {"yt-dlp is missing.", lengths(0, 0, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorldOn(t, storetest.SQLite(t), apiserver.WatchTiming{}, func(o *apiserver.Options) {
				o.Sources = map[media.Platform]source.Source{media.YouTube: someChannel{whyNoAudio: c.why}}
			})
			una := w.signIn("una", "")
			const talks = "https://www.youtube.com/@talks"
			got := w.estimated(una, map[string]any{"address": talks})
			require.Equal(t, c.perhaps, got["perhapsListened"])
			require.Equal(t, lengths(0, 0, 0), got["listened"])
			require.Equal(t, true, got["more"], "its second page could not be read")
			days := w.estimated(una, map[string]any{"address": talks, "config": map[string]any{"mode": "dateRange", "dateRange": 365}})
			require.Equal(t, lengths(1, 3600, 0), days["new"])
		})
	}
}

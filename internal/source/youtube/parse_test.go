package youtube

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
)

func TestISODuration(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Duration{
		"PT15S": 15 * time.Second, "PT1H2M3S": time.Hour + 2*time.Minute + 3*time.Second, "P1DT2H": 26 * time.Hour,
		"P0D": 0, "": 0, "PT": 0, "1:02": 0, "PT99999999999S": 0,
	} {
		require.Equal(t, want, isoDuration(in), in)
	}
}

func TestAgeIsTheLeastThatWordsCanMean(t *testing.T) {
	t.Parallel()
	require.Equal(t, 21*24*time.Hour, ageOf("1.2M views • 3 weeks ago"))
	require.Equal(t, 28*24*time.Hour, ageOf("Streamed 1 month ago"))
	require.Equal(t, time.Duration(-1), ageOf("4,200 views"))
}

func TestQuotaReturnsAtPacificMidnight(t *testing.T) {
	t.Parallel()
	require.Equal(t, 12*time.Hour, untilPacificMidnight(time.Date(2026, 1, 15, 20, 0, 0, 0, time.UTC)))
	require.Equal(t, 24*time.Hour, untilPacificMidnight(time.Date(2026, 1, 15, 8, 0, 0, 0, time.UTC)))
}

func TestRefusalsInAlerts(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]fault.Kind{
		"The playlist does not exist.":                     fault.NotFound,
		"This account has been terminated.":                fault.NotFound,
		"This channel was removed because of its content.": fault.NotFound,
		"This playlist is private.":                        fault.Private,
		"This playlist type is unviewable.":                fault.Private,
		"Something went wrong. Please try again.":          fault.Unavailable,
	} {
		_, err := parseBrowse([]byte(`{"alerts":[{"alertRenderer":{"type":"ERROR","text":{"runs":[{"text":"`+said+`"}]}}}]}`), "playlist")
		require.Equal(t, want, fault.KindOf(err), said)
	}
	found, err := parseBrowse([]byte(`{"alerts":[{"alertRenderer":{"type":"INFO","text":{"simpleText":"Unavailable videos are hidden"}}}]}`),
		"playlist")
	require.NoError(t, err)
	require.Empty(t, found.episodes)
	_, err = parseBrowse([]byte(`{"contents":{"x":[{"channelAgeGateRenderer":{}}]}}`), "channel")
	require.Equal(t, fault.Private, fault.KindOf(err))
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"contents":{"contents":[{"playlistVideoRenderer":{"videoId":"video-00001","title":{"runs":[{"text":"a"}]}}},
{"continuationItemRenderer":{"continuationEndpoint":{"continuationCommand":{"token":"t"}}}}]}}`))
	f.Add([]byte(`{"lockupViewModel":{"contentId":"video-00001","contentType":"LOCKUP_CONTENT_TYPE_VIDEO","a":[{"text":"1:00"}]}}`))
	f.Add([]byte(`{"playabilityStatus":{"status":"OK"},"videoDetails":{"videoId":"video-00001"},
"captions":{"playerCaptionsTracklistRenderer":{"captionTracks":[{"baseUrl":"x","languageCode":"en"}],"defaultAudioTrackIndex":-1,
"audioTracks":[{"defaultCaptionTrackIndex":9}]}}}`))
	f.Add([]byte(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><videoId>video-00001</videoId></entry></feed>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if found, err := parseBrowse(body, "channel"); err == nil {
			require.Len(t, found.ages, len(found.episodes))
			require.LessOrEqual(t, len(found.episodes), maxListed)
		}
		if p, err := parsePlayer(body, "video-00001"); err == nil {
			_ = p.episode()
			_ = p.Captions.Tracklist.ordered("de", []string{"en"})
		}
		if feed, err := parsePublicFeed(body); err == nil {
			for _, e := range feed.Entries {
				_, _ = e.episode()
			}
		}
		_, _ = parseResolved(body)
		_ = publishDate(body, "video-00001")
	})
}

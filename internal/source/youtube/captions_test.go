package youtube_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source/youtube"
	"mentionary/internal/transcript"
)

// captionSite serves one video with the tracks; the text of a track is its language and kind. If it withholds, captions
// made by hand are empty.
func captionSite(player object, withholds bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/youtubei/v1/player" {
			answer(w, 200, player)
			return
		}
		q := r.URL.Query()
		name := q.Get("lang") + q.Get("kind")
		switch {
		case r.URL.Path != "/api/timedtext" || q.Get("fmt") != "json3":
			http.NotFound(w, r)
		case withholds && q.Get("kind") == "":
			w.WriteHeader(http.StatusOK) // and nothing in it
		default:
			answer(w, 200, object{"events": list{cue(0, name)}})
		}
	})
}

func track(lang, kind string) object {
	base := "https://www.youtube.com/api/timedtext?v=video-00001&lang=" + lang
	if kind != "" {
		base += "&kind=" + kind
	}
	return object{"baseUrl": base, "languageCode": lang, "kind": kind}
}

func videoWith(tracks list, more object) object {
	tracklist := object{"captionTracks": tracks}
	for k, v := range more {
		tracklist[k] = v
	}
	return object{
		"playabilityStatus": object{"status": "OK"},
		"videoDetails":      object{"videoId": "video-00001"},
		"captions":          object{"playerCaptionsTracklistRenderer": tracklist},
	}
}

func TestOrderOfCaptionTracks(t *testing.T) {
	t.Parallel()
	asr := "asr"
	for name, c := range map[string]struct {
		player    object
		withholds bool
		text      string
		origin    transcript.Origin
	}{
		"by hand in the language spoken": {
			videoWith(list{track("en", ""), track("de", asr), track("de", "")}, nil), false, "de",
			transcript.Captions,
		},
		"by hand in a wanted language": {
			videoWith(list{track("fr", ""), track("de", asr), track("en", "")}, nil), false, "en",
			transcript.Captions,
		},
		"automatic before an unwanted translation": {
			videoWith(list{track("fr", ""), track("de", asr)}, nil), false, "deasr",
			transcript.Automatic,
		},
		"the default track tells the language": {videoWith(list{track("ar", ""), track("pt", "")},
			object{"audioTracks": list{object{"defaultCaptionTrackIndex": 1}}}), false, "pt", transcript.Captions},
		"the only track": {videoWith(list{track("ja", "")}, nil), false, "ja", transcript.Captions},
		"the next when the best is withheld": {
			videoWith(list{track("de", asr), track("de", "")}, nil), true, "deasr",
			transcript.Automatic,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openHandler(t, captionSite(c.player, c.withholds), func(o *youtube.Options) { o.Lookup = true; o.Languages = []string{"en"} })
			tr, ok, err := s.Transcript(t.Context(), media.Episode{ExternalID: "video-00001"})
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, c.text, tr.Cues[0].Text)
			require.Equal(t, c.origin, tr.Origin)
		})
	}
}

func TestWithheldCaptionsAreNotMissingOnes(t *testing.T) {
	t.Parallel()
	proof := track("en", "")
	proof["baseUrl"] = "https://www.youtube.com/api/timedtext?v=video-00001&lang=en&exp=xpe"
	elsewhere := track("en", "")
	elsewhere["baseUrl"] = "https://evil.example/steal?v=video-00001"
	for name, c := range map[string]struct {
		player object
		kind   fault.Kind
	}{
		"an empty answer":            {videoWith(list{track("en", "")}, nil), fault.Blocked},
		"a proof of origin demanded": {videoWith(list{proof}, nil), fault.Blocked},
		"another place":              {videoWith(list{elsewhere}, nil), fault.Blocked},
		"no tracks":                  {videoWith(list{}, nil), ""},
	} {
		s := openHandler(t, captionSite(c.player, name == "an empty answer"), withLookup)
		_, ok, err := s.Transcript(t.Context(), media.Episode{ExternalID: "video-00001"})
		require.False(t, ok, name)
		require.Equal(t, c.kind, fault.KindOf(err), "%s: %v", name, err)
	}
}

func TestWhyAVideoCannotBeWatched(t *testing.T) {
	t.Parallel()
	screen := func(reason, sub string) object {
		return object{"playerErrorMessageRenderer": object{
			"reason":    object{"simpleText": reason},
			"subreason": object{"runs": list{object{"text": sub}}},
		}}
	}
	ok := object{"status": "OK"}
	for name, c := range map[string]struct {
		playability object
		details     object
		kind        fault.Kind
		says        string
	}{
		"private": {
			object{"status": "LOGIN_REQUIRED", "reason": "This is a private video. Please sign in."},
			nil, fault.Private,
			"private",
		},
		"removed": {
			object{"status": "ERROR", "reason": "This video has been removed by the uploader"},
			nil, fault.NotFound,
			"no such video",
		},
		"never there": {object{"status": "ERROR", "reason": "Video unavailable"}, nil, fault.NotFound, "no such video"},
		"terminated": {
			object{"status": "ERROR", "reason": "This video is no longer available because the account has been terminated."},
			nil, fault.NotFound, "no such video",
		},
		"age": {
			object{"status": "LOGIN_REQUIRED", "reason": "Sign in to confirm your age", "desktopLegacyAgeGateReason": 1},
			nil,
			fault.Private, "age-restricted",
		},
		"age, by status": {object{"status": "AGE_VERIFICATION_REQUIRED"}, nil, fault.Private, "age-restricted"},
		"region": {object{
			"status": "UNPLAYABLE", "reason": "Video unavailable",
			"errorScreen": screen("Video unavailable",
				"The uploader has not made this video available in your country"),
		}, nil, fault.Private, "country"},
		"members": {
			object{"status": "UNPLAYABLE", "reason": "Join this channel to get access to members-only content like this video."},
			nil, fault.Private, "members",
		},
		"paid":             {object{"status": "UNPLAYABLE", "reason": "This video requires payment to watch."}, nil, fault.Private, "paid"},
		"robot":            {object{"status": "LOGIN_REQUIRED", "reason": "Sign in to confirm you’re not a bot"}, nil, fault.Blocked, "robot"},
		"upcoming":         {object{"status": "LIVE_STREAM_OFFLINE", "reason": "Premieres in 2 hours"}, nil, fault.NoTranscript, "broadcast"},
		"live":             {ok, object{"videoId": "video-00001", "isLive": true}, fault.NoTranscript, "live"},
		"another video":    {ok, object{"videoId": "video-00002"}, fault.Blocked, "robot"},
		"something new":    {object{"status": "STRANGE", "reason": "Out of tea"}, nil, fault.Unavailable, "strange"},
		"nothing at all":   {object{}, nil, fault.Unavailable, "does not play"},
		"reason elsewhere": {object{"status": "ERROR", "errorScreen": screen("This video is private", "")}, nil, fault.Private, "private"},
	} {
		s := openHandler(t, captionSite(object{"playabilityStatus": c.playability, "videoDetails": c.details}, false), withLookup)
		_, found, err := s.Transcript(t.Context(), media.Episode{ExternalID: "video-00001"})
		require.False(t, found, name)
		require.Equal(t, c.kind, fault.KindOf(err), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, c.says, name)
	}
}

package youtube

import (
	"bytes"
	"cmp"
	"context"
	"net/url"
	"slices"

	"golang.org/x/text/language"

	"mentionary/internal/fault"
	"mentionary/internal/transcript"
)

const (
	maxTracksTried = 3
	tinyAnswer     = 64 // bytes; an unreadable answer below it is a refusal, not captions
)

// tracklist are the caption tracks of a video.
type tracklist struct {
	Tracks []track `json:"captionTracks"`
	Audio  []struct {
		DefaultTrack *int `json:"defaultCaptionTrackIndex"`
	} `json:"audioTracks"`
	DefaultAudio int `json:"defaultAudioTrackIndex"`
}

type track struct {
	BaseURL  string `json:"baseUrl"`
	Language string `json:"languageCode"`
	Kind     string `json:"kind"` // "asr" for automatic ones
}

func (t track) automatic() bool { return t.Kind == "asr" }

// original returns the language that is spoken: that of the automatic captions, else that of the default track, else that
// of the only track, else "".
func (l tracklist) original() string {
	for _, t := range l.Tracks {
		if t.automatic() {
			return t.Language
		}
	}
	if l.DefaultAudio >= 0 && l.DefaultAudio < len(l.Audio) {
		if i := l.Audio[l.DefaultAudio].DefaultTrack; i != nil && *i >= 0 && *i < len(l.Tracks) {
			return l.Tracks[*i].Language
		}
	}
	if len(l.Tracks) == 1 {
		return l.Tracks[0].Language
	}
	return ""
}

// ordered returns the tracks worth fetching, best first: by hand in the original language, by hand in the wanted
// languages, automatic in the original language, other automatic ones, and by hand in any language.
func (l tracklist) ordered(original string, langs []string) []track {
	original = cmp.Or(l.original(), original)
	rank := func(t track) int {
		if t.automatic() {
			if sameLanguage(t.Language, original) {
				return len(langs) + 1
			}
			return len(langs) + 2
		}
		if sameLanguage(t.Language, original) {
			return 0
		}
		if i := slices.IndexFunc(langs, func(want string) bool { return sameLanguage(t.Language, want) }); i >= 0 {
			return 1 + i
		}
		return len(langs) + 3
	}
	tracks := slices.Clone(l.Tracks)
	slices.SortStableFunc(tracks, func(a, b track) int { return rank(a) - rank(b) })
	return tracks
}

func sameLanguage(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	x, _ := language.Make(a).Base()
	y, _ := language.Make(b).Base()
	return x == y
}

// captions fetches the best track that the site hands out. Tracks that demand a proof of origin, empty answers and pages
// in place of captions mean that we are taken for a robot, not that there are none.
func (l *lookup) captions(ctx context.Context, list tracklist, original string, langs []string) (transcript.Transcript, bool, error) {
	tracks := list.ordered(original, langs)
	var failed error
	for i, t := range tracks {
		if i == maxTracksTried {
			break
		}
		found, err := l.track(ctx, t)
		if err == nil {
			return found, true, nil
		}
		if ctx.Err() != nil {
			return transcript.Transcript{}, false, ctx.Err()
		}
		if failed == nil {
			failed = err
		}
		if fault.Is(err, fault.RateLimited) {
			break
		}
	}
	return transcript.Transcript{}, false, failed
}

func (l *lookup) track(ctx context.Context, t track) (transcript.Transcript, error) {
	address, ok := l.trackAddress(t.BaseURL)
	if !ok {
		return transcript.Transcript{}, robot()
	}
	a, err := l.client.get(ctx, address, maxCaptions, false)
	if err != nil {
		return transcript.Transcript{}, err
	}
	if err := l.client.siteFault(a, "transcript"); err != nil {
		return transcript.Transcript{}, err
	}
	body := bytes.TrimSpace(a.body)
	if len(body) == 0 || isHTML(body) {
		return transcript.Transcript{}, robot()
	}
	found, err := l.parse("captions.json3", bytes.NewReader(body))
	if err != nil || len(found.Cues) == 0 {
		if len(body) < tinyAnswer {
			return transcript.Transcript{}, robot()
		}
		return transcript.Transcript{}, fault.Wrap(fault.Unavailable, err,
			"YouTube's captions of this video could not be understood. Try again later, or provide the transcript yourself.")
	}
	found.Language = cmp.Or(languageTag(t.Language), found.Language)
	found.Origin = transcript.Captions
	if t.automatic() {
		found.Origin = transcript.Automatic
	}
	return found, nil
}

// trackAddress takes only the query of what the site said and asks the one place captions come from for json3. False for
// other places and for tracks that demand a proof of origin.
func (l *lookup) trackAddress(base string) (string, bool) {
	u, err := url.Parse(base)
	if err != nil || u.Path != "/api/timedtext" {
		return "", false
	}
	q := u.Query()
	if q.Get("exp") == "xpe" || q.Get("v") == "" {
		return "", false
	}
	q.Set("fmt", "json3")
	return l.client.site + "/api/timedtext?" + q.Encode(), true
}

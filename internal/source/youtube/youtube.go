package youtube

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

const (
	pageSize = 50 // videos a page; also the most ids the Data API takes in one call

	defaultAPIBase  = "https://www.googleapis.com/youtube/v3"
	defaultSiteBase = "https://www.youtube.com"
	watchAddress    = "https://www.youtube.com/watch?v="
)

// Doer sends requests; *http.Client is one. It belongs to outbound: this package makes no connections of its own.
type Doer interface {
	Do(req *http.Request) (*http.Response, error)
}

// Runner is yt-dlp. Its failures are faults.
type Runner interface {
	// Metadata returns what the site says about the video at the address.
	Metadata(ctx context.Context, address string) (media.Episode, error)
	// Captions returns the best captions of the video: hand-made ones in its language, then hand-made ones in langs in
	// order, then automatic ones. False means that it has none.
	Captions(ctx context.Context, address string, langs []string) (transcript.Transcript, bool, error)
	// Audio writes the sound of the video. What it wrote before an error is not the whole; a failure of to is returned as it is.
	Audio(ctx context.Context, address string, to io.Writer) error
}

// ParseTranscript reads a caption file; the name's extension tells the format. source/upload has it.
type ParseTranscript func(name string, r io.Reader) (transcript.Transcript, error)

// Options of New. HTTP and Parse are required.
type Options struct {
	HTTP  Doer
	Parse ParseTranscript

	APIKey    string           // of the Data API, empty for none
	Runner    Runner           // nil when yt-dlp is not installed
	Lookup    bool             // use the built-in lookup
	Languages []string         // BCP 47: captions wanted when a video has none by hand in its own language
	Pacer     outbound.Pacer   // nil: no pacing
	Now       func() time.Time // nil: time.Now

	APIBase  string // default the Data API's address
	SiteBase string // default the site's address
}

// Source reads YouTube. Use New. Safe for concurrent use.
type Source struct {
	client    client
	api       *dataAPI // nil without a key
	runner    Runner   // nil without yt-dlp
	lookup    *lookup  // nil when switched off
	languages []string
}

var (
	_ source.Source       = (*Source)(nil)
	_ source.AudioBringer = (*Source)(nil)
)

// New returns a source that uses the ways in that the options open. It connects to nothing.
func New(o Options) *Source {
	if o.Now == nil {
		o.Now = time.Now
	}
	c := client{
		http:  o.HTTP,
		pacer: o.Pacer,
		now:   o.Now,
		site:  strings.TrimSuffix(cmp.Or(o.SiteBase, defaultSiteBase), "/"),
	}
	s := &Source{client: c, runner: o.Runner, languages: o.Languages}
	if o.APIKey != "" {
		s.api = &dataAPI{client: c, base: strings.TrimSuffix(cmp.Or(o.APIBase, defaultAPIBase), "/"), key: o.APIKey}
	}
	if o.Lookup {
		s.lookup = &lookup{client: c, parse: o.Parse}
	}
	return s
}

// Platform is media.YouTube.
func (s *Source) Platform() media.Platform { return media.YouTube }

// List returns a page of a channel's videos, newest first, or of a playlist in its own order, at most 50. Without a key
// and without the lookup there is one page with the 15 newest (channel) or first (playlist) videos. Private and removed
// videos of a collection are left out. Faults: NotFound, Private, Blocked, RateLimited (with the delay until the quota
// is given anew), Unavailable.
func (s *Source) List(ctx context.Context, ref media.Ref, since time.Time, cursor string) (source.Page, error) {
	if err := checkRef(ref); err != nil {
		return source.Page{}, err
	}
	if len(cursor) > maxCursor {
		return source.Page{}, fault.New(fault.BadInput, "This place in the list is not valid. Start again from the first page.")
	}
	switch {
	case ref.Kind == media.KindVideo:
		ep, err := s.Episode(ctx, ref)
		if err != nil {
			return source.Page{}, err
		}
		return source.Page{Channel: ep.Channel, Title: ep.Channel.Name, Episodes: []media.Episode{ep}}, nil
	case s.api != nil:
		return s.api.list(ctx, ref, since, cursor)
	case s.lookup != nil:
		return s.lookup.list(ctx, ref, since, cursor)
	default:
		return s.client.listPublicFeed(ctx, ref, since)
	}
}

// Episode returns what the site says about one video, by the best way in. The ways without a key and without yt-dlp know
// less: oEmbed has neither description nor date unless the video is among the channel's 15 newest.
func (s *Source) Episode(ctx context.Context, ref media.Ref) (media.Episode, error) {
	if err := checkRef(ref); err != nil {
		return media.Episode{}, err
	}
	if ref.Kind != media.KindVideo {
		return media.Episode{}, fault.New(fault.BadInput, "This address names a collection, not a single video.")
	}
	switch {
	case s.api != nil:
		return s.api.video(ctx, ref.ExternalID)
	case s.runner != nil:
		return s.runner.Metadata(ctx, watchAddress+ref.ExternalID)
	case s.lookup != nil:
		return s.lookup.video(ctx, ref.ExternalID)
	default:
		return s.client.oembed(ctx, ref.ExternalID)
	}
}

// Transcript fetches captions by yt-dlp, then by the lookup. Without either it returns false: there is no way to ask, and
// people can provide the transcript. Faults: NoTranscript with the reason for videos that are live or not yet broadcast;
// Private, NotFound; Blocked when the site wants proof that we are no robot, which an empty answer means too.
func (s *Source) Transcript(ctx context.Context, ep media.Episode) (transcript.Transcript, bool, error) {
	id := ep.ExternalID
	if !source.IsVideoID(id) {
		return transcript.Transcript{}, false, badID()
	}
	var failed error
	if s.runner != nil {
		t, ok, err := s.runner.Captions(ctx, watchAddress+id, s.languages)
		if err == nil || s.lookup == nil || !fault.KindOf(err).Retryable() || ctx.Err() != nil {
			return t, ok, err
		}
		failed = err
	}
	if s.lookup == nil {
		return transcript.Transcript{}, false, nil
	}
	t, ok, err := s.lookup.transcript(ctx, id, ep.Language, s.languages)
	if err != nil && failed != nil {
		err = failed
	}
	return t, ok, err
}

// WhyNoAudio says that yt-dlp is missing, which alone brings the sound of videos.
func (s *Source) WhyNoAudio() string {
	if s.runner == nil {
		return "Only yt-dlp can bring the sound of YouTube videos, and it is not installed on this server."
	}
	return ""
}

// Audio writes the sound of a video, by yt-dlp.
func (s *Source) Audio(ctx context.Context, ep media.Episode, to io.Writer) error {
	switch {
	case !source.IsVideoID(ep.ExternalID):
		return badID()
	case s.runner == nil:
		return fault.New(fault.Unsupported, s.WhyNoAudio())
	}
	return s.runner.Audio(ctx, watchAddress+ep.ExternalID, to)
}

// checkRef holds the rule that only addresses built from well-formed ids are fetched.
func checkRef(ref media.Ref) error {
	ok := false
	switch ref.Kind {
	case media.KindVideo:
		ok = source.IsVideoID(ref.ExternalID)
	case media.KindPlaylist:
		ok = source.IsPlaylistID(ref.ExternalID)
	case media.KindChannel:
		again, err := source.Recognize(defaultSiteBase + "/" + channelPath(ref.ExternalID))
		ok = err == nil && again.Kind == media.KindChannel && again.ExternalID == ref.ExternalID
	}
	if !ok {
		return badID()
	}
	return nil
}

// channelPath is the path of a channel's page: ids have one of their own, names ("@x", "c/x", "user/x") are paths.
func channelPath(id string) string {
	if source.IsChannelID(id) {
		return "channel/" + id
	}
	return id
}

func badID() error {
	return fault.New(fault.BadInput, "The id of this video, channel or playlist is not valid. Please copy the address again.").WithField("url")
}

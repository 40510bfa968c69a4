package source

import (
	"context"
	"io"

	"mentionary/internal/media"
)

// Audio is what a site declares about the sound of an episode.
type Audio struct {
	// Key names the sound: it stays the same whatever address a download has. Empty: there is none to be had.
	Key string
	// Address is where its file lies. Empty: its source brings it, which is an AudioBringer then.
	Address string
	// Same says that it sounds the same each time, although the bytes of two downloads may differ. Where it is false, other bytes are
	// another recording: shows put other advertisements into each.
	Same bool
}

// AudioBringer is a source that brings the sound of its episodes itself, because there is no address that everybody can fetch.
type AudioBringer interface {
	// WhyNoAudio is what keeps this installation from bringing any, a sentence for people; empty: nothing does.
	WhyNoAudio() string
	// Audio writes the sound of an episode as one file. What was written before an error is not the whole. Failures are faults; one of
	// to is returned as it is.
	Audio(ctx context.Context, ep media.Episode, to io.Writer) error
}

// HasAudio reports whether the sound of an episode of a source can be had here, by its address or by the source. Where only something on
// this server is missing, why says what.
func HasAudio(from Source, e media.Episode) (can bool, why string) {
	sound := SiteOf(e.Platform).AudioOf(e)
	bringer, brings := from.(AudioBringer)
	switch {
	case sound.Address != "":
		return true, ""
	case sound.Key == "" || !brings:
		return false, ""
	}
	why = bringer.WhyNoAudio()
	return why == "", why
}

// AudioOf returns where the sound of an episode comes from.
func (s Site) AudioOf(e media.Episode) Audio {
	if s.audio == nil {
		return Audio{Key: e.MediaURL, Address: e.MediaURL}
	}
	return s.audio(e)
}

package activities

import (
	"context"
	"errors"
	"io"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
)

// Given is the source of episodes that are files of audio which somebody gave: their bytes lie in rows until they are heard. It
// lists nothing, and knows nothing about an episode that the file did not say.
type Given struct {
	Store *store.Store
}

var (
	_ source.Source       = (*Given)(nil)
	_ source.AudioBringer = (*Given)(nil)
)

// Platform is media.Upload.
func (*Given) Platform() media.Platform { return media.Upload }

// List implements source.Source.
func (*Given) List(context.Context, media.Ref, time.Time, string) (source.Page, error) {
	return source.Page{}, noSource()
}

// Episode implements source.Source.
func (*Given) Episode(context.Context, media.Ref) (media.Episode, error) {
	return media.Episode{}, noSource()
}

func noSource() error {
	return fault.New(fault.Unsupported, "A file has no source that could be asked. Upload it again.")
}

// Transcript returns none: a file of audio comes without one.
func (*Given) Transcript(context.Context, media.Episode) (transcript.Transcript, bool, error) {
	return transcript.Transcript{}, false, nil
}

// WhyNoAudio is empty: the rows are everywhere.
func (*Given) WhyNoAudio() string { return "" }

// Audio writes the file, one part after the other.
func (g *Given) Audio(ctx context.Context, ep media.Episode, to io.Writer) error {
	u, err := g.Store.Jobs.SoundOf(ctx, ep.Platform, ep.ExternalID)
	if err != nil {
		return err
	}
	for left, number := u.Size, 0; left > 0; number++ {
		data, err := g.Store.Jobs.SoundPart(ctx, u.ID, number)
		if err != nil {
			return err
		}
		if len(data) == 0 || len(data) > min(left, jobs.SoundPartBytes) {
			return fault.Wrap(fault.Internal, errors.New("the parts of given audio are not its bytes"), fault.Neutral)
		}
		if _, err := to.Write(data); err != nil {
			return err
		}
		left -= len(data)
	}
	return nil
}

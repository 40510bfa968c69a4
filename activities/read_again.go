package activities

import (
	"context"

	"mentionary/internal/fault"
	"mentionary/internal/store/publish"
)

// ReadEpisodeAgain publishes an episode again from what its last run found: nothing is extracted and no model is asked. An episode that
// cannot be read again, because nothing of its run is kept or another run is about to publish it, stays as it is.
func (a *Publish) ReadEpisodeAgain(ctx context.Context, episodeID int) (publish.Again, error) {
	w, err := a.Store.Jobs.RunToReadAgain(ctx, episodeID)
	if fault.Is(err, fault.NotFound) {
		return publish.Again{}, nil
	}
	if err != nil {
		return publish.Again{}, err
	}
	found, err := a.consolidate(ctx, w)
	if err != nil {
		return publish.Again{}, err
	}
	out, err := a.Store.Publish.PublishAgain(ctx, publish.PublishInput{
		RunID: w.Run.ID, TranscriptID: *w.Run.TranscriptID, Mentions: found.Mentions, Unproven: found.Unproven,
	})
	if fault.Is(err, fault.Stale) {
		return publish.Again{}, nil
	}
	return out, err
}

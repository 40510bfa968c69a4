package activities

import (
	"context"

	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/publish"
	"mentionary/internal/work"
)

// readAgainPage is how many episodes one step reads again: some seconds.
const readAgainPage = 10

// Readings are the steps that read earlier episodes again.
type Readings struct {
	Store   *store.Store
	Publish *Publish
}

// ReadNextAgain reads the next episodes of a pass again. When none is left it takes what is news by then and begins the next round with
// the episodes that it touches; without any the pass is through. What is left where it ends stays news for the next pass.
//
// Idempotent: reading again writes the same rows, and what is settled is not read again in its round.
func (a *Readings) ReadNextAgain(ctx context.Context, in ReadingOnly) (ReadingProgress, error) {
	waiting, err := a.Store.Rereading.Waiting(ctx, in.RereadingID, readAgainPage)
	if err != nil {
		return ReadingProgress{}, err
	}
	for _, id := range waiting {
		out, err := a.Publish.ReadEpisodeAgain(ctx, id)
		if err != nil {
			return ReadingProgress{}, err
		}
		if err := a.Store.Rereading.DropLeft(ctx, out.Left); err != nil {
			return ReadingProgress{}, err
		}
		if err := a.Store.Rereading.Settle(ctx, in.RereadingID, id, out.Changed); err != nil {
			return ReadingProgress{}, err
		}
	}
	more := len(waiting) > 0
	if !more {
		if more, err = a.nextRound(ctx, in.RereadingID); err != nil {
			return ReadingProgress{}, err
		}
	}
	r, err := a.Store.Rereading.ByID(ctx, in.RereadingID)
	if err != nil {
		return ReadingProgress{}, err
	}
	return ReadingProgress{LookedAt: r.LookedAt, Read: r.Read, Changed: r.Changed, More: more}, nil
}

func (a *Readings) nextRound(ctx context.Context, id int) (bool, error) {
	for {
		some, err := a.Store.Rereading.TakeNews(ctx, id)
		if err != nil {
			return false, err
		}
		if !some {
			return a.Store.Rereading.NextRound(ctx, id)
		}
	}
}

// CloseReading ends a pass.
//
// Idempotent: one that has ended stays as it is.
func (a *Readings) CloseReading(ctx context.Context, in ReadingEnd) (work.PassState, error) {
	return a.Store.Rereading.Finish(ctx, in.RereadingID, in.State, in.Reason)
}

// ReadEpisodeAgain publishes an episode again from what its last run found, and gives well-known things that it names only now their
// addresses: nothing is extracted and no model is asked. An episode that cannot be read again, because nothing of its run is kept or
// another run is about to publish it, stays as it is.
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
	if err != nil {
		return publish.Again{}, err
	}
	entities, err := a.Store.Catalogue.EntitiesOfRun(ctx, w.Run.ID)
	if err != nil {
		return publish.Again{}, err
	}
	return out, a.Store.Catalogue.AddListed(ctx, wellKnown(entities))
}

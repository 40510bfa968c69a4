package jobs

import (
	"context"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbrecurring "mentionary/ent/db/recurringbatch"
	"mentionary/internal/store/database"
)

// WorkFigures say how much was submitted.
type WorkFigures struct {
	Jobs      int
	Batches   int
	Scheduled int // channels that somebody follows, and recurring batches
}

// WorkFigures counts what was submitted.
func (s *Store) WorkFigures(ctx context.Context) (WorkFigures, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out WorkFigures, err error) {
		if out.Jobs, err = tx.Job.Query().Count(ctx); err != nil {
			return out, err
		}
		if out.Batches, err = tx.Batch.Query().Count(ctx); err != nil {
			return out, err
		}
		if out.Scheduled, err = tx.Channel.Query().Where(dbchannel.HasFollows()).Count(ctx); err != nil {
			return out, err
		}
		recurring, err := tx.RecurringBatch.Query().Where(dbrecurring.EndedAtIsNil()).Count(ctx)
		out.Scheduled += recurring
		return out, err
	})
}

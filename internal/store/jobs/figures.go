package jobs

import (
	"context"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	"mentionary/internal/store/database"
)

// WorkFigures say how much was submitted.
type WorkFigures struct {
	Jobs      int
	Batches   int
	Scheduled int // channels that somebody follows
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
		out.Scheduled, err = tx.Channel.Query().Where(dbchannel.HasFollows()).Count(ctx)
		return out, err
	})
}

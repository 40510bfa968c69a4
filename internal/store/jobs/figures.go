package jobs

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbfollow "mentionary/ent/db/follow"
)

// WorkFigures say how much was submitted.
type WorkFigures struct {
	Jobs      int
	Batches   int
	Scheduled int // channels that somebody follows
}

// WorkFigures counts what was submitted.
func (s *Store) WorkFigures(ctx context.Context) (WorkFigures, error) {
	var out WorkFigures
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		if out.Jobs, err = tx.Job.Query().Count(ctx); err != nil {
			return err
		}
		if out.Batches, err = tx.Batch.Query().Count(ctx); err != nil {
			return err
		}
		var follows []struct {
			Channels int `json:"channels"`
		}
		distinct := func(t *sql.Selector) string {
			return sql.As("COUNT(DISTINCT "+t.C(dbfollow.FieldChannelID)+")", "channels")
		}
		if err := tx.Follow.Query().Aggregate(distinct).Scan(ctx, &follows); err != nil {
			return err
		}
		out.Scheduled = follows[0].Channels
		return nil
	})
	return out, err
}

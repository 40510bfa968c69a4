package store

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbfollow "mentionary/ent/db/follow"
	dbuser "mentionary/ent/db/user"
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
	err := s.read(ctx, func(ctx context.Context, tx *db.Tx) error {
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

// DayGrowth says how many people came on a day.
type DayGrowth struct {
	Day string // YYYY-MM-DD, UTC
	New int
}

// PeopleFigures are figures about people: for admins only.
type PeopleFigures struct {
	Total, Active int
	Growth        []DayGrowth // of so many days, today first
}

// PeopleFigures counts people, and who came on each of the last days (UTC).
func (s *Store) PeopleFigures(ctx context.Context, days int) (PeopleFigures, error) {
	var out PeopleFigures
	err := s.read(ctx, func(ctx context.Context, tx *db.Tx) error {
		people := tx.User.Query().Where(somebody())
		var err error
		if out.Total, err = people.Clone().Count(ctx); err != nil {
			return err
		}
		if out.Active, err = people.Clone().Where(dbuser.IsActive(true)).Count(ctx); err != nil {
			return err
		}
		today := startOfDay(s.now())
		out.Growth = make([]DayGrowth, 0, days)
		for i := range days {
			day := today.Add(-time.Duration(i) * 24 * time.Hour) // days of UTC have 24 hours
			n, err := people.Clone().Where(dbuser.CreatedAtGTE(day), dbuser.CreatedAtLT(day.Add(24*time.Hour))).Count(ctx)
			if err != nil {
				return err
			}
			out.Growth = append(out.Growth, DayGrowth{dayOf(day), n})
		}
		return nil
	})
	return out, err
}

package jobs

import (
	"context"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbjob "mentionary/ent/db/job"
	dbrecurring "mentionary/ent/db/recurringbatch"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
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

// Submitted counts the jobs of a period, whoever's they are.
func (s *Store) Submitted(ctx context.Context, p database.Period) (int, error) {
	n, err := s.RO.Job.Query().Where(dbjob.CreatedAtGTE(p.From), dbjob.CreatedAtLT(p.Until)).Count(ctx)
	return n, s.Fault(err)
}

// DayJobs counts the jobs that were submitted on a day by the state they have now.
type DayJobs struct {
	Day    string // YYYY-MM-DD, UTC
	States map[work.State]int
}

// JobsByDay counts the jobs of a period, whoever's they are, by day and state, the oldest day first.
func (s *Store) JobsByDay(ctx context.Context, p database.Period) ([]DayJobs, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]DayJobs, error) {
		day := s.DayColumn("created_at")
		rows, err := database.Query[struct {
			Day   string     `sql:"day"`
			State work.State `sql:"state"`
			Count int        `sql:"count"`
		}](ctx, s.DB, tx, `SELECT `+day+` AS day, state, COUNT(*) AS count FROM jobs
			WHERE created_at >= ? AND created_at < ? GROUP BY `+day+`, state`, p.From, p.Until)
		found := make(map[string]map[work.State]int, p.Length())
		out := make([]DayJobs, 0, p.Length())
		for _, d := range p.Days() {
			found[d] = map[work.State]int{}
			out = append(out, DayJobs{d, found[d]})
		}
		for _, r := range rows {
			found[r.Day][r.State] += r.Count
		}
		return out, err
	})
}

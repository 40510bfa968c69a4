package jobs

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbusage "mentionary/ent/db/usage"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/budget"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// parkAfter is how long a source may be out of reach before its items leave the window of a collection.
const parkAfter = 10 * time.Minute

// Window is what a job's workflow may do next.
type Window struct {
	Start   []int // items to want now, in order
	Open    int   // items pending or running
	Running int
	Paused  bool
	Settled int // items that need nothing more from this workflow
}

// NextItems parks items whose source has been out of reach for long, or that wait for a batch of the model's server, and returns which
// items may start, so that at most size run at once.
func (s *Store) NextItems(ctx context.Context, jobID, size int) (Window, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (w Window, err error) {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil || j.Cancelling {
			return w, err
		}
		if err := s.park(ctx, tx, jobID); err != nil {
			return w, err
		}
		counts, err := itemCounts(ctx, tx, jobID)
		if err != nil {
			return w, err
		}
		w.Running, w.Open, w.Paused = counts[work.ItemRunning], counts[work.ItemRunning]+counts[work.ItemPending], j.Paused
		w.Settled = sum(counts) - w.Open
		if free := size - w.Running; free > 0 && !j.Paused {
			w.Start, err = tx.JobItem.Query().Where(dbitem.JobID(jobID), dbitem.StateEQ(work.ItemPending)).
				Order(dbitem.ByPosition()).Limit(free).IDs(ctx)
		}
		return w, err
	})
}

// idleRuns are the live runs of a job that have not reached their source for parkAfter, or that wait for a batch of the model's server.
func (s *Store) idleRuns(ctx context.Context, tx *db.Tx, jobID int) ([]int, error) {
	return tx.Run.Query().Where(dbrun.StateEQ(work.RunLive), dbrun.HasWantsWith(dbwant.JobID(jobID)),
		dbrun.Or(dbrun.UnreachableSinceLT(s.Now().Add(-parkAfter)), waitsForBatch)).IDs(ctx)
}

// waitsForBatch limits runs to those of which tokens are reserved for a batch of the model's server.
func waitsForBatch(q *sql.Selector) {
	u := sql.Table(dbusage.Table)
	q.Where(sql.In(q.C(dbrun.FieldID), sql.Select(u.C(dbusage.FieldRunID)).From(u).
		Where(sql.And(sql.EQ(u.C(dbusage.FieldSettled), false), sql.HasSuffix(u.C(dbusage.FieldModel), budget.Batch)))))
}

// park takes items out of the window whose run is idle. The run goes on and settles the item when it ends. The only item of a job is not
// parked: there is no window to free.
func (s *Store) park(ctx context.Context, tx *db.Tx, jobID int) error {
	total, err := tx.JobItem.Query().Where(dbitem.JobID(jobID)).Count(ctx)
	if err != nil || total <= 1 {
		return err
	}
	runs, err := s.idleRuns(ctx, tx, jobID)
	if err != nil || len(runs) == 0 {
		return err
	}
	n, err := tx.JobItem.Update().Where(dbitem.JobID(jobID), dbitem.StateEQ(work.ItemRunning), dbitem.RunIDIn(runs...)).
		SetState(work.ItemParked).SetUpdatedAt(s.Now()).AddVersion(1).Save(ctx)
	if err != nil || n == 0 {
		return err
	}
	return s.refreshJob(ctx, tx, jobID)
}

// CloseJob notes that the job's workflow ends, unless there is still something to start or to wait for: then the second
// result is true and the workflow goes on. A job with parked items stays open for people: it finishes with the last of them.
func (s *Store) CloseJob(ctx context.Context, jobID int) (state work.State, open bool, err error) {
	type ended struct {
		state work.State
		open  bool
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (ended, error) {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return ended{}, err
		}
		counts, err := itemCounts(ctx, tx, jobID)
		if err != nil {
			return ended{}, err
		}
		if j.Listed && !j.Cancelling && counts[work.ItemPending]+counts[work.ItemRunning] > 0 {
			return ended{state: j.State, open: true}, nil
		}
		if err := tx.Job.UpdateOneID(jobID).SetFinishedAt(s.Now()).SetPaused(false).Exec(ctx); err != nil {
			return ended{}, err
		}
		if err := s.refreshJob(ctx, tx, jobID); err != nil {
			return ended{}, err
		}
		j, err = tx.Job.Get(ctx, jobID)
		if err != nil {
			return ended{}, err
		}
		return ended{state: j.State}, nil
	})
	return out.state, out.open, err
}

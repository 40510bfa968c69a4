package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbstep "mentionary/ent/db/runstep"
	"mentionary/internal/job"
)

// refreshJob computes a job's counters and state from its items and their runs. Every transaction that changes one of
// them ends with it: the state of a job is a function of rows and of nothing else.
func (s *Store) refreshJob(ctx context.Context, tx *db.Tx, jobID int) error {
	j, err := s.LockJob(ctx, tx, jobID)
	if err != nil {
		return err
	}
	counts, err := itemCounts(ctx, tx, jobID)
	if err != nil {
		return err
	}
	state, failure, err := s.stateOf(ctx, tx, j, counts)
	if err != nil {
		return err
	}
	u := tx.Job.UpdateOneID(jobID).SetState(dbjob.State(state)).
		SetItemsTotal(sum(counts)).
		SetItemsDone(counts[job.ItemDone] + counts[job.ItemPartial] + counts[job.ItemAlready]).
		SetItemsFailed(counts[job.ItemFailed]).
		SetUpdatedAt(s.Now()).AddVersion(1)
	if j.FinishedAt != nil && job.State(j.State).Open() && !state.Open() { // its last parked item has ended
		u.SetFinishedAt(s.Now())
	}
	if j.Listed {
		u.SetErrorClass(failure.Class).SetErrorText(failure.Text).SetErrorStage(string(failure.Stage))
		if failure.NextAttempt.IsZero() {
			u.ClearNextAttemptAt()
		} else {
			u.SetNextAttemptAt(failure.NextAttempt)
		}
	}
	return u.Exec(ctx)
}

func (s *Store) stateOf(ctx context.Context, tx *db.Tx, j *db.Job, counts map[job.ItemState]int) (job.State, Failure, error) {
	if j.Cancelling {
		return job.Cancelled, Failure{}, nil
	}
	if !j.Listed {
		if j.State == dbjob.StateFailed {
			return job.Failed, Failure{}, nil
		}
		return job.Running, Failure{}, nil
	}
	pending, running, parked := counts[job.ItemPending], counts[job.ItemRunning], counts[job.ItemParked]
	switch {
	case pending+running+parked == 0:
		return closedState(counts), Failure{}, nil
	case j.Paused && pending+running > 0:
		return job.Waiting, Failure{}, nil
	case running == 0 && pending > 0:
		return job.Running, Failure{}, nil
	}
	stuck, failure, err := s.stuck(ctx, tx, j.ID)
	if err != nil {
		return "", Failure{}, err
	}
	if stuck == running+parked {
		return job.Waiting, failure, nil
	}
	return job.Running, Failure{}, nil
}

// closedState is the outcome of a job with nothing left to try. One whose every episode needs a transcript still waits for
// somebody.
func closedState(counts map[job.ItemState]int) job.State {
	if n := counts[job.ItemNeedsTranscript]; n > 0 && n == sum(counts) {
		return job.Waiting
	}
	var items []job.ItemState
	for state, n := range counts {
		for range n {
			items = append(items, state)
		}
	}
	return job.Outcome(items)
}

// stuck counts the running and parked items whose run waits for its next attempt, and answers the attempt that comes first.
func (s *Store) stuck(ctx context.Context, tx *db.Tx, jobID int) (int, Failure, error) {
	runs, err := tx.JobItem.Query().Where(dbitem.JobID(jobID), dbitem.StateIn(dbitem.StateRunning, dbitem.StateParked), dbitem.RunIDNotNil()).
		Select(dbitem.FieldRunID).Ints(ctx)
	if err != nil || len(runs) == 0 {
		return 0, Failure{}, err
	}
	steps, err := tx.RunStep.Query().Where(dbstep.RunIDIn(runs...), dbstep.StateEQ(dbstep.StateRetrying)).
		Order(dbstep.ByNextAttemptAt()).All(ctx)
	if err != nil || len(steps) == 0 {
		return 0, Failure{}, err
	}
	waiting := map[int]bool{}
	for _, st := range steps {
		waiting[st.RunID] = true
	}
	first := Failure{Class: steps[0].ErrorClass, Stage: job.Stage(steps[0].Stage), Text: steps[0].Text}
	if t := steps[0].NextAttemptAt; t != nil {
		first.NextAttempt = *t
	}
	return len(waiting), first, nil
}

func itemCounts(ctx context.Context, tx *db.Tx, jobID int) (map[job.ItemState]int, error) {
	var rows []struct {
		State job.ItemState `json:"state"`
		Count int           `json:"count"`
	}
	err := tx.JobItem.Query().Where(dbitem.JobID(jobID)).GroupBy(dbitem.FieldState).Aggregate(db.Count()).Scan(ctx, &rows)
	counts := map[job.ItemState]int{}
	for _, r := range rows {
		counts[r.State] = r.Count
	}
	return counts, err
}

func sum(counts map[job.ItemState]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// CloseJob notes that the job's workflow ends, unless there is still something to start or to wait for: then the second
// result is true and the workflow goes on. A job with parked items stays open for people: it finishes with the last of them.
func (s *Store) CloseJob(ctx context.Context, jobID int) (state job.State, open bool, err error) {
	err = s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		open = false
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return err
		}
		counts, err := itemCounts(ctx, tx, jobID)
		if err != nil {
			return err
		}
		if j.Listed && !j.Cancelling && counts[job.ItemPending]+counts[job.ItemRunning] > 0 {
			open, state = true, job.State(j.State)
			return nil
		}
		if err := tx.Job.UpdateOneID(jobID).SetFinishedAt(s.Now()).SetPaused(false).Exec(ctx); err != nil {
			return err
		}
		if err := s.refreshJob(ctx, tx, jobID); err != nil {
			return err
		}
		j, err = tx.Job.Get(ctx, jobID)
		if err != nil {
			return err
		}
		state = job.State(j.State)
		return nil
	})
	return state, open, err
}

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

// NextItems parks items whose source has been out of reach for long and answers which items may start, so that at most
// size run at once.
func (s *Store) NextItems(ctx context.Context, jobID, size int) (Window, error) {
	var w Window
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		w = Window{}
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return err
		}
		if j.Cancelling {
			return nil
		}
		if err := s.parkUnreachable(ctx, tx, jobID); err != nil {
			return err
		}
		counts, err := itemCounts(ctx, tx, jobID)
		if err != nil {
			return err
		}
		w.Running, w.Open, w.Paused = counts[job.ItemRunning], counts[job.ItemRunning]+counts[job.ItemPending], j.Paused
		w.Settled = sum(counts) - w.Open
		if free := size - w.Running; free > 0 && !j.Paused {
			w.Start, err = tx.JobItem.Query().Where(dbitem.JobID(jobID), dbitem.StateEQ(dbitem.StatePending)).
				Order(dbitem.ByPosition()).Limit(free).IDs(ctx)
		}
		return err
	})
	return w, err
}

// parkUnreachable takes items out of the window whose run has not reached its source for parkAfter. The run goes on and
// settles the item when it ends. The only item of a job is not parked: there is no window to free.
func (s *Store) parkUnreachable(ctx context.Context, tx *db.Tx, jobID int) error {
	total, err := tx.JobItem.Query().Where(dbitem.JobID(jobID)).Count(ctx)
	if err != nil || total <= 1 {
		return err
	}
	runs, err := unreachableRuns(ctx, tx, jobID, s.Now().Add(-parkAfter))
	if err != nil || len(runs) == 0 {
		return err
	}
	n, err := tx.JobItem.Update().Where(dbitem.JobID(jobID), dbitem.StateEQ(dbitem.StateRunning), dbitem.RunIDIn(runs...)).
		SetState(dbitem.StateParked).SetUpdatedAt(s.Now()).AddVersion(1).Save(ctx)
	if err != nil || n == 0 {
		return err
	}
	return s.refreshJob(ctx, tx, jobID)
}

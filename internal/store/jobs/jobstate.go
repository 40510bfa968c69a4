package jobs

import (
	"context"
	"maps"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbstep "mentionary/ent/db/runstep"
	"mentionary/internal/work"
)

// refreshJob is refreshJobs for one job, which it locks.
func (s *Store) refreshJob(ctx context.Context, tx *db.Tx, id int) error {
	j, err := s.LockJob(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.refreshJobs(ctx, tx, []*db.Job{j})
}

// refreshJobs computes the counters and states of jobs, which the transaction has locked, from their items and their runs. Every
// transaction that changes one of them ends with it: the state of a job is a function of rows and of nothing else.
func (s *Store) refreshJobs(ctx context.Context, tx *db.Tx, jobs []*db.Job) error {
	for _, j := range jobs {
		if err := s.refreshLocked(ctx, tx, j); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) refreshLocked(ctx context.Context, tx *db.Tx, j *db.Job) error {
	counts, err := itemCounts(ctx, tx, j.ID)
	if err != nil {
		return err
	}
	state, failure, err := stateOf(ctx, tx, j, counts)
	if err != nil {
		return err
	}
	u := tx.Job.Update().Where(dbjob.ID(j.ID)).SetState(state).
		SetItemsTotal(sum(counts)).
		SetItemsDone(counts[work.ItemDone] + counts[work.ItemPartial] + counts[work.ItemAlready]).
		SetItemsFailed(counts[work.ItemFailed]).
		SetUpdatedAt(s.Now()).AddVersion(1)
	if j.FinishedAt != nil && j.State.Open() && !state.Open() { // its last parked item has ended
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

// stateOf is the state of a job and, when all that it works on waits for a next attempt, why and until when.
func stateOf(ctx context.Context, tx *db.Tx, j *db.Job, counts map[work.ItemState]int) (work.State, Failure, error) {
	if j.Cancelling {
		return work.Cancelled, Failure{}, nil
	}
	if !j.Listed {
		if j.State == work.Failed {
			return work.Failed, Failure{}, nil
		}
		return work.Running, Failure{}, nil
	}
	pending, running, parked := counts[work.ItemPending], counts[work.ItemRunning], counts[work.ItemParked]
	switch {
	case pending+running+parked == 0:
		return closedState(counts), Failure{}, nil
	case j.Paused && pending+running > 0:
		return work.Waiting, Failure{}, nil
	case running == 0 && pending > 0:
		return work.Running, Failure{}, nil
	}
	waiting, failure, err := waitingItems(ctx, tx, j.ID)
	if err != nil {
		return "", Failure{}, err
	}
	if waiting == running+parked {
		return work.Waiting, failure, nil
	}
	return work.Running, Failure{}, nil
}

// closedState is the outcome of a job with nothing left to try. One whose every episode needs a transcript still waits for
// somebody.
func closedState(counts map[work.ItemState]int) work.State {
	if n := counts[work.ItemNeedsTranscript]; n > 0 && n == sum(counts) {
		return work.Waiting
	}
	return work.Outcome(slices.Collect(maps.Keys(counts)))
}

// waitingItems counts the running and parked items whose run waits for its next attempt, and returns the attempt that comes first.
func waitingItems(ctx context.Context, tx *db.Tx, jobID int) (int, Failure, error) {
	items := sql.Table(dbitem.Table)
	working := sql.Select(items.C(dbitem.FieldRunID)).From(items).Where(sql.And(sql.EQ(items.C(dbitem.FieldJobID), jobID),
		sql.In(items.C(dbitem.FieldState), work.ItemRunning, work.ItemParked), sql.NotNull(items.C(dbitem.FieldRunID))))
	steps, err := tx.RunStep.Query().Where(dbstep.StateEQ(work.StepRetrying),
		func(q *sql.Selector) { q.Where(sql.In(q.C(dbstep.FieldRunID), working)) }).Order(dbstep.ByNextAttemptAt()).All(ctx)
	if err != nil || len(steps) == 0 {
		return 0, Failure{}, err
	}
	waiting := map[int]bool{}
	for _, st := range steps {
		waiting[st.RunID] = true
	}
	first := Failure{Class: steps[0].ErrorClass, Stage: steps[0].Stage, Text: steps[0].Text}
	if t := steps[0].NextAttemptAt; t != nil {
		first.NextAttempt = *t
	}
	return len(waiting), first, nil
}

func itemCounts(ctx context.Context, tx *db.Tx, jobID int) (map[work.ItemState]int, error) {
	var rows []struct {
		State work.ItemState `json:"state"`
		Count int            `json:"count"`
	}
	err := tx.JobItem.Query().Where(dbitem.JobID(jobID)).GroupBy(dbitem.FieldState).Aggregate(db.Count()).Scan(ctx, &rows)
	counts := map[work.ItemState]int{}
	for _, r := range rows {
		counts[r.State] = r.Count
	}
	return counts, err
}

func sum(counts map[work.ItemState]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

package jobs

import (
	"slices"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbjob "mentionary/ent/db/job"
	dbpass "mentionary/ent/db/pass"
	"mentionary/ent/db/predicate"
	dbreading "mentionary/ent/db/rereading"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
	"mentionary/internal/work"
)

// Each kind of work has states of its own. What stands here says twice what they are in the words of all kinds: of a row, and as
// a condition of the database. storetest compares the two.

func jobCondition(j *db.Job) work.Condition {
	switch {
	case j.Paused && j.State.Open():
		return work.IsPaused
	case j.State == work.Waiting && j.NextAttemptAt == nil:
		return work.IsNeedsTranscript
	}
	return work.Condition(j.State)
}

func jobIs(c work.Condition) predicate.Job {
	switch c {
	case work.IsPaused:
		return dbjob.And(dbjob.Paused(true), openJob)
	case work.IsNeedsTranscript:
		return dbjob.And(dbjob.StateEQ(work.Waiting), dbjob.Paused(false), dbjob.NextAttemptAtIsNil())
	case work.IsWaiting:
		return dbjob.And(dbjob.StateEQ(work.Waiting), dbjob.Paused(false), dbjob.NextAttemptAtNotNil())
	case work.IsQueued, work.IsRunning:
		return dbjob.And(dbjob.StateEQ(work.State(c)), dbjob.Paused(false))
	}
	return dbjob.StateEQ(work.State(c))
}

func runCondition(r *db.Run, steps []*db.RunStep) work.Condition {
	switch r.State {
	case work.RunDone:
		return work.IsCompleted
	case work.RunLive:
		switch {
		case slices.ContainsFunc(steps, func(st *db.RunStep) bool { return st.State == work.StepRetrying }):
			return work.IsWaiting
		case r.StartedAt == nil:
			return work.IsQueued
		}
		return work.IsRunning
	}
	return work.Condition(r.State)
}

func runIs(c work.Condition) predicate.Run {
	retrying := dbrun.HasStepsWith(dbstep.StateEQ(work.StepRetrying))
	live := dbrun.StateEQ(work.RunLive)
	switch c {
	case work.IsCompleted:
		return dbrun.StateEQ(work.RunDone)
	case work.IsQueued:
		return dbrun.And(live, dbrun.Not(retrying), dbrun.StartedAtIsNil())
	case work.IsRunning:
		return dbrun.And(live, dbrun.Not(retrying), dbrun.StartedAtNotNil())
	case work.IsWaiting:
		return dbrun.And(live, retrying)
	case work.IsPartial, work.IsFailed, work.IsCancelled, work.IsNeedsTranscript:
		return dbrun.StateEQ(work.RunState(c))
	}
	return noRun
}

func passCondition(s work.PassState) work.Condition {
	switch s {
	case work.PassLive:
		return work.IsRunning
	case work.PassDone:
		return work.IsCompleted
	}
	return work.Condition(s)
}

// passStates are the states of passes that a condition means.
func passStates(c work.Condition) []work.PassState {
	switch c {
	case work.IsRunning:
		return []work.PassState{work.PassLive}
	case work.IsCompleted:
		return []work.PassState{work.PassDone}
	case work.IsFailed, work.IsCancelled:
		return []work.PassState{work.PassState(c)}
	}
	return nil
}

func passIs(c work.Condition) predicate.Pass { return dbpass.StateIn(passStates(c)...) }

func readingIs(c work.Condition) predicate.Rereading { return dbreading.StateIn(passStates(c)...) }

func batchCondition(b *db.Batch) work.Condition {
	if c := work.Condition(b.State); !b.Paused || !c.Open() {
		return c
	}
	return work.IsPaused
}

func batchIs(c work.Condition) predicate.Batch {
	open := dbbatch.StateIn(work.BatchQueued, work.BatchRunning)
	switch c {
	case work.IsPaused:
		return dbbatch.And(dbbatch.Paused(true), open)
	case work.IsQueued, work.IsRunning:
		return dbbatch.And(dbbatch.StateEQ(work.BatchState(c)), dbbatch.Paused(false))
	case work.IsCompleted, work.IsCancelled:
		return dbbatch.StateEQ(work.BatchState(c))
	}
	return neverBatch
}

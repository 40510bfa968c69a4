package jobs

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// createSteps makes the steps of a new run; those before the stage it begins at are skipped.
func createSteps(ctx context.Context, tx *db.Tx, runID int, from work.Stage) error {
	rows := make([]*db.RunStepCreate, 0, len(work.Stages()))
	for _, st := range work.Stages() {
		state := work.StepWaiting
		if from != "" && st.Before(from) {
			state = work.StepSkipped
		}
		rows = append(rows, tx.RunStep.Create().SetRunID(runID).SetStage(st).SetState(state))
	}
	return tx.RunStep.CreateBulk(rows...).Exec(ctx)
}

// publishedAnyway is what a stage says that failed after publication: no later stage takes an episode back.
const publishedAnyway = "This could not be finished. The episode is published without it."

// closeSteps ends the steps of a run that closes, each by what happened to it: what was under way is done when all of its
// work is, else it was cancelled or failed. What was not reached stays waiting, unless the run is published: then it was
// not needed. A run that fails between two steps fails at the next one, so that one of them says why.
func (s *Store) closeSteps(ctx context.Context, tx *db.Tx, runID int, state work.RunState, f Failure) error {
	steps, err := tx.RunStep.Query().Where(dbstep.RunID(runID)).All(ctx)
	if err != nil {
		return err
	}
	inOrder(steps)
	published := state == work.RunDone || state == work.RunPartial
	failed := state == work.RunFailed || state == work.RunNeedsTranscript
	explained := slices.ContainsFunc(steps, underWay)
	for _, st := range steps {
		end, why := work.StepFailed, f
		switch waits := st.State == work.StepWaiting; {
		case underWay(st) && st.Total > 0 && st.Done == st.Total && st.Stage != work.StageTranscript: // heard is not yet written
			end, why = work.StepDone, Failure{}
		case underWay(st) && state == work.RunCancelled:
			end, why = work.StepCancelled, Failure{}
		case underWay(st) && published && work.StagePublish.Before(st.Stage):
			why = Failure{Text: publishedAnyway}
		case underWay(st):
		case waits && published:
			end, why = work.StepSkipped, Failure{}
		case waits && failed && !explained:
			explained = true
		default:
			continue
		}
		u := tx.RunStep.UpdateOneID(st.ID).SetState(end).SetErrorClass(why.Class).SetText(why.Text).ClearNextAttemptAt()
		if end != work.StepSkipped {
			u.SetFinishedAt(s.Now())
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// underWay reports whether a step has begun and not ended.
func underWay(st *db.RunStep) bool {
	return st.State == work.StepRunning || st.State == work.StepRetrying
}

// inOrder sorts the steps of a run by their stages.
func inOrder(steps []*db.RunStep) {
	slices.SortFunc(steps, func(a, b *db.RunStep) int {
		if a.Stage.Before(b.Stage) {
			return -1
		}
		return 1
	})
}

// Steps lists the steps of runs, by run.
func (s *Store) Steps(ctx context.Context, runIDs []int) (map[int][]*db.RunStep, error) {
	rows, err := s.RO.RunStep.Query().Where(dbstep.RunIDIn(runIDs...)).All(ctx)
	if err != nil {
		return nil, s.Fault(err)
	}
	out := map[int][]*db.RunStep{}
	for _, r := range rows {
		out[r.RunID] = append(out[r.RunID], r)
	}
	for _, steps := range out {
		inOrder(steps)
	}
	return out, nil
}

// StepProgress is how far a stage is.
type StepProgress struct {
	State       work.StepState
	Done, Total int
	Text        string // a plain sentence, empty to keep the former one
	Failure     Failure
}

// SetStep writes how far a stage of a live run is and wakes those who watch the jobs that want it.
func (s *Store) SetStep(ctx context.Context, runID int, stage work.Stage, p StepProgress) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndLiveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		return s.RecordStep(ctx, tx, run, stage, p)
	})
}

// NextStep writes that a stage of a live run is done, with a plain sentence on what came of it, and that the next one has begun.
func (s *Store) NextStep(ctx context.Context, runID int, done work.Stage, text string, next work.Stage) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndLiveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		old, err := stepOf(ctx, tx, runID, done)
		if err != nil {
			return err
		}
		if err := s.writeStep(ctx, tx, old, StepProgress{State: work.StepDone, Text: text}); err != nil {
			return err
		}
		return s.RecordStep(ctx, tx, run, next, StepProgress{State: work.StepRunning})
	})
}

func stepOf(ctx context.Context, tx *db.Tx, runID int, stage work.Stage) (*db.RunStep, error) {
	return tx.RunStep.Query().Where(dbstep.RunID(runID), dbstep.StageEQ(stage)).Only(ctx)
}

// ResumeStep shows a step as running whose next attempt begins. One that waits for a later attempt of another part, or
// that does not wait, stays as it is.
func (s *Store) ResumeStep(ctx context.Context, runID int, stage work.Stage) error {
	due, err := s.RO.RunStep.Query().Where(dbstep.RunID(runID), dbstep.StageEQ(stage),
		dbstep.StateEQ(work.StepRetrying), dbstep.NextAttemptAtLTE(s.Now())).Exist(ctx)
	if err != nil || !due {
		return s.Fault(err)
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil || run.State != work.RunLive {
			return err
		}
		return s.RecordStep(ctx, tx, run, stage, StepProgress{State: work.StepRunning})
	})
}

// RecordStep writes how far a stage of a live run is, and raises the version of the run and of everything that shows it.
// The transaction has locked the run and the jobs that want it.
func (s *Store) RecordStep(ctx context.Context, tx *db.Tx, run *db.Run, stage work.Stage, p StepProgress) error {
	old, err := stepOf(ctx, tx, run.ID, stage)
	if err != nil {
		return err
	}
	if err := s.writeStep(ctx, tx, old, p); err != nil {
		return err
	}
	listening := stage == work.StageTranscript && old.Total > 0
	return s.touchRun(ctx, tx, run, stage, p, listening)
}

func (s *Store) writeStep(ctx context.Context, tx *db.Tx, old *db.RunStep, p StepProgress) error {
	now := s.Now()
	u := tx.RunStep.Update().Where(dbstep.ID(old.ID)).SetState(p.State).SetErrorClass(p.Failure.Class)
	if old.StartedAt == nil && p.State != work.StepWaiting {
		u.SetStartedAt(now)
	}
	if p.Total > 0 {
		u.SetDone(p.Done).SetTotal(p.Total)
	}
	switch {
	case p.Failure.Text != "":
		u.SetText(p.Failure.Text)
	case p.Text != "":
		u.SetText(p.Text)
	case old.ErrorClass != "" || old.Stage == work.StageExtract: // what failed, or was silent, goes on: its sentence is no longer true
		u.SetText("")
	}
	if p.Failure.NextAttempt.IsZero() {
		u.ClearNextAttemptAt()
	} else {
		u.SetNextAttemptAt(p.Failure.NextAttempt).SetAttempt(p.Failure.Attempt)
	}
	if p.State == work.StepDone || p.State == work.StepSkipped || p.State == work.StepFailed {
		u.SetFinishedAt(now)
	} else {
		u.ClearFinishedAt()
	}
	return u.Exec(ctx)
}

// touchRun raises the version of the run and of everything that shows it, and keeps since when its source is silent. Once a run
// listens its source has answered: what it waits for then is not the source.
func (s *Store) touchRun(ctx context.Context, tx *db.Tx, run *db.Run, stage work.Stage, p StepProgress, listening bool) error {
	now := s.Now()
	u := tx.Run.Update().Where(dbrun.ID(run.ID)).SetUpdatedAt(now).AddVersion(1)
	fetching := stage == work.StageEpisode || stage == work.StageTranscript
	switch {
	case fetching && !listening && p.State == work.StepRetrying && run.UnreachableSince == nil:
		u.SetUnreachableSince(now)
	case fetching && (listening || p.State == work.StepDone):
		u.ClearUnreachableSince()
	}
	if err := u.Exec(ctx); err != nil {
		return err
	}
	err := tx.JobItem.Update().Where(dbitem.RunID(run.ID)).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	jobs, err := s.lockWanting(ctx, tx, run.ID)
	if err != nil {
		return err
	}
	return s.refreshJobs(ctx, tx, jobs)
}

// stillWaiting returns the progress of a stage with work left. It goes on waiting for its next attempt, although one more part is
// done, when all that are left wait: for the budget, which is one for all, or because only one is left.
func (s *Store) stillWaiting(ctx context.Context, tx *db.Tx, runID int, stage work.Stage, p StepProgress) (StepProgress, error) {
	st, err := stepOf(ctx, tx, runID, stage)
	if err != nil {
		return p, err
	}
	waits := st.State == work.StepRetrying && st.NextAttemptAt != nil && st.NextAttemptAt.After(s.Now())
	if waits && (fault.Kind(st.ErrorClass) == fault.Budget || p.Done == p.Total-1) {
		p.State = work.StepRetrying
		p.Failure = Failure{Class: st.ErrorClass, Text: st.Text, NextAttempt: *st.NextAttemptAt, Attempt: st.Attempt}
	}
	return p, nil
}

package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbstep "mentionary/ent/db/runstep"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// FinishRun closes a run, its open steps and all its wants in one transaction, and returns the run's state and the jobs to
// hurry. Finishing a closed run again changes nothing and returns the state it has and the same jobs.
func (s *Store) FinishRun(ctx context.Context, runID int, state work.RunState, f Failure) (work.RunState, []JobRef, error) {
	type finished struct {
		state work.RunState
		jobs  []JobRef
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out finished, err error) {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return out, err
		}
		out.state = run.State
		if run.State == work.RunLive {
			out.state = state
			if err := s.CloseRun(ctx, tx, run, state, f); err != nil {
				return out, err
			}
		}
		out.jobs, err = jobsOfRun(ctx, tx, runID)
		return out, err
	})
	return out.state, out.jobs, err
}

// CloseRun ends a live run that the transaction has locked: its steps, the items that wait for it and their wants.
func (s *Store) CloseRun(ctx context.Context, tx *db.Tx, run *db.Run, state work.RunState, f Failure) error {
	now := s.Now()
	err := tx.Run.UpdateOneID(run.ID).SetState(state).SetErrorClass(f.Class).SetErrorText(f.Text).
		SetFinishedAt(now).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	if err := s.closeSteps(ctx, tx, run.ID, state, f); err != nil {
		return err
	}
	err = tx.JobItem.Update().
		Where(dbitem.RunID(run.ID), dbitem.StateIn(work.ItemRunning, work.ItemParked, work.ItemPartial)).
		SetState(work.ItemStateOf(state)).SetErrorClass(f.Class).SetErrorText(f.Text).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	jobs, err := s.lockWanting(ctx, tx, run.ID)
	if err != nil {
		return err
	}
	if _, err := tx.Want.Delete().Where(dbwant.RunID(run.ID)).Exec(ctx); err != nil {
		return err
	}
	return s.refreshJobs(ctx, tx, jobs)
}

// SettlePartial settles the items that wait for a live run as partial: the episode is published without some of its
// chunks, and the run tries those once more at the given time. It returns the jobs to hurry.
func (s *Store) SettlePartial(ctx context.Context, runID int, again time.Time) ([]JobRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]JobRef, error) {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil || run.State != work.RunLive {
			return nil, err
		}
		jobs, err := jobsOfRun(ctx, tx, runID)
		if err != nil {
			return nil, err
		}
		if err := readAgainAt(ctx, tx, runID, again); err != nil {
			return nil, err
		}
		err = tx.JobItem.Update().Where(dbitem.RunID(runID), dbitem.StateIn(work.ItemRunning, work.ItemParked)).
			SetState(work.ItemPartial).SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
		if err != nil {
			return nil, err
		}
		for _, j := range jobs {
			if err := s.refreshJob(ctx, tx, j.JobID); err != nil {
				return nil, err
			}
		}
		return jobs, nil
	})
}

// readAgainAt makes the reading of a published run wait for its second chance. Read to the end, it stays done.
func readAgainAt(ctx context.Context, tx *db.Tx, runID int, at time.Time) error {
	return tx.RunStep.Update().
		Where(dbstep.RunID(runID), dbstep.StageEQ(work.StageExtract),
			dbstep.StateIn(work.StepRunning, work.StepRetrying, work.StepFailed)).
		SetState(work.StepRetrying).SetErrorClass("").SetNextAttemptAt(at).SetAttempt(1).ClearFinishedAt().Exec(ctx)
}

// jobsOfRun lists the jobs that have items of a run and whose workflows have not ended, by id.
func jobsOfRun(ctx context.Context, tx *db.Tx, runID int) ([]JobRef, error) {
	rows, err := tx.Job.Query().Where(dbjob.HasItemsWith(dbitem.RunID(runID)), dbjob.FinishedAtIsNil()).WithUser().
		Order(dbjob.ByID()).All(ctx)
	return jobRefs(rows), err
}

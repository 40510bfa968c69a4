package jobs

import (
	"context"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// CancelJob stops a job: its open items are cancelled and its wants given up. It returns the runs that ended with it.
// Cancelling a closed job changes nothing.
func (s *Store) CancelJob(ctx context.Context, jobID int) ([]RunRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]RunRef, error) {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil || !j.State.Open() {
			return nil, err
		}
		return s.CancelJobIn(ctx, tx, jobID)
	})
}

// CancelJobIn is CancelJob for an open job that the transaction has locked.
func (s *Store) CancelJobIn(ctx context.Context, tx *db.Tx, jobID int) ([]RunRef, error) {
	now := s.Now()
	if err := tx.Job.UpdateOneID(jobID).SetCancelling(true).SetPaused(false).SetFinishedAt(now).Exec(ctx); err != nil {
		return nil, err
	}
	err := tx.JobItem.Update().
		Where(dbitem.JobID(jobID), dbitem.StateIn(work.ItemPending, work.ItemRunning, work.ItemParked, work.ItemNeedsTranscript)).
		SetState(work.ItemCancelled).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return nil, err
	}
	stopped, err := s.LeaveRuns(ctx, tx, jobID)
	if err != nil {
		return nil, err
	}
	return stopped, s.refreshJob(ctx, tx, jobID)
}

// PauseJob holds a job back (its running items leave their runs and wait) or lets it go on. It returns the runs that
// ended because nobody else wanted them.
func (s *Store) PauseJob(ctx context.Context, jobID int, on bool) ([]RunRef, error) {
	return s.pauseJob(ctx, nil, jobID, on)
}

func (s *Store) pauseJob(ctx context.Context, by *database.Actor, jobID int, on bool) ([]RunRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (stopped []RunRef, err error) {
		j, err := s.LockJob(ctx, tx, jobID)
		switch {
		case err != nil:
			return nil, err
		case !j.State.Open() || j.FinishedAt != nil:
			return nil, fault.New(fault.Conflict, "The job has already ended, so it cannot be paused.")
		case j.Paused == on:
			return nil, nil
		}
		if err := tx.Job.UpdateOneID(jobID).SetPaused(on).Exec(ctx); err != nil {
			return nil, err
		}
		if on {
			if stopped, err = s.holdBack(ctx, tx, jobID); err != nil {
				return nil, err
			}
		}
		if err := s.refreshJob(ctx, tx, jobID); err != nil {
			return nil, err
		}
		operation := auditResume
		if on {
			operation = auditPause
		}
		return stopped, s.auditJob(ctx, tx, by, operation, j, nil)
	})
}

// holdBack takes the running items of a job out of their runs.
func (s *Store) holdBack(ctx context.Context, tx *db.Tx, jobID int) ([]RunRef, error) {
	err := tx.JobItem.Update().Where(dbitem.JobID(jobID), dbitem.StateEQ(work.ItemRunning)).
		SetState(work.ItemPending).ClearRunID().SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
	if err != nil {
		return nil, err
	}
	return s.LeaveRuns(ctx, tx, jobID)
}

// RetryJob makes items pending again: one (itemID), or every one that did not succeed. from is the stage to begin at,
// empty for the start. The caller starts the workflow of the returned job, which may be a new one.
func (s *Store) RetryJob(ctx context.Context, jobID, itemID int, from work.Stage) (JobRef, error) {
	return s.retryJob(ctx, nil, jobID, Retry{ItemID: itemID, From: from})
}

func (s *Store) retryJob(ctx context.Context, by *database.Actor, jobID int, r Retry) (JobRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (JobRef, error) {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return JobRef{}, err
		}
		items, err := r.items(ctx, tx, jobID)
		switch {
		case err != nil:
			return JobRef{}, err
		case len(items) == 0 && j.Listed && r.ItemID != 0:
			return JobRef{}, fault.New(fault.NotFound, "There is no such episode in this job.")
		case len(items) == 0 && r.Done:
			return JobRef{}, fault.New(fault.Conflict, "Nothing in this job is analyzed yet.")
		case len(items) == 0 && j.Listed:
			return JobRef{}, fault.New(fault.Conflict, "Nothing in this job can be tried again: every episode is done or still running.")
		}
		for _, it := range items {
			if !it.State.Settled() {
				return JobRef{}, fault.New(fault.Conflict, "This episode is still being worked on. Wait for it or cancel the job first.")
			}
			if err := s.reopenItem(ctx, tx, it, retryStage(it, r.From)); err != nil {
				return JobRef{}, err
			}
		}
		ref, err := s.reopenJob(ctx, tx, jobID)
		if err != nil {
			return ref, err
		}
		return ref, s.auditJob(ctx, tx, by, r.operation(), j, map[string]any{"episodes": len(items), "stage": string(r.From)})
	})
}

// retryStage is where an item begins when it is tried again: a stage that was named, or the very start for an item that
// succeeded (asking again means doing it again).
func retryStage(it *db.JobItem, from work.Stage) work.Stage {
	if from == "" && it.State.Succeeded() {
		return work.StageEpisode
	}
	return from
}

// reopenItem makes an item pending again, to begin at a stage.
func (s *Store) reopenItem(ctx context.Context, tx *db.Tx, it *db.JobItem, from work.Stage) error {
	return tx.JobItem.UpdateOneID(it.ID).SetState(work.ItemPending).SetFromStage(string(from)).ClearRunID().
		SetErrorClass("").SetErrorText("").SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
}

// reopenJob lets a job take up work again. Where its workflow has ended the next one gets a new id.
func (s *Store) reopenJob(ctx context.Context, tx *db.Tx, jobID int) (JobRef, error) {
	j, err := tx.Job.Query().Where(dbjob.ID(jobID)).WithUser().Only(ctx)
	if err != nil {
		return JobRef{}, err
	}
	u := tx.Job.UpdateOneID(jobID).SetCancelling(false).SetPaused(false)
	if j.FinishedAt != nil {
		j.Incarnation++
		u.SetIncarnation(j.Incarnation).ClearFinishedAt().ClearStartedAt()
	}
	if !j.Listed {
		u.SetState(work.Queued).SetErrorClass("").SetErrorText("").ClearNextAttemptAt().SetAttempt(0)
	}
	if err := u.Exec(ctx); err != nil {
		return JobRef{}, err
	}
	return RefWithUser(j), s.refreshJob(ctx, tx, jobID)
}

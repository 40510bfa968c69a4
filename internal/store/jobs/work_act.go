package jobs

import (
	"context"
	"fmt"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// What moderators and admins do to other people's work is audited in the transaction that does it. The words are stored.
const (
	auditCancel     = "work.cancel"
	auditPause      = "work.pause"
	auditResume     = "work.resume"
	auditRetry      = "work.retry"
	auditAnalyze    = "work.analyze"
	auditTranscript = "work.transcript"
)

// auditJob writes down what somebody did to a job of somebody else. Nobody is the owner or the program.
func (s *Store) auditJob(ctx context.Context, tx *db.Tx, by *database.Actor, operation string, before *db.Job, more map[string]any) error {
	if by == nil {
		return nil
	}
	now, err := tx.Job.Get(ctx, before.ID)
	if err != nil {
		return err
	}
	after := map[string]any{"state": jobCondition(now)}
	for k, v := range more {
		after[k] = v
	}
	object := work.Key{Kind: work.KindJob, ID: before.ID}
	return s.Audit(ctx, tx, *by, operation, objectOf(object), map[string]any{"state": jobCondition(before)}, after)
}

// objectOf is how the audit log names a piece of work.
func objectOf(k work.Key) string { return fmt.Sprintf("%s/%d", k.Kind, k.ID) }

// CancelJobBy is CancelJob by somebody whose job it is not. One that has ended is a fault.Conflict.
func (s *Store) CancelJobBy(ctx context.Context, by database.Actor, jobID int) ([]RunRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]RunRef, error) {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return nil, err
		}
		if !j.State.Open() {
			return nil, fault.New(fault.Conflict, "It has already ended.")
		}
		stopped, err := s.CancelJobIn(ctx, tx, jobID)
		if err != nil {
			return nil, err
		}
		return stopped, s.auditJob(ctx, tx, &by, auditCancel, j, nil)
	})
}

// PauseJobBy is PauseJob by somebody whose job it is not.
func (s *Store) PauseJobBy(ctx context.Context, by database.Actor, jobID int, on bool) ([]RunRef, error) {
	return s.pauseJob(ctx, &by, jobID, on)
}

// RetryJobBy is RetryJob by somebody whose job it is not.
func (s *Store) RetryJobBy(ctx context.Context, by database.Actor, jobID, itemID int, from work.Stage) (JobRef, error) {
	return s.retryJob(ctx, &by, jobID, Retry{ItemID: itemID, From: from})
}

// AnalyzeJobAgain makes the episodes of a job that are done begin again from the start: one (itemID), or all of them.
func (s *Store) AnalyzeJobAgain(ctx context.Context, by database.Actor, jobID, itemID int) (JobRef, error) {
	return s.retryJob(ctx, &by, jobID, Retry{ItemID: itemID, Done: true})
}

// ProvideTranscriptBy is ProvideTranscript by somebody whose job it is not.
func (s *Store) ProvideTranscriptBy(
	ctx context.Context, by database.Actor, jobID, itemID, userID int, t transcript.Transcript,
) (Provided, error) {
	return s.provideTranscript(ctx, &by, jobID, itemID, userID, t)
}

// CancelRunBy ends a live run for every job that wants it: their items are cancelled. It returns the run and the jobs to hurry.
func (s *Store) CancelRunBy(ctx context.Context, by database.Actor, runID int) (RunRef, []JobRef, error) {
	type cancelled struct {
		run  RunRef
		jobs []JobRef
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out cancelled, err error) {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		switch {
		case err != nil:
			return out, err
		case run.State != work.RunLive:
			return out, fault.New(fault.Conflict, "It has already ended.")
		}
		if out.run, err = s.RunRef(ctx, tx, run); err != nil {
			return out, err
		}
		if out.jobs, err = jobsOfRun(ctx, tx, runID); err != nil {
			return out, err
		}
		if err := s.CloseRun(ctx, tx, run, work.RunCancelled, Failure{}); err != nil {
			return out, err
		}
		return out, s.Audit(ctx, tx, by, auditCancel, objectOf(work.Key{Kind: work.KindRun, ID: runID}),
			map[string]any{"state": run.State}, map[string]any{"state": work.RunCancelled})
	})
	return out.run, out.jobs, err
}

// ActionScope is what an action on a job would reach.
type ActionScope struct {
	Items  map[work.ItemState]int
	Shared int // live runs of the job that other jobs want, too
}

// ScopeOfJob counts what an action on a job would reach.
func (s *Store) ScopeOfJob(ctx context.Context, jobID int) (ActionScope, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out ActionScope, err error) {
		if out.Items, err = itemCounts(ctx, tx, jobID); err != nil {
			return out, err
		}
		out.Shared, err = database.QueryRow[int](ctx, s.DB, tx, `SELECT COUNT(*) FROM wants AS mine WHERE mine.job_id = ?
			AND EXISTS (SELECT 1 FROM wants AS other WHERE other.run_id = mine.run_id AND other.job_id <> mine.job_id)`, jobID)
		return out, err
	})
}

// JobsWanting returns how many jobs want a run.
func (s *Store) JobsWanting(ctx context.Context, runID int) (int, error) {
	n, err := s.RO.Want.Query().Where(dbwant.RunID(runID)).Count(ctx)
	return n, s.Fault(err)
}

// Retry says which items of a job begin again, and where.
type Retry struct {
	ItemID int        // 0: all of them
	Done   bool       // those that are done, rather than those that did not succeed
	From   work.Stage // empty: where it failed, or the start of what is done
}

// items finds what a retry is about.
func (r Retry) items(ctx context.Context, tx *db.Tx, jobID int) ([]*db.JobItem, error) {
	which := dbitem.StateIn(work.ItemFailed, work.ItemCancelled, work.ItemPartial, work.ItemNeedsTranscript)
	switch {
	case r.ItemID != 0:
		which = dbitem.ID(r.ItemID)
	case r.Done:
		which = dbitem.StateIn(work.ItemDone, work.ItemPartial, work.ItemAlready)
	}
	return tx.JobItem.Query().Where(dbitem.JobID(jobID), which).All(ctx)
}

// operation is what the audit log calls it.
func (r Retry) operation() string {
	if r.Done {
		return auditAnalyze
	}
	return auditRetry
}

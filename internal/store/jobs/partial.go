package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
)

// SettlePartial settles the items that wait for a live run as partial: the episode is published without some of its
// chunks, and the run tries those once more at the given time. It answers the jobs to hurry.
func (s *Store) SettlePartial(ctx context.Context, runID int, again time.Time) ([]JobRef, error) {
	var jobs []JobRef
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if run.State != dbrun.StateLive {
			return nil
		}
		if jobs, err = s.jobsOfRun(ctx, tx, runID); err != nil {
			return err
		}
		if err := secondChance(ctx, tx, runID, again); err != nil {
			return err
		}
		err = tx.JobItem.Update().Where(dbitem.RunID(runID), dbitem.StateIn(dbitem.StateRunning, dbitem.StateParked)).
			SetState(dbitem.StatePartial).SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
		if err != nil {
			return err
		}
		ids := make([]int, 0, len(jobs))
		for _, j := range jobs {
			ids = append(ids, j.JobID)
		}
		return s.refreshJobs(ctx, tx, ids)
	})
	return jobs, err
}

// secondChance makes the reading of a published run wait for its second chance. Read to the end, it stays done.
func secondChance(ctx context.Context, tx *db.Tx, runID int, at time.Time) error {
	return tx.RunStep.Update().
		Where(dbstep.RunID(runID), dbstep.StageEQ(dbstep.StageExtract),
			dbstep.StateIn(dbstep.StateRunning, dbstep.StateRetrying, dbstep.StateFailed)).
		SetState(dbstep.StateRetrying).SetErrorClass("").SetNextAttemptAt(at).SetAttempt(1).ClearFinishedAt().Exec(ctx)
}

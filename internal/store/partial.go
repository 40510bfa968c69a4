package store

import (
	"context"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
)

// SettlePartial settles the items that wait for a live run as partial: the episode is published without some of its
// chunks, and the run will try those again later. It answers the jobs to hurry.
func (s *Store) SettlePartial(ctx context.Context, runID int) ([]JobRef, error) {
	var jobs []JobRef
	err := s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.lockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if run.State != dbrun.StateLive {
			return nil
		}
		if jobs, err = s.jobsOfRun(ctx, tx, runID); err != nil {
			return err
		}
		err = tx.JobItem.Update().Where(dbitem.RunID(runID), dbitem.StateIn(dbitem.StateRunning, dbitem.StateParked)).
			SetState(dbitem.StatePartial).SetUpdatedAt(s.now()).AddVersion(1).Exec(ctx)
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

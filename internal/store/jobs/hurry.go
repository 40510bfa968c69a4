package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// JobsToHurry lists jobs whose rows changed since a time and whose workflow has something to do: items that may start in a
// window of the size, items to be parked, or nothing left to wait for. Its next look at the rows takes a job off the list.
func (s *Store) JobsToHurry(ctx context.Context, since time.Time, size int) ([]JobRef, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]JobRef, error) {
		rows, err := tx.Job.Query().
			Where(dbjob.FinishedAtIsNil(), dbjob.StartedAtNotNil(), dbjob.Listed(true), dbjob.Cancelling(false), dbjob.UpdatedAtGTE(since)).
			WithUser().Order(dbjob.ByUpdatedAt(), dbjob.ByID()).Limit(reconcileBatch).All(ctx)
		if err != nil {
			return nil, err
		}
		var refs []JobRef
		for _, j := range rows {
			due, err := s.somethingToDo(ctx, tx, j, size)
			if err != nil {
				return nil, err
			}
			if due {
				refs = append(refs, RefWithUser(j))
			}
		}
		return refs, nil
	})
}

// somethingToDo reports whether a look of the job's workflow at its rows would change them.
func (s *Store) somethingToDo(ctx context.Context, tx *db.Tx, j *db.Job, size int) (bool, error) {
	counts, err := itemCounts(ctx, tx, j.ID)
	if err != nil {
		return false, err
	}
	pending, running := counts[work.ItemPending], counts[work.ItemRunning]
	if pending+running == 0 || pending > 0 && running < size && !j.Paused {
		return true, nil
	}
	if sum(counts) <= 1 || running == 0 {
		return false, nil
	}
	runs, err := s.idleRuns(ctx, tx, j.ID)
	if err != nil || len(runs) == 0 {
		return false, err
	}
	return tx.JobItem.Query().Where(dbitem.JobID(j.ID), dbitem.StateEQ(work.ItemRunning), dbitem.RunIDIn(runs...)).Exist(ctx)
}

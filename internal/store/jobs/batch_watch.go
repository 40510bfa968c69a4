package jobs

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbstep "mentionary/ent/db/runstep"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// OpenBatches lists batches for the reconciler: unfinished ones without a workflow since before, and unfinished ones that
// nothing has touched since before stale, those that wait longest first.
func (s *Store) OpenBatches(ctx context.Context, before, stale time.Time) ([]BatchRef, error) {
	return s.batchRefs(ctx, dbbatch.FinishedAtIsNil(),
		dbbatch.Or(dbbatch.And(dbbatch.StartedAtIsNil(), dbbatch.CreatedAtLT(before)), dbbatch.UpdatedAtLT(stale)))
}

// UnheardBatches lists batches that somebody paused, resumed or cancelled before a time and whose workflow has not looked since.
func (s *Store) UnheardBatches(ctx context.Context, before time.Time) ([]BatchRef, error) {
	return s.batchRefs(ctx, dbbatch.FinishedAtIsNil(), dbbatch.StartedAtNotNil(), dbbatch.Unheard(true), dbbatch.UpdatedAtLT(before))
}

func (s *Store) batchRefs(ctx context.Context, which ...func(*sql.Selector)) ([]BatchRef, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]BatchRef, error) {
		q := tx.Batch.Query().Order(dbbatch.ByUpdatedAt(), dbbatch.ByID()).Limit(reconcileBatch)
		for _, p := range which {
			q.Where(p)
		}
		rows, err := q.All(ctx)
		if err != nil {
			return nil, err
		}
		whole, err := withSubmitters(ctx, tx, rows)
		if err != nil {
			return nil, err
		}
		refs := make([]BatchRef, 0, len(whole))
		for _, b := range whole {
			ref := BatchRef{BatchID: b.ID, Key: b.Key, Submitter: database.SystemSubmitter, Lines: b.LinesTotal}
			if b.Submitter != nil {
				ref.Submitter = b.Submitter.PublicID
			}
			refs = append(refs, ref)
		}
		return refs, nil
	})
}

// JobsByID returns jobs with their submitters, by id. Ids that are not there are left out.
func (s *Store) JobsByID(ctx context.Context, ids []int) (map[int]*db.Job, error) {
	rows, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Job, error) { return jobsIn(ctx, tx, ids) })
	out := make(map[int]*db.Job, len(rows))
	for _, j := range rows {
		out[j.ID] = j
	}
	return out, err
}

func jobsIn(ctx context.Context, tx *db.Tx, ids []int) ([]*db.Job, error) {
	var out []*db.Job
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.Job.Query().Where(dbjob.IDIn(part...)).WithUser().Order(dbjob.ByID()).All(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

// StagesOfJobs returns at which stage the runs of jobs are: of several that run at once, the one furthest on. Jobs none of
// whose runs is at work are left out.
func (s *Store) StagesOfJobs(ctx context.Context, ids []int) (map[int]work.Stage, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[int]work.Stage, error) {
		out := map[int]work.Stage{}
		for part := range slices.Chunk(ids, database.IDChunk) {
			items, err := tx.JobItem.Query().Where(dbitem.JobIDIn(part...), dbitem.StateEQ(work.ItemRunning), dbitem.RunIDNotNil()).
				Select(dbitem.FieldJobID, dbitem.FieldRunID).All(ctx)
			if err != nil {
				return nil, err
			}
			if err := addStages(ctx, tx, items, out); err != nil {
				return nil, err
			}
		}
		return out, nil
	})
}

// addStages notes the stages of items that run.
func addStages(ctx context.Context, tx *db.Tx, items []*db.JobItem, out map[int]work.Stage) error {
	wanting := map[int][]int{} // jobs by run
	var runs []int
	for _, it := range items {
		wanting[*it.RunID] = append(wanting[*it.RunID], it.JobID)
		runs = append(runs, *it.RunID)
	}
	for part := range slices.Chunk(runs, database.IDChunk) {
		steps, err := tx.RunStep.Query().Where(dbstep.RunIDIn(part...), dbstep.StateIn(work.StepRunning, work.StepRetrying)).
			Select(dbstep.FieldRunID, dbstep.FieldStage).All(ctx)
		if err != nil {
			return err
		}
		for _, st := range steps {
			for _, id := range wanting[st.RunID] {
				if out[id].Before(st.Stage) {
					out[id] = st.Stage
				}
			}
		}
	}
	return nil
}

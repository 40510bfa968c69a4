package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbjob "mentionary/ent/db/job"
	dbrun "mentionary/ent/db/run"
	dbtoken "mentionary/ent/db/token"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// reconcileBatch bounds how much open work one pass of the reconciler looks at.
const reconcileBatch = 500

// openJob limits jobs to those whose workflow has not ended.
var openJob = dbjob.And(dbjob.StateIn(work.Queued, work.Running, work.Waiting), dbjob.FinishedAtIsNil())

// OpenWork lists jobs and runs for the reconciler: open ones without a workflow since before, and open ones that nothing
// has touched since before stale, those that wait longest first: JobStarted and RunStarted send to the end what was
// looked up, so that many quiet ones do not keep the others waiting.
func (s *Store) OpenWork(ctx context.Context, before, stale time.Time) (jobs []JobRef, runs []RunRef, err error) {
	type openWork struct {
		jobs []JobRef
		runs []RunRef
	}
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (w openWork, err error) {
		open, err := tx.Job.Query().
			Where(openJob, dbjob.Or(dbjob.And(dbjob.StartedAtIsNil(), dbjob.CreatedAtLT(before)), dbjob.UpdatedAtLT(stale))).
			WithUser().Order(dbjob.ByUpdatedAt(), dbjob.ByID()).Limit(reconcileBatch).All(ctx)
		if err != nil {
			return w, err
		}
		live, err := tx.Run.Query().Where(dbrun.StateEQ(work.RunLive),
			dbrun.Or(dbrun.And(dbrun.StartedAtIsNil(), dbrun.CreatedAtLT(before)), dbrun.UpdatedAtLT(stale))).
			Order(dbrun.ByUpdatedAt(), dbrun.ByID()).Limit(reconcileBatch).All(ctx)
		if err != nil {
			return w, err
		}
		w.jobs = jobRefs(open)
		w.runs, err = s.runRefs(ctx, tx, live)
		return w, err
	})
	return out.jobs, out.runs, err
}

// ForgetWorkflows notes that no open job or batch and no live run has a workflow any more: the engine's own store was lost. The
// reconciler then starts everything again from its rows.
func (s *Store) ForgetWorkflows(ctx context.Context) error {
	return s.Write(ctx, forgetWorkflows)
}

func forgetWorkflows(ctx context.Context, tx *db.Tx) error {
	err := tx.Job.Update().Where(dbjob.FinishedAtIsNil()).ClearStartedAt().Exec(ctx)
	if err != nil {
		return err
	}
	if err := tx.Batch.Update().Where(dbbatch.FinishedAtIsNil()).ClearStartedAt().Exec(ctx); err != nil {
		return err
	}
	return tx.Run.Update().Where(dbrun.StateEQ(work.RunLive)).ClearStartedAt().Exec(ctx)
}

// AfterRestore makes a database from the past fit for the present: no workflow knows its open work, so the reconciler
// starts everything again from its rows, and nobody is signed in and no access token holds, because those that have ended
// since would be back.
func (s *Store) AfterRestore(ctx context.Context) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := forgetWorkflows(ctx, tx); err != nil {
			return err
		}
		if err := tx.Token.Update().Where(dbtoken.RevokedAtIsNil()).SetRevokedAt(s.Now()).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.Session.Delete().Exec(ctx)
		return err
	})
}

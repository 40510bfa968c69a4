package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbrun "mentionary/ent/db/run"
)

// reconcileBatch bounds how much open work one pass of the reconciler looks at.
const reconcileBatch = 500

// openJob limits jobs to those whose workflow has not ended.
var openJob = dbjob.And(dbjob.StateIn(dbjob.StateQueued, dbjob.StateRunning, dbjob.StateWaiting), dbjob.FinishedAtIsNil())

func openJobs(ctx context.Context, tx *db.Tx, before, stale time.Time) ([]*db.Job, error) {
	return tx.Job.Query().
		Where(openJob, dbjob.Or(dbjob.And(dbjob.StartedAtIsNil(), dbjob.CreatedAtLT(before)), dbjob.UpdatedAtLT(stale))).
		WithUser().Order(dbjob.ByUpdatedAt(), dbjob.ByID()).Limit(reconcileBatch).All(ctx)
}

// ForgetWorkflows notes that no open job and no live run has a workflow any more: the engine's own store was lost. The
// reconciler then starts everything again from its rows.
func (s *Store) ForgetWorkflows(ctx context.Context) error {
	return s.Write(ctx, forgetWorkflows)
}

func forgetWorkflows(ctx context.Context, tx *db.Tx) error {
	err := tx.Job.Update().Where(dbjob.FinishedAtIsNil()).ClearStartedAt().Exec(ctx)
	if err != nil {
		return err
	}
	return tx.Run.Update().Where(dbrun.StateEQ(dbrun.StateLive)).ClearStartedAt().Exec(ctx)
}

package jobs

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbjob "mentionary/ent/db/job"
	dbrun "mentionary/ent/db/run"
	dbuser "mentionary/ent/db/user"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// Jobs are locked before runs, several of a kind in the order of their ids, so that two transactions cannot block each other.

// ForUpdate locks what a query reads until the transaction ends. On SQLite there is one writer, and nothing to lock.
func ForUpdate[Q interface{ ForUpdate(...sql.LockOption) Q }](d *database.DB, query Q, how ...sql.LockOption) Q {
	if d.Postgres() {
		return query.ForUpdate(how...)
	}
	return query
}

// BesideReferences locks a row against everybody who locks it the same way, and lets those go on who write rows that refer
// to it: whoever holds one of those and needs this row for its foreign key would wait in a circle.
var BesideReferences = sql.WithLockClause("FOR NO KEY UPDATE")

// LockJob reads a job for changing it.
func (s *Store) LockJob(ctx context.Context, tx *db.Tx, id int) (*db.Job, error) {
	return ForUpdate(s.DB, tx.Job.Query().Where(dbjob.ID(id))).Only(ctx)
}

// lockOpenJob is LockJob for writers that only an open job lets in: a late one finds its job closed and is refused.
func (s *Store) lockOpenJob(ctx context.Context, tx *db.Tx, id int) (*db.Job, error) {
	j, err := s.LockJob(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if j.State == work.Cancelled || j.Cancelling {
		return nil, fault.New(fault.Stale, "The job was canceled.")
	}
	return j, nil
}

// LockRun reads a run for changing it.
func (s *Store) LockRun(ctx context.Context, tx *db.Tx, id int) (*db.Run, error) {
	return ForUpdate(s.DB, tx.Run.Query().Where(dbrun.ID(id))).Only(ctx)
}

// LiveRun locks a run for a writer that only a live run lets in: a late worker finds its run closed and is refused.
func (s *Store) LiveRun(ctx context.Context, tx *db.Tx, id int) (*db.Run, error) {
	r, err := s.LockRun(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	return r, closed(r)
}

// closed refuses a late writer.
func closed(r *db.Run) error {
	if r.State == work.RunLive {
		return nil
	}
	return fault.Newf(fault.Stale, "Run %d is closed (%s).", r.ID, r.State)
}

// LockJobsAndRun locks the jobs that want the run and then the run.
func (s *Store) LockJobsAndRun(ctx context.Context, tx *db.Tx, runID int) (*db.Run, error) {
	if _, err := s.lockWanting(ctx, tx, runID); err != nil {
		return nil, err
	}
	return s.LockRun(ctx, tx, runID)
}

// lockWanting locks the jobs that want a run.
func (s *Store) lockWanting(ctx context.Context, tx *db.Tx, runID int) ([]*db.Job, error) {
	return ForUpdate(s.DB, tx.Job.Query().Where(dbjob.HasWantsWith(dbwant.RunID(runID))).Order(dbjob.ByID())).All(ctx)
}

// LockJobsAndLiveRun is LockJobsAndRun for a writer that only a live run lets in.
func (s *Store) LockJobsAndLiveRun(ctx context.Context, tx *db.Tx, runID int) (*db.Run, error) {
	r, err := s.LockJobsAndRun(ctx, tx, runID)
	if err != nil {
		return nil, err
	}
	return r, closed(r)
}

// lockChannel lets two looks at a channel at once see each other. A channel that is not there is no error.
func (s *Store) lockChannel(ctx context.Context, tx *db.Tx, id int) error {
	_, err := ForUpdate(s.DB, tx.Channel.Query().Where(dbchannel.ID(id)), BesideReferences).OnlyID(ctx)
	return db.MaskNotFound(err)
}

// lockUser holds a person's row, so that what is counted of theirs stays true.
func (s *Store) lockUser(ctx context.Context, tx *db.Tx, id int) error {
	_, err := ForUpdate(s.DB, tx.User.Query().Where(dbuser.ID(id)), BesideReferences).OnlyID(ctx)
	return err
}

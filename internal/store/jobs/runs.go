package jobs

import (
	"context"
	"slices"
	"time"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbuser "mentionary/ent/db/user"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/store/database"
)

// LockRun reads a run for changing it.
func (s *Store) LockRun(ctx context.Context, tx *db.Tx, id int) (*db.Run, error) {
	q := tx.Run.Query().Where(dbrun.ID(id))
	if s.Postgres() {
		q.ForUpdate()
	}
	return q.Only(ctx)
}

// LockJobsAndRun locks the jobs that want the run, in order, and then the run: the order in which cancelling locks them,
// so that the two cannot block each other.
func (s *Store) LockJobsAndRun(ctx context.Context, tx *db.Tx, runID int) (*db.Run, error) {
	ids, err := tx.Want.Query().Where(dbwant.RunID(runID)).Select(dbwant.FieldJobID).Ints(ctx)
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	for _, id := range ids {
		if _, err := s.LockJob(ctx, tx, id); err != nil {
			return nil, err
		}
	}
	return s.LockRun(ctx, tx, runID)
}

// LiveRun locks a run for a writer that only a live run lets in: a late worker finds its run closed and is refused.
func (s *Store) LiveRun(ctx context.Context, tx *db.Tx, id int) (*db.Run, error) {
	r, err := s.LockRun(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if r.State != dbrun.StateLive {
		return nil, fault.Newf(fault.Stale, "Run %d is closed (%s).", id, r.State)
	}
	return r, nil
}

func (s *Store) RunRef(ctx context.Context, tx *db.Tx, r *db.Run) (RunRef, error) {
	ref := RunRef{
		RunID: r.ID, EpisodeID: r.EpisodeID, Number: r.Number, Key: r.Key,
		Submitter: database.SystemSubmitter, From: job.Stage(r.FromStage),
	}
	ep, err := tx.Episode.Query().Where(dbepisode.ID(r.EpisodeID)).Select(dbepisode.FieldTitle, dbepisode.FieldVisibility).Only(ctx)
	if err != nil {
		return ref, err
	}
	ref.Title = ep.Title
	if ep.Visibility == dbepisode.VisibilityPrivate {
		ref.Title = "a private upload" // histories of workflows outlive rows
	}
	if r.PayerID == nil {
		return ref, nil
	}
	u, err := tx.User.Query().Where(dbuser.ID(*r.PayerID)).Only(ctx)
	if err == nil {
		ref.Submitter = u.PublicID
	} else if !db.IsNotFound(err) {
		return ref, err
	}
	return ref, nil
}

// RunStarted notes that the run's workflow exists now: it need not be looked up again for a while.
func (s *Store) RunStarted(ctx context.Context, id int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Now()
		if err := tx.Run.Update().Where(dbrun.ID(id), dbrun.StartedAtIsNil()).SetStartedAt(now).Exec(ctx); err != nil {
			return err
		}
		return tx.Run.Update().Where(dbrun.ID(id), dbrun.StateEQ(dbrun.StateLive)).SetUpdatedAt(now).Exec(ctx)
	})
}

// RunWork is what the activities of a run need to know.
type RunWork struct {
	Run     *db.Run
	Episode *db.Episode // with its channel
	Item    *db.JobItem // one item that wanted the run: how the episode was named; nil when there is none
}

// RunWork answers a live run with its episode. A closed run is refused as stale.
func (s *Store) RunWork(ctx context.Context, runID int) (RunWork, error) {
	r, err := s.RO.Run.Get(ctx, runID)
	if err != nil {
		return RunWork{}, s.Fault(err)
	}
	if r.State != dbrun.StateLive {
		return RunWork{}, fault.Newf(fault.Stale, "Run %d is closed (%s).", runID, r.State)
	}
	ep, err := s.RO.Episode.Query().Where(dbepisode.ID(r.EpisodeID)).WithChannel().WithChapters().Only(ctx)
	if err != nil {
		return RunWork{}, s.Fault(err)
	}
	w := RunWork{Run: r, Episode: ep}
	item, err := s.RO.JobItem.Query().Where(dbitem.EpisodeID(ep.ID)).First(ctx)
	if err == nil {
		w.Item = item
	} else if !db.IsNotFound(err) {
		return RunWork{}, s.Fault(err)
	}
	return w, nil
}

// OpenWork lists jobs and runs for the reconciler: open ones without a workflow since before, and open ones that nothing
// has touched since before stale, those that wait longest first: JobStarted and RunStarted send to the end what was
// looked up, so that many quiet ones do not keep the others waiting.
func (s *Store) OpenWork(ctx context.Context, before, stale time.Time) (jobs []JobRef, runs []RunRef, err error) {
	err = s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := openJobs(ctx, tx, before, stale)
		if err != nil {
			return err
		}
		for _, j := range rows {
			jobs = append(jobs, RefOf(j))
		}
		live, err := tx.Run.Query().Where(dbrun.StateEQ(dbrun.StateLive), dbrun.Or(
			dbrun.And(dbrun.StartedAtIsNil(), dbrun.CreatedAtLT(before)), dbrun.UpdatedAtLT(stale))).
			Order(dbrun.ByUpdatedAt(), dbrun.ByID()).Limit(reconcileBatch).All(ctx)
		if err != nil {
			return err
		}
		for _, r := range live {
			ref, err := s.RunRef(ctx, tx, r)
			if err != nil {
				return err
			}
			runs = append(runs, ref)
		}
		return nil
	})
	return jobs, runs, err
}

package store

import (
	"context"
	"slices"
	"time"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
	dbuser "mentionary/ent/db/user"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/fault"
	"mentionary/internal/job"
)

// lockRun reads a run for changing it.
func (s *Store) lockRun(ctx context.Context, tx *db.Tx, id int) (*Run, error) {
	q := tx.Run.Query().Where(dbrun.ID(id))
	if s.postgres() {
		q.ForUpdate()
	}
	return q.Only(ctx)
}

// lockJobsAndRun locks the jobs that want the run, in order, and then the run: the order in which cancelling locks them,
// so that the two cannot block each other.
func (s *Store) lockJobsAndRun(ctx context.Context, tx *db.Tx, runID int) (*Run, error) {
	ids, err := tx.Want.Query().Where(dbwant.RunID(runID)).Select(dbwant.FieldJobID).Ints(ctx)
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	for _, id := range ids {
		if _, err := s.lockJob(ctx, tx, id); err != nil {
			return nil, err
		}
	}
	return s.lockRun(ctx, tx, runID)
}

// liveRun locks a run for a writer that only a live run lets in: a late worker finds its run closed and is refused.
func (s *Store) liveRun(ctx context.Context, tx *db.Tx, id int) (*Run, error) {
	r, err := s.lockRun(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if r.State != dbrun.StateLive {
		return nil, fault.Newf(fault.Stale, "Run %d is closed (%s).", id, r.State)
	}
	return r, nil
}

func (s *Store) runRef(ctx context.Context, tx *db.Tx, r *Run) (RunRef, error) {
	ref := RunRef{
		RunID: r.ID, EpisodeID: r.EpisodeID, Number: r.Number, Key: r.Key,
		Submitter: SystemSubmitter, From: job.Stage(r.FromStage),
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
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.now()
		if err := tx.Run.Update().Where(dbrun.ID(id), dbrun.StartedAtIsNil()).SetStartedAt(now).Exec(ctx); err != nil {
			return err
		}
		return tx.Run.Update().Where(dbrun.ID(id), dbrun.StateEQ(dbrun.StateLive)).SetUpdatedAt(now).Exec(ctx)
	})
}

// RunWork is what the activities of a run need to know.
type RunWork struct {
	Run     *Run
	Episode *Episode // with its channel
	Item    *JobItem // one item that wanted the run: how the episode was named; nil when there is none
}

// RunWork answers a live run with its episode. A closed run is refused as stale.
func (s *Store) RunWork(ctx context.Context, runID int) (RunWork, error) {
	r, err := s.ro.Run.Get(ctx, runID)
	if err != nil {
		return RunWork{}, s.fault(err)
	}
	if r.State != dbrun.StateLive {
		return RunWork{}, fault.Newf(fault.Stale, "Run %d is closed (%s).", runID, r.State)
	}
	ep, err := s.ro.Episode.Query().Where(dbepisode.ID(r.EpisodeID)).WithChannel().WithChapters().Only(ctx)
	if err != nil {
		return RunWork{}, s.fault(err)
	}
	w := RunWork{Run: r, Episode: ep}
	item, err := s.ro.JobItem.Query().Where(dbitem.EpisodeID(ep.ID)).First(ctx)
	if err == nil {
		w.Item = item
	} else if !db.IsNotFound(err) {
		return RunWork{}, s.fault(err)
	}
	return w, nil
}

func (s *Store) createSteps(ctx context.Context, tx *db.Tx, runID int, from job.Stage) error {
	rows := make([]*db.RunStepCreate, 0, len(job.Stages()))
	for _, st := range job.Stages() {
		state := job.StepWaiting
		if from != "" && st.Before(from) {
			state = job.StepSkipped
		}
		rows = append(rows, tx.RunStep.Create().SetRunID(runID).SetStage(dbstep.Stage(st)).SetState(dbstep.State(state)))
	}
	return tx.RunStep.CreateBulk(rows...).Exec(ctx)
}

// closeSteps ends the steps of a run that closes: what was under way failed (or is skipped), what was to come is skipped.
func (s *Store) closeSteps(ctx context.Context, tx *db.Tx, runID int, state job.RunState, f Failure) error {
	now := s.now()
	if state == job.RunFailed || state == job.RunNeedsTranscript {
		err := tx.RunStep.Update().
			Where(dbstep.RunID(runID), dbstep.StateIn(dbstep.StateRunning, dbstep.StateRetrying)).
			SetState(dbstep.StateFailed).SetErrorClass(f.Class).SetText(f.Text).ClearNextAttemptAt().SetFinishedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return tx.RunStep.Update().
		Where(dbstep.RunID(runID), dbstep.StateIn(dbstep.StateWaiting, dbstep.StateRunning, dbstep.StateRetrying)).
		SetState(dbstep.StateSkipped).ClearNextAttemptAt().SetFinishedAt(now).Exec(ctx)
}

// Steps lists the steps of runs, by run.
func (s *Store) Steps(ctx context.Context, runIDs []int) (map[int][]*RunStep, error) {
	rows, err := s.ro.RunStep.Query().Where(dbstep.RunIDIn(runIDs...)).All(ctx)
	if err != nil {
		return nil, s.fault(err)
	}
	out := map[int][]*RunStep{}
	for _, r := range rows {
		out[r.RunID] = append(out[r.RunID], r)
	}
	for _, steps := range out {
		slices.SortFunc(steps, func(a, b *RunStep) int {
			if job.Stage(a.Stage).Before(job.Stage(b.Stage)) {
				return -1
			}
			return 1
		})
	}
	return out, nil
}

// StepProgress is how far a stage is.
type StepProgress struct {
	State       job.StepState
	Done, Total int
	Text        string // a plain sentence, empty to keep the former one
	Failure     Failure
}

// SetStep writes how far a stage of a live run is and wakes those who watch the jobs that want it.
func (s *Store) SetStep(ctx context.Context, runID int, stage job.Stage, p StepProgress) error {
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.lockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if run.State != dbrun.StateLive {
			return fault.Newf(fault.Stale, "Run %d is closed (%s).", runID, run.State)
		}
		if err := s.setStep(ctx, tx, run, stage, p); err != nil {
			return err
		}
		return s.touchRun(ctx, tx, run, stage, p)
	})
}

func (s *Store) setStep(ctx context.Context, tx *db.Tx, run *Run, stage job.Stage, p StepProgress) error {
	old, err := tx.RunStep.Query().Where(dbstep.RunID(run.ID), dbstep.StageEQ(dbstep.Stage(stage))).Only(ctx)
	if err != nil {
		return err
	}
	now := s.now()
	u := tx.RunStep.UpdateOneID(old.ID).SetState(dbstep.State(p.State)).SetErrorClass(p.Failure.Class)
	if old.StartedAt == nil && p.State != job.StepWaiting {
		u.SetStartedAt(now)
	}
	if p.Total > 0 {
		u.SetDone(p.Done).SetTotal(p.Total)
	}
	switch {
	case p.Failure.Text != "":
		u.SetText(p.Failure.Text)
	case p.Text != "":
		u.SetText(p.Text)
	case old.ErrorClass != "": // what failed before goes on: its sentence is no longer true
		u.SetText("")
	}
	if p.Failure.NextAttempt.IsZero() {
		u.ClearNextAttemptAt()
	} else {
		u.SetNextAttemptAt(p.Failure.NextAttempt).SetAttempt(p.Failure.Attempt)
	}
	if p.State == job.StepDone || p.State == job.StepSkipped || p.State == job.StepFailed {
		u.SetFinishedAt(now)
	} else {
		u.ClearFinishedAt()
	}
	return u.Exec(ctx)
}

// touchRun raises the version of the run and of everything that shows it, and keeps since when its source is silent.
func (s *Store) touchRun(ctx context.Context, tx *db.Tx, run *Run, stage job.Stage, p StepProgress) error {
	now := s.now()
	u := tx.Run.UpdateOneID(run.ID).SetUpdatedAt(now).AddVersion(1)
	fetching := stage == job.StageEpisode || stage == job.StageTranscript
	switch {
	case fetching && p.State == job.StepRetrying && run.UnreachableSince == nil:
		u.SetUnreachableSince(now)
	case fetching && p.State == job.StepDone:
		u.ClearUnreachableSince()
	}
	if err := u.Exec(ctx); err != nil {
		return err
	}
	err := tx.JobItem.Update().Where(dbitem.RunID(run.ID)).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	ids, err := tx.Want.Query().Where(dbwant.RunID(run.ID)).Select(dbwant.FieldJobID).Ints(ctx)
	if err != nil {
		return err
	}
	return s.refreshJobs(ctx, tx, ids)
}

// OpenWork lists jobs and runs for the reconciler: open ones without a workflow since before, and open ones that nothing
// has touched since before stale, those that wait longest first: JobStarted and RunStarted send to the end what was
// looked up, so that many quiet ones do not keep the others waiting.
func (s *Store) OpenWork(ctx context.Context, before, stale time.Time) (jobs []JobRef, runs []RunRef, err error) {
	err = s.read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := openJobs(ctx, tx, before, stale)
		if err != nil {
			return err
		}
		for _, j := range rows {
			jobs = append(jobs, refOf(j))
		}
		live, err := tx.Run.Query().Where(dbrun.StateEQ(dbrun.StateLive), dbrun.Or(
			dbrun.And(dbrun.StartedAtIsNil(), dbrun.CreatedAtLT(before)), dbrun.UpdatedAtLT(stale))).
			Order(dbrun.ByUpdatedAt(), dbrun.ByID()).Limit(reconcileBatch).All(ctx)
		if err != nil {
			return err
		}
		for _, r := range live {
			ref, err := s.runRef(ctx, tx, r)
			if err != nil {
				return err
			}
			runs = append(runs, ref)
		}
		return nil
	})
	return jobs, runs, err
}

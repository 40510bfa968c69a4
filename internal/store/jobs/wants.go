package jobs

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// Wanted is the answer to WantEpisode.
type Wanted struct {
	// State is ItemRunning when the item waits for Run; otherwise there is nothing to start: ItemAlready, the state of a
	// settled item, or ItemPending while the job is paused.
	State job.ItemState
	Run   RunRef // the live run the item waits for, zero unless State is ItemRunning
}

// WantEpisode makes a job's item want the analysis of its episode, in one transaction: an analysis by the same recipe
// answers at once, else the item joins the live run of the episode or a new one is made. Wanting twice is the same as
// once. Starting the run's workflow is the caller's business, after the commit.
func (s *Store) WantEpisode(ctx context.Context, jobID, itemID int, recipe extract.Recipe) (Wanted, error) {
	var out Wanted
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = Wanted{}
		j, err := s.lockOpenJob(ctx, tx, jobID)
		if err != nil {
			return err
		}
		it, err := tx.JobItem.Query().Where(dbitem.ID(itemID), dbitem.JobID(jobID)).Only(ctx)
		if err != nil {
			return err
		}
		if job.ItemState(it.State).Settled() {
			out.State = job.ItemState(it.State)
			return nil
		}
		if j.Paused { // somebody paused the job after its window was read
			out.State = job.ItemPending
			return nil
		}
		ep, err := s.ensureEpisode(ctx, tx, it, j)
		if err != nil {
			return err
		}
		if err := s.holdLiveRun(ctx, tx, ep.ID); err != nil {
			return err
		}
		if it.FromStage == "" && it.State == dbitem.StatePending && s.analysed(ctx, tx, ep, recipe) {
			out.State = job.ItemAlready
			return s.settleItem(ctx, tx, it, ep.ID, job.ItemAlready)
		}
		from := job.Stage(it.FromStage)
		if from == "" && media.InputKind(j.Kind) == media.KindUpload {
			from = job.StageExtract // its transcript is there: nothing is to be fetched
		}
		run, err := s.ensureRun(ctx, tx, ep, recipe, from, j.UserID)
		if err != nil {
			return err
		}
		if err := s.addWant(ctx, tx, jobID, itemID, run, ep.ID); err != nil {
			return err
		}
		ref, err := s.RunRef(ctx, tx, run)
		if err != nil {
			return err
		}
		out = Wanted{State: job.ItemRunning, Run: ref}
		return s.refreshJob(ctx, tx, jobID)
	})
	return out, err
}

// holdLiveRun keeps the live run of an episode from being closed until the item that joins it is written: one that joined a
// run just closed would wait for ever.
func (s *Store) holdLiveRun(ctx context.Context, tx *db.Tx, episodeID int) error {
	if !s.Postgres() {
		return nil // one writer at a time
	}
	_, err := tx.Run.Query().Where(dbrun.EpisodeID(episodeID), dbrun.StateEQ(dbrun.StateLive)).ForUpdate().IDs(ctx)
	return err
}

// ensureEpisode returns the row of the item's episode: the one it was given before, which may be the private copy of a
// gift, else the one that it names, made bare when it is new: private to its sender when it is an upload, unless the
// sender is trusted.
func (s *Store) ensureEpisode(ctx context.Context, tx *db.Tx, it *db.JobItem, j *db.Job) (*db.Episode, error) {
	if it.EpisodeID != nil {
		if ep, err := s.catalogue.LockEpisode(ctx, tx, *it.EpisodeID); err == nil || !db.IsNotFound(err) {
			return ep, err // one that was deleted meanwhile is made anew
		}
	}
	external := episodeExternalID(it.Ref)
	now := s.Now()
	c := tx.Episode.Create().SetPlatform(string(it.Ref.Platform)).SetExternalID(external).
		SetVideoID(mintVideoID(it.Ref, it.Title)).SetTitle(it.Title).SetPageURL(it.Ref.URL).
		SetCreatedAt(now).SetUpdatedAt(now)
	if media.InputKind(j.Kind) == media.KindUpload {
		trusted, err := trustedSender(ctx, tx.User, j)
		if err != nil {
			return nil, err
		}
		if !trusted {
			c.SetVisibility(dbepisode.VisibilityPrivate).SetNillableOwnerID(j.UserID)
		}
	}
	id, err := c.OnConflictColumns(dbepisode.FieldPlatform, dbepisode.FieldExternalID).Ignore().ID(ctx)
	if err != nil {
		return nil, err
	}
	q := tx.Episode.Query().Where(dbepisode.ID(id))
	if s.Postgres() {
		q.ForUpdate() // one decision about runs of an episode at a time
	}
	return q.Only(ctx)
}

// episodeExternalID is the natural key of an episode inside its platform.
func episodeExternalID(r media.Ref) string {
	if r.ItemID != "" {
		return r.ExternalID + "#" + r.ItemID
	}
	return r.ExternalID
}

// analysed reports whether there is nothing to do for the episode. Where a reader gave the transcript, its source is
// asked for a better one when somebody wants the episode a day later.
func (s *Store) analysed(ctx context.Context, tx *db.Tx, ep *db.Episode, recipe extract.Recipe) bool {
	if !ep.IsProcessed {
		return false
	}
	last, err := tx.Run.Query().Where(dbrun.EpisodeID(ep.ID), dbrun.StateIn(dbrun.StateDone, dbrun.StatePartial)).
		Order(dbrun.ByNumber(sql.OrderDesc())).First(ctx)
	if err != nil || last.State != dbrun.StateDone || recipeOf(last) != recipe || !sameID(last.TranscriptID, ep.TranscriptID) {
		return false
	}
	return !ep.Given || ep.Platform == string(media.Upload) || s.Now().Before(last.CreatedAt.Add(sourceAskedAgain))
}

func sameID(a, b *int) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func recipeOf(r *db.Run) extract.Recipe {
	return extract.Recipe{Extractor: r.Extractor, Model: r.Model, PromptVersion: r.PromptVersion, SchemaVersion: r.SchemaVersion}
}

// ensureRun answers the live run of the episode or makes the next one with its steps.
func (s *Store) ensureRun(ctx context.Context, tx *db.Tx, ep *db.Episode, recipe extract.Recipe, from job.Stage, payer *int) (*db.Run, error) {
	live, err := tx.Run.Query().Where(dbrun.EpisodeID(ep.ID), dbrun.StateEQ(dbrun.StateLive)).Only(ctx)
	if err == nil || !db.IsNotFound(err) {
		return live, err
	}
	last, err := tx.Run.Query().Where(dbrun.EpisodeID(ep.ID)).Order(dbrun.ByNumber(sql.OrderDesc())).First(ctx)
	number := 1
	if err == nil {
		number = last.Number + 1
	} else if !db.IsNotFound(err) {
		return nil, err
	}
	from = begin(ep, from)
	now := s.Now()
	run, err := tx.Run.Create().SetEpisodeID(ep.ID).SetNumber(number).SetKey(database.RandomKey()).
		SetExtractor(recipe.Extractor).SetModel(recipe.Model).SetPromptVersion(recipe.PromptVersion).SetSchemaVersion(recipe.SchemaVersion).
		SetFromStage(string(from)).SetNillableTranscriptID(ep.TranscriptID).SetNillablePayerID(payer).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	return run, s.createSteps(ctx, tx, run.ID, from)
}

// begin is the stage a new run can begin at: the one asked for, or the nearest earlier one whose forerunners left what it
// needs. Candidates belong to the former run, so extraction comes again, from the cache where there is one.
func begin(ep *db.Episode, asked job.Stage) job.Stage {
	switch {
	case ep.Platform == string(media.Upload) && ep.TranscriptID != nil && asked.Before(job.StageExtract):
		return job.StageExtract // there is no source to ask again
	case asked == "":
		return ""
	case (asked == job.StageLinks || asked == job.StageCheck) && ep.IsProcessed:
		return asked
	case !asked.Before(job.StageExtract) && ep.TranscriptID != nil:
		return job.StageExtract
	case !asked.Before(job.StageTranscript) && ep.FetchedAt != nil:
		return job.StageTranscript
	default:
		return ""
	}
}

func (s *Store) addWant(ctx context.Context, tx *db.Tx, jobID, itemID int, run *db.Run, episodeID int) error {
	now := s.Now()
	err := tx.Want.Create().SetJobID(jobID).SetRunID(run.ID).SetItemID(itemID).SetCreatedAt(now).
		OnConflictColumns(dbwant.FieldJobID, dbwant.FieldRunID).Ignore().Exec(ctx)
	if err != nil {
		return err
	}
	return tx.JobItem.UpdateOneID(itemID).SetState(dbitem.StateRunning).SetEpisodeID(episodeID).SetRunID(run.ID).
		SetFromStage("").SetErrorClass("").SetErrorText("").SetUpdatedAt(now).AddVersion(1).Exec(ctx)
}

func (s *Store) settleItem(ctx context.Context, tx *db.Tx, it *db.JobItem, episodeID int, state job.ItemState) error {
	err := tx.JobItem.UpdateOneID(it.ID).SetState(dbitem.State(state)).SetEpisodeID(episodeID).
		SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	return s.refreshJob(ctx, tx, it.JobID)
}

// FinishRun closes a run, its open steps and all its wants in one transaction, and answers the jobs to hurry. Finishing
// a closed run again changes nothing and answers the same jobs.
func (s *Store) FinishRun(ctx context.Context, runID int, state job.RunState, f Failure) (job.RunState, []JobRef, error) {
	var jobs []JobRef
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if run.State == dbrun.StateLive {
			if err := s.CloseRun(ctx, tx, run, state, f); err != nil {
				return err
			}
		} else {
			state = job.RunState(run.State)
		}
		jobs, err = s.jobsOfRun(ctx, tx, runID)
		return err
	})
	return state, jobs, err
}

func (s *Store) CloseRun(ctx context.Context, tx *db.Tx, run *db.Run, state job.RunState, f Failure) error {
	now := s.Now()
	err := tx.Run.UpdateOneID(run.ID).SetState(dbrun.State(state)).SetErrorClass(f.Class).SetErrorText(f.Text).
		SetFinishedAt(now).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	if err := s.closeSteps(ctx, tx, run.ID, state, f); err != nil {
		return err
	}
	item := job.ItemStateOf(state)
	err = tx.JobItem.Update().
		Where(dbitem.RunID(run.ID), dbitem.StateIn(dbitem.StateRunning, dbitem.StateParked, dbitem.StatePartial)).
		SetState(dbitem.State(item)).SetErrorClass(f.Class).SetErrorText(f.Text).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	ids, err := tx.Want.Query().Where(dbwant.RunID(run.ID)).Select(dbwant.FieldJobID).Ints(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.Want.Delete().Where(dbwant.RunID(run.ID)).Exec(ctx); err != nil {
		return err
	}
	return s.refreshJobs(ctx, tx, ids)
}

// refreshJobs refreshes several jobs, in the order of their ids so that two transactions cannot block each other.
func (s *Store) refreshJobs(ctx context.Context, tx *db.Tx, ids []int) error {
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := s.refreshJob(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) jobsOfRun(ctx context.Context, tx *db.Tx, runID int) ([]JobRef, error) {
	ids, err := tx.JobItem.Query().Where(dbitem.RunID(runID)).Select(dbitem.FieldJobID).Ints(ctx)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	rows, err := tx.Job.Query().Where(dbjob.IDIn(ids...), dbjob.FinishedAtIsNil()).WithUser().All(ctx)
	refs := make([]JobRef, 0, len(rows))
	for _, j := range rows {
		refs = append(refs, RefOf(j))
	}
	return refs, err
}

// LeaveRuns removes the job's wants of its running items and cancels the runs that nobody wants any more. Their
// workflows are the caller's business, after the commit.
func (s *Store) LeaveRuns(ctx context.Context, tx *db.Tx, jobID int) ([]RunRef, error) {
	runIDs, err := tx.Want.Query().Where(dbwant.JobID(jobID)).Select(dbwant.FieldRunID).Ints(ctx)
	if err != nil {
		return nil, err
	}
	slices.Sort(runIDs)
	var stopped []RunRef
	for _, id := range runIDs {
		ref, err := s.leaveRun(ctx, tx, jobID, id)
		if err != nil {
			return nil, err
		}
		if ref != nil {
			stopped = append(stopped, *ref)
		}
	}
	return stopped, nil
}

// leaveRun removes the job's want of a run and cancels the run when nobody wants it any more: then it returns the run.
func (s *Store) leaveRun(ctx context.Context, tx *db.Tx, jobID, runID int) (*RunRef, error) {
	run, err := s.LockRun(ctx, tx, runID)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Want.Delete().Where(dbwant.JobID(jobID), dbwant.RunID(runID)).Exec(ctx); err != nil {
		return nil, err
	}
	left, err := tx.Want.Query().Where(dbwant.RunID(runID)).Count(ctx)
	switch {
	case err != nil || run.State != dbrun.StateLive:
		return nil, err
	case left > 0:
		return nil, leaveToOthers(ctx, tx, jobID, run)
	}
	ref, err := s.RunRef(ctx, tx, run)
	if err != nil {
		return nil, err
	}
	return &ref, s.CloseRun(ctx, tx, run, job.RunCancelled, Failure{})
}

// leaveToOthers takes a job off a run that others go on wanting: what becomes of it is no longer the job's story.
func leaveToOthers(ctx context.Context, tx *db.Tx, jobID int, run *db.Run) error {
	if err := tx.JobItem.Update().Where(dbitem.JobID(jobID), dbitem.RunID(run.ID)).ClearRunID().Exec(ctx); err != nil {
		return err
	}
	return nextPayer(ctx, tx, run)
}

// CancelJob stops a job: its open items are cancelled and its wants given up. It answers the runs that ended with it.
// Cancelling a closed job changes nothing.
func (s *Store) CancelJob(ctx context.Context, jobID int) ([]RunRef, error) {
	var stopped []RunRef
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		stopped = nil
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil || !job.State(j.State).Open() {
			return err
		}
		stopped, err = s.CancelJobIn(ctx, tx, jobID)
		return err
	})
	return stopped, err
}

// CancelJobIn is CancelJob for an open job that the transaction has locked.
func (s *Store) CancelJobIn(ctx context.Context, tx *db.Tx, jobID int) ([]RunRef, error) {
	now := s.Now()
	if err := tx.Job.UpdateOneID(jobID).SetCancelling(true).SetPaused(false).SetFinishedAt(now).Exec(ctx); err != nil {
		return nil, err
	}
	err := tx.JobItem.Update().
		Where(dbitem.JobID(jobID), dbitem.StateIn(dbitem.StatePending, dbitem.StateRunning, dbitem.StateParked, dbitem.StateNeedsTranscript)).
		SetState(dbitem.StateCancelled).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return nil, err
	}
	stopped, err := s.LeaveRuns(ctx, tx, jobID)
	if err != nil {
		return nil, err
	}
	return stopped, s.refreshJob(ctx, tx, jobID)
}

// PauseJob holds a job back (its running items leave their runs and wait) or lets it go on. It answers the runs that
// ended because nobody else wanted them.
func (s *Store) PauseJob(ctx context.Context, jobID int, on bool) ([]RunRef, error) {
	var stopped []RunRef
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		stopped = nil
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return err
		}
		if !job.State(j.State).Open() || j.FinishedAt != nil {
			return fault.New(fault.Conflict, "The job has already ended, so it cannot be paused.")
		}
		if j.Paused == on {
			return nil
		}
		if err := tx.Job.UpdateOneID(jobID).SetPaused(on).Exec(ctx); err != nil {
			return err
		}
		if on {
			err = tx.JobItem.Update().Where(dbitem.JobID(jobID), dbitem.StateEQ(dbitem.StateRunning)).
				SetState(dbitem.StatePending).ClearRunID().SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
			if err != nil {
				return err
			}
			if stopped, err = s.LeaveRuns(ctx, tx, jobID); err != nil {
				return err
			}
		}
		return s.refreshJob(ctx, tx, jobID)
	})
	return stopped, err
}

// RetryJob makes items pending again: one (itemID), or every one that did not succeed. from is the stage to begin at,
// empty for the start. The job's workflow is to be started again by the caller when the answer says so.
func (s *Store) RetryJob(ctx context.Context, jobID, itemID int, from job.Stage) (JobRef, error) {
	var ref JobRef
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return err
		}
		q := tx.JobItem.Query().Where(dbitem.JobID(jobID))
		if itemID != 0 {
			q.Where(dbitem.ID(itemID))
		} else {
			q.Where(dbitem.StateIn(dbitem.StateFailed, dbitem.StateCancelled, dbitem.StatePartial, dbitem.StateNeedsTranscript))
		}
		items, err := q.All(ctx)
		if err != nil {
			return err
		}
		if len(items) == 0 && j.Listed {
			if itemID != 0 {
				return fault.New(fault.NotFound, "There is no such episode in this job.")
			}
			return fault.New(fault.Conflict, "Nothing in this job can be tried again: every episode is done or still running.")
		}
		for _, it := range items {
			if !job.ItemState(it.State).Settled() {
				return fault.New(fault.Conflict, "This episode is still being worked on. Wait for it or cancel the job first.")
			}
			if err := s.reopenItem(ctx, tx, it, retryStage(it, from)); err != nil {
				return err
			}
		}
		ref, err = s.reopenJob(ctx, tx, jobID)
		return err
	})
	return ref, err
}

// retryStage is where an item begins when it is tried again: a stage that was named, or the very start for an item that
// succeeded (asking again means doing it again).
func retryStage(it *db.JobItem, from job.Stage) job.Stage {
	if from == "" && job.ItemState(it.State).Succeeded() {
		return job.StageEpisode
	}
	return from
}

func (s *Store) reopenItem(ctx context.Context, tx *db.Tx, it *db.JobItem, from job.Stage) error {
	return tx.JobItem.UpdateOneID(it.ID).SetState(dbitem.StatePending).SetFromStage(string(from)).ClearRunID().
		SetErrorClass("").SetErrorText("").SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
}

// reopenJob lets a job take up work again. Where its workflow has ended the next one gets a new id.
func (s *Store) reopenJob(ctx context.Context, tx *db.Tx, jobID int) (JobRef, error) {
	j, err := tx.Job.Query().Where(dbjob.ID(jobID)).WithUser().Only(ctx)
	if err != nil {
		return JobRef{}, err
	}
	u := tx.Job.UpdateOneID(jobID).SetCancelling(false).SetPaused(false)
	if j.FinishedAt != nil {
		j.Incarnation++
		u.SetIncarnation(j.Incarnation).ClearFinishedAt().ClearStartedAt()
	}
	if !j.Listed {
		u.SetState(dbjob.StateQueued).SetErrorClass("").SetErrorText("").ClearNextAttemptAt().SetAttempt(0)
	}
	if err := u.Exec(ctx); err != nil {
		return JobRef{}, err
	}
	return RefOf(j), s.refreshJob(ctx, tx, jobID)
}

// unreachableRuns lists runs wanted by the job whose source has not answered since before the given time.
func unreachableRuns(ctx context.Context, tx *db.Tx, jobID int, before time.Time) ([]int, error) {
	return tx.Run.Query().
		Where(dbrun.StateEQ(dbrun.StateLive), dbrun.UnreachableSinceLT(before), dbrun.HasWantsWith(dbwant.JobID(jobID))).
		IDs(ctx)
}

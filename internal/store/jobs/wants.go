package jobs

import (
	"context"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// Wanted is the answer to WantEpisode.
type Wanted struct {
	// State is ItemRunning when the item waits for Run; otherwise there is nothing to start: ItemAlready, the state of a
	// settled item, or ItemPending while the job is paused.
	State work.ItemState
	Run   RunRef // the live run the item waits for, zero unless State is ItemRunning
}

// WantEpisode makes a job's item want the analysis of its episode, in one transaction: an analysis by the same recipe
// settles it at once, else the item joins the live run of the episode or a new one is made. Wanting twice is the same as
// once. Starting the run's workflow is the caller's business, after the commit.
func (s *Store) WantEpisode(ctx context.Context, jobID, itemID int, recipe extract.Recipe) (Wanted, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out Wanted, err error) {
		j, err := s.lockOpenJob(ctx, tx, jobID)
		if err != nil {
			return out, err
		}
		it, err := tx.JobItem.Query().Where(dbitem.ID(itemID), dbitem.JobID(jobID)).Only(ctx)
		switch {
		case err != nil:
			return out, err
		case it.State.Settled():
			return Wanted{State: it.State}, nil
		case j.Paused: // somebody paused the job after its window was read
			return Wanted{State: work.ItemPending}, nil
		}
		ep, err := s.ensureEpisode(ctx, tx, it, j)
		if err != nil {
			return out, err
		}
		live, err := s.lockLiveRun(ctx, tx, ep.ID)
		if err != nil {
			return out, err
		}
		if it.FromStage == "" && !j.Selection.Listen && it.State == work.ItemPending && s.analyzed(ctx, tx, ep, recipe) {
			return Wanted{State: work.ItemAlready}, s.settleAnalyzed(ctx, tx, it, ep.ID)
		}
		if live == nil {
			from := work.Stage(it.FromStage)
			switch {
			case from != "":
			case j.Kind == media.KindUpload:
				from = work.StageExtract // its transcript is there: nothing is to be fetched
			case j.Selection.Listen:
				from = work.StageTranscript // its audio is known
			}
			if live, err = s.createRun(ctx, tx, ep, recipe, from, j.UserID); err != nil {
				return out, err
			}
		}
		if err := s.addWant(ctx, tx, it, live, ep.ID); err != nil {
			return out, err
		}
		ref, err := s.RunRef(ctx, tx, live)
		return Wanted{State: work.ItemRunning, Run: ref}, err
	})
}

// addWant lets an item wait for a run.
func (s *Store) addWant(ctx context.Context, tx *db.Tx, it *db.JobItem, run *db.Run, episodeID int) error {
	now := s.Now()
	err := tx.Want.Create().SetJobID(it.JobID).SetRunID(run.ID).SetItemID(it.ID).SetCreatedAt(now).
		OnConflictColumns(dbwant.FieldJobID, dbwant.FieldRunID).Ignore().Exec(ctx)
	if err != nil {
		return err
	}
	err = tx.JobItem.UpdateOneID(it.ID).SetState(work.ItemRunning).SetEpisodeID(episodeID).SetRunID(run.ID).
		SetFromStage("").SetErrorClass("").SetErrorText("").SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	return s.refreshJob(ctx, tx, it.JobID)
}

// settleAnalyzed settles an item whose episode needs no run.
func (s *Store) settleAnalyzed(ctx context.Context, tx *db.Tx, it *db.JobItem, episodeID int) error {
	err := tx.JobItem.UpdateOneID(it.ID).SetState(work.ItemAlready).SetEpisodeID(episodeID).
		SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
	if err != nil {
		return err
	}
	return s.refreshJob(ctx, tx, it.JobID)
}

// LeaveRuns removes the job's wants of its running items and cancels the runs that nobody wants any more. Their
// workflows are the caller's business, after the commit.
func (s *Store) LeaveRuns(ctx context.Context, tx *db.Tx, jobID int) ([]RunRef, error) {
	runIDs, err := tx.Want.Query().Where(dbwant.JobID(jobID)).Order(dbwant.ByRunID()).Select(dbwant.FieldRunID).Ints(ctx)
	if err != nil {
		return nil, err
	}
	var stopped []RunRef
	for _, id := range runIDs {
		ref, err := s.leaveRun(ctx, tx, jobID, id)
		if err != nil {
			return nil, err
		}
		stopped = append(stopped, ref...)
	}
	return stopped, nil
}

// leaveRun removes the job's want of a run and cancels the run when nobody wants it any more: then it returns the run.
func (s *Store) leaveRun(ctx context.Context, tx *db.Tx, jobID, runID int) ([]RunRef, error) {
	run, err := s.LockRun(ctx, tx, runID)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Want.Delete().Where(dbwant.JobID(jobID), dbwant.RunID(runID)).Exec(ctx); err != nil {
		return nil, err
	}
	left, err := tx.Want.Query().Where(dbwant.RunID(runID)).Exist(ctx)
	switch {
	case err != nil || run.State != work.RunLive:
		return nil, err
	case left:
		return nil, leaveToOthers(ctx, tx, jobID, run)
	}
	ref, err := s.RunRef(ctx, tx, run)
	if err != nil {
		return nil, err
	}
	return []RunRef{ref}, s.CloseRun(ctx, tx, run, work.RunCancelled, Failure{})
}

// leaveToOthers takes a job off a run that others go on wanting: what becomes of it is no longer the job's story.
func leaveToOthers(ctx context.Context, tx *db.Tx, jobID int, run *db.Run) error {
	if err := tx.JobItem.Update().Where(dbitem.JobID(jobID), dbitem.RunID(run.ID)).ClearRunID().Exec(ctx); err != nil {
		return err
	}
	return passToNextPayer(ctx, tx, run)
}

// NobodyWaits reports whether all jobs that want a run name collections: whoever submitted them does not wait for this one episode.
func (s *Store) NobodyWaits(ctx context.Context, runID int) (bool, error) {
	waits, err := s.RO.Want.Query().Where(dbwant.RunID(runID),
		dbwant.HasJobWith(dbjob.KindNotIn(media.KindChannel, media.KindPlaylist, media.KindFeed))).Exist(ctx)
	return !waits, s.Fault(err)
}

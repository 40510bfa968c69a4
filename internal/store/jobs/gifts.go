package jobs

import (
	"context"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// GivenByReader reports whether a transcript of this origin was given to the episode by somebody who is not its publisher.
// An upload is its own source: nobody else's show is spoken for.
func GivenByReader(ep *db.Episode, origin transcript.Origin) bool {
	return origin == transcript.Uploaded && (ep.Platform != string(media.Upload) || ep.CopyOf != nil)
}

// Provided says what became of a transcript that somebody gave.
type Provided struct {
	Live    *RunRef  // the live run that takes it up: to be told
	Stopped []RunRef // runs that nobody wants any more: to be stopped
	Jobs    []JobRef // jobs to start or to hurry
}

// ProvideTranscript gives the episode of a job's item a transcript.
//
// What a moderator or an admin gives is everybody's at once: a live run takes it up when it is told, and a run that ended
// for want of it is followed by a new one, for every job that waited. What anybody else gives to a public episode goes
// into a private copy of the episode, which the item means from then on (PublishEpisode makes it everybody's).
//
// Giving the same text again changes nothing.
func (s *Store) ProvideTranscript(ctx context.Context, jobID, itemID, userID int, t transcript.Transcript) (Provided, error) {
	return s.provideTranscript(ctx, nil, jobID, itemID, userID, t)
}

func (s *Store) provideTranscript(
	ctx context.Context, by *database.Actor, jobID, itemID, userID int, t transcript.Transcript,
) (Provided, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out Provided, err error) {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil {
			return Provided{}, err
		}
		it, err := tx.JobItem.Query().Where(dbitem.ID(itemID), dbitem.JobID(jobID)).Only(ctx)
		switch {
		case err != nil:
			return Provided{}, err
		case it.EpisodeID == nil:
			return Provided{}, fault.New(fault.Conflict, "Work on this episode has not begun yet. Please wait a moment and try again.")
		case it.State.Succeeded():
			return Provided{}, fault.New(fault.Conflict, "This episode is already analyzed.")
		}
		ep, err := tx.Episode.Get(ctx, *it.EpisodeID)
		if err != nil {
			return Provided{}, err
		}
		atOnce, err := trusted(ctx, tx.User, userID)
		if err != nil {
			return Provided{}, err
		}
		if atOnce || ep.Visibility == dbepisode.VisibilityPrivate {
			out, err = s.GiveToAll(ctx, tx, ep, t, &userID, it.ID)
		} else {
			out, err = s.giveInPrivate(ctx, tx, it, ep, t, userID)
		}
		if err != nil {
			return out, err
		}
		return out, s.auditJob(ctx, tx, by, auditTranscript, j, map[string]any{"item": itemID})
	})
}

// GiveToAll makes a given transcript the current one of an episode. Items that wait for it begin again, and the named
// ones wherever they stand.
func (s *Store) GiveToAll(
	ctx context.Context, tx *db.Tx, ep *db.Episode, t transcript.Transcript, by *int, items ...int,
) (out Provided, err error) {
	if ep.TranscriptID != nil {
		have, err := s.Origin(ctx, tx, *ep.TranscriptID)
		if err != nil {
			return out, err
		}
		if have.Rank() < transcript.Uploaded.Rank() {
			return out, fault.New(fault.Conflict, "The publisher's transcript of this episode has arrived meanwhile. Choose Retry to use it.")
		}
	}
	id, err := s.insertTranscript(ctx, tx, ep.ID, t, by)
	if err != nil {
		return out, err
	}
	live, err := liveRun(ctx, tx, ep.ID)
	switch {
	case err != nil:
		return out, err
	case live == nil:
		if err := s.setTranscript(ctx, tx, ep, id); err != nil {
			return out, err
		}
		out.Jobs, err = s.ReopenWaiting(ctx, tx, ep.ID, items)
		return out, err
	case live.TranscriptID != nil && *live.TranscriptID != id:
		return out, fault.New(fault.Conflict, "This episode is being analyzed from another transcript. Please try again when that is done.")
	}
	ref, err := s.RunRef(ctx, tx, live)
	if err != nil {
		return out, err
	}
	out.Live = &ref
	return out, s.useTranscript(ctx, tx, live, id, originText(transcript.Uploaded))
}

// setTranscript makes a transcript the current one of an episode. A moderator who refused another text looks at it anew.
func (s *Store) setTranscript(ctx context.Context, tx *db.Tx, ep *db.Episode, id int) error {
	u := tx.Episode.UpdateOneID(ep.ID).SetTranscriptID(id).SetUpdatedAt(s.Now())
	if !sameID(ep.TranscriptID, &id) {
		u.ClearRefusedAt()
	}
	return u.Exec(ctx)
}

// ReopenWaiting makes every item that waits for a transcript of an episode, and the named ones, begin again at
// extraction.
func (s *Store) ReopenWaiting(ctx context.Context, tx *db.Tx, episodeID int, named []int) ([]JobRef, error) {
	items, err := tx.JobItem.Query().
		Where(dbitem.EpisodeID(episodeID), dbitem.Or(dbitem.IDIn(named...), dbitem.StateEQ(work.ItemNeedsTranscript))).
		Order(dbitem.ByJobID()).All(ctx)
	if err != nil {
		return nil, err
	}
	var jobs []JobRef
	for _, it := range items {
		if !it.State.Settled() {
			continue
		}
		if err := s.reopenItem(ctx, tx, it, work.StageExtract); err != nil {
			return nil, err
		}
		ref, err := s.reopenJob(ctx, tx, it.JobID)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, ref)
	}
	return jobs, nil
}

// giveInPrivate keeps a given transcript in the giver's copy of the episode and lets the item mean that copy. The item
// leaves the run it shared with others, who go on waiting.
func (s *Store) giveInPrivate(
	ctx context.Context, tx *db.Tx, it *db.JobItem, ep *db.Episode, t transcript.Transcript, userID int,
) (out Provided, err error) {
	own, err := s.copyWith(ctx, tx, ep, t, userID)
	if err != nil {
		return out, err
	}
	if err := s.reopenItem(ctx, tx, it, ""); err != nil {
		return out, err
	}
	if err := tx.JobItem.UpdateOneID(it.ID).SetEpisodeID(own.ID).Exec(ctx); err != nil {
		return out, err
	}
	if it.RunID != nil {
		if out.Stopped, err = s.leaveRun(ctx, tx, it.JobID, *it.RunID); err != nil {
			return out, err
		}
	}
	if it.State.Settled() {
		ref, err := s.reopenJob(ctx, tx, it.JobID)
		out.Jobs = []JobRef{ref}
		return out, err
	}
	j, err := tx.Job.Query().Where(dbjob.ID(it.JobID)).WithUser().Only(ctx)
	if err != nil {
		return out, err
	}
	out.Jobs = []JobRef{RefWithUser(j)}
	return out, s.refreshJob(ctx, tx, it.JobID)
}

// givenTranscript returns the current transcript of an episode when a reader gave it, else 0.
func (s *Store) givenTranscript(ctx context.Context, tx *db.Tx, episodeID int) (int, error) {
	ep, err := tx.Episode.Get(ctx, episodeID)
	if err != nil || ep.TranscriptID == nil {
		return 0, err
	}
	origin, err := s.Origin(ctx, tx, *ep.TranscriptID)
	if err != nil || origin != transcript.Uploaded {
		return 0, err
	}
	return *ep.TranscriptID, nil
}

// KeepGift lets a live run of an episode whose source has no transcript go on with the one that a reader gave, and
// finishes the stage. It reports whether there is one.
func (s *Store) KeepGift(ctx context.Context, runID int) (bool, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		run, err := s.LockJobsAndLiveRun(ctx, tx, runID)
		if err != nil {
			return false, err
		}
		id, err := s.givenTranscript(ctx, tx, run.EpisodeID)
		if err != nil || id == 0 {
			return false, err
		}
		return true, s.useTranscript(ctx, tx, run, id, originText(transcript.Uploaded))
	})
}

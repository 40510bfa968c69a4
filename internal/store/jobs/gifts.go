package jobs

import (
	"context"
	"strconv"
	"time"

	"mentionary/ent/db"
	dbchapter "mentionary/ent/db/chapter"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbtranscript "mentionary/ent/db/transcript"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/transcript"
)

// sourceAskedAgain is how old the analysis of a given transcript is when the next one who wants the episode has its
// source asked for a better one.
const sourceAskedAgain = 24 * time.Hour

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
	var out Provided
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := s.LockJob(ctx, tx, jobID); err != nil {
			return err
		}
		it, err := tx.JobItem.Query().Where(dbitem.ID(itemID), dbitem.JobID(jobID)).Only(ctx)
		if err != nil {
			return err
		}
		if it.EpisodeID == nil {
			return fault.New(fault.Conflict, "This episode has not begun yet. Please wait a moment and try again.")
		}
		if job.ItemState(it.State).Succeeded() {
			return fault.New(fault.Conflict, "This episode is already analyzed.")
		}
		ep, err := tx.Episode.Get(ctx, *it.EpisodeID)
		if err != nil {
			return err
		}
		atOnce, err := trusted(ctx, tx.User, userID)
		if err != nil {
			return err
		}
		if atOnce || ep.Visibility == dbepisode.VisibilityPrivate {
			out, err = s.GiveToAll(ctx, tx, ep, t, &userID, it.ID)
		} else {
			out, err = s.giveInPrivate(ctx, tx, it, ep, t, userID)
		}
		return err
	})
	return out, err
}

// GiveToAll makes a given transcript the current one of an episode. Items that wait for it begin again, and the named
// ones wherever they stand.
func (s *Store) GiveToAll(ctx context.Context, tx *db.Tx, ep *db.Episode, t transcript.Transcript, by *int, items ...int) (Provided, error) {
	var out Provided
	if ep.TranscriptID != nil {
		have, err := s.Origin(ctx, tx, *ep.TranscriptID)
		if err != nil {
			return out, err
		}
		if have.Rank() < transcript.Uploaded.Rank() {
			return out, fault.New(fault.Conflict, "This episode has a transcript of its publisher by now. Choose Retry to use it.")
		}
	}
	id, err := s.insertTranscript(ctx, tx, ep.ID, t, by)
	if err != nil {
		return out, err
	}
	live, err := tx.Run.Query().Where(dbrun.EpisodeID(ep.ID), dbrun.StateEQ(dbrun.StateLive)).Only(ctx)
	if db.IsNotFound(err) {
		if err := s.setTranscript(ctx, tx, ep, id); err != nil {
			return out, err
		}
		out.Jobs, err = s.ReopenWaiting(ctx, tx, ep.ID, items)
		return out, err
	}
	if err != nil {
		return out, err
	}
	if live.TranscriptID != nil && *live.TranscriptID != id {
		return out, fault.New(fault.Conflict, "This episode is being analyzed from another transcript. Please try again when that is done.")
	}
	ref, err := s.RunRef(ctx, tx, live)
	if err != nil {
		return out, err
	}
	out.Live = &ref
	return out, s.useTranscript(ctx, tx, live, id, transcript.Uploaded)
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
		Where(dbitem.EpisodeID(episodeID), dbitem.Or(dbitem.IDIn(named...), dbitem.StateEQ(dbitem.StateNeedsTranscript))).
		Order(dbitem.ByJobID()).All(ctx)
	if err != nil {
		return nil, err
	}
	var jobs []JobRef
	for _, w := range items {
		if !job.ItemState(w.State).Settled() {
			continue
		}
		if err := s.reopenItem(ctx, tx, w, job.StageExtract); err != nil {
			return nil, err
		}
		ref, err := s.reopenJob(ctx, tx, w.JobID)
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
) (Provided, error) {
	var out Provided
	own, err := s.copyEpisode(ctx, tx, ep, userID)
	if err != nil {
		return out, err
	}
	id, err := s.insertTranscript(ctx, tx, own.ID, t, &userID)
	if err != nil {
		return out, err
	}
	if !sameID(own.TranscriptID, &id) {
		busy, err := tx.Run.Query().Where(dbrun.EpisodeID(own.ID), dbrun.StateEQ(dbrun.StateLive)).Exist(ctx)
		if err != nil {
			return out, err
		}
		if busy {
			return out, fault.New(fault.Conflict, "The transcript you gave before is being analyzed. Please try again when that is done.")
		}
		if err := s.setTranscript(ctx, tx, own, id); err != nil {
			return out, err
		}
	}
	settled := job.ItemState(it.State).Settled()
	if err := s.reopenItem(ctx, tx, it, ""); err != nil {
		return out, err
	}
	if err := tx.JobItem.UpdateOneID(it.ID).SetEpisodeID(own.ID).ClearRunID().Exec(ctx); err != nil {
		return out, err
	}
	if it.RunID != nil {
		stopped, err := s.leaveRun(ctx, tx, it.JobID, *it.RunID)
		if err != nil {
			return out, err
		}
		if stopped != nil {
			out.Stopped = []RunRef{*stopped}
		}
	}
	if settled {
		ref, err := s.reopenJob(ctx, tx, it.JobID)
		out.Jobs = []JobRef{ref}
		return out, err
	}
	j, err := tx.Job.Query().Where(dbjob.ID(it.JobID)).WithUser().Only(ctx)
	if err != nil {
		return out, err
	}
	out.Jobs = []JobRef{RefOf(j)}
	return out, s.refreshJob(ctx, tx, it.JobID)
}

// copyEpisode answers a person's private copy of an episode, with what is known about the episode now. It is an upload of
// theirs like any other: whatever keeps private uploads from others keeps it too.
func (s *Store) copyEpisode(ctx context.Context, tx *db.Tx, of *db.Episode, userID int) (*db.Episode, error) {
	owner, err := tx.User.Get(ctx, userID)
	if err != nil {
		return nil, err
	}
	ref := media.Ref{Platform: media.Upload, Kind: media.KindVideo, ExternalID: "gift:" + strconv.Itoa(of.ID) + ":" + owner.PublicID}
	now := s.Now()
	id, err := tx.Episode.Create().SetPlatform(string(ref.Platform)).SetExternalID(ref.ExternalID).SetVideoID(mintVideoID(ref, of.Title)).
		SetVisibility(dbepisode.VisibilityPrivate).SetOwnerID(userID).SetCopyOf(of.ID).SetCreatedAt(now).SetUpdatedAt(now).
		OnConflictColumns(dbepisode.FieldPlatform, dbepisode.FieldExternalID).Ignore().ID(ctx)
	if err != nil {
		return nil, err
	}
	own, err := s.catalogue.LockEpisode(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	err = tx.Episode.UpdateOneID(id).SetNillableChannelID(of.ChannelID).SetTitle(of.Title).SetDescription(of.Description).
		SetThumbnailURL(of.ThumbnailURL).SetPageURL(of.PageURL).SetMediaURL(of.MediaURL).SetDuration(of.Duration).
		SetNillableViewCount(of.ViewCount).SetNillablePublishedAt(of.PublishedAt).SetLanguage(of.Language).
		SetPeople(of.People).SetLinks(of.Links).SetFetchedAt(now).SetUpdatedAt(now).Exec(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Chapter.Query().Where(dbchapter.EpisodeID(of.ID)).Order(dbchapter.ByNumber()).All(ctx)
	if err != nil {
		return nil, err
	}
	chapters := make([]media.Chapter, 0, len(rows))
	for _, c := range rows {
		chapters = append(chapters, media.Chapter{Start: time.Duration(c.StartMs) * time.Millisecond, Title: c.Title, URL: c.URL})
	}
	return own, s.replaceChapters(ctx, tx, id, chapters)
}

// Origin answers who made a transcript.
func (s *Store) Origin(ctx context.Context, tx *db.Tx, transcriptID int) (transcript.Origin, error) {
	t, err := tx.Transcript.Query().Where(dbtranscript.ID(transcriptID)).Select(dbtranscript.FieldOrigin).Only(ctx)
	if err != nil {
		return "", err
	}
	return transcript.Origin(t.Origin), nil
}

// keptGift answers the current transcript of an episode when a reader gave it, else 0.
func (s *Store) keptGift(ctx context.Context, tx *db.Tx, episodeID int) (int, error) {
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
	var id int
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if run, err = s.LiveRun(ctx, tx, run.ID); err != nil {
			return err
		}
		if id, err = s.keptGift(ctx, tx, run.EpisodeID); err != nil || id == 0 {
			return err
		}
		return s.useTranscript(ctx, tx, run, id, transcript.Uploaded)
	})
	return id != 0, err
}

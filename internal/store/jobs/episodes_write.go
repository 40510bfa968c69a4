package jobs

import (
	"context"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchapter "mentionary/ent/db/chapter"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/match"
	"mentionary/internal/media"
	"mentionary/internal/work"
)

// ensureEpisode returns the row of the item's episode, locked: the one it was given before, which may be the private copy
// of a gift, else the one that it names, made bare when it is new: private to its sender when it is an upload, unless the
// sender is trusted.
func (s *Store) ensureEpisode(ctx context.Context, tx *db.Tx, it *db.JobItem, j *db.Job) (*db.Episode, error) {
	if it.EpisodeID != nil {
		if ep, err := s.catalogue.LockEpisode(ctx, tx, *it.EpisodeID); err == nil || !db.IsNotFound(err) {
			return ep, err // one that was deleted meanwhile is made anew
		}
	}
	now := s.Now()
	c := tx.Episode.Create().SetPlatform(string(it.Ref.Platform)).SetExternalID(episodeExternalID(it.Ref)).
		SetVideoID(mintVideoID(it.Ref, it.Title)).SetTitle(it.Title).SetPageURL(it.Ref.URL).
		SetCreatedAt(now).SetUpdatedAt(now)
	if j.Kind == media.KindUpload {
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
	return s.catalogue.LockEpisode(ctx, tx, id) // one decision about runs of an episode at a time
}

// SaveEpisode writes what the source says about a live run's episode, its channel and chapters, and finishes the stage.
//
// Idempotent: the episode, its channel and its chapters are found by their natural keys.
func (s *Store) SaveEpisode(ctx context.Context, runID int, e media.Episode) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndLiveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if err := s.updateEpisode(ctx, tx, run.EpisodeID, e); err != nil {
			return err
		}
		return s.RecordStep(ctx, tx, run, work.StageEpisode, StepProgress{State: work.StepDone, Text: e.Title})
	})
}

// updateEpisode writes what a source says about an episode; what it leaves out stays.
func (s *Store) updateEpisode(ctx context.Context, tx *db.Tx, id int, e media.Episode) error {
	now := s.Now()
	u := tx.Episode.UpdateOneID(id).SetUpdatedAt(now).SetFetchedAt(now)
	if e.Channel.ExternalID != "" {
		channelID, err := s.upsertChannel(ctx, tx, e.Channel)
		if err != nil {
			return err
		}
		u.SetChannelID(channelID)
	}
	setText(e.Title, u.SetTitle)
	setText(e.Description, u.SetDescription)
	setText(e.ThumbnailURL, u.SetThumbnailURL)
	setText(e.PageURL, u.SetPageURL)
	setText(e.MediaURL, u.SetMediaURL)
	setText(e.Language, u.SetLanguage)
	if e.Duration > 0 {
		u.SetDuration(int(e.Duration.Seconds()))
	}
	if e.ViewCount != nil {
		u.SetViewCount(*e.ViewCount)
	}
	if !e.PublishedAt.IsZero() {
		u.SetPublishedAt(e.PublishedAt.UTC())
	}
	u.SetPeople(e.People).SetLinks(e.Links).SetTranscriptRefs(e.Transcripts)
	if err := u.Exec(ctx); err != nil {
		return err
	}
	return replaceChapters(ctx, tx, id, e.Chapters)
}

// replaceChapters writes the chapters of an episode, unless there are none.
func replaceChapters(ctx context.Context, tx *db.Tx, episodeID int, chapters []media.Chapter) error {
	if len(chapters) == 0 {
		return nil
	}
	if _, err := tx.Chapter.Delete().Where(dbchapter.EpisodeID(episodeID)).Exec(ctx); err != nil {
		return err
	}
	rows := make([]*db.ChapterCreate, 0, len(chapters))
	for i, c := range chapters {
		rows = append(rows, tx.Chapter.Create().SetEpisodeID(episodeID).SetNumber(i).
			SetStartMs(int(c.Start.Milliseconds())).SetTitle(c.Title).SetURL(c.URL))
	}
	return tx.Chapter.CreateBulk(rows...).Exec(ctx)
}

// upsertChannel writes what a source says about a channel.
func (s *Store) upsertChannel(ctx context.Context, tx *db.Tx, c media.Channel) (int, error) {
	now := s.Now()
	id, err := tx.Channel.Create().SetPlatform(string(c.Platform)).SetExternalID(c.ExternalID).SetPublicID(mintChannelID(c)).
		SetName(c.Name).SetSortKey(match.SortKey(c.Name)).SetCreatedAt(now).SetUpdatedAt(now).
		OnConflictColumns(dbchannel.FieldPlatform, dbchannel.FieldExternalID).Ignore().ID(ctx)
	if err != nil {
		return 0, err
	}
	u := tx.Channel.UpdateOneID(id).SetUpdatedAt(now)
	if c.Name != "" {
		u.SetName(c.Name).SetSortKey(match.SortKey(c.Name))
	}
	setText(c.Description, u.SetDescription)
	setText(c.ThumbnailURL, u.SetThumbnailURL)
	setText(c.URL, u.SetURL)
	setText(c.Author, u.SetAuthor)
	setText(c.Language, u.SetLanguage)
	if c.SubscriberCount != nil {
		u.SetSubscriberCount(*c.SubscriberCount)
	}
	return id, u.Exec(ctx)
}

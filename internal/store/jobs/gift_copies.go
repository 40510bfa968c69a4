package jobs

import (
	"context"
	"strconv"
	"time"

	"mentionary/ent/db"
	dbchapter "mentionary/ent/db/chapter"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/transcript"
)

// copyWith returns a person's private copy of an episode with the transcript that they give.
func (s *Store) copyWith(ctx context.Context, tx *db.Tx, of *db.Episode, t transcript.Transcript, userID int) (*db.Episode, error) {
	own, err := s.copyEpisode(ctx, tx, of, userID)
	if err != nil {
		return nil, err
	}
	id, err := s.insertTranscript(ctx, tx, own.ID, t, &userID)
	if err != nil || sameID(own.TranscriptID, &id) {
		return own, err
	}
	live, err := liveRun(ctx, tx, own.ID)
	if err != nil {
		return nil, err
	}
	if live != nil {
		return nil, fault.New(fault.Conflict, "The transcript you gave before is being analyzed. Please try again when that is done.")
	}
	return own, s.setTranscript(ctx, tx, own, id)
}

// copyEpisode returns a person's private copy of an episode, with what is known about the episode now. It is an upload of
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
	return own, replaceChapters(ctx, tx, id, chapters)
}

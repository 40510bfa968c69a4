package publish

import (
	"context"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbfavorite "mentionary/ent/db/favorite"
	dbitem "mentionary/ent/db/jobitem"
	dbrun "mentionary/ent/db/run"
	dbtranscript "mentionary/ent/db/transcript"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// Unpublished is an analyzed private episode that a moderator has not looked at: an upload, or the copy that holds a
// transcript given to a public episode.
type Unpublished struct {
	Episode *db.Episode // with its channel and owner
	For     *db.Episode // of a copy: the public episode; nil when it is an upload or when that is gone
	Words   int         // of its transcript
}

// UploadState is what a moderator said about a private episode.
type UploadState string

// The states of UploadState. Published are uploads that everybody sees.
const (
	UploadWaiting   UploadState = "waiting"
	UploadRefused   UploadState = "refused"
	UploadPublished UploadState = "published"
)

// Unpublished lists what waits for a moderator, what waits longest first, and the number of all.
func (s *Store) Unpublished(ctx context.Context, limit, offset int) ([]Unpublished, int, error) {
	return s.Uploads(ctx, UploadWaiting, limit, offset)
}

// Uploads lists private episodes that wait or were refused, or published uploads, and the number of all: what waits
// longest first, of the others the newest.
func (s *Store) Uploads(ctx context.Context, state UploadState, limit, offset int) ([]Unpublished, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Unpublished, int, error) {
		q := tx.Episode.Query().Where(dbepisode.IsProcessed(true))
		order := dbepisode.ByProcessedAt(sql.OrderDesc())
		switch state {
		case UploadRefused:
			q.Where(dbepisode.VisibilityEQ(dbepisode.VisibilityPrivate), dbepisode.RefusedAtNotNil())
		case UploadPublished:
			q.Where(dbepisode.VisibilityEQ(dbepisode.VisibilityPublic), dbepisode.Platform(string(media.Upload)))
		default:
			q.Where(dbepisode.VisibilityEQ(dbepisode.VisibilityPrivate), dbepisode.RefusedAtIsNil())
			order = dbepisode.ByProcessedAt()
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(order, dbepisode.ByID()).Limit(database.PageSize(limit)).Offset(offset).
			WithChannel().WithOwner().All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := withOriginals(ctx, tx, rows)
		return out, total, err
	})
}

// withOriginals adds to private episodes what they are copies of, and the length of their transcripts.
func withOriginals(ctx context.Context, tx *db.Tx, rows []*db.Episode) ([]Unpublished, error) {
	var copied, texts []int
	for _, e := range rows {
		if e.CopyOf != nil {
			copied = append(copied, *e.CopyOf)
		}
		if e.TranscriptID != nil {
			texts = append(texts, *e.TranscriptID)
		}
	}
	originals, err := episodesByID(ctx, tx, copied)
	if err != nil {
		return nil, err
	}
	words, err := wordsOf(ctx, tx, texts)
	out := make([]Unpublished, 0, len(rows))
	for _, e := range rows {
		u := Unpublished{Episode: e}
		if e.CopyOf != nil {
			u.For = originals[*e.CopyOf]
		}
		if e.TranscriptID != nil {
			u.Words = words[*e.TranscriptID]
		}
		out = append(out, u)
	}
	return out, err
}

func episodesByID(ctx context.Context, tx *db.Tx, ids []int) (map[int]*db.Episode, error) {
	rows, err := tx.Episode.Query().Where(dbepisode.IDIn(ids...)).WithChannel().All(ctx)
	out := make(map[int]*db.Episode, len(rows))
	for _, e := range rows {
		out[e.ID] = e
	}
	return out, err
}

// wordsOf returns how many words transcripts have.
func wordsOf(ctx context.Context, tx *db.Tx, ids []int) (map[int]int, error) {
	rows, err := tx.Transcript.Query().Where(dbtranscript.IDIn(ids...)).Select(dbtranscript.FieldID, dbtranscript.FieldWords).All(ctx)
	out := make(map[int]int, len(rows))
	for _, t := range rows {
		out[t.ID] = t.Words
	}
	return out, err
}

// Published says what became of a private episode that a moderator published.
type Published struct {
	EpisodeID int // where it is read now
	jobs.Provided
}

// PublishEpisode makes a private episode everybody's and writes down who did it. An upload becomes public as it is. The
// transcript of a copy goes to the public episode that it was given to, the copy ends, and the public episode is analyzed
// from it for everybody who waits, the giver among them; what reading it cost is not paid again. Publishing what is public
// changes nothing.
func (s *Store) PublishEpisode(ctx context.Context, id int, by database.Actor) (Published, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Published, error) {
		ep, err := unpublished(ctx, tx, id)
		if err != nil {
			return Published{}, err
		}
		if ep.CopyOf != nil {
			return s.publishCopy(ctx, tx, ep, by)
		}
		return Published{EpisodeID: ep.ID}, s.catalogue.ChangeEpisodeIn(ctx, tx, id, func(ctx context.Context, tx *db.Tx, ep *db.Episode) error {
			if ep.Visibility == dbepisode.VisibilityPublic {
				return nil
			}
			err := tx.Episode.UpdateOneID(ep.ID).SetVisibility(dbepisode.VisibilityPublic).ClearRefusedAt().SetUpdatedAt(s.Now()).Exec(ctx)
			if err != nil {
				return err
			}
			return s.Audit(ctx, tx, by, "episode.publish", episodeObject(ep.ID),
				map[string]any{"visibility": "private"}, map[string]any{"visibility": "public"})
		})
	})
}

// unpublished finds an episode to publish or refuse: one that was analyzed.
func unpublished(ctx context.Context, tx *db.Tx, id int) (*db.Episode, error) {
	ep, err := tx.Episode.Get(ctx, id)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such episode.")
	}
	if err == nil && !ep.IsProcessed {
		err = fault.New(fault.Conflict, "This episode is not analyzed yet. Please wait until it is.")
	}
	return ep, err
}

// publishCopy moves what a copy holds to the public episode.
func (s *Store) publishCopy(ctx context.Context, tx *db.Tx, own *db.Episode, by database.Actor) (Published, error) {
	out := Published{EpisodeID: *own.CopyOf}
	items, err := tx.JobItem.Query().Where(dbitem.EpisodeID(own.ID)).All(ctx)
	if err != nil {
		return out, err
	}
	to, err := s.lockOriginal(ctx, tx, own)
	if err != nil {
		return out, err
	}
	text, err := tx.Transcript.Get(ctx, *own.TranscriptID)
	if err != nil {
		return out, err
	}
	if err := s.moveRuns(ctx, tx, own.ID, to.ID); err != nil {
		return out, err
	}
	err = tx.JobItem.Update().Where(dbitem.EpisodeID(own.ID)).SetEpisodeID(to.ID).SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
	if err != nil {
		return out, err
	}
	if out.Provided, err = s.giveCopy(ctx, tx, to, own, text, items); err != nil {
		return out, err
	}
	if err := s.dropCopy(ctx, tx, own, to.ID); err != nil {
		return out, err
	}
	err = s.Audit(ctx, tx, by, "episode.publish", episodeObject(to.ID), nil, map[string]any{"givenWords": text.Words})
	if err != nil {
		return out, err
	}
	return out, s.Raise(ctx, tx)
}

// lockOriginal locks a copy and the public episode that it was given to, and returns that one. A copy that is being read is not
// published.
func (s *Store) lockOriginal(ctx context.Context, tx *db.Tx, own *db.Episode) (*db.Episode, error) {
	if err := s.LockRows(ctx, tx, "episodes", []int{own.ID, *own.CopyOf}); err != nil {
		return nil, err
	}
	to, err := tx.Episode.Get(ctx, *own.CopyOf)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.Conflict, "The episode that this transcript was given to is gone.")
	}
	if err != nil {
		return nil, err
	}
	busy, err := tx.Run.Query().Where(dbrun.EpisodeID(own.ID), dbrun.StateEQ(work.RunLive)).Exist(ctx)
	if err == nil && busy {
		err = fault.New(fault.Conflict, "This transcript is being analyzed again. Please wait until that is done.")
	}
	return to, err
}

// giveCopy gives the transcript of a copy to everybody who waits for the public episode, and to those whose items, now the
// public episode's, had it already. A job that was cancelled stays so.
func (s *Store) giveCopy(ctx context.Context, tx *db.Tx, to, own *db.Episode, text *db.Transcript, items []*db.JobItem,
) (jobs.Provided, error) {
	var again []int
	for _, it := range items {
		if it.State.Succeeded() {
			again = append(again, it.ID)
		}
	}
	out, err := s.jobs.GiveToAll(ctx, tx, to, jobs.Cues(text), own.OwnerID, again...)
	if err == nil && out.Live != nil { // it takes the text up; those whose job is done have it then
		out.Jobs, err = s.jobs.ReopenWaiting(ctx, tx, to.ID, again)
	}
	return out, err
}

// moveRuns gives the runs of one episode to another, so that what their reading found is found again instead of being
// paid for again. They say nothing about the other's transcript.
func (s *Store) moveRuns(ctx context.Context, tx *db.Tx, from, to int) error {
	return s.Exec(ctx, tx, `UPDATE runs SET episode_id = ?, transcript_id = NULL,
		number = number + (SELECT COALESCE(MAX(o.number), 0) FROM runs o WHERE o.episode_id = ?) WHERE episode_id = ?`, to, to, from)
}

// dropCopy deletes a copy with everything that was found in it. Whoever kept it as a favorite keeps the public episode.
func (s *Store) dropCopy(ctx context.Context, tx *db.Tx, own *db.Episode, to int) error {
	err := s.Exec(ctx, tx, `UPDATE favorites SET item_id = ? WHERE item_type = 'episode' AND item_id = ?
		AND user_id NOT IN (SELECT user_id FROM favorites WHERE item_type = 'episode' AND item_id = ?)`, to, own.ID, to)
	if err != nil {
		return err
	}
	_, err = tx.Favorite.Delete().Where(dbfavorite.ItemTypeEQ(dbfavorite.ItemTypeEpisode), dbfavorite.ItemID(own.ID)).Exec(ctx)
	if err != nil {
		return err
	}
	return tx.Episode.DeleteOneID(own.ID).Exec(ctx)
}

// RefuseEpisode takes a private episode off the list of what waits and writes down who did it. It stays its owner's, and
// nobody else's. Refusing twice is the same as once.
func (s *Store) RefuseEpisode(ctx context.Context, id int, by database.Actor) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ep, err := unpublished(ctx, tx, id)
		if err != nil {
			return err
		}
		if ep.Visibility == dbepisode.VisibilityPublic {
			return fault.New(fault.Conflict, "This episode is already public.")
		}
		if ep.RefusedAt != nil {
			return nil
		}
		if err := tx.Episode.UpdateOneID(id).SetRefusedAt(s.Now()).Exec(ctx); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, "episode.refuse", episodeObject(id), nil, map[string]any{"visibility": "private"})
	})
}

// episodeObject names an episode in the audit log.
func episodeObject(id int) string { return "episode/" + strconv.Itoa(id) }

package jobs

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	dbjob "mentionary/ent/db/job"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbitem "mentionary/ent/db/jobitem"
	dbtranscript "mentionary/ent/db/transcript"
	dbupload "mentionary/ent/db/upload"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/transcript"
)

// NewUpload is a parsed file.
type NewUpload struct {
	UserID     int
	FileName   string
	Hash       string // of the file's bytes, hex
	Size       int
	Episode    media.Episode
	Transcript transcript.Transcript
	Limit      int // of files that no job uses, in a day (SubmitLimits.Uploads); 0 is none
	LimitBytes int // of all files in a day (SubmitLimits.UploadBytes); 0 is none
}

// CreateUpload keeps a parsed file and returns its row, of which callers need the key. The same bytes from the same person
// are the same row, whenever they are sent: it says then what was said of the file last, and counts as sent now. A person at
// a limit gets a fault.RateLimited that says when to come back; what is there already counts nothing.
func (s *Store) CreateUpload(ctx context.Context, in NewUpload) (*db.Upload, error) {
	var made *db.Upload
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// One file of a person at a time: what is found and counted of theirs stays true until the row is written.
		if err := s.lockUser(ctx, tx, in.UserID); err != nil {
			return err
		}
		old, err := tx.Upload.Query().Where(dbupload.UserID(in.UserID), dbupload.ContentHash(in.Hash)).
			WithTranscript(textHash).Order(dbupload.ByID()).
			Select(dbupload.FieldID, dbupload.FieldKey, dbupload.FieldUserID, dbupload.FieldTranscriptID).First(ctx)
		if err == nil {
			made = old
			return s.sendAgain(ctx, tx, old, in)
		}
		if !db.IsNotFound(err) {
			return err
		}
		if err := checkUploads(ctx, tx, in, s.Now()); err != nil {
			return err
		}
		made, err = tx.Upload.Create().SetKey(database.RandomKey()).SetUserID(in.UserID).SetFileName(in.FileName).SetContentHash(in.Hash).
			SetSize(in.Size).SetEpisode(in.Episode).SetLanguage(in.Transcript.Language).SetPacked(in.Transcript.Cues).SetCreatedAt(s.Now()).
			Save(ctx)
		return err
	})
	return made, err
}

// textHash loads of a transcript what names its text, and not the text.
func textHash(q *db.TranscriptQuery) { q.Select(dbtranscript.FieldContentHash) }

// sendAgain brings the row of a file that is there already up to date. Its text is written only when no transcript holds
// it: one name of a file can make other words of its bytes than another.
func (s *Store) sendAgain(ctx context.Context, tx *db.Tx, old *db.Upload, in NewUpload) error {
	u := tx.Upload.Update().Where(dbupload.ID(old.ID)).SetFileName(in.FileName).SetEpisode(in.Episode).
		SetLanguage(in.Transcript.Language).SetCreatedAt(s.Now())
	if held := old.Edges.Transcript; held == nil || held.ContentHash != database.ContentHash(in.Transcript) {
		u.SetPacked(in.Transcript.Cues).ClearCues().ClearTranscriptID().ClearUsedAt()
	}
	return u.Exec(ctx)
}

// Uploads returns a person's uploads by their keys, in the order of the keys and without their texts; a missing or foreign
// one, and one whose text is gone, is not found.
func (s *Store) Uploads(ctx context.Context, userID int, keys []string) ([]*db.Upload, error) {
	rows, err := s.RO.Upload.Query().Where(dbupload.UserID(userID), dbupload.KeyIn(keys...), hasText).
		Select(dbupload.FieldID, dbupload.FieldKey, dbupload.FieldUserID, dbupload.FieldFileName, dbupload.FieldContentHash,
			dbupload.FieldSize, dbupload.FieldEpisode).All(ctx)
	if err != nil {
		return nil, s.Fault(err)
	}
	byKey := make(map[string]*db.Upload, len(rows))
	for _, u := range rows {
		byKey[u.Key] = u
	}
	out := make([]*db.Upload, 0, len(keys))
	for _, k := range keys {
		if byKey[k] == nil {
			return nil, fault.New(fault.NotFound, "An uploaded file was not found. Please upload it again.").WithField("uploadIds")
		}
		out = append(out, byKey[k])
	}
	return out, nil
}

// hasText limits uploads to those whose text is there: a transcript that held one may have been deleted with its episode.
var hasText = dbupload.Or(dbupload.PackedNotNil(), dbupload.TranscriptIDNotNil(), dbupload.CuesNotNil())

// UploadByKey returns an upload with its text for the worker, whoever sent it.
func (s *Store) UploadByKey(ctx context.Context, key string) (*db.Upload, error) {
	u, err := s.RO.Upload.Query().Where(dbupload.Key(key), hasText).WithTranscript().Only(ctx)
	return u, s.Fault(err)
}

// UploadTranscript returns the transcript of an upload that was read with its text (UploadByKey, Own.Uploads).
func UploadTranscript(u *db.Upload) (transcript.Transcript, error) {
	t := transcript.Transcript{Language: u.Language, Origin: transcript.Uploaded, Cues: u.Packed}
	switch {
	case len(t.Cues) > 0:
	case u.Edges.Transcript != nil:
		t.Cues = Cues(u.Edges.Transcript).Cues
	case len(u.Cues) > 0:
		if err := json.Unmarshal(u.Cues, &t.Cues); err != nil {
			return t, err
		}
	}
	return t, nil
}

// AddUploads lists the uploads of a job as its items: each becomes an episode with its transcript at once, so that its
// run begins at extraction. It returns how many items the job has.
//
// Idempotent: episodes are keyed by their natural key, transcripts by content, items by episode.
func (s *Store) AddUploads(ctx context.Context, jobID int) (int, error) {
	j, err := s.Job(ctx, jobID, 0)
	if err != nil {
		return 0, err
	}
	for _, key := range j.UploadIds {
		u, err := s.UploadByKey(ctx, key)
		if err != nil {
			return 0, err
		}
		if err := s.addUpload(ctx, j, u); err != nil {
			return 0, err
		}
	}
	return s.AddItems(ctx, jobID, nil, "", "", true)
}

func (s *Store) addUpload(ctx context.Context, j *db.Job, u *db.Upload) error {
	t, err := UploadTranscript(u)
	if err != nil {
		return err
	}
	trusted, err := trustedSender(ctx, s.RO.User, j)
	if err != nil {
		return s.Fault(err)
	}
	about := u.Episode
	if !trusted {
		about = ownEpisode(about, RefOf(j).Submitter)
	}
	ref := media.Ref{Platform: about.Platform, Kind: media.KindVideo, ExternalID: about.ExternalID, URL: about.PageURL}
	if _, err := s.AddItems(ctx, j.ID, []NewItem{{Ref: ref, Title: about.Title}}, "", "", false); err != nil {
		return err
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		it, err := tx.JobItem.Query().Where(dbitem.JobID(j.ID), dbitem.ItemKey(itemKey(ref))).Only(ctx)
		if err != nil || job.ItemState(it.State) != job.ItemPending || it.EpisodeID != nil {
			return err
		}
		ep, err := s.ensureEpisode(ctx, tx, it, j)
		if err != nil {
			return err
		}
		// What a moderator has published, nobody else changes.
		if trusted || ep.Visibility == dbepisode.VisibilityPrivate {
			if err := s.giveUpload(ctx, tx, ep, u, about, t); err != nil {
				return err
			}
		}
		return tx.JobItem.UpdateOneID(it.ID).SetEpisodeID(ep.ID).SetUpdatedAt(s.Now()).AddVersion(1).Exec(ctx)
	})
}

// trustedSender reports whether what a job uploads is public at once and may speak for a platform's own episodes: its
// sender is a moderator or an admin now.
func trustedSender(ctx context.Context, people *db.UserClient, j *db.Job) (bool, error) {
	if j.UserID == nil {
		return false, nil
	}
	return trusted(ctx, people, *j.UserID)
}

// trusted reports whether a person is a moderator or an admin now.
func trusted(ctx context.Context, people *db.UserClient, id int) (bool, error) {
	return people.Query().Where(dbuser.ID(id), dbuser.IsActive(true), dbuser.RoleNEQ(dbuser.RoleUser)).Exist(ctx)
}

// ownEpisode keys an uploaded episode by its sender. Metadata in a file is a claim: it must not give anybody power over
// the platform's episode or channel that it names, nor over the same file of another sender.
func ownEpisode(e media.Episode, sender string) media.Episode {
	if e.Platform != media.Upload {
		e.Channel.Platform, e.Channel.ExternalID = media.Upload, ""
		if e.Channel.Name != "" {
			e.Channel.ExternalID = "user:" + sender + ":" + strings.ToLower(e.Channel.Name)
		}
	}
	e.ExternalID = string(e.Platform) + ":" + e.ExternalID + ":" + sender
	e.Platform = media.Upload
	return e
}

// giveUpload writes what an upload says into an episode that nothing better has described, and makes its transcript the
// current one unless there is one of better origin. From then on the transcript holds the upload's text.
func (s *Store) giveUpload(ctx context.Context, tx *db.Tx, ep *db.Episode, u *db.Upload, about media.Episode, t transcript.Transcript) error {
	if ep.FetchedAt == nil {
		about.ThumbnailURL, about.Channel.ThumbnailURL = "", "" // foreign addresses: pictures are kept by fetching only
		if err := s.updateEpisode(ctx, tx, ep.ID, about); err != nil {
			return err
		}
	}
	id, err := s.insertTranscript(ctx, tx, ep.ID, t, &u.UserID)
	if err != nil {
		return err
	}
	err = tx.Upload.Update().
		// The same bytes under another name, sent meanwhile, may be another text: that one stays.
		Where(dbupload.ID(u.ID), dbupload.FileName(u.FileName), dbupload.Language(u.Language)).
		SetUsedAt(s.Now()).SetTranscriptID(id).ClearPacked().ClearCues().Exec(ctx)
	if err != nil {
		return err
	}
	if ep.TranscriptID != nil {
		origin, err := tx.Transcript.Query().Where(dbtranscript.ID(*ep.TranscriptID)).Select(dbtranscript.FieldOrigin).String(ctx)
		if err != nil || transcript.Origin(origin).Rank() < transcript.Uploaded.Rank() {
			return err
		}
	}
	return tx.Episode.UpdateOneID(ep.ID).SetTranscriptID(id).SetUpdatedAt(s.Now()).Exec(ctx)
}

// DropUploads deletes uploads that were sent before a time and never used; those that an open job names are kept. It
// answers how many.
func (s *Store) DropUploads(ctx context.Context, before time.Time) (int, error) {
	var n int
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := tx.Job.Query().Where(dbjob.KindEQ(dbjob.KindUpload), dbjob.FinishedAtIsNil()).Select(dbjob.FieldUploadIds).All(ctx)
		if err != nil {
			return err
		}
		named := map[string]bool{}
		for _, j := range open {
			for _, key := range j.UploadIds {
				named[key] = true
			}
		}
		old, err := tx.Upload.Query().Where(dbupload.UsedAtIsNil(), dbupload.CreatedAtLT(before.UTC())).
			Select(dbupload.FieldID, dbupload.FieldKey).Limit(database.IDChunk).All(ctx)
		if err != nil {
			return err
		}
		ids := make([]int, 0, len(old))
		for _, u := range old {
			if !named[u.Key] {
				ids = append(ids, u.ID)
			}
		}
		n, err = tx.Upload.Delete().Where(dbupload.IDIn(ids...)).Exec(ctx)
		return err
	})
	return n, err
}

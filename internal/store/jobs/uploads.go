package jobs

import (
	"context"
	"encoding/json"
	"time"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbtranscript "mentionary/ent/db/transcript"
	dbupload "mentionary/ent/db/upload"
	"mentionary/internal/fault"
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
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Upload, error) {
		// One file of a person at a time: what is found and counted of theirs stays true until the row is written.
		if err := s.lockUser(ctx, tx, in.UserID); err != nil {
			return nil, err
		}
		former, err := tx.Upload.Query().Where(dbupload.UserID(in.UserID), dbupload.ContentHash(in.Hash)).
			WithTranscript(func(q *db.TranscriptQuery) { q.Select(dbtranscript.FieldContentHash) }).Order(dbupload.ByID()).
			Select(dbupload.FieldID, dbupload.FieldKey, dbupload.FieldUserID, dbupload.FieldTranscriptID).First(ctx)
		if err == nil {
			return former, s.sendAgain(ctx, tx, former, in)
		}
		if !db.IsNotFound(err) {
			return nil, err
		}
		now := s.Now()
		if err := checkUploads(ctx, tx, in, now); err != nil {
			return nil, err
		}
		return tx.Upload.Create().SetKey(database.RandomKey()).SetUserID(in.UserID).SetFileName(in.FileName).SetContentHash(in.Hash).
			SetSize(in.Size).SetEpisode(in.Episode).SetLanguage(in.Transcript.Language).SetPacked(in.Transcript.Cues).SetCreatedAt(now).
			Save(ctx)
	})
}

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
// one, and one whose content is gone, is not found.
func (s *Store) Uploads(ctx context.Context, userID int, keys []string) ([]*db.Upload, error) {
	rows, err := s.RO.Upload.Query().Where(dbupload.UserID(userID), dbupload.KeyIn(keys...), hasContent).
		Select(dbupload.FieldID, dbupload.FieldKey, dbupload.FieldUserID, dbupload.FieldFileName, dbupload.FieldContentHash,
			dbupload.FieldSize, dbupload.FieldEpisode, dbupload.FieldFormat).All(ctx)
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

// hasContent limits uploads to those whose text or audio is there: a transcript that held a text may have been deleted with its
// episode, and audio is not kept for ever.
var hasContent = dbupload.Or(dbupload.PackedNotNil(), dbupload.TranscriptIDNotNil(), dbupload.CuesNotNil(),
	dbupload.And(dbupload.ContentHashNEQ(""), dbupload.HasParts()))

// UploadByKey returns an upload with its text for the worker, whoever sent it.
func (s *Store) UploadByKey(ctx context.Context, key string) (*db.Upload, error) {
	u, err := s.RO.Upload.Query().Where(dbupload.Key(key), hasContent).WithTranscript().Only(ctx)
	return u, s.Fault(err)
}

// UploadTranscript returns the transcript of an upload that was read with its text (UploadByKey, Own.Uploads); audio that is not
// heard yet has no cues.
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

// DropUploads deletes uploads that were sent before a time and never used; those that an open job names are kept. It
// returns how many.
func (s *Store) DropUploads(ctx context.Context, before time.Time) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		open, err := tx.Job.Query().Where(dbjob.KindEQ(media.KindUpload), dbjob.FinishedAtIsNil()).Select(dbjob.FieldUploadIds).All(ctx)
		if err != nil {
			return 0, err
		}
		named := map[string]bool{}
		for _, j := range open {
			for _, key := range j.UploadIds {
				named[key] = true
			}
		}
		unused, err := tx.Upload.Query().Where(dbupload.UsedAtIsNil(), dbupload.CreatedAtLT(before.UTC())).
			Select(dbupload.FieldID, dbupload.FieldKey).Limit(database.IDChunk).All(ctx)
		if err != nil {
			return 0, err
		}
		ids := make([]int, 0, len(unused))
		for _, u := range unused {
			if !named[u.Key] {
				ids = append(ids, u.ID)
			}
		}
		return tx.Upload.Delete().Where(dbupload.IDIn(ids...)).Exec(ctx)
	})
}

package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/ent/db/predicate"
	dbrun "mentionary/ent/db/run"
	dbupload "mentionary/ent/db/upload"
	dbpart "mentionary/ent/db/uploadpart"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// SoundPartBytes is how much of a file lies in one row: no statement holds more of it in memory.
const SoundPartBytes = 1 << 20

// NewSound is audio that begins to arrive, to be heard.
type NewSound struct {
	UserID     int
	FileName   string
	Format     string // as package audio calls it
	Declared   int    // bytes as the sender says; 0: it does not
	Limit      int    // as in NewUpload
	LimitBytes int
}

// BeginSound makes the row of audio that begins to arrive and returns its id. Nobody finds it before FinishSound. A person at a limit
// gets a fault.RateLimited that says when to come back.
func (s *Store) BeginSound(ctx context.Context, in NewSound) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		if err := s.lockUser(ctx, tx, in.UserID); err != nil {
			return 0, err
		}
		now := s.Now()
		limits := NewUpload{UserID: in.UserID, Size: in.Declared, Limit: in.Limit, LimitBytes: in.LimitBytes}
		if err := checkUploads(ctx, tx, limits, now); err != nil {
			return 0, err
		}
		u, err := tx.Upload.Create().SetKey(database.RandomKey()).SetUserID(in.UserID).SetFileName(in.FileName).SetContentHash("").
			SetSize(in.Declared).SetEpisode(media.Episode{}).SetFormat(in.Format).SetCreatedAt(now).Save(ctx)
		if err != nil {
			return 0, err
		}
		return u.ID, nil
	})
}

// AddSoundPart keeps the next bytes of audio that arrives. room is how many bytes all parts may take together; without room it
// returns a fault.TooLarge: waiting a moment does not help.
func (s *Store) AddSoundPart(ctx context.Context, uploadID, number int, data []byte, room int64) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		parts, err := tx.UploadPart.Query().Count(ctx)
		if err != nil {
			return err
		}
		if int64(parts+1)*SoundPartBytes > room {
			return fault.New(fault.TooLarge, "There is no room for more audio on the server until other files have been heard. Please send "+
				"this one again later.")
		}
		return tx.UploadPart.Create().SetUploadID(uploadID).SetNumber(number).SetData(data).Exec(ctx)
	})
}

// Sound is what is known of audio that has arrived whole.
type Sound struct {
	Hash       string // of its bytes, hex
	Size       int
	Episode    media.Episode
	LimitBytes int // as in NewSound, for senders that did not say how much comes; 0 is none
}

// FinishSound makes audio that has arrived whole an upload and returns its row. The same bytes from the same person are the same row,
// while it holds them or the transcript that was heard in them: then what has just arrived is dropped.
func (s *Store) FinishSound(ctx context.Context, uploadID int, in Sound) (*db.Upload, error) {
	kept, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Upload, error) {
		u, err := tx.Upload.Get(ctx, uploadID)
		if err != nil {
			return nil, err
		}
		if err := s.lockUser(ctx, tx, u.UserID); err != nil {
			return nil, err
		}
		now := s.Now()
		if u.Size == 0 { // it was not said before
			limits := NewUpload{UserID: u.UserID, Size: in.Size, LimitBytes: in.LimitBytes}
			if err := checkUploadBytes(ctx, tx, limits, now); err != nil {
				return nil, err
			}
		}
		same := dbupload.And(dbupload.UserID(u.UserID), dbupload.ContentHash(in.Hash))
		former, err := tx.Upload.Query().Where(same, hasContent).Order(dbupload.ByID()).First(ctx)
		if err == nil {
			return tx.Upload.UpdateOne(former).SetFileName(u.FileName).SetEpisode(in.Episode).SetCreatedAt(now).Save(ctx)
		}
		if !db.IsNotFound(err) {
			return nil, err
		}
		// What held these bytes before holds nothing any more.
		if _, err := tx.Upload.Delete().Where(same).Exec(ctx); err != nil {
			return nil, err
		}
		return tx.Upload.UpdateOne(u).SetContentHash(in.Hash).SetSize(in.Size).SetEpisode(in.Episode).SetCreatedAt(now).Save(ctx)
	})
	if err != nil || kept.ID == uploadID {
		return kept, err
	}
	return kept, s.DropSound(ctx, uploadID)
}

// DropSound deletes audio that did not arrive whole, or that is there already. Nothing there is no failure.
func (s *Store) DropSound(ctx context.Context, uploadID int) error {
	if _, err := s.dropParts(ctx, dbupload.ID(uploadID)); err != nil {
		return err
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Upload.Delete().Where(dbupload.ID(uploadID), dbupload.Not(dbupload.HasParts())).Exec(ctx)
		return err
	})
}

// SoundOf returns the upload whose audio an episode is, by its natural key; NotFound when none lies here.
func (s *Store) SoundOf(ctx context.Context, p media.Platform, externalID string) (*db.Upload, error) {
	u, err := s.RO.Upload.Query().Where(
		dbupload.HasSoundsInWith(dbepisode.Platform(string(p)), dbepisode.ExternalID(externalID)),
		dbupload.ContentHashNEQ(""), dbupload.HasParts(),
	).Order(dbupload.ByID()).First(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "The file is no longer here: audio is kept until it is heard, at most seven days. Upload it again.")
	}
	return u, s.Fault(err)
}

// SoundPart returns the bytes of one part of an upload's audio.
func (s *Store) SoundPart(ctx context.Context, uploadID, number int) ([]byte, error) {
	p, err := s.RO.UploadPart.Query().Where(dbpart.UploadID(uploadID), dbpart.Number(number)).Only(ctx)
	if err != nil {
		return nil, s.Fault(err)
	}
	return p.Data, nil
}

// soundIsHeard remembers that the transcript of an episode holds what was said in audio that somebody gave.
func soundIsHeard(ctx context.Context, tx *db.Tx, episodeID, transcriptID int) error {
	return tx.Upload.Update().Where(dbupload.EpisodeID(episodeID), dbupload.FormatNEQ(""), dbupload.TranscriptIDIsNil()).
		SetTranscriptID(transcriptID).Exec(ctx)
}

// DropHeardSounds deletes audio of an episode that has its transcript. What stays when it fails is deleted by DropSounds.
func (s *Store) DropHeardSounds(ctx context.Context, episodeID int) error {
	_, err := s.dropParts(ctx, dbupload.EpisodeID(episodeID), dbupload.TranscriptIDNotNil())
	return err
}

// DropSounds deletes audio that nobody needs: what is heard, what was sent before a time and no live run listens to, and what began
// to arrive before another time and never did. It returns how many parts it deleted.
func (s *Store) DropSounds(ctx context.Context, before, begunBefore time.Time) (int, error) {
	listenedTo := dbupload.HasSoundsInWith(dbepisode.HasRunsWith(dbrun.StateEQ(work.RunLive)))
	n, err := s.dropParts(ctx, dbupload.Or(
		dbupload.TranscriptIDNotNil(),
		dbupload.And(dbupload.CreatedAtLT(before.UTC()), dbupload.Not(listenedTo)),
		dbupload.And(dbupload.ContentHash(""), dbupload.CreatedAtLT(begunBefore.UTC())),
	))
	if err != nil {
		return n, err
	}
	return n, s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Upload.Delete().Where(dbupload.FormatNEQ(""), dbupload.ContentHash(""), dbupload.CreatedAtLT(begunBefore.UTC())).Exec(ctx)
		return err
	})
}

// partsAtOnce are deleted in one transaction: who else wants to write does not wait long.
const partsAtOnce = 64

// dropParts deletes the parts of uploads, some at a time, and returns how many.
func (s *Store) dropParts(ctx context.Context, of ...predicate.Upload) (n int, err error) {
	for {
		gone, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
			ids, err := tx.UploadPart.Query().Where(dbpart.HasUploadWith(of...)).Limit(partsAtOnce).IDs(ctx)
			if err != nil || len(ids) == 0 {
				return 0, err
			}
			return tx.UploadPart.Delete().Where(dbpart.IDIn(ids...)).Exec(ctx)
		})
		if n += gone; err != nil || gone == 0 {
			return n, err
		}
	}
}

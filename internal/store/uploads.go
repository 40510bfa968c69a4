package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbitem "mentionary/ent/db/jobitem"
	dbupload "mentionary/ent/db/upload"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/media"
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
}

// CreateUpload keeps a parsed file and answers its public id.
func (s *Store) CreateUpload(ctx context.Context, in NewUpload) (*Upload, error) {
	cues, err := json.Marshal(in.Transcript.Cues)
	if err != nil {
		return nil, err
	}
	var made *Upload
	err = s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.lockUser(ctx, tx, in.UserID); err != nil {
			return err
		}
		if err := checkUploads(ctx, tx, in.UserID, in.Limit, s.now()); err != nil {
			return err
		}
		made, err = tx.Upload.Create().SetKey(randomKey()).SetUserID(in.UserID).SetFileName(in.FileName).SetContentHash(in.Hash).
			SetSize(in.Size).SetEpisode(in.Episode).SetLanguage(in.Transcript.Language).SetCues(cues).SetCreatedAt(s.now()).Save(ctx)
		return err
	})
	return made, err
}

// Uploads answers a person's uploads by their keys, in the order of the keys; a missing or foreign one is not found.
func (s *Store) Uploads(ctx context.Context, userID int, keys []string) ([]*Upload, error) {
	rows, err := s.ro.Upload.Query().Where(dbupload.UserID(userID), dbupload.KeyIn(keys...)).All(ctx)
	if err != nil {
		return nil, s.fault(err)
	}
	out := make([]*Upload, 0, len(keys))
	for _, k := range keys {
		i := slices.IndexFunc(rows, func(u *Upload) bool { return u.Key == k })
		if i < 0 {
			return nil, fault.New(fault.NotFound, "An uploaded file was not found. Please upload it again.").WithField("uploadIds")
		}
		out = append(out, rows[i])
	}
	return out, nil
}

// UploadByKey answers an upload for the worker, whoever sent it.
func (s *Store) UploadByKey(ctx context.Context, key string) (*Upload, error) {
	u, err := s.ro.Upload.Query().Where(dbupload.Key(key)).Only(ctx)
	return u, s.fault(err)
}

// UploadTranscript answers the transcript of an upload.
func UploadTranscript(u *Upload) (transcript.Transcript, error) {
	t := transcript.Transcript{Language: u.Language, Origin: transcript.Uploaded}
	err := json.Unmarshal(u.Cues, &t.Cues)
	return t, err
}

// AddUploads lists the uploads of a job as its items: each becomes an episode with its transcript at once, so that its
// run begins at extraction. It answers how many items the job has.
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

func (s *Store) addUpload(ctx context.Context, j *Job, u *Upload) error {
	t, err := UploadTranscript(u)
	if err != nil {
		return err
	}
	trusted, err := trustedSender(ctx, s.ro.User, j)
	if err != nil {
		return s.fault(err)
	}
	about := u.Episode
	if !trusted {
		about = ownEpisode(about, refOf(j).Submitter)
	}
	ref := media.Ref{Platform: about.Platform, Kind: media.KindVideo, ExternalID: about.ExternalID, URL: about.PageURL}
	if _, err := s.AddItems(ctx, j.ID, []NewItem{{Ref: ref, Title: about.Title}}, "", "", false); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		it, err := tx.JobItem.Query().Where(dbitem.JobID(j.ID), dbitem.ItemKey(itemKey(ref))).Only(ctx)
		if err != nil || job.ItemState(it.State) != job.ItemPending || it.EpisodeID != nil {
			return err
		}
		ep, err := s.ensureEpisode(ctx, tx, it, j)
		if err != nil {
			return err
		}
		fresh := false // what a moderator has published, nobody else changes
		if trusted || ep.Visibility == dbepisode.VisibilityPrivate {
			if fresh, err = s.giveUpload(ctx, tx, ep, u, about, t); err != nil {
				return err
			}
		}
		from := job.StageExtract
		if ep.IsProcessed && !fresh {
			from = "" // the same file again: what is analysed already answers at once
		}
		return tx.JobItem.UpdateOneID(it.ID).SetEpisodeID(ep.ID).SetFromStage(string(from)).SetUpdatedAt(s.now()).AddVersion(1).Exec(ctx)
	})
}

// trustedSender reports whether what a job uploads is public at once and may speak for a platform's own episodes: its
// sender is a moderator or an admin now.
func trustedSender(ctx context.Context, people *db.UserClient, j *Job) (bool, error) {
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
	e.Platform, e.VideoID = media.Upload, ""
	return e
}

// giveUpload writes what an upload says into an episode that nothing better has described, and makes its transcript the
// current one unless there is one of better origin. It reports whether the episode has another transcript now.
func (s *Store) giveUpload(ctx context.Context, tx *db.Tx, ep *Episode, u *Upload, about media.Episode, t transcript.Transcript) (fresh bool, err error) {
	if ep.FetchedAt == nil {
		about.ThumbnailURL, about.Channel.ThumbnailURL = "", "" // foreign addresses: pictures are kept by fetching only
		if err := s.updateEpisode(ctx, tx, ep.ID, about); err != nil {
			return false, err
		}
	}
	id, err := s.insertTranscript(ctx, tx, ep.ID, t, &u.UserID)
	if err != nil {
		return false, err
	}
	if ep.TranscriptID != nil {
		old, err := tx.Transcript.Get(ctx, *ep.TranscriptID)
		if err != nil || transcript.Origin(old.Origin).Rank() < transcript.Uploaded.Rank() {
			return false, err
		}
	}
	if err := tx.Episode.UpdateOneID(ep.ID).SetTranscriptID(id).SetUpdatedAt(s.now()).Exec(ctx); err != nil {
		return false, err
	}
	fresh = ep.TranscriptID == nil || *ep.TranscriptID != id
	return fresh, tx.Upload.UpdateOneID(u.ID).SetUsedAt(s.now()).Exec(ctx)
}

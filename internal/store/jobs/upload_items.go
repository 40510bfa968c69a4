package jobs

import (
	"context"
	"strings"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbitem "mentionary/ent/db/jobitem"
	dbupload "mentionary/ent/db/upload"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/media"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// AddUploads lists the uploads of a job as its items: each becomes an episode with its transcript at once, so that its
// run begins at extraction. What is audio becomes an episode whose run listens to it. It returns how many items the job has.
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

// addUpload adds one upload to a job as an item, with its episode and transcript.
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
		about = ownEpisode(about, RefWithUser(j).Submitter)
	}
	ref := media.Ref{Platform: about.Platform, Kind: media.KindVideo, ExternalID: about.ExternalID, URL: about.PageURL}
	if _, err := s.AddItems(ctx, j.ID, []NewItem{{Ref: ref, Title: about.Title}}, "", "", false); err != nil {
		return err
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		it, err := tx.JobItem.Query().Where(dbitem.JobID(j.ID), dbitem.ItemKey(itemKey(ref))).Only(ctx)
		if err != nil || it.State != work.ItemPending || it.EpisodeID != nil {
			return err
		}
		ep, err := s.ensureEpisode(ctx, tx, it, j)
		if err != nil {
			return err
		}
		// What a moderator has published, nobody else changes.
		if trusted || ep.Visibility == dbepisode.VisibilityPrivate {
			give := s.giveUpload
			if u.Format != "" && len(t.Cues) == 0 {
				give = s.giveSound
			}
			if err := give(ctx, tx, ep, u, about, t); err != nil {
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
			e.Channel.ExternalID = uploadChannelID(sender, e.Channel.Name)
		}
	}
	e.ExternalID = string(e.Platform) + ":" + e.ExternalID + ":" + sender
	e.Platform = media.Upload
	return e
}

// giveUpload writes what an upload says into an episode that nothing better has described, and makes its transcript the
// current one unless there is one of better origin. From then on the transcript holds the upload's text.
func (s *Store) giveUpload(
	ctx context.Context, tx *db.Tx, ep *db.Episode, u *db.Upload, about media.Episode, t transcript.Transcript,
) error {
	if err := s.describeUpload(ctx, tx, ep, about); err != nil {
		return err
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
		have, err := s.Origin(ctx, tx, *ep.TranscriptID)
		if err != nil || have.Rank() < transcript.Uploaded.Rank() {
			return err
		}
	}
	return tx.Episode.UpdateOneID(ep.ID).SetTranscriptID(id).SetUpdatedAt(s.Now()).Exec(ctx)
}

// giveSound writes what an upload of audio says into an episode, and makes its bytes the episode's audio. One that has a transcript
// already needs nobody to listen.
func (s *Store) giveSound(
	ctx context.Context, tx *db.Tx, ep *db.Episode, u *db.Upload, about media.Episode, _ transcript.Transcript,
) error {
	if err := s.describeUpload(ctx, tx, ep, about); err != nil {
		return err
	}
	return tx.Upload.UpdateOneID(u.ID).SetEpisodeID(ep.ID).SetUsedAt(s.Now()).SetNillableTranscriptID(ep.TranscriptID).Exec(ctx)
}

// describeUpload writes what an upload says about itself into an episode that nothing better has described.
func (s *Store) describeUpload(ctx context.Context, tx *db.Tx, ep *db.Episode, about media.Episode) error {
	if ep.FetchedAt != nil {
		return nil
	}
	about.ThumbnailURL, about.Channel.ThumbnailURL = "", "" // foreign addresses: pictures are kept by fetching only
	return s.updateEpisode(ctx, tx, ep.ID, about)
}

// UploadChannel finds the channel of a name among those of a sender's uploads, and makes it when there is none.
func (s *Store) UploadChannel(ctx context.Context, tx *db.Tx, sender, name string) (int, error) {
	return s.upsertChannel(ctx, tx, media.Channel{
		Platform: media.Upload, ExternalID: uploadChannelID(sender, name), Name: name,
	})
}

func uploadChannelID(sender, name string) string {
	return "user:" + sender + ":" + strings.ToLower(name)
}

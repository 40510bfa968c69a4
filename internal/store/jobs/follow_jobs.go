package jobs

import (
	"context"
	"fmt"
	"time"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbschedule "mentionary/ent/db/followschedule"
	dbjob "mentionary/ent/db/job"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store/database"
)

// maxInput is how many bytes of a job's input are kept.
const maxInput = 2048

// followEpisodes is how many of a followed channel's newest episodes each look takes. What is analyzed already costs
// nothing.
const followEpisodes = 10

// followKey is the key of the job that looks at a channel at a time of its schedule. Such jobs are nobody's, so that the
// unique key of a person's submissions does not hold for them; this one does.
func followKey(channelID int, at time.Time) string {
	return fmt.Sprintf("%s%d", followKeys(channelID), at.Unix())
}

// followKeyPrefix begins the keys of all looks at followed channels.
const followKeyPrefix = "follow-"

func followKeys(channelID int) string { return fmt.Sprintf("%s%d-", followKeyPrefix, channelID) }

// CreateFollowJob submits the newest episodes of a followed channel for one time of its schedule, in nobody's name and
// charged to the system. The second result is false, and nothing is submitted, when nobody follows the channel any more,
// when it has no source, while it is paused, or while an earlier look has not ended.
//
// Idempotent: jobs are keyed by channel and time; a second call returns the first job.
func (s *Store) CreateFollowJob(ctx context.Context, channelID int, at time.Time) (JobRef, bool, error) {
	j, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Job, error) {
		paused, err := tx.FollowSchedule.Query().Where(dbschedule.ChannelID(channelID), dbschedule.Paused(true)).Exist(ctx)
		if err != nil || paused {
			return nil, err
		}
		return s.lookAt(ctx, tx, channelID, at)
	})
	if err != nil || j == nil {
		return JobRef{}, false, err
	}
	return RefWithUser(j), true, nil
}

// lookAt returns the job that looks at a channel at a time, made when it may be; nil when there is none.
func (s *Store) lookAt(ctx context.Context, tx *db.Tx, channelID int, at time.Time) (*db.Job, error) {
	if err := s.lockChannel(ctx, tx, channelID); err != nil {
		return nil, err
	}
	key := followKey(channelID, at)
	former, err := tx.Job.Query().Where(dbjob.Key(key)).Only(ctx)
	if !db.IsNotFound(err) {
		return former, err
	}
	c, err := tx.Channel.Query().Where(dbchannel.ID(channelID), dbchannel.HasFollows()).Only(ctx)
	if err != nil {
		return nil, db.MaskNotFound(err)
	}
	ref, ok := source.ChannelRef(media.Platform(c.Platform), c.ExternalID)
	if !ok {
		return nil, nil
	}
	busy, err := tx.Job.Query().Where(openJob, dbjob.UserIDIsNil(), dbjob.KeyHasPrefix(followKeys(channelID))).Exist(ctx)
	if err != nil || busy {
		return nil, err
	}
	now := s.Now()
	j, err := tx.Job.Create().SetKey(key).SetKind(ref.Kind).SetInput(database.Clip(ref.URL, maxInput)).SetRef(ref).
		SetSelection(media.Selection{Mode: media.SelectRecent, Count: followEpisodes}).SetTitle(c.Name).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	return j, tx.FollowSchedule.Create().SetChannelID(channelID).SetJobID(j.ID).SetLookedAt(now).SetUpdatedAt(now).
		OnConflictColumns(dbschedule.FieldChannelID).
		Update(func(u *db.FollowScheduleUpsert) { u.SetJobID(j.ID).SetLookedAt(now).SetUpdatedAt(now) }).Exec(ctx)
}

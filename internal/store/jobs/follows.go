package jobs

import (
	"context"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbfollow "mentionary/ent/db/follow"
	dbjob "mentionary/ent/db/job"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// MaxFollows is how many channels one person may follow.
const MaxFollows = 20

// maxInput is how many bytes of a job's input are kept.
const maxInput = 2048

// followEpisodes is how many of a followed channel's newest episodes each look takes. What is analysed already costs
// nothing.
const followEpisodes = 10

// FollowItem is a followed channel.
type FollowItem struct {
	Follow  *db.Follow
	Channel catalogue.ChannelStats
}

// FollowRef names a followed channel to the engine.
type FollowRef struct {
	ChannelID int
	PublicID  string
	Platform  media.Platform
	Title     string
}

func followRef(c *db.Channel) FollowRef {
	return FollowRef{ChannelID: c.ID, PublicID: c.PublicID, Platform: media.Platform(c.Platform), Title: c.Name}
}

// Follows lists the channels a person follows, newest first.
func (s *Store) Follows(ctx context.Context, userID int) ([]FollowItem, error) {
	var out []FollowItem
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := tx.Follow.Query().Where(dbfollow.UserID(userID)).WithChannel().
			Order(dbfollow.ByCreatedAt(sql.OrderDesc()), dbfollow.ByID(sql.OrderDesc())).All(ctx)
		if err != nil {
			return err
		}
		out, err = withChannels(ctx, tx, rows)
		return err
	})
	return out, err
}

// withChannels completes follows that have their channels loaded.
func withChannels(ctx context.Context, tx *db.Tx, rows []*db.Follow) ([]FollowItem, error) {
	channels := make([]*db.Channel, 0, len(rows))
	for _, f := range rows {
		channels = append(channels, f.Edges.Channel)
	}
	stats, err := catalogue.ChannelStatsIn(ctx, tx, channels)
	if err != nil {
		return nil, err
	}
	out := make([]FollowItem, 0, len(rows))
	for i, f := range rows {
		out = append(out, FollowItem{Follow: f, Channel: stats[i]})
	}
	return out, nil
}

// IsFollowing reports whether the viewer follows a channel, named by its public id. One that the viewer may not know of
// is not found.
func (s *Store) IsFollowing(ctx context.Context, v database.Viewer, publicID string) (bool, error) {
	var yes bool
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := catalogue.FindChannel(ctx, tx, publicID, v)
		if err != nil {
			return err
		}
		yes, err = tx.Follow.Query().Where(dbfollow.UserID(v.UserID), dbfollow.ChannelID(c.ID)).Exist(ctx)
		return err
	})
	return yes, err
}

// FollowChannel makes the viewer follow a channel, named by its public id. Its schedule is the caller's business, after
// the commit. Faults: NotFound; Unsupported for a channel that has no source to look at again; Conflict when the viewer
// follows MaxFollows channels already.
//
// Idempotent: follows are keyed by person and channel; following again answers the first row.
func (s *Store) FollowChannel(ctx context.Context, v database.Viewer, publicID string) (FollowItem, FollowRef, error) {
	var out FollowItem
	var ref FollowRef
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := catalogue.FindChannel(ctx, tx, publicID, v)
		if err != nil {
			return err
		}
		if _, ok := source.ChannelRef(media.Platform(c.Platform), c.ExternalID); !ok {
			return fault.New(fault.Unsupported, "Nothing new appears in this channel by itself, because it was made from files. Only YouTube "+
				"channels and podcast feeds can be followed.").WithField("channelId")
		}
		// Counted and written under the person's own lock: two follows at once cannot both be the last one.
		if err := s.lockUser(ctx, tx, v.UserID); err != nil {
			return err
		}
		n, err := tx.Follow.Query().Where(dbfollow.UserID(v.UserID), dbfollow.ChannelIDNEQ(c.ID)).Count(ctx)
		if err != nil {
			return err
		}
		if n >= MaxFollows {
			return fault.Newf(fault.Conflict, "You follow %d channels already, which is as many as one may. Unfollow one of them first.", n)
		}
		id, err := tx.Follow.Create().SetUserID(v.UserID).SetChannelID(c.ID).SetCreatedAt(s.Now()).
			OnConflictColumns(dbfollow.FieldUserID, dbfollow.FieldChannelID).Ignore().ID(ctx)
		if err != nil {
			return err
		}
		row, err := tx.Follow.Query().Where(dbfollow.ID(id)).WithChannel().Only(ctx)
		if err != nil {
			return err
		}
		items, err := withChannels(ctx, tx, []*db.Follow{row})
		if err != nil {
			return err
		}
		out, ref = items[0], followRef(c)
		return nil
	})
	return out, ref, err
}

// UnfollowChannel ends a follow. When nobody follows the channel any more, last is true and its schedule is to be deleted,
// which is the caller's business, after the commit.
//
// Idempotent: without a follow nothing changes.
func (s *Store) UnfollowChannel(ctx context.Context, v database.Viewer, publicID string) (channelID int, last bool, err error) {
	err = s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := tx.Channel.Query().Where(dbchannel.PublicID(publicID), dbchannel.HasFollowsWith(dbfollow.UserID(v.UserID))).Only(ctx)
		if db.IsNotFound(err) { // a channel that is followed is known, whatever became of its episodes
			c, err = catalogue.FindChannel(ctx, tx, publicID, v)
		}
		if err != nil {
			return err
		}
		channelID = c.ID
		if _, err := tx.Follow.Delete().Where(dbfollow.UserID(v.UserID), dbfollow.ChannelID(c.ID)).Exec(ctx); err != nil {
			return err
		}
		others, err := tx.Follow.Query().Where(dbfollow.ChannelID(c.ID)).Exist(ctx)
		last = !others
		return err
	})
	return channelID, last, err
}

// FollowedChannels lists the channels that anybody follows.
func (s *Store) FollowedChannels(ctx context.Context) ([]FollowRef, error) {
	rows, err := s.RO.Channel.Query().Where(dbchannel.HasFollows()).Order(dbchannel.ByID()).All(ctx)
	out := make([]FollowRef, 0, len(rows))
	for _, c := range rows {
		out = append(out, followRef(c))
	}
	return out, s.Fault(err)
}

// followKey is the key of the job that looks at a channel at a time of its schedule. Such jobs are nobody's, so that the
// unique key of a person's submissions does not hold for them; this one does.
func followKey(channelID int, at time.Time) string {
	return fmt.Sprintf("%s%d", followKeys(channelID), at.Unix())
}

func followKeys(channelID int) string { return fmt.Sprintf("follow-%d-", channelID) }

// CreateFollowJob submits the newest episodes of a followed channel for one time of its schedule, in nobody's name and
// charged to the system. The second result is false, and nothing is submitted, when nobody follows the channel any more,
// when it has no source, or while an earlier look has not ended.
//
// Idempotent: jobs are keyed by channel and time; a second call answers the first job.
func (s *Store) CreateFollowJob(ctx context.Context, channelID int, at time.Time) (JobRef, bool, error) {
	var out JobRef
	var made bool
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out, made = JobRef{}, false
		if err := s.lockChannel(ctx, tx, channelID); err != nil {
			return err
		}
		key := followKey(channelID, at)
		old, err := tx.Job.Query().Where(dbjob.Key(key)).Only(ctx)
		if err == nil {
			out, made = RefOf(old), true
			return nil
		}
		if !db.IsNotFound(err) {
			return err
		}
		c, err := tx.Channel.Query().Where(dbchannel.ID(channelID), dbchannel.HasFollows()).Only(ctx)
		if db.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		ref, ok := source.ChannelRef(media.Platform(c.Platform), c.ExternalID)
		if !ok {
			return nil
		}
		busy, err := tx.Job.Query().Where(openJob, dbjob.UserIDIsNil(), dbjob.KeyHasPrefix(followKeys(channelID))).Exist(ctx)
		if err != nil || busy {
			return err
		}
		now := s.Now()
		j, err := tx.Job.Create().SetKey(key).SetKind(dbjob.Kind(ref.Kind)).SetInput(database.Clip(ref.URL, maxInput)).SetRef(ref).
			SetSelection(media.Selection{Mode: media.SelectRecent, Count: followEpisodes}).SetTitle(c.Name).
			SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		out, made = RefOf(j), true
		return nil
	})
	return out, made, err
}

// BesideReferences locks a row against everybody who locks it the same way, and lets those go on who write rows that refer
// to it: whoever holds one of those and needs this row for its foreign key would wait in a circle.
var BesideReferences = sql.WithLockClause("FOR NO KEY UPDATE")

// lockChannel holds a channel's row until the transaction ends, so that two looks at once see each other. On SQLite there is
// one writer. A channel that is not there is no error.
func (s *Store) lockChannel(ctx context.Context, tx *db.Tx, id int) error {
	if !s.Postgres() {
		return nil
	}
	_, err := tx.Channel.Query().Where(dbchannel.ID(id)).ForUpdate(BesideReferences).Select(dbchannel.FieldID).Int(ctx)
	if db.IsNotFound(err) {
		return nil
	}
	return err
}

// lockUser holds a person's row until the transaction ends, so that what is counted of theirs stays true. On SQLite there
// is one writer.
func (s *Store) lockUser(ctx context.Context, tx *db.Tx, id int) error {
	if !s.Postgres() {
		return nil
	}
	_, err := tx.User.Query().Where(dbuser.ID(id)).ForUpdate(BesideReferences).Select(dbuser.FieldID).Int(ctx)
	return err
}

package jobs

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbfollow "mentionary/ent/db/follow"
	dbschedule "mentionary/ent/db/followschedule"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// MaxFollows is how many channels one person may follow.
const MaxFollows = 20

// FollowItem is a followed channel.
type FollowItem struct {
	Follow  *db.Follow
	Channel catalogue.ChannelStats
}

// FollowRef names a followed channel to the engine. Paused is known where FollowedChannels tells of it.
type FollowRef struct {
	ChannelID int
	PublicID  string
	Platform  media.Platform
	Title     string
	Paused    bool
}

func followRef(c *db.Channel) FollowRef {
	ref := FollowRef{ChannelID: c.ID, PublicID: c.PublicID, Platform: media.Platform(c.Platform), Title: c.Name}
	if p := c.Edges.FollowSchedule; p != nil {
		ref.Paused = p.Paused
	}
	return ref
}

// Follows lists the channels a person follows, newest first.
func (s *Store) Follows(ctx context.Context, userID int) ([]FollowItem, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]FollowItem, error) {
		rows, err := tx.Follow.Query().Where(dbfollow.UserID(userID)).WithChannel().
			Order(dbfollow.ByCreatedAt(sql.OrderDesc()), dbfollow.ByID(sql.OrderDesc())).All(ctx)
		if err != nil {
			return nil, err
		}
		return s.withChannels(ctx, tx, rows)
	})
}

// withChannels completes follows that have their channels loaded.
func (s *Store) withChannels(ctx context.Context, tx *db.Tx, rows []*db.Follow) ([]FollowItem, error) {
	channels := make([]*db.Channel, 0, len(rows))
	for _, f := range rows {
		channels = append(channels, f.Edges.Channel)
	}
	stats, err := s.catalogue.ChannelStatsIn(ctx, tx, channels)
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
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		c, err := catalogue.FindChannel(ctx, tx, publicID, v)
		if err != nil {
			return false, err
		}
		return tx.Follow.Query().Where(dbfollow.UserID(v.UserID), dbfollow.ChannelID(c.ID)).Exist(ctx)
	})
}

// FollowChannel makes the viewer follow a channel, named by its public id. Its schedule is the caller's business, after
// the commit. Faults: NotFound; Unsupported for a channel that has no source to look at again; Conflict when the viewer
// follows MaxFollows channels already.
//
// Idempotent: follows are keyed by person and channel; following again returns the first row.
func (s *Store) FollowChannel(ctx context.Context, v database.Viewer, publicID string) (FollowItem, FollowRef, error) {
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (FollowItem, error) {
		c, err := catalogue.FindChannel(ctx, tx, publicID, v)
		if err != nil {
			return FollowItem{}, err
		}
		if _, ok := source.ChannelRef(media.Platform(c.Platform), c.ExternalID); !ok {
			return FollowItem{}, fault.New(fault.Unsupported, "Nothing new will appear in this channel by itself, because it was made from "+
				"files. Only "+source.Followed()+" can be followed.").WithField("channelId")
		}
		row, err := s.insertFollow(ctx, tx, v.UserID, c.ID)
		if err != nil {
			return FollowItem{}, err
		}
		items, err := s.withChannels(ctx, tx, []*db.Follow{row})
		if err != nil {
			return FollowItem{}, err
		}
		return items[0], nil
	})
	if err != nil {
		return FollowItem{}, FollowRef{}, err
	}
	return out, followRef(out.Channel.Channel), nil
}

// insertFollow returns the row of a follow, made unless the person follows as many channels as they may.
func (s *Store) insertFollow(ctx context.Context, tx *db.Tx, userID, channelID int) (*db.Follow, error) {
	// Counted and written under the person's own lock: two follows at once cannot both be the last one.
	if err := s.lockUser(ctx, tx, userID); err != nil {
		return nil, err
	}
	n, err := tx.Follow.Query().Where(dbfollow.UserID(userID), dbfollow.ChannelIDNEQ(channelID)).Count(ctx)
	if err != nil {
		return nil, err
	}
	if n >= MaxFollows {
		return nil, fault.Newf(fault.Conflict, "You already follow %d channels, which is the limit. Unfollow one of them first.", n)
	}
	id, err := tx.Follow.Create().SetUserID(userID).SetChannelID(channelID).SetCreatedAt(s.Now()).
		OnConflictColumns(dbfollow.FieldUserID, dbfollow.FieldChannelID).Ignore().ID(ctx)
	if err != nil {
		return nil, err
	}
	return tx.Follow.Query().Where(dbfollow.ID(id)).WithChannel().Only(ctx)
}

// UnfollowChannel ends a follow. When nobody follows the channel any more, last is true and its schedule is to be deleted,
// which is the caller's business, after the commit.
//
// Idempotent: without a follow nothing changes.
func (s *Store) UnfollowChannel(ctx context.Context, v database.Viewer, publicID string) (channelID int, last bool, err error) {
	type unfollowed struct {
		channelID int
		last      bool
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out unfollowed, err error) {
		c, err := tx.Channel.Query().Where(dbchannel.PublicID(publicID), dbchannel.HasFollowsWith(dbfollow.UserID(v.UserID))).Only(ctx)
		if db.IsNotFound(err) { // a channel that is followed is known, whatever became of its episodes
			c, err = catalogue.FindChannel(ctx, tx, publicID, v)
		}
		if err != nil {
			return out, err
		}
		if _, err := tx.Follow.Delete().Where(dbfollow.UserID(v.UserID), dbfollow.ChannelID(c.ID)).Exec(ctx); err != nil {
			return out, err
		}
		others, err := tx.Follow.Query().Where(dbfollow.ChannelID(c.ID)).Exist(ctx)
		if err == nil && !others { // whoever follows it next begins anew
			_, err = tx.FollowSchedule.Delete().Where(dbschedule.ChannelID(c.ID)).Exec(ctx)
		}
		return unfollowed{channelID: c.ID, last: !others}, err
	})
	return out.channelID, out.last, err
}

// FollowedChannels lists the channels that anybody follows.
func (s *Store) FollowedChannels(ctx context.Context) ([]FollowRef, error) {
	rows, err := s.RO.Channel.Query().Where(dbchannel.HasFollows()).WithFollowSchedule().Order(dbchannel.ByID()).All(ctx)
	out := make([]FollowRef, 0, len(rows))
	for _, c := range rows {
		out = append(out, followRef(c))
	}
	return out, s.Fault(err)
}

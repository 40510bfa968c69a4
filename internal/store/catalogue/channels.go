package catalogue

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchannelentity "mentionary/ent/db/channelentity"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/ent/db/predicate"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

const (
	featuredChannels = 6 // those with most distinct entities
	recentEpisodes   = 3 // shown of each channel
)

// ChannelFilter selects channels.
type ChannelFilter struct {
	Search string
	Limit  int // 0: MaxPage
	Offset int
}

// TypeCount is how many entities of a type there are.
type TypeCount struct {
	Type  string
	Count int
}

// ChannelStats is a channel with what its card shows.
type ChannelStats struct {
	Channel  *db.Channel
	Types    []TypeCount   // entities by type, most first
	Recent   []*db.Episode // the newest analyzed public ones
	Featured bool
}

// Channels lists channels with public episodes, those with most distinct entities first, and the number of all.
func (s *Store) Channels(ctx context.Context, f ChannelFilter) ([]ChannelStats, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]ChannelStats, int, error) {
		q := tx.Channel.Query().Where(withEpisodes(database.Viewer{}))
		if f.Search != "" {
			if _, err := limitToFound(ctx, s, tx, q, searchChannels, readTerms(f.Search), true); err != nil {
				return nil, 0, err
			}
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbchannel.ByEntityCount(sql.OrderDesc()), dbchannel.BySortKey(), dbchannel.ByID()).
			Limit(database.PageSize(f.Limit)).Offset(f.Offset).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := ChannelStatsIn(ctx, tx, rows)
		return out, total, err
	})
}

// withEpisodes limits channels to those with an episode that the viewer may know of.
func withEpisodes(v database.Viewer) predicate.Channel { return dbchannel.HasEpisodesWith(v.Visible()) }

// ChannelStatsIn completes channels with three further questions, however many there are.
func ChannelStatsIn(ctx context.Context, tx *db.Tx, rows []*db.Channel) ([]ChannelStats, error) {
	ids := make([]int, 0, len(rows))
	for _, c := range rows {
		ids = append(ids, c.ID)
	}
	types, err := channelTypes(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	recent, err := newestEpisodes(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	featured, err := tx.Channel.Query().Where(withEpisodes(database.Viewer{}), dbchannel.EntityCountGT(0)).
		Order(dbchannel.ByEntityCount(sql.OrderDesc()), dbchannel.BySortKey(), dbchannel.ByID()).Limit(featuredChannels).IDs(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]ChannelStats, 0, len(rows))
	for _, c := range rows {
		out = append(out, ChannelStats{Channel: c, Types: types[c.ID], Recent: recent[c.ID], Featured: slices.Contains(featured, c.ID)})
	}
	return out, nil
}

func channelTypes(ctx context.Context, tx *db.Tx, ids []int) (map[int][]TypeCount, error) {
	var rows []struct {
		ChannelID int    `json:"channel_id"`
		Type      string `json:"type"`
		Count     int    `json:"count"`
	}
	err := tx.ChannelEntity.Query().Where(dbchannelentity.ChannelIDIn(ids...)).
		GroupBy(dbchannelentity.FieldChannelID, dbchannelentity.FieldType).Aggregate(db.Count()).Scan(ctx, &rows)
	out := map[int][]TypeCount{}
	for _, r := range rows {
		out[r.ChannelID] = append(out[r.ChannelID], TypeCount{r.Type, r.Count})
	}
	for _, counts := range out {
		slices.SortFunc(counts, func(a, b TypeCount) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type)) })
	}
	return out, err
}

func newestEpisodes(ctx context.Context, tx *db.Tx, channelIDs []int) (map[int][]*db.Episode, error) {
	rows, err := tx.Episode.Query().
		Where(func(s *sql.Selector) {
			s.Where(sql.P(func(b *sql.Builder) {
				b.WriteString(s.C(dbepisode.FieldID)).WriteString(` IN (SELECT id FROM (SELECT e.id, ROW_NUMBER() OVER (PARTITION BY e.channel_id
					ORDER BY e.published_at DESC NULLS LAST, e.id DESC) AS place FROM episodes e
					WHERE e.is_processed AND e.visibility = 'public' AND e.channel_id IN ` + database.In(channelIDs) + `) ranked WHERE place <= `).
					Arg(recentEpisodes).WriteString(")")
			}))
		}).
		Order(dbepisode.ByPublishedAt(sql.OrderDesc(), sql.OrderNullsLast()), dbepisode.ByID(sql.OrderDesc())).All(ctx)
	out := map[int][]*db.Episode{}
	for _, e := range rows {
		out[*e.ChannelID] = append(out[*e.ChannelID], e)
	}
	return out, err
}

// Channel returns a channel by its public id. A channel that is known from private uploads only is there for their owner.
func (s *Store) Channel(ctx context.Context, publicID string, v database.Viewer) (ChannelStats, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (ChannelStats, error) {
		c, err := FindChannel(ctx, tx, publicID, v)
		if err != nil {
			return ChannelStats{}, err
		}
		stats, err := ChannelStatsIn(ctx, tx, []*db.Channel{c})
		if err != nil {
			return ChannelStats{}, err
		}
		return stats[0], nil
	})
}

// FindChannel finds a channel by its public id, for those who may know of an episode of it.
func FindChannel(ctx context.Context, tx *db.Tx, publicID string, v database.Viewer) (*db.Channel, error) {
	c, err := tx.Channel.Query().Where(dbchannel.PublicID(publicID), withEpisodes(v)).Only(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "Channel not found")
	}
	return c, err
}

// ChannelEntry is an entity as one channel speaks of it.
type ChannelEntry struct {
	Entity   *db.Entity // with its links
	Mentions int        // in this channel
	Episodes int        // of this channel
}

// ChannelEntities lists what a channel mentions, most mentioned first, with the number of all. An empty type means all.
func (s *Store) ChannelEntities(
	ctx context.Context, publicID, typ string, v database.Viewer, limit, offset int,
) ([]ChannelEntry, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]ChannelEntry, int, error) {
		c, err := FindChannel(ctx, tx, publicID, v)
		if err != nil {
			return nil, 0, err
		}
		q := tx.ChannelEntity.Query().Where(dbchannelentity.ChannelID(c.ID), dbchannelentity.HasEntityWith(Listed))
		if typ != "" {
			q.Where(dbchannelentity.TypeEQ(mention.Type(typ)))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbchannelentity.ByMentionCount(sql.OrderDesc()), dbchannelentity.ByEntityField(dbentity.FieldSortKey),
			dbchannelentity.ByEntityID()).
			Limit(database.PageSize(limit)).Offset(offset).WithEntity(func(q *db.EntityQuery) { q.WithLinks(LiveLinks) }).All(ctx)
		out := make([]ChannelEntry, 0, len(rows))
		for _, r := range rows {
			out = append(out, ChannelEntry{Entity: r.Edges.Entity, Mentions: r.MentionCount, Episodes: r.EpisodeCount})
		}
		return out, total, err
	})
}

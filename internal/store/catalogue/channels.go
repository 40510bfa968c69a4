package catalogue

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchannelentity "mentionary/ent/db/channelentity"
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
	Sort   string // SortEpisodes, SortMentions or SortRecent (by the newest analyzed episode); others: most distinct entities first
	Limit  int    // 0: MaxPage
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

// Channels lists channels with public episodes and the number of all.
func (s *Store) Channels(ctx context.Context, f ChannelFilter) ([]ChannelStats, Total, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]ChannelStats, Total, error) {
		q := tx.Channel.Query().Where(withEpisodes(database.Viewer{}))
		if f.Search != "" {
			if _, err := limitToFound(ctx, s, tx, q, searchChannels, readTerms(f.Search), f.Sort == ""); err != nil {
				return nil, Total{}, err
			}
		}
		total, err := countSome(ctx, q)
		if err != nil {
			return nil, Total{}, err
		}
		most := dbchannel.ByEntityCount(sql.OrderDesc())
		switch f.Sort {
		case SortEpisodes:
			most = dbchannel.ByEpisodeCount(sql.OrderDesc())
		case SortMentions:
			most = dbchannel.ByMentionCount(sql.OrderDesc())
		case SortRecent:
			most = dbchannel.ByLatestAt(sql.OrderDesc(), sql.OrderNullsLast())
		}
		rows, err := q.Order(most, dbchannel.BySortKey(), dbchannel.ByID()).
			Limit(database.PageSize(f.Limit)).Offset(f.Offset).All(ctx)
		if err != nil {
			return nil, Total{}, err
		}
		out, err := s.ChannelStatsIn(ctx, tx, rows)
		return out, total, err
	})
}

// withEpisodes limits channels to those with an episode that the viewer may know of.
func withEpisodes(v database.Viewer) predicate.Channel { return dbchannel.HasEpisodesWith(v.Visible()) }

// ChannelStatsIn completes channels with a few further questions, however many there are.
func (s *Store) ChannelStatsIn(ctx context.Context, tx *db.Tx, rows []*db.Channel) ([]ChannelStats, error) {
	ids := make([]int, 0, len(rows))
	for _, c := range rows {
		ids = append(ids, c.ID)
	}
	recent, err := s.newestEpisodes(ctx, tx, ids)
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
		out = append(out, ChannelStats{Channel: c, Types: typesOf(c), Recent: recent[c.ID], Featured: slices.Contains(featured, c.ID)})
	}
	return out, nil
}

// typesOf are a channel's counts by type, most first.
func typesOf(c *db.Channel) []TypeCount {
	counts := make([]TypeCount, 0, len(c.TypeCounts))
	for t, n := range c.TypeCounts {
		counts = append(counts, TypeCount{t, n})
	}
	slices.SortFunc(counts, func(a, b TypeCount) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type)) })
	return counts
}

// newestEpisodes are found channel by channel, each by an index that has them in order: a channel may have thousands.
func (s *Store) newestEpisodes(ctx context.Context, tx *db.Tx, channelIDs []int) (map[int][]*db.Episode, error) {
	newest := `SELECT e.id FROM episodes e WHERE e.channel_id = c.id AND e.is_processed AND e.visibility = 'public'
		ORDER BY e.published_at DESC` + s.nullsLast() + `, e.id DESC LIMIT ?`
	question := `SELECT x.id FROM channels c CROSS JOIN episodes x WHERE x.id IN (` + newest + `) AND c.id IN ` + database.In(channelIDs)
	if s.Postgres() {
		question = `SELECT x.id FROM channels c CROSS JOIN LATERAL (` + newest + `) x WHERE c.id IN ` + database.In(channelIDs)
	}
	ids, err := database.Query[int](ctx, s.DB, tx, question, recentEpisodes)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Episode.Query().Where(dbepisode.IDIn(ids...)).
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
		stats, err := s.ChannelStatsIn(ctx, tx, []*db.Channel{c})
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

// ChannelEntities lists what a channel mentions, most mentioned first and what was known longest first of those, with the number of
// all. An empty type means all.
func (s *Store) ChannelEntities(
	ctx context.Context, publicID, typ string, v database.Viewer, limit, offset int,
) ([]ChannelEntry, Total, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]ChannelEntry, Total, error) {
		c, err := FindChannel(ctx, tx, publicID, v)
		if err != nil {
			return nil, Total{}, err
		}
		q := tx.ChannelEntity.Query().Where(dbchannelentity.ChannelID(c.ID), dbchannelentity.HasEntityWith(Listed))
		if typ != "" {
			q.Where(dbchannelentity.TypeEQ(mention.Type(typ)))
		}
		rows, err := q.Order(dbchannelentity.ByMentionCount(sql.OrderDesc()), dbchannelentity.ByEntityID()).
			Limit(database.PageSize(limit)).Offset(offset).WithEntity(func(q *db.EntityQuery) { q.WithLinks(LiveLinks) }).All(ctx)
		out := make([]ChannelEntry, 0, len(rows))
		for _, r := range rows {
			out = append(out, ChannelEntry{Entity: r.Edges.Entity, Mentions: r.MentionCount, Episodes: r.EpisodeCount})
		}
		return out, totalOfChannel(c, typ), err
	})
}

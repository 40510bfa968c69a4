package catalogue

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// EpisodeShare is what one episode adds to counters.
type EpisodeShare struct {
	Episode    int
	Entities   map[int]Share // by id; empty while the episode is not public
	Recommends map[int]bool  // entities that it may recommend
}

// NewShare returns the share of an episode that adds nothing.
func NewShare(episodeID int) EpisodeShare {
	return EpisodeShare{Episode: episodeID, Entities: map[int]Share{}, Recommends: map[int]bool{}}
}

// Share is what an episode adds to the counters of an entity.
type Share struct {
	ID       int          `sql:"entity_id"`
	Type     mention.Type `sql:"type"`
	Mentions int          `sql:"mention_count"` // more than 0
	Part     bool         `sql:"participant"`
}

// Talked is how many mentions talk about the entity: none where it takes part.
func (s Share) Talked() int {
	if s.Part {
		return 0
	}
	return s.Mentions
}

// ShareOf returns what an episode adds to counters now. The episode must be locked by the transaction.
func (s *Store) ShareOf(ctx context.Context, tx *db.Tx, episodeID int) (EpisodeShare, error) {
	out := NewShare(episodeID)
	rows, err := database.Query[Share](ctx, s.DB, tx, "SELECT ee.entity_id, ee.type, ee.mention_count, ee.participant"+countable+
		" AND ee.episode_id = ?", episodeID)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		out.Entities[r.ID] = r
	}
	ids, err := tx.Mention.Query().Where(dbmention.EpisodeID(episodeID), dbmention.Stance(string(mention.Recommended))).Unique(true).
		Select(dbmention.FieldEntityID).Ints(ctx)
	for _, id := range ids {
		out.Recommends[id] = true
	}
	return out, err
}

// LockChannel locks a channel and returns its counters; nil for no channel (0).
func (s *Store) LockChannel(ctx context.Context, tx *db.Tx, id int) (*db.Channel, error) {
	if id == 0 {
		return nil, nil //nolint:nilnil // an episode may have no channel
	}
	q := tx.Channel.Query().Where(dbchannel.ID(id))
	if s.Postgres() {
		q.ForUpdate()
	}
	return q.Select(dbchannel.FieldID, dbchannel.FieldTypeCounts).Only(ctx)
}

// Recounted brings the counters of entities, and those of the episode's channel (nil: none), from what the episode added before it was
// written to what it adds now; born are new entities, with what they were made with. It costs what the episode has, and not what its
// entities have elsewhere: a popular one has tens of thousands of occurrence lists. The rows must be locked by the transaction, as for
// Recount, and touched hold all that the episode has or had.
func (s *Store) Recounted(
	ctx context.Context, tx *db.Tx, before, after EpisodeShare, born map[int]Share, channel *db.Channel, touched map[int]Touched,
) error {
	var gone []int // their latest episode may be another one
	for id := range before.Entities {
		if _, stays := after.Entities[id]; !stays {
			gone = append(gone, id)
		}
	}
	for id := range born { // its name was decided to mean something else
		if _, stays := after.Entities[id]; !stays {
			gone = append(gone, id)
		}
	}
	if err := s.addShares(ctx, tx, before, after, born); err != nil {
		return err
	}
	if err := s.recountEntities(ctx, tx, gone); err != nil {
		return err
	}
	recommends := maps.Clone(after.Recommends)
	maps.Copy(recommends, before.Recommends)
	if err := s.recountRecommenders(ctx, tx, slices.Collect(maps.Keys(recommends))); err != nil {
		return err
	}
	if channel == nil {
		return nil
	}
	return s.addToChannel(ctx, tx, before, after, channel, touched, gone)
}

// addShares adds the differences to the counters of entities. Those that leave the episode are counted, and new ones have theirs.
func (s *Store) addShares(ctx context.Context, tx *db.Tx, before, after EpisodeShare, born map[int]Share) error {
	var rows [][4]int
	for _, id := range slices.Sorted(maps.Keys(after.Entities)) {
		was, had := before.Entities[id]
		if own, made := born[id]; made {
			was, had = own, true
		}
		is := after.Entities[id]
		if had && was.Mentions == is.Mentions && was.Talked() == is.Talked() {
			continue
		}
		rows = append(rows, [4]int{id, is.Mentions - was.Mentions, 1 - one(had), is.Talked() - was.Talked()})
	}
	if len(rows) == 0 {
		return nil
	}
	differences, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	return s.Exec(ctx, tx, `WITH d AS (SELECT CAST(value ->> 0 AS BIGINT) AS id, CAST(value ->> 1 AS BIGINT) AS mentions,
			CAST(value ->> 2 AS BIGINT) AS episodes, CAST(value ->> 3 AS BIGINT) AS talked FROM `+s.Each()+`)
		UPDATE entities SET mention_count = mention_count + d.mentions, episode_count = episode_count + d.episodes,
		talked_count = talked_count + d.talked,
		latest_episode_id = CASE WHEN latest_episode_id < ? THEN ? ELSE latest_episode_id END, updated_at = ?
		FROM d WHERE entities.id = d.id`, string(differences), after.Episode, after.Episode, s.Now())
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// addToChannel adds the differences to what the channel mentions, and to the counters of the channel. Hidden entities are in nobody's.
func (s *Store) addToChannel(
	ctx context.Context, tx *db.Tx, before, after EpisodeShare, channel *db.Channel, touched map[int]Touched, gone []int,
) error {
	was := map[int]Share{}
	for id, t := range touched {
		if t.InChannel != nil {
			was[id] = Share{ID: id, Type: *t.ChannelType, Mentions: *t.InChannel}
		}
	}
	is := maps.Clone(was)
	var rows [][4]any
	for id, share := range after.Entities {
		if touched[id].Hidden {
			continue
		}
		old, had := before.Entities[id]
		counted, there := was[id]
		if had && there && old.Mentions == share.Mentions {
			continue
		}
		more := share.Mentions - old.Mentions
		rows = append(rows, [4]any{id, share.Type, more, 1 - one(had)})
		if !there {
			counted.Type = share.Type
		}
		counted.Mentions += more
		is[id] = counted
	}
	if len(rows) > 0 {
		differences, err := json.Marshal(rows)
		if err != nil {
			return err
		}
		err = s.Exec(ctx, tx, `INSERT INTO channel_entities (channel_id, entity_id, type, mention_count, episode_count)
			SELECT `+strconv.Itoa(channel.ID)+`, CAST(value ->> 0 AS BIGINT), value ->> 1, CAST(value ->> 2 AS BIGINT), CAST(value ->> 3 AS BIGINT)
			FROM `+s.Each()+` WHERE TRUE ON CONFLICT (channel_id, entity_id) DO UPDATE SET
			mention_count = channel_entities.mention_count + excluded.mention_count,
			episode_count = channel_entities.episode_count + excluded.episode_count`, string(differences))
		if err != nil {
			return err
		}
	}
	if err := s.recountInChannels(ctx, tx, " = "+strconv.Itoa(channel.ID), gone); err != nil {
		return err
	}
	if err := s.inChannel(ctx, tx, channel.ID, gone, is); err != nil {
		return err
	}
	return s.addToTotalsOfChannel(ctx, tx, channel, was, is)
}

// inChannel reads what a channel counts of entities.
func (s *Store) inChannel(ctx context.Context, tx *db.Tx, channelID int, entities []int, into map[int]Share) error {
	for part := range slices.Chunk(entities, database.IDChunk) {
		rows, err := database.Query[Share](ctx, s.DB, tx, `SELECT entity_id, type, mention_count FROM channel_entities
			WHERE channel_id = ? AND entity_id IN ?`, channelID, database.IDs(part))
		if err != nil {
			return err
		}
		for _, id := range part {
			delete(into, id)
		}
		for _, r := range rows {
			into[r.ID] = r
		}
	}
	return nil
}

// addToTotalsOfChannel brings the counters of a channel from what it counted of some entities to what it counts of them now.
func (s *Store) addToTotalsOfChannel(ctx context.Context, tx *db.Tx, channel *db.Channel, was, is map[int]Share) error {
	types, mentions := map[string]int{}, 0
	maps.Copy(types, channel.TypeCounts)
	for _, r := range was {
		types[string(r.Type)]--
		mentions -= r.Mentions
	}
	for _, r := range is {
		types[string(r.Type)]++
		mentions += r.Mentions
	}
	maps.DeleteFunc(types, func(_ string, n int) bool { return n == 0 })
	counts, err := json.Marshal(types)
	if err != nil {
		return err
	}
	return s.Exec(ctx, tx, `UPDATE channels SET type_counts = ?, entity_count = entity_count + ?, mention_count = mention_count + ?, `+
		episodesOfChannel+`, updated_at = ? WHERE id = ?`, string(counts), len(is)-len(was), mentions, s.Now(), channel.ID)
}

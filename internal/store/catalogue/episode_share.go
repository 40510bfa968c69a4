package catalogue

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbentity "mentionary/ent/db/entity"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// EpisodeShare is what one episode adds to counters.
type EpisodeShare struct {
	episode    int
	entities   map[int]share // by id; empty while the episode is not public
	recommends map[int]bool  // entities that it may recommend
}

// share is what an episode adds to the counters of an entity.
type share struct {
	ID       int          `sql:"entity_id"`
	Type     mention.Type `sql:"type"`
	Mentions int          `sql:"mention_count"`
	Part     bool         `sql:"participant"`
}

// talked is how many mentions talk about the entity: none where it takes part.
func (s share) talked() int {
	if s.Part {
		return 0
	}
	return s.Mentions
}

// ShareOf returns what an episode adds to counters now. The episode must be locked by the transaction.
func (s *Store) ShareOf(ctx context.Context, tx *db.Tx, episodeID int) (EpisodeShare, error) {
	out := EpisodeShare{episode: episodeID, entities: map[int]share{}, recommends: map[int]bool{}}
	rows, err := database.Query[share](ctx, s.DB, tx, "SELECT ee.entity_id, ee.type, ee.mention_count, ee.participant"+countable+
		" AND ee.episode_id = ?", episodeID)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		out.entities[r.ID] = r
	}
	ids, err := tx.Mention.Query().Where(dbmention.EpisodeID(episodeID), dbmention.Stance(string(mention.Recommended))).Unique(true).
		Select(dbmention.FieldEntityID).Ints(ctx)
	for _, id := range ids {
		out.recommends[id] = true
	}
	return out, err
}

// Recounted brings the counters of entities, and those of the episode's channel (0: none), from what the episode added before it was
// written to what it adds now. It costs what the episode has, and not what its entities have elsewhere: a popular one has tens of
// thousands of occurrence lists. The rows must be locked by the transaction, as for Recount, and entities hold all that the episode has or
// had.
func (s *Store) Recounted(ctx context.Context, tx *db.Tx, before EpisodeShare, channelID int, entities []int) error {
	after, err := s.ShareOf(ctx, tx, before.episode)
	if err != nil {
		return err
	}
	var gone []int // their latest episode may be another one
	for id := range before.entities {
		if _, stays := after.entities[id]; !stays {
			gone = append(gone, id)
		}
	}
	if err := s.addShares(ctx, tx, before, after, entities); err != nil {
		return err
	}
	if err := s.recountEntities(ctx, tx, gone); err != nil {
		return err
	}
	maps.Copy(after.recommends, before.recommends)
	if err := s.recountRecommenders(ctx, tx, slices.Collect(maps.Keys(after.recommends))); err != nil {
		return err
	}
	if channelID == 0 {
		return nil
	}
	if err := s.addToChannel(ctx, tx, before, after, channelID, entities, gone); err != nil {
		return err
	}
	for part := range slices.Chunk(entities, database.IDChunk) {
		if err := s.recountDoubts(ctx, tx, " = "+strconv.Itoa(channelID), part); err != nil {
			return err
		}
	}
	return nil
}

// addShares adds the differences to the counters of entities.
func (s *Store) addShares(ctx context.Context, tx *db.Tx, before, after EpisodeShare, entities []int) error {
	for part := range slices.Chunk(entities, database.BulkRows) {
		rows := make([]string, 0, len(part))
		for _, id := range part {
			was, had := before.entities[id]
			is, has := after.entities[id]
			latest := 0
			if has {
				latest = after.episode
			}
			rows = append(rows, fmt.Sprintf("(%d,%d,%d,%d,%d)", id, is.Mentions-was.Mentions, one(has)-one(had), is.talked()-was.talked(), latest))
		}
		err := s.Exec(ctx, tx, `WITH d(id, mentions, episodes, talked, latest) AS (VALUES `+strings.Join(rows, ",")+`)
			UPDATE entities SET mention_count = mention_count + d.mentions, episode_count = episode_count + d.episodes,
			talked_count = talked_count + d.talked,
			latest_episode_id = CASE WHEN d.latest > latest_episode_id THEN d.latest ELSE latest_episode_id END, updated_at = ?
			FROM d WHERE entities.id = d.id`, s.Now())
		if err != nil {
			return err
		}
	}
	return nil
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// addToChannel adds the differences to what the channel mentions, and to the counters of the channel. Hidden entities are in nobody's.
func (s *Store) addToChannel(ctx context.Context, tx *db.Tx, before, after EpisodeShare, channelID int, entities, gone []int) error {
	hidden, err := tx.Entity.Query().Where(dbentity.IDIn(entities...), dbentity.Hidden(true)).IDs(ctx)
	if err != nil {
		return err
	}
	was, err := s.inChannel(ctx, tx, channelID, entities)
	if err != nil {
		return err
	}
	var rows []string
	for id, is := range after.entities {
		if !slices.Contains(hidden, id) {
			old, had := before.entities[id]
			rows = append(rows, fmt.Sprintf("(%d,%d,'%s',%d,%d)", channelID, id, is.Type, is.Mentions-old.Mentions, 1-one(had)))
		}
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		err := s.Exec(ctx, tx, `INSERT INTO channel_entities (channel_id, entity_id, type, mention_count, episode_count) VALUES `+
			strings.Join(part, ",")+` ON CONFLICT (channel_id, entity_id) DO UPDATE SET
			mention_count = channel_entities.mention_count + excluded.mention_count,
			episode_count = channel_entities.episode_count + excluded.episode_count`)
		if err != nil {
			return err
		}
	}
	if err := s.recountInChannels(ctx, tx, " = "+strconv.Itoa(channelID), gone); err != nil {
		return err
	}
	is, err := s.inChannel(ctx, tx, channelID, entities)
	if err != nil {
		return err
	}
	return s.addToTotalsOfChannel(ctx, tx, channelID, was, is)
}

// inChannel returns what a channel counts of entities, by id.
func (s *Store) inChannel(ctx context.Context, tx *db.Tx, channelID int, entities []int) (map[int]share, error) {
	out := map[int]share{}
	for part := range slices.Chunk(entities, database.IDChunk) {
		rows, err := database.Query[share](ctx, s.DB, tx, `SELECT entity_id, type, mention_count FROM channel_entities
			WHERE channel_id = ? AND entity_id IN ?`, channelID, database.IDs(part))
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[r.ID] = r
		}
	}
	return out, nil
}

// addToTotalsOfChannel brings the counters of a channel from what it counted of some entities to what it counts of them now.
func (s *Store) addToTotalsOfChannel(ctx context.Context, tx *db.Tx, channelID int, was, is map[int]share) error {
	c, err := tx.Channel.Query().Where(dbchannel.ID(channelID)).
		Select(dbchannel.FieldID, dbchannel.FieldTypeCounts).Only(ctx)
	if err != nil {
		return err
	}
	types, mentions := map[string]int{}, 0
	maps.Copy(types, c.TypeCounts)
	for _, r := range was {
		types[string(r.Type)]--
		mentions -= r.Mentions
	}
	for _, r := range is {
		types[string(r.Type)]++
		mentions += r.Mentions
	}
	maps.DeleteFunc(types, func(_ string, n int) bool { return n == 0 })
	err = tx.Channel.UpdateOneID(channelID).SetTypeCounts(types).AddEntityCount(len(is) - len(was)).AddMentionCount(mentions).Exec(ctx)
	if err != nil {
		return err
	}
	return s.Exec(ctx, tx, `UPDATE channels SET `+episodesOfChannel+`, updated_at = ? WHERE id = ?`, s.Now(), channelID)
}

package catalogue

import (
	"context"
	"slices"
	"strconv"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	"mentionary/internal/store/database"
)

// Countable are the occurrence lists that everybody may see.
const Countable = ` FROM episode_entities ee JOIN episodes e ON e.id = ee.episode_id
	WHERE e.is_processed AND e.visibility = 'public' AND ee.mention_count > 0`

// Recount computes the counters of entities, and of a channel with its entities, from occurrence lists. The rows must be
// locked by the transaction: a statement sees what others committed before it began.
func (s *Store) Recount(ctx context.Context, tx *db.Tx, channelID int, entityIDs []int) error {
	for part := range slices.Chunk(entityIDs, database.IDChunk) {
		if err := s.RecountEntities(ctx, tx, part); err != nil {
			return err
		}
		if channelID == 0 {
			continue
		}
		if err := s.recountChannelEntities(ctx, tx, channelID, part); err != nil {
			return err
		}
	}
	if channelID == 0 {
		return nil
	}
	return s.Exec(ctx, tx, `UPDATE channels SET
		entity_count = (SELECT COUNT(*) FROM channel_entities ce WHERE ce.channel_id = channels.id),
		mention_count = (SELECT COALESCE(SUM(ce.mention_count), 0) FROM channel_entities ce WHERE ce.channel_id = channels.id),
		episode_count = (SELECT COUNT(*) FROM episodes e WHERE e.channel_id = channels.id AND e.is_processed AND e.visibility = 'public'),
		latest_at = (SELECT MAX(e.published_at) FROM episodes e WHERE e.channel_id = channels.id AND e.is_processed AND e.visibility = 'public'),
		updated_at = ? WHERE id = ?`, s.Now(), channelID)
}

func (s *Store) RecountEntities(ctx context.Context, tx *db.Tx, ids []int) error {
	return s.Exec(ctx, tx, `UPDATE entities SET
		mention_count = (SELECT COALESCE(SUM(ee.mention_count), 0)`+Countable+` AND ee.entity_id = entities.id),
		episode_count = (SELECT COUNT(*)`+Countable+` AND ee.entity_id = entities.id),
		latest_episode_id = COALESCE((SELECT MAX(ee.episode_id)`+Countable+` AND ee.entity_id = entities.id), 0),
		updated_at = ? WHERE id IN `+database.In(ids), s.Now())
}

func (s *Store) recountChannelEntities(ctx context.Context, tx *db.Tx, channelID int, ids []int) error {
	channel := strconv.Itoa(channelID)
	err := s.Exec(ctx, tx, `DELETE FROM channel_entities WHERE channel_id = `+channel+` AND entity_id IN `+database.In(ids)+`
		AND NOT EXISTS (SELECT 1`+Countable+` AND e.channel_id = `+channel+` AND ee.entity_id = channel_entities.entity_id)`)
	if err != nil {
		return err
	}
	return s.Exec(ctx, tx, `INSERT INTO channel_entities (channel_id, entity_id, type, mention_count, episode_count)
		SELECT e.channel_id, ee.entity_id, ee.type, SUM(ee.mention_count), COUNT(*)`+Countable+`
		AND e.channel_id = `+channel+` AND ee.entity_id IN `+database.In(ids)+` GROUP BY e.channel_id, ee.entity_id, ee.type
		ON CONFLICT (channel_id, entity_id) DO UPDATE SET mention_count = excluded.mention_count, episode_count = excluded.episode_count`)
}

func (s *Store) LockEpisode(ctx context.Context, tx *db.Tx, id int) (*db.Episode, error) {
	q := tx.Episode.Query().Where(dbepisode.ID(id))
	if s.Postgres() {
		q.ForUpdate()
	}
	return q.Only(ctx)
}

func (s *Store) EntitiesOfEpisode(ctx context.Context, tx *db.Tx, episodeID int) ([]int, error) {
	return tx.EpisodeEntity.Query().Where(dbepisodeentity.EpisodeID(episodeID)).Select(dbepisodeentity.FieldEntityID).Ints(ctx)
}

func (s *Store) EntitiesByID(ctx context.Context, tx *db.Tx, ids []int) (map[int]*db.Entity, error) {
	out := make(map[int]*db.Entity, len(ids))
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(part...)).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, e := range rows {
			out[e.ID] = e
		}
	}
	return out, nil
}

// MentionedElsewhere says which of the entities another episode mentions too.
func (s *Store) MentionedElsewhere(ctx context.Context, tx *db.Tx, episodeID int, ids []int) (map[int]bool, error) {
	out := map[int]bool{}
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.QueryContext(ctx, `SELECT DISTINCT entity_id, 1 FROM episode_entities WHERE entity_id IN `+database.In(part)+` AND episode_id <> `+
			strconv.Itoa(episodeID))
		if err != nil {
			return nil, err
		}
		counts, err := database.ScanCounts(rows)
		if err != nil {
			return nil, err
		}
		for id := range counts {
			out[id] = true
		}
	}
	return out, nil
}

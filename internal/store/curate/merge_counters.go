package curate

import (
	"context"
	"maps"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchannelentity "mentionary/ent/db/channelentity"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// recountMerge computes everything that depends on which of two entities mentions belong to: their occurrence lists in
// the episodes, those episodes' own counts, the entities' counts and those of channels.
func (s *Store) recountMerge(ctx context.Context, tx *db.Tx, entityIDs, episodes, channels []int) error {
	if err := s.recountOccurrences(ctx, tx, entityIDs[0], episodes); err != nil {
		return err
	}
	if err := s.recountEpisodes(ctx, tx, episodes); err != nil {
		return err
	}
	return s.catalogue.RecountEverywhere(ctx, tx, entityIDs, channels)
}

// recountOccurrences counts an entity's mentions in episodes.
func (s *Store) recountOccurrences(ctx context.Context, tx *db.Tx, entityID int, episodes []int) error {
	const own = ` FROM mentions m WHERE m.episode_id = episode_entities.episode_id AND m.entity_id = episode_entities.entity_id`
	counts := ` AND m.confidence >= ? AND m.context = ` + catalogue.CountedIn("episode_entities.type")
	for part := range slices.Chunk(episodes, database.IDChunk) {
		err := s.Exec(ctx, tx, `UPDATE episode_entities SET mention_count = (SELECT COUNT(*)`+own+counts+`),
			first_ms = COALESCE((SELECT m.start_ms`+own+counts+` ORDER BY m.start LIMIT 1),
				(SELECT m.start_ms`+own+` ORDER BY m.start LIMIT 1), first_ms),
			quote_words = COALESCE((SELECT `+catalogue.QuoteWordsIn("m.quote")+own+counts+catalogue.MostTelling+`), 0),
			participant = (type = 'person' AND EXISTS (SELECT 1`+own+` AND CAST(m.signals AS text) LIKE '%"participant"%'))
			WHERE entity_id = ? AND episode_id IN `+database.In(part),
			catalogue.PublishedConfidence, catalogue.PublishedConfidence, catalogue.PublishedConfidence, entityID)
		if err != nil {
			return err
		}
	}
	return nil
}

// recountEpisodes counts what episodes mention, from their occurrence lists, and in what turn it is quoted.
func (s *Store) recountEpisodes(ctx context.Context, tx *db.Tx, episodes []int) error {
	if err := s.catalogue.CountWordsAhead(ctx, tx, episodes); err != nil {
		return err
	}
	for part := range slices.Chunk(episodes, database.IDChunk) {
		counts, err := s.countEpisodes(ctx, tx, part)
		if err != nil {
			return err
		}
		have, err := tx.Episode.Query().Where(dbepisode.IDIn(part...)).Order(dbepisode.ByID()).
			Select(dbepisode.FieldID, dbepisode.FieldTypeCounts, dbepisode.FieldEntityCount, dbepisode.FieldMentionCount).All(ctx)
		if err != nil {
			return err
		}
		for _, e := range have {
			c := counts[e.ID]
			if c == nil {
				c = newEpisodeCounts()
			}
			if c.entities == e.EntityCount && c.mentions == e.MentionCount && maps.Equal(c.types, e.TypeCounts) {
				continue
			}
			err := tx.Episode.UpdateOneID(e.ID).SetTypeCounts(c.types).SetEntityCount(c.entities).SetMentionCount(c.mentions).
				SetUpdatedAt(s.Now()).Exec(ctx)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// episodeCounts are the counts that an episode's cards show.
type episodeCounts struct {
	types              map[string]int
	entities, mentions int
}

func newEpisodeCounts() *episodeCounts { return &episodeCounts{types: map[string]int{}} }

// countEpisodes counts what is mentioned in episodes, by their ids. Episodes that mention nothing are left out.
func (s *Store) countEpisodes(ctx context.Context, tx *db.Tx, ids []int) (map[int]*episodeCounts, error) {
	rows, err := database.Query[struct {
		EpisodeID int    `sql:"episode_id"`
		Type      string `sql:"type"`
		Entities  int    `sql:"entities"`
		Mentions  int    `sql:"mentions"`
	}](ctx, s.DB, tx, `SELECT ee.episode_id, ee.type, COUNT(*) AS entities, SUM(ee.mention_count) AS mentions
		FROM episode_entities ee JOIN entities e ON e.id = ee.entity_id AND NOT e.hidden
		WHERE ee.mention_count > 0 AND ee.episode_id IN `+database.In(ids)+` GROUP BY ee.episode_id, ee.type`)
	counts := map[int]*episodeCounts{}
	for _, r := range rows {
		c := counts[r.EpisodeID]
		if c == nil {
			c = newEpisodeCounts()
			counts[r.EpisodeID] = c
		}
		c.types[r.Type] = r.Entities
		c.entities += r.Entities
		c.mentions += r.Mentions
	}
	return counts, err
}

// channelRowsOf returns which rows count an entity by channel.
func channelRowsOf(ctx context.Context, tx *db.Tx, entityID int) (out channelRows, err error) {
	rows, err := tx.ChannelEntity.Query().Where(dbchannelentity.EntityID(entityID)).Order(dbchannelentity.ByID()).All(ctx)
	for _, r := range rows {
		out.ChannelRows, out.Channels = append(out.ChannelRows, r.ID), append(out.Channels, r.ChannelID)
	}
	return out, err
}

// restoreChannelRows puts back the rows that had nothing left to count. Their numbers come from recounting.
func (s *Store) restoreChannelRows(ctx context.Context, tx *db.Tx, e *db.Entity, was channelRows) error {
	at := make(map[int]int, len(was.Channels))
	for i, channel := range was.Channels {
		at[channel] = was.ChannelRows[i]
	}
	for part := range slices.Chunk(was.Channels, database.BulkRows) {
		there, err := tx.Channel.Query().Where(dbchannel.IDIn(part...)).Order(dbchannel.ByID()).IDs(ctx)
		if err != nil {
			return err
		}
		for _, channel := range there {
			err := s.Exec(ctx, tx, `INSERT INTO channel_entities (id, channel_id, entity_id, type, mention_count, episode_count)
				VALUES (?, ?, ?, ?, 0, 0) ON CONFLICT DO NOTHING`, at[channel], channel, e.ID, string(e.Type))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// mendOccurrences gives an entity a list in every one of the episodes that mentions it, and takes away those of episodes
// that do not: an episode may have been analyzed again while the entity was merged.
func (s *Store) mendOccurrences(ctx context.Context, tx *db.Tx, e *db.Entity, episodes []int) error {
	for part := range slices.Chunk(episodes, database.IDChunk) {
		err := s.Exec(ctx, tx, `DELETE FROM episode_entities WHERE entity_id = ? AND episode_id IN `+database.In(part)+`
			AND NOT EXISTS (SELECT 1 FROM mentions m
				WHERE m.episode_id = episode_entities.episode_id AND m.entity_id = episode_entities.entity_id)`, e.ID)
		if err != nil {
			return err
		}
		missing, err := database.Query[int](ctx, s.DB, tx, `SELECT DISTINCT m.episode_id FROM mentions m
			WHERE m.entity_id = ? AND m.episode_id IN `+database.In(part)+` AND NOT EXISTS (SELECT 1 FROM episode_entities ee
				WHERE ee.episode_id = m.episode_id AND ee.entity_id = m.entity_id) ORDER BY m.episode_id`, e.ID)
		if err != nil {
			return err
		}
		for _, episode := range missing {
			if err := s.listOccurrence(ctx, tx, e, episode); err != nil {
				return err
			}
		}
	}
	return s.recountOccurrences(ctx, tx, e.ID, episodes)
}

// listOccurrence makes the occurrence list of an entity in an episode from its mentions, uncounted.
func (s *Store) listOccurrence(ctx context.Context, tx *db.Tx, e *db.Entity, episode int) error {
	said, err := tx.Mention.Query().Where(dbmention.EpisodeID(episode), dbmention.EntityID(e.ID)).
		Order(dbmention.ByConfidence(sql.OrderDesc()), dbmention.ByStart()).All(ctx)
	if err != nil {
		return err
	}
	var claims mention.Claims
	for _, m := range said {
		claims = claims.Or(m.Claims)
	}
	return tx.EpisodeEntity.Create().SetEpisodeID(episode).SetEntityID(e.ID).SetType(e.Type).
		SetMentionCount(0).SetFirstMs(0).SetClaims(claims).Exec(ctx)
}

// episodesOf returns the episodes that list or mention an entity.
func (s *Store) episodesOf(ctx context.Context, tx *db.Tx, entityID int) ([]int, error) {
	return database.Query[int](ctx, s.DB, tx, `SELECT episode_id FROM episode_entities WHERE entity_id = ?
		UNION SELECT episode_id FROM mentions WHERE entity_id = ? ORDER BY 1`, entityID, entityID)
}

// listedTogether returns the episodes that list more than one of the entities.
func (s *Store) listedTogether(ctx context.Context, tx *db.Tx, ids []int) ([]int, error) {
	return database.Query[int](ctx, s.DB, tx, `SELECT episode_id FROM episode_entities WHERE entity_id IN `+database.In(ids)+`
		GROUP BY episode_id HAVING COUNT(*) > 1 ORDER BY episode_id`)
}

// loadEntity reads an entity as merging needs it.
func loadEntity(ctx context.Context, tx *db.Tx, id int) (*db.Entity, error) {
	return tx.Entity.Query().Where(dbentity.ID(id)).WithAliases().WithLinks().Only(ctx)
}

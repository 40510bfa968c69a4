package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mentionary/ent/db"
	dbchannelentity "mentionary/ent/db/channelentity"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// PublishedConfidence is the least confidence of mentions that lists and counters take; the rest is for review.
const PublishedConfidence = 0.6

// countable are the occurrence lists that everybody may see.
const countable = ` FROM episode_entities ee JOIN episodes e ON e.id = ee.episode_id
	WHERE e.is_processed AND e.visibility = 'public' AND ee.mention_count > 0`

// unhidden limits occurrence lists to entities that are not hidden: those have counters of their own, and are in nobody's.
const unhidden = ` AND NOT EXISTS (SELECT 1 FROM entities h WHERE h.id = ee.entity_id AND h.hidden)`

// recommendations are the mentions that recommend something to everybody, of a confidence. Whoever reads an ad recommends
// everything, so that sponsors are left out by those who ask.
const recommendations = ` FROM mentions m JOIN episodes e ON e.id = m.episode_id AND e.is_processed AND e.visibility = 'public'
	WHERE m.stance = 'recommended' AND m.confidence >= ?`

// CountedIn is mention.Type.CountedIn in SQL, for a column that holds a type.
func CountedIn(column string) string {
	var b strings.Builder
	for _, t := range mention.Types() {
		fmt.Fprintf(&b, " WHEN '%s' THEN '%s'", t, t.CountedIn())
	}
	return "CASE " + column + b.String() + " END"
}

// Recount computes the counters of entities, and those of a channel (0: none) and of the entities in it, from occurrence
// lists. The rows must be locked by the transaction: a statement sees what others committed before it began.
func (s *Store) Recount(ctx context.Context, tx *db.Tx, channelID int, entityIDs []int) error {
	for part := range slices.Chunk(entityIDs, database.IDChunk) {
		if err := s.recountEntities(ctx, tx, part); err != nil {
			return err
		}
		if channelID == 0 {
			continue
		}
		if err := s.recountInChannels(ctx, tx, " = "+strconv.Itoa(channelID), part); err != nil {
			return err
		}
		if err := s.recountDoubts(ctx, tx, " = "+strconv.Itoa(channelID), part); err != nil {
			return err
		}
	}
	if channelID == 0 {
		return nil
	}
	return s.recountChannels(ctx, tx, []int{channelID})
}

// RecountEverywhere computes the counters of entities, of every channel that counted or counts them, and of further channels. The rows
// must be locked, as for Recount.
func (s *Store) RecountEverywhere(ctx context.Context, tx *db.Tx, entityIDs, channelIDs []int) error {
	before, err := channelsOf(ctx, tx, entityIDs)
	if err != nil {
		return err
	}
	if err := s.recountEntities(ctx, tx, entityIDs); err != nil {
		return err
	}
	if err := s.recountInChannels(ctx, tx, " IS NOT NULL", entityIDs); err != nil {
		return err
	}
	if err := s.RecountDoubts(ctx, tx, entityIDs); err != nil {
		return err
	}
	after, err := channelsOf(ctx, tx, entityIDs)
	if err != nil {
		return err
	}
	channels := slices.Concat(before, after, channelIDs)
	slices.Sort(channels)
	for part := range slices.Chunk(slices.Compact(channels), database.IDChunk) {
		if err := s.recountChannels(ctx, tx, part); err != nil {
			return err
		}
	}
	return nil
}

// channelsOf returns the channels that count entities.
func channelsOf(ctx context.Context, tx *db.Tx, entityIDs []int) ([]int, error) {
	return tx.ChannelEntity.Query().Where(dbchannelentity.EntityIDIn(entityIDs...)).Select(dbchannelentity.FieldChannelID).Ints(ctx)
}

// recountEntities reads the occurrence lists of each entity once: those of a popular one have tens of thousands of rows.
func (s *Store) recountEntities(ctx context.Context, tx *db.Tx, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	in := database.In(ids)
	return s.Exec(ctx, tx, `UPDATE entities SET mention_count = COALESCE(c.mentions, 0), episode_count = COALESCE(c.episodes, 0),
		latest_episode_id = COALESCE(c.latest, 0), talked_count = COALESCE(c.talked, 0), recommender_count = `+recommenders+`, updated_at = ?
		FROM entities n LEFT JOIN (SELECT ee.entity_id, SUM(ee.mention_count) AS mentions, COUNT(*) AS episodes,
			MAX(ee.episode_id) AS latest, SUM(CASE WHEN ee.participant THEN 0 ELSE ee.mention_count END) AS talked`+countable+`
			AND ee.entity_id IN `+in+` GROUP BY ee.entity_id) c ON c.entity_id = n.id
		WHERE n.id = entities.id AND entities.id IN `+in, PublishedConfidence, s.Now())
}

// recommenders counts who recommends a row of entities.
var recommenders = `CASE WHEN entities.type = 'sponsor' THEN 0 ELSE (SELECT COUNT(*) FROM (SELECT DISTINCT e.channel_id, m.speaker` +
	recommendations + ` AND m.entity_id = entities.id AND m.context = ` + CountedIn("entities.type") + `) r) END`

func (s *Store) recountRecommenders(ctx context.Context, tx *db.Tx, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	return s.Exec(ctx, tx, `UPDATE entities SET recommender_count = `+recommenders+` WHERE id IN `+database.In(ids), PublishedConfidence)
}

// recountInChannels counts entities in the channels whose ids fulfill a condition (" = 12").
func (s *Store) recountInChannels(ctx context.Context, tx *db.Tx, channels string, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	err := s.Exec(ctx, tx, `DELETE FROM channel_entities WHERE channel_id`+channels+` AND entity_id IN `+database.In(ids)+`
		AND NOT EXISTS (SELECT 1`+countable+unhidden+`
			AND e.channel_id = channel_entities.channel_id AND ee.entity_id = channel_entities.entity_id)`)
	if err != nil {
		return err
	}
	return s.Exec(ctx, tx, `INSERT INTO channel_entities (channel_id, entity_id, type, mention_count, episode_count)
		SELECT e.channel_id, ee.entity_id, ee.type, SUM(ee.mention_count), COUNT(*)`+countable+unhidden+`
		AND e.channel_id`+channels+` AND ee.entity_id IN `+database.In(ids)+` GROUP BY e.channel_id, ee.entity_id, ee.type
		ON CONFLICT (channel_id, entity_id) DO UPDATE SET mention_count = excluded.mention_count, episode_count = excluded.episode_count`)
}

func (s *Store) recountChannels(ctx context.Context, tx *db.Tx, ids []int) error {
	return s.Exec(ctx, tx, `UPDATE channels SET type_counts = `+s.TypeCountsOfChannel()+`,
		entity_count = (SELECT COUNT(*) FROM channel_entities ce WHERE ce.channel_id = channels.id),
		mention_count = (SELECT COALESCE(SUM(ce.mention_count), 0) FROM channel_entities ce WHERE ce.channel_id = channels.id),
		`+episodesOfChannel+`, updated_at = ? WHERE id IN `+database.In(ids), s.Now())
}

// episodesOfChannel sets what a row of channels says of its public episodes.
const (
	publicOfChannel   = ` FROM episodes e WHERE e.channel_id = channels.id AND e.is_processed AND e.visibility = 'public'`
	episodesOfChannel = `episode_count = (SELECT COUNT(*)` + publicOfChannel + `),
		latest_at = (SELECT MAX(e.published_at)` + publicOfChannel + `)`
)

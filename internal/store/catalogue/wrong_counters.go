package catalogue

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// NewestEntity returns the highest id of an entity, 0 when there is none.
func (s *Store) NewestEntity(ctx context.Context) (int, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return database.QueryRow[int](ctx, s.DB, tx, `SELECT COALESCE(MAX(id), 0) FROM entities`)
	})
}

// WrongEntities looks at the n entities after an id and returns those whose counters, or those of channels for them, are not what
// counting gives, with the last id that was looked at, 0 when there was none.
func (s *Store) WrongEntities(ctx context.Context, after, n int) (wrong []int, last int, err error) {
	type found struct {
		wrong []int
		last  int
	}
	f, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (f found, err error) {
		f.last, err = database.QueryRow[int](ctx, s.DB, tx,
			`SELECT COALESCE(MAX(id), 0) FROM (SELECT id FROM entities WHERE id > ? ORDER BY id LIMIT ?) t`, after, n)
		if err != nil || f.last == 0 {
			return f, err
		}
		const within = ` AND ee.entity_id > ? AND ee.entity_id <= ?`
		const inChannels = `SELECT e.channel_id, ee.entity_id, SUM(ee.mention_count) AS mentions, COUNT(*) AS episodes` + countable + unhidden +
			within + ` AND e.channel_id IS NOT NULL GROUP BY e.channel_id, ee.entity_id`
		const kept = `SELECT channel_id, entity_id, mention_count, episode_count FROM channel_entities WHERE entity_id > ? AND entity_id <= ?`
		f.wrong, err = database.Query[int](ctx, s.DB, tx, `SELECT n.id FROM entities n LEFT JOIN (SELECT ee.entity_id,
				SUM(ee.mention_count) AS mentions, COUNT(*) AS episodes, MAX(ee.episode_id) AS latest,
				SUM(CASE WHEN ee.participant THEN 0 ELSE ee.mention_count END) AS talked`+countable+within+` GROUP BY ee.entity_id) c
			ON c.entity_id = n.id
			WHERE n.id > ? AND n.id <= ? AND n.merged_into IS NULL AND (n.mention_count <> COALESCE(c.mentions, 0)
				OR n.episode_count <> COALESCE(c.episodes, 0) OR n.latest_episode_id <> COALESCE(c.latest, 0)
				OR n.talked_count <> COALESCE(c.talked, 0))
			UNION SELECT w.entity_id FROM (SELECT * FROM (`+inChannels+`) live EXCEPT `+kept+`) w
			UNION SELECT w.entity_id FROM (`+kept+` EXCEPT SELECT * FROM (`+inChannels+`) live) w ORDER BY 1`,
			after, f.last, after, f.last, after, f.last, after, f.last, after, f.last, after, f.last)
		return f, err
	})
	return f.wrong, f.last, err
}

// WrongChannels returns the channels whose counters are not what counting gives.
func (s *Store) WrongChannels(ctx context.Context) ([]int, error) {
	types := "CAST(type_counts AS TEXT)" // bytes in SQLite
	if s.Postgres() {
		types = "type_counts"
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]int, error) {
		return database.Query[int](ctx, s.DB, tx, `SELECT channels.id FROM channels
			LEFT JOIN (SELECT channel_id, COUNT(*) AS n, SUM(mention_count) AS mentions FROM channel_entities GROUP BY channel_id) c
				ON c.channel_id = channels.id
			WHERE entity_count <> COALESCE(c.n, 0) OR mention_count <> COALESCE(c.mentions, 0)
				OR COALESCE(`+types+`, '{}') <> `+s.TypeCountsOfChannel()+`
				OR episode_count <> (SELECT COUNT(*)`+publicOfChannel+`) ORDER BY channels.id`)
	})
}

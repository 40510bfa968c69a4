package catalogue

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// TrendFilter says which mentions of a period count: those of public episodes that were analyzed or published in it.
type TrendFilter struct {
	database.Period
	Published bool         // by the day an episode was published instead of analyzed
	Type      mention.Type // empty: all
	Channel   string       // public id; empty: all
}

// day is the column that says when an episode's mentions count.
func (f TrendFilter) day() string {
	if f.Published {
		return "p.published_at"
	}
	return "p.processed_at"
}

// occurrences are the occurrence lists that count, from a time until another: episodes as p, their lists as o. The episodes are
// found by an index that ends with the time, their lists by one that begins with the episode.
func (f TrendFilter) occurrences(p database.Period) (from string, args []any) {
	from = ` FROM episodes p JOIN episode_entities o ON o.episode_id = p.id AND o.mention_count > 0
		WHERE p.is_processed AND p.visibility = 'public' AND ` + f.day() + ` >= ? AND ` + f.day() + ` < ?`
	args = []any{p.From, p.Until}
	if f.Channel != "" {
		from += ` AND p.channel_id = (SELECT id FROM channels WHERE public_id = ?)`
		args = append(args, f.Channel)
	}
	if f.Type != "" {
		from += ` AND o.type = ?`
		args = append(args, string(f.Type))
	}
	return from, args
}

// DayMentions counts the mentions of a day's episodes.
type DayMentions struct {
	Day      string // YYYY-MM-DD, UTC
	Episodes int    // with such mentions
	Types    map[mention.Type]int
}

// MentionsByDay counts mentions by day and type, the oldest day first.
func (s *Store) MentionsByDay(ctx context.Context, f TrendFilter) ([]DayMentions, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]DayMentions, error) {
		found := make(map[string]*DayMentions, f.Length())
		out := make([]DayMentions, f.Length())
		for i, d := range f.Days() {
			out[i] = DayMentions{Day: d, Types: map[mention.Type]int{}}
			found[d] = &out[i]
		}
		from, args := f.occurrences(f.Period)
		day := s.DayColumn(f.day())
		types, err := database.Query[struct {
			Day   string       `sql:"day"`
			Type  mention.Type `sql:"type"`
			Count int          `sql:"count"`
		}](ctx, s.DB, tx, `SELECT `+day+` AS day, o.type AS type, CAST(SUM(o.mention_count) AS BIGINT) AS count`+from+
			` GROUP BY `+day+`, o.type`, args...)
		if err != nil {
			return nil, err
		}
		for _, r := range types {
			found[r.Day].Types[r.Type] = r.Count
		}
		episodes, err := database.Query[struct {
			Day   string `sql:"day"`
			Count int    `sql:"count"`
		}](ctx, s.DB, tx, `SELECT `+day+` AS day, COUNT(DISTINCT p.id) AS count`+from+` GROUP BY `+day, args...)
		for _, r := range episodes {
			found[r.Day].Episodes = r.Count
		}
		return out, err
	})
}

// TrendSums add up a period.
type TrendSums struct {
	Episodes int `sql:"episodes"` // with such mentions
	Mentions int `sql:"mentions"`
}

// TrendSums adds up the mentions of the filter's period.
func (s *Store) TrendSums(ctx context.Context, f TrendFilter) (TrendSums, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (TrendSums, error) {
		from, args := f.occurrences(f.Period)
		return database.QueryRow[TrendSums](ctx, s.DB, tx, `SELECT COUNT(DISTINCT p.id) AS episodes,
			CAST(COALESCE(SUM(o.mention_count), 0) AS BIGINT) AS mentions`+from, args...)
	})
}

// Rising is an entity that was mentioned more often in a period than in the one before.
type Rising struct {
	ID             int          `sql:"id"`
	Name           string       `sql:"name"`
	Type           mention.Type `sql:"type"`
	Mentions       int          `sql:"mentions"`
	MentionsBefore int          `sql:"mentions_before"`
	Episodes       int          `sql:"episodes"`
	EpisodesBefore int          `sql:"episodes_before"`
	Total          int          `sql:"total"` // of all that rose
}

// Rising lists what was mentioned more often in the period than in the one before, the largest rise first, and the number of
// all, 0 on a page behind the last. Both periods are counted in one walk over their episodes.
func (s *Store) Rising(ctx context.Context, f TrendFilter, limit, offset int) ([]Rising, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Rising, int, error) {
		from, where := f.occurrences(database.Period{From: f.Before().From, Until: f.Until})
		now := f.day() + ` >= ?`
		args := append([]any{f.From, f.From, f.From, f.From}, where...)
		rows, err := database.Query[Rising](ctx, s.DB, tx, `SELECT e.id, e.name, e.type, r.mentions, r.mentions_before, r.episodes,
			r.episodes_before, COUNT(*) OVER () AS total FROM (SELECT o.entity_id,
			CAST(SUM(CASE WHEN `+now+` THEN o.mention_count ELSE 0 END) AS BIGINT) AS mentions,
			CAST(SUM(CASE WHEN `+now+` THEN 0 ELSE o.mention_count END) AS BIGINT) AS mentions_before,
			CAST(SUM(CASE WHEN `+now+` THEN 1 ELSE 0 END) AS BIGINT) AS episodes,
			CAST(SUM(CASE WHEN `+now+` THEN 0 ELSE 1 END) AS BIGINT) AS episodes_before`+from+` GROUP BY o.entity_id) r
			JOIN entities e ON e.id = r.entity_id AND NOT e.hidden AND e.merged_into IS NULL
			WHERE r.mentions > r.mentions_before
			ORDER BY r.mentions - r.mentions_before DESC, r.mentions DESC, e.sort_key, e.id LIMIT ? OFFSET ?`,
			append(args, database.PageSize(limit), offset)...)
		if err != nil || len(rows) == 0 {
			return nil, 0, err
		}
		return rows, rows[0].Total, nil
	})
}

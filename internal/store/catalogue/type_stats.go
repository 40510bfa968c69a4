package catalogue

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/link"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// TypeStats are the figures of everything that the directory lists of one type.
type TypeStats struct {
	Total    int `sql:"total"`
	Mentions int `sql:"mentions"`
	// The sum of the entities' episode counts.
	EpisodeMentions int `sql:"episode_mentions"`
	// Distinct values, empty ones not counted.
	Authors   int `sql:"authors"`
	Companies int `sql:"companies"`
	Countries int `sql:"countries"`
	// Entities with a link that is not broken, and those with such a link to LinkedIn.
	WithLinks    int `sql:"with_links"`
	WithLinkedIn int `sql:"with_linked_in"`
}

// listedOfType is Listed, and of one type, for statements that ent cannot build.
const listedOfType = ` e.type = ? AND e.mention_count > 0 AND NOT e.hidden AND e.merged_into IS NULL`

// TypeStats counts what the directory lists of a type.
//
// Both statements find the entities of the type by an index that begins with it. Their links are found one by one by
// (entity_id, url, channel_id) on SQLite and by a hash join over all links on PostgreSQL. Distinct values can only be counted by
// reading them: at a million entities this costs about twice a plain count of the type, and the answer is made for callers
// that keep it for a version of the catalogue.
func (s *Store) TypeStats(ctx context.Context, t mention.Type) (TypeStats, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (TypeStats, error) {
		out, err := database.QueryRow[TypeStats](ctx, s.DB, tx, `SELECT COUNT(*) AS total,
			CAST(COALESCE(SUM(e.mention_count), 0) AS BIGINT) AS mentions,
			CAST(COALESCE(SUM(e.episode_count), 0) AS BIGINT) AS episode_mentions,
			COUNT(DISTINCT NULLIF(e.author, '')) AS authors, COUNT(DISTINCT NULLIF(e.company, '')) AS companies,
			COUNT(DISTINCT NULLIF(e.country, '')) AS countries FROM entities e WHERE`+listedOfType, string(t))
		if err != nil {
			return out, err
		}
		linked, err := database.QueryRow[TypeStats](ctx, s.DB, tx, `SELECT COUNT(DISTINCT l.entity_id) AS with_links,
			COUNT(DISTINCT CASE WHEN l.kind = ? THEN l.entity_id END) AS with_linked_in
			FROM entities e JOIN links l ON l.entity_id = e.id AND l.state <> 'broken' AND l.decision <> 'removed'
			WHERE`+listedOfType, string(link.LinkedIn), string(t))
		out.WithLinks, out.WithLinkedIn = linked.WithLinks, linked.WithLinkedIn
		return out, err
	})
}

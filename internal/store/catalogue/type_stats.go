package catalogue

import (
	"context"
	stdsql "database/sql"
	"errors"

	"mentionary/ent/db"
	"mentionary/internal/link"
	"mentionary/internal/mention"
)

// TypeStats are the figures of everything that the directory lists of one type.
type TypeStats struct {
	Total    int
	Mentions int
	// The sum of the entities' episode counts.
	EpisodeMentions int
	// Distinct values, empty ones not counted.
	Authors, Companies, Countries int
	// Entities with a link that is not broken, and those with such a link to LinkedIn.
	WithLinks, WithLinkedIn int
}

// listedOfType is listed, and of one type, for statements that ent cannot build.
const listedOfType = ` e.type = ? AND e.mention_count > 0 AND NOT e.hidden AND e.merged_into IS NULL`

// TypeStats counts what the directory lists of a type.
//
// Both statements find the entities of the type by an index that begins with it. Their links are found one by one by
// (entity_id, url, channel_id) on SQLite and by a hash join over all links on PostgreSQL. Distinct values can only be counted by
// reading them: at a million entities this costs about twice a plain count of the type, and the answer is made for callers
// that keep it for a version of the catalogue.
func (s *Store) TypeStats(ctx context.Context, t mention.Type) (TypeStats, error) {
	var out TypeStats
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := s.row(ctx, tx, []any{&out.Total, &out.Mentions, &out.EpisodeMentions, &out.Authors, &out.Companies, &out.Countries},
			`SELECT COUNT(*), CAST(COALESCE(SUM(e.mention_count), 0) AS BIGINT), CAST(COALESCE(SUM(e.episode_count), 0) AS BIGINT),
				COUNT(DISTINCT NULLIF(e.author, '')),
				COUNT(DISTINCT NULLIF(e.company, '')), COUNT(DISTINCT NULLIF(e.country, '')) FROM entities e WHERE`+listedOfType, string(t))
		if err != nil {
			return err
		}
		return s.row(ctx, tx, []any{&out.WithLinks, &out.WithLinkedIn},
			`SELECT COUNT(DISTINCT l.entity_id), COUNT(DISTINCT CASE WHEN l.kind = ? THEN l.entity_id END)
				FROM entities e JOIN links l ON l.entity_id = e.id AND l.state <> 'broken' WHERE`+listedOfType, string(link.LinkedIn), string(t))
	})
	return out, err
}

// row reads the only row of a statement that ent cannot build.
func (s *Store) row(ctx context.Context, tx *db.Tx, into []any, statement string, args ...any) (err error) {
	rows, err := tx.QueryContext(ctx, s.Bind(statement), args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !rows.Next() {
		return errors.Join(rows.Err(), stdsql.ErrNoRows)
	}
	return rows.Scan(into...)
}

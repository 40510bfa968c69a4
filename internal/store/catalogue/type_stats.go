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

// TypeStats returns the figures of what the directory lists of a type. How much there is is kept by every write; the rest is counted where
// there is little of the type, and else what was counted last.
func (s *Store) TypeStats(ctx context.Context, t mention.Type) (TypeStats, error) {
	known := false
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (TypeStats, error) {
		sizes, err := s.sizesOf(ctx, tx, t)
		if err != nil || sizes.Total <= littleToGo {
			return sizes, err
		}
		out, hold, err := figuresOf[TypeStats](ctx, tx, string(t), sizes.Total)
		out.Total, out.Mentions, out.EpisodeMentions, known = sizes.Total, sizes.Mentions, sizes.EpisodeMentions, hold
		return out, err
	})
	if known || err != nil || out.Total == 0 {
		return out, err
	}
	return s.countType(ctx, t)
}

// sizesOf returns how much of a type the directory lists.
func (s *Store) sizesOf(ctx context.Context, tx *db.Tx, t mention.Type) (out TypeStats, err error) {
	kept, err := s.KeptTotals(ctx, tx)
	for _, k := range kept {
		if k.What == database.KeptEntities && k.Type == string(t) {
			out.Total, out.Mentions, out.EpisodeMentions = k.Entries, k.Mentions, k.Episodes
		}
	}
	return out, err
}

// countType counts the distinct values of a type along the indexes of the lists that they order, and what has links by an index that
// holds only those that are shown. If there is much of it, it keeps what it counted.
func (s *Store) countType(ctx context.Context, t mention.Type) (TypeStats, error) {
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (TypeStats, error) {
		out, err := s.sizesOf(ctx, tx, t)
		if err != nil {
			return out, err
		}
		listed := ` FROM entities e WHERE e.type = ? AND ` + database.ListedEntity("e.")
		for column, n := range map[string]*int{"author": &out.Authors, "company": &out.Companies, "country": &out.Countries} {
			value := database.OrEmptyLast("e." + column)
			*n, err = database.QueryRow[int](ctx, s.DB, tx, `SELECT COUNT(DISTINCT `+value+`)`+listed+` AND `+value+` <> '`+database.AfterAll+`'`,
				string(t))
			if err != nil {
				return out, err
			}
		}
		links, err := database.QueryRow[TypeStats](ctx, s.DB, tx, `SELECT COUNT(DISTINCT e.id) AS with_links,
			COUNT(DISTINCT CASE WHEN l.kind = ? THEN e.id END) AS with_linked_in FROM entities e CROSS JOIN links l WHERE l.entity_id = e.id
			AND e.type = ? AND `+database.ListedEntity("e.")+` AND `+database.GoodLink("l."), string(link.LinkedIn), string(t))
		out.WithLinks, out.WithLinkedIn = links.WithLinks, links.WithLinkedIn
		return out, err
	})
	if err == nil && out.Total > littleToGo {
		keepFigures(ctx, s, string(t), out.Total, out)
	}
	return out, err
}

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
var listedOfType = ` e.type = ? AND ` + database.ListedEntity("e.")

// TypeStats counts what the directory lists of a type. How much there is is kept; distinct values are counted along the index of the
// list that they order, and links by an index that holds only those that are shown.
func (s *Store) TypeStats(ctx context.Context, t mention.Type) (TypeStats, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out TypeStats, err error) {
		kept, err := s.KeptTotals(ctx, tx)
		if err != nil {
			return out, err
		}
		for _, k := range kept {
			if k.What == database.KeptEntities && k.Type == string(t) {
				out.Total, out.Mentions, out.EpisodeMentions = k.Entries, k.Mentions, k.Episodes
			}
		}
		for column, n := range map[string]*int{"author": &out.Authors, "company": &out.Companies, "country": &out.Countries} {
			value := database.OrEmptyLast("e." + column)
			*n, err = database.QueryRow[int](ctx, s.DB, tx, `SELECT COUNT(DISTINCT `+value+`) FROM entities e WHERE`+listedOfType+
				` AND `+value+` <> '`+database.AfterAll+`'`, string(t))
			if err != nil {
				return out, err
			}
		}
		linked, err := database.QueryRow[TypeStats](ctx, s.DB, tx, `SELECT COUNT(*) AS with_links,
			COUNT(CASE WHEN l.profile > 0 THEN 1 END) AS with_linked_in
			FROM entities e JOIN (SELECT l.entity_id, COUNT(CASE WHEN l.kind = ? THEN 1 END) AS profile FROM links l
				WHERE `+database.GoodLink("l.")+` GROUP BY l.entity_id) l ON l.entity_id = e.id WHERE`+listedOfType, string(link.LinkedIn), string(t))
		out.WithLinks, out.WithLinkedIn = linked.WithLinks, linked.WithLinkedIn
		return out, err
	})
}

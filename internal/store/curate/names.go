package curate

import (
	"cmp"
	"context"
	"slices"

	"mentionary/ent/db"
	"mentionary/internal/match"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// NameUse is a name of an entity, and how often its mentions used it.
type NameUse struct {
	Name     string
	Own      bool   // the entity's name rather than an alias
	Source   string // where an alias comes from
	Mentions int    // whose words are this name
}

type surface struct {
	Surface  string `sql:"surface"`
	Mentions int    `sql:"mentions"`
}

// surfaces are the words by which the mentions of an entity name it.
func (s *Store) surfaces(ctx context.Context, tx *db.Tx, id int) ([]surface, error) {
	return database.Query[surface](ctx, s.DB, tx, `SELECT surface, COUNT(*) AS mentions FROM mentions WHERE entity_id = ?
		GROUP BY surface ORDER BY surface`, id)
}

// Names lists the names of an entity, its own first, then the most used.
func (s *Store) Names(ctx context.Context, id int) ([]NameUse, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]NameUse, error) {
		e, err := catalogue.FindEntity(ctx, tx, id, database.Viewer{Moderator: true})
		if err != nil {
			return nil, err
		}
		return s.usedNames(ctx, tx, e)
	})
}

// usedNames are the names of an entity that was loaded with its aliases.
func (s *Store) usedNames(ctx context.Context, tx *db.Tx, e *db.Entity) ([]NameUse, error) {
	said, err := s.surfaces(ctx, tx, e.ID)
	if err != nil {
		return nil, err
	}
	uses := map[string]int{}
	for _, x := range said {
		uses[match.Key(e.Type, x.Surface)] += x.Mentions
	}
	out := []NameUse{{Name: e.Name, Own: true, Mentions: uses[e.Key]}}
	for _, a := range e.Edges.Aliases {
		if a.Key != e.Key {
			out = append(out, NameUse{Name: a.Name, Source: a.Source, Mentions: uses[a.Key]})
		}
	}
	slices.SortStableFunc(out[1:], func(a, b NameUse) int { return cmp.Compare(b.Mentions, a.Mentions) })
	return out, nil
}

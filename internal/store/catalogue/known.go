package catalogue

import (
	"context"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// maxKnownEntities bounds how many entities, the most mentioned first, take part in the catalogue pass.
const maxKnownEntities = 100_000

// KnownNames returns the names and confirmed aliases of everything in the directory, for the catalogue pass, with the version of
// the catalogue they belong to: while CatalogueVersion returns the same, they need not be read again. At most
// extract.MaxKnown names, the most mentioned entities first.
func (s *Store) KnownNames(ctx context.Context) ([]extract.Known, int64, error) {
	version, err := s.CatalogueVersion(ctx)
	if err != nil {
		return nil, 0, err
	}
	known, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]extract.Known, error) {
		rows, err := tx.Entity.Query().Where(Listed).Order(dbentity.ByMentionCount(sql.OrderDesc()), dbentity.ByID()).
			Limit(maxKnownEntities).Select(dbentity.FieldID, dbentity.FieldType, dbentity.FieldName).All(ctx)
		if err != nil {
			return nil, err
		}
		known, at := make([]extract.Known, 0, len(rows)), make(map[int]int, len(rows))
		for i, e := range rows {
			at[e.ID] = i
			known = append(known, extract.Known{EntityID: e.ID, Type: e.Type, Name: e.Name})
		}
		aliases, err := tx.Alias.Query().Where(dbalias.HasEntityWith(Listed), dbalias.Confirmed(true)).Order(dbalias.ByID()).
			Limit(2*maxKnownEntities).Select(dbalias.FieldEntityID, dbalias.FieldName).All(ctx)
		for _, a := range aliases {
			if i, ok := at[a.EntityID]; ok {
				known[i].Aliases = append(known[i].Aliases, a.Name)
			}
		}
		return known, err
	})
	return known, version, err
}

// OftenMentioned returns what the public episodes of a channel mention most, the most mentioned first, without sponsors: those change.
func (s *Store) OftenMentioned(ctx context.Context, channelID, limit int) ([]extract.Known, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]extract.Known, error) {
		rows, err := database.Query[struct {
			ID   int          `sql:"id"`
			Type mention.Type `sql:"type"`
			Name string       `sql:"name"`
		}](ctx, s.DB, tx, `SELECT n.id, n.type, n.name FROM channel_entities ce
			JOIN entities n ON n.id = ce.entity_id AND NOT n.hidden AND n.merged_into IS NULL
			WHERE ce.channel_id = ? AND ce.mention_count > 0 AND ce.type <> ? ORDER BY ce.mention_count DESC, n.sort_key, n.id LIMIT ?`,
			channelID, string(mention.Sponsor), limit)
		known := make([]extract.Known, 0, len(rows))
		for _, r := range rows {
			known = append(known, extract.Known{EntityID: r.ID, Type: r.Type, Name: r.Name})
		}
		return known, err
	})
}

// Listed limits entities to those that lists show: with published mentions, neither hidden nor merged away.
func Listed(s *sql.Selector) {
	row, _, _ := strings.Cut(s.C(dbentity.FieldID), ".") // the table, or what a question calls it
	s.Where(sql.ExprP(database.ListedEntity(row + ".")))
}

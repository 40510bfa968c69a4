package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

const (
	maxKnownAliases = 100 // of an entity, the oldest
	knownPage       = 5000
)

// KnownNames returns the names and confirmed aliases of everything in the directory, for the catalogue pass, with the version of
// the catalogue they belong to: ChangedNames tells what changed since. Of more than extract.MaxKnown entities it takes the most mentioned.
func (s *Store) KnownNames(ctx context.Context) (*extract.Names, int64, error) {
	var version int64
	names, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (_ *extract.Names, err error) {
		if version, err = s.CatalogueVersionIn(ctx, tx); err != nil {
			return nil, err
		}
		among, err := s.mostMentioned(ctx, tx)
		if err != nil {
			return nil, err
		}
		var names extract.NamesBuilder
		for after := 0; ; {
			page, err := s.knownEntities(ctx, tx, "id > ? AND "+among+" ORDER BY id LIMIT ?", after, knownPage)
			if err != nil {
				return nil, err
			}
			for _, k := range page {
				names.Add(k)
			}
			if len(page) < knownPage {
				return names.Names(), nil
			}
			after = page[len(page)-1].EntityID
		}
	})
	return names, version, err
}

// mostMentioned is the condition of the entities that are known: all, but in a directory of more than extract.MaxKnown.
func (s *Store) mostMentioned(ctx context.Context, tx *db.Tx) (string, error) {
	kept, err := s.totals(ctx, tx)
	if err != nil {
		return "", err
	}
	listed := 0
	for _, n := range kept.Entities {
		listed += n
	}
	if listed <= extract.MaxKnown {
		return "TRUE", nil
	}
	type first struct {
		ID       int `sql:"id"`
		Mentions int `sql:"mention_count"`
	}
	out, err := database.QueryRow[first](ctx, s.DB, tx, "SELECT id, mention_count FROM entities WHERE "+database.ListedEntity("")+
		" ORDER BY mention_count DESC, id LIMIT 1 OFFSET ?", extract.MaxKnown)
	return fmt.Sprintf("(mention_count > %[1]d OR mention_count = %[1]d AND id < %[2]d)", out.Mentions, out.ID), err
}

// ChangedNames is how known names changed.
type ChangedNames struct {
	Version int64           // of the catalogue they belong to now
	IDs     []int           // entities that may have changed
	Known   []extract.Known // what is known of them now
	All     bool            // more changed than is told: all have to be read
}

// ChangedNames returns how known names changed since a version of the catalogue.
func (s *Store) ChangedNames(ctx context.Context, since int64) (ChangedNames, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (c ChangedNames, err error) {
		if c.Version, c.IDs, c.All, err = s.KnownChanges(ctx, tx, since); err != nil {
			return c, err
		}
		for ids := range slices.Chunk(c.IDs, knownPage) {
			part, err := s.knownEntities(ctx, tx, "id IN ? ORDER BY id", database.IDs(ids))
			if err != nil {
				return c, err
			}
			c.Known = append(c.Known, part...)
		}
		return c, nil
	})
}

// knownEntities reads listed entities that a condition selects, in the order of their ids, with their confirmed aliases.
func (s *Store) knownEntities(ctx context.Context, tx *db.Tx, condition string, args ...any) ([]extract.Known, error) {
	type row struct {
		ID   int          `sql:"id"`
		Type mention.Type `sql:"type"`
		Name string       `sql:"name"`
	}
	rows, err := database.Query[row](ctx, s.DB, tx, "SELECT id, type, name FROM entities WHERE "+database.ListedEntity("")+" AND "+condition,
		args...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	known, at, ids := make([]extract.Known, len(rows)), make(map[int]int, len(rows)), make(database.IDs, len(rows))
	for i, r := range rows {
		known[i], at[r.ID], ids[i] = extract.Known{EntityID: r.ID, Type: r.Type, Name: r.Name}, i, r.ID
	}
	type alias struct {
		EntityID int    `sql:"entity_id"`
		Name     string `sql:"name"`
	}
	aliases, err := database.Query[alias](ctx, s.DB, tx,
		"SELECT entity_id, name FROM alias WHERE entity_id IN ? AND confirmed ORDER BY id", ids)
	for _, a := range aliases {
		if k := &known[at[a.EntityID]]; len(k.Aliases) < maxKnownAliases {
			k.Aliases = append(k.Aliases, a.Name)
		}
	}
	return known, err
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

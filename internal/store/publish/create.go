package publish

import (
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// create makes the entities that remain. Somebody else may make the same one at the same time: the key decides.
func (r *resolver) create(ctx context.Context) error {
	fresh := slices.DeleteFunc(slices.Clone(r.undecided), func(g *group) bool { return g.entity != nil })
	if len(fresh) == 0 {
		return nil
	}
	rows := make([]*db.EntityCreate, 0, len(fresh))
	for _, g := range fresh {
		rows = append(rows, r.newEntity(g))
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		err := r.tx.Entity.CreateBulk(part...).
			OnConflictColumns(dbentity.FieldType, dbentity.FieldKey, dbentity.FieldDisambiguator).Ignore().Exec(ctx)
		if err != nil {
			return err
		}
	}
	if err := r.readMade(ctx, fresh); err != nil {
		return err
	}
	if err := r.followMerges(ctx, fresh); err != nil {
		return err
	}
	return r.insertBlocks(ctx, fresh)
}

// madeRow is an entity that was made.
type madeRow struct {
	ID            int          `sql:"id"`
	Type          mention.Type `sql:"type"`
	Key           string       `sql:"key"`
	Disambiguator string       `sql:"disambiguator"`
	Name          string       `sql:"name"`
	MergedInto    *int         `sql:"merged_into"`
	Hidden        bool         `sql:"hidden"`
}

// readMade gives groups the entities that were made for them, or that somebody else had just made.
func (r *resolver) readMade(ctx context.Context, groups []*group) error {
	type entityKey struct {
		typeKey
		disambiguator string
	}
	made := map[entityKey]*db.Entity{}
	for part := range slices.Chunk(pairsOf(groups), database.IDChunk) {
		pairs, asked, err := r.s.pairs(part)
		if err != nil {
			return err
		}
		rows, err := database.Query[madeRow](ctx, r.s.DB, r.tx, `SELECT e.id, e.type, e.key, e.disambiguator, e.name, e.merged_into, e.hidden
			FROM `+pairs+` k CROSS JOIN entities e WHERE e.type = k.type AND e.key = k.key`, asked)
		if err != nil {
			return err
		}
		for _, m := range rows {
			made[entityKey{typeKey{m.Type, m.Key}, m.Disambiguator}] = &db.Entity{
				ID: m.ID, Type: m.Type, Key: m.Key, Disambiguator: m.Disambiguator, Name: m.Name, MergedInto: m.MergedInto, Hidden: m.Hidden,
			}
		}
	}
	for _, g := range groups {
		if g.entity = made[entityKey{typeKey{g.typ, g.key}, r.disambiguator(g)}]; g.entity == nil {
			return fmt.Errorf("the new %s %q is not there", g.typ, g.name)
		}
	}
	return nil
}

// followMerges gives groups whose key belongs to an entity that was merged away the survivor.
func (r *resolver) followMerges(ctx context.Context, groups []*group) error {
	var ids []int
	for _, g := range groups {
		if g.entity.MergedInto != nil {
			ids = append(ids, g.entity.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	survivor, err := r.load(ctx, ids)
	if err != nil {
		return err
	}
	for _, g := range groups {
		if g.entity.MergedInto == nil {
			continue
		}
		c := r.known[survivor(g.entity.ID)]
		if c == nil {
			return fmt.Errorf("the survivor of the merged %s %q is not there", g.typ, g.name)
		}
		g.entity = c.row
	}
	return nil
}

// disambiguator tells a new entity from those that have its key already. It is empty for the first of a key.
func (r *resolver) disambiguator(g *group) string {
	if len(r.exact[g]) == 0 {
		return ""
	}
	return match.Disambiguator(g.subject(r.channel), r.episode.ID)
}

func (r *resolver) newEntity(g *group) *db.EntityCreate {
	now := r.s.Now()
	e := &db.Entity{Type: g.typ}
	if g.reason != "" {
		e.Sources = map[string]string{sourceMatch: g.reason}
	}
	if r.public && g.published() {
		catalogue.FillFacts(e, g.description, g.claims, r.channel)
	}
	c := r.tx.Entity.Create()
	if g.mayBe != 0 {
		c.SetMayBe(g.mayBe)
	}
	return c.SetType(e.Type).SetKey(g.key).SetDisambiguator(r.disambiguator(g)).SetName(g.name).
		SetSlug(catalogue.Slug(g.name, 80)).SetSortKey(match.SortKey(g.name)).SetDescription(e.Description).SetAuthor(e.Author).
		SetCompany(e.Company).SetCountry(e.Country).SetTitle(e.Title).SetField(e.Field).SetCategory(e.Category).
		SetSources(e.Sources).SetCreatedAt(now).SetUpdatedAt(now)
}

// insertBlocks makes entities findable by the names of the groups. Names of one entity share blocks, and PostgreSQL takes a
// row once in a statement.
func (r *resolver) insertBlocks(ctx context.Context, groups []*group) error {
	type place struct {
		entity int
		block  string
	}
	seen := map[place]bool{}
	var rows []*db.BlockCreate
	for _, g := range groups {
		for _, b := range match.Blocks(g.typ, g.name) {
			if at := (place{g.entity.ID, b}); !seen[at] {
				seen[at] = true
				rows = append(rows, r.tx.Block.Create().SetEntityID(at.entity).SetType(g.typ).SetKey(b))
			}
		}
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		if err := r.tx.Block.CreateBulk(part...).OnConflict(sql.ConflictColumns(dbblock.FieldEntityID, dbblock.FieldKey)).Ignore().
			Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

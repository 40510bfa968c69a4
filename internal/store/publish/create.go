package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/wording"
)

// create makes the entities that remain. Somebody else may make the same one at the same time: the key decides.
func (r *resolver) create(ctx context.Context) error {
	fresh := slices.DeleteFunc(slices.Clone(r.undecided), func(g *group) bool { return g.entity != nil })
	if len(fresh) == 0 {
		return nil
	}
	for part := range slices.Chunk(fresh, database.BulkRows) {
		if err := r.insert(ctx, part); err != nil {
			return err
		}
	}
	found := slices.DeleteFunc(slices.Clone(fresh), func(g *group) bool { return g.entity != nil })
	if err := r.readMade(ctx, found); err != nil {
		return err
	}
	if err := r.followMerges(ctx, fresh); err != nil {
		return err
	}
	return r.insertBlocks(ctx, fresh)
}

// newEntity is a row of entities that is made, as a statement reads it.
type newEntity struct {
	Type          mention.Type      `json:"type"`
	Key           string            `json:"key"`
	Disambiguator string            `json:"disambiguator"`
	Name          string            `json:"name"`
	Folded        string            `json:"folded"`
	Slug          string            `json:"slug"`
	SortKey       string            `json:"sort_key"`
	Description   string            `json:"description"`
	Author        string            `json:"author"`
	Company       string            `json:"company"`
	Country       string            `json:"country"`
	Title         string            `json:"title"`
	Field         string            `json:"field"`
	Category      string            `json:"category"`
	Topic         string            `json:"topic"`
	Sources       map[string]string `json:"sources"`
	MayBe         *int              `json:"may_be"`
	Mentions      int               `json:"mention_count"`
	Episodes      int               `json:"episode_count"`
	Latest        int               `json:"latest_episode_id"`
	Talked        int               `json:"talked_count"`
}

// columnsOfNew are those of newEntity, by how they are read.
var columnsOfNew = struct{ texts, numbers []string }{
	[]string{
		"type", "key", "disambiguator", "name", "folded", "slug", "sort_key", "description", "author", "company", "country", "title", "field",
		"category", "topic",
	},
	[]string{"may_be", "mention_count", "episode_count", "latest_episode_id", "talked_count"},
}

// insert makes entities for groups, with what the episode adds to their counters: rows that are written once need not be changed in all
// lists a moment later. Groups whose key somebody else has made stay without.
func (r *resolver) insert(ctx context.Context, groups []*group) error {
	list := make([]newEntity, 0, len(groups))
	for _, g := range groups {
		list = append(list, r.newEntity(g))
	}
	rows, err := json.Marshal(list)
	if err != nil {
		return err
	}
	var columns, values []string
	for _, c := range columnsOfNew.texts {
		columns, values = append(columns, c), append(values, "value ->> '"+c+"'")
	}
	for _, c := range columnsOfNew.numbers {
		columns, values = append(columns, c), append(values, "CAST(value ->> '"+c+"' AS BIGINT)")
	}
	now := r.s.Now()
	made, err := database.Query[madeRow](ctx, r.s.DB, r.tx, `INSERT INTO entities (created_at, updated_at, hidden, sources, `+
		strings.Join(columns, ", ")+`) SELECT `+r.s.TimeParameter()+`, `+r.s.TimeParameter()+`, FALSE, value -> 'sources', `+
		strings.Join(values, ", ")+` FROM `+r.s.Each()+` WHERE TRUE ON CONFLICT (type, key, disambiguator) DO NOTHING
		RETURNING id, type, key, disambiguator, name, merged_into, hidden`, now, now, string(rows))
	if err != nil {
		return err
	}
	byKey := map[entityKey]*db.Entity{}
	for _, m := range made {
		byKey[m.key()] = m.entity()
	}
	for i, g := range groups {
		if g.entity = byKey[r.keyOf(g)]; g.entity == nil || list[i].Mentions == 0 {
			continue
		}
		if _, twice := r.born[g.entity.ID]; !twice {
			r.born[g.entity.ID] = catalogue.Share{
				ID: g.entity.ID, Type: g.typ, Mentions: list[i].Mentions, Part: list[i].Talked == 0,
			}
		}
	}
	return nil
}

// entityKey is what tells an entity from all others.
type entityKey struct {
	typeKey
	disambiguator string
}

func (r *resolver) keyOf(g *group) entityKey {
	return entityKey{typeKey{g.typ, g.key}, r.disambiguator(g)}
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

func (m madeRow) key() entityKey { return entityKey{typeKey{m.Type, m.Key}, m.Disambiguator} }

func (m madeRow) entity() *db.Entity {
	return &db.Entity{
		ID: m.ID, Type: m.Type, Key: m.Key, Disambiguator: m.Disambiguator, Name: m.Name, MergedInto: m.MergedInto, Hidden: m.Hidden,
	}
}

// readMade gives groups the entities that somebody else has just made for their keys.
func (r *resolver) readMade(ctx context.Context, groups []*group) error {
	if len(groups) == 0 {
		return nil
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
			made[m.key()] = m.entity()
		}
	}
	for _, g := range groups {
		if g.entity = made[r.keyOf(g)]; g.entity == nil {
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

func (r *resolver) newEntity(g *group) newEntity {
	e := &db.Entity{Type: g.typ}
	if g.reason != "" {
		e.Sources = map[string]string{sourceMatch: g.reason}
	}
	if r.public && g.published() {
		catalogue.FillFacts(e, g.description, g.claims, r.channel)
	}
	out := newEntity{
		Type: g.typ, Key: g.key, Disambiguator: r.disambiguator(g), Name: g.name, Folded: wording.Fold(g.name),
		Slug: catalogue.Slug(g.name, 80), SortKey: match.SortKey(g.name), Description: e.Description, Author: e.Author, Company: e.Company,
		Country: e.Country, Title: e.Title, Field: e.Field, Category: e.Category, Topic: mention.TopicOf(e.Field, e.Category),
		Sources: e.Sources,
	}
	if g.mayBe != 0 {
		out.MayBe = &g.mayBe
	}
	if !r.public || r.again { // read again, what is mentioned more must not be this one because of what it is mentioned here
		return out
	}
	o := &occurrence{entity: e, mentions: slices.Clone(g.mentions)}
	if o.tidy(); o.counted > 0 {
		out.Mentions, out.Episodes, out.Latest = o.counted, 1, r.episode.ID
		out.Talked = catalogue.Share{Mentions: o.counted, Part: o.part}.Talked()
	}
	return out
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

package curate

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbedition "mentionary/ent/db/edition"
	dbentity "mentionary/ent/db/entity"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	"mentionary/internal/link"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// mergeTable is a table whose rows follow an entity when it is merged.
type mergeTable struct {
	name   string
	column string   // that holds the entity's id
	unique []string // columns that are unique together with it
	only   string   // a condition, empty for all rows; "t" is the row
}

const (
	tableMentions    = "mentions"
	tableOccurrences = "episode_entities"
	tableLinks       = "links"
	tableFavorites   = "favorites"
)

func mergeTables() []mergeTable {
	return []mergeTable{
		{name: tableMentions, column: "entity_id", unique: []string{"episode_id", "start"}},
		{name: tableOccurrences, column: "entity_id", unique: []string{"episode_id"}},
		{name: dbalias.Table, column: "entity_id", unique: []string{"key"}},
		{name: "blocks", column: "entity_id", unique: []string{"key"}},
		{name: tableLinks, column: "entity_id", unique: []string{"url", "channel_id"}},
		{name: dbedition.Table, column: "entity_id", unique: []string{"catalogue", "work"}},
		{name: tableFavorites, column: "item_id", unique: []string{"user_id"}, only: " AND t.item_type = 'entity'"},
	}
}

// absorb moves to the survivor everything of the merged entity that does not clash there, fills what the survivor does
// not say, and adds all that to the inverse. It returns the episodes that mention both.
//
// It may run again for a merge that stands: when another merge with the same survivor is undone, what clashed with it
// can move at last.
func (s *Store) absorb(ctx context.Context, tx *db.Tx, p pair, inv *inverse) (both []int, err error) {
	for _, t := range mergeTables() {
		ids, err := s.moveRows(ctx, tx, t, p.merged.ID, p.survivor.ID)
		if err != nil {
			return nil, err
		}
		inv.Moved[t.name] = append(inv.Moved[t.name], ids...)
	}
	if both, err = s.joinOccurrences(ctx, tx, p, inv); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context, *db.Tx, pair, *inverse) error{s.keepName, s.raiseAgreed, s.fillFields} {
		if err := step(ctx, tx, p, inv); err != nil {
			return nil, err
		}
	}
	return both, nil
}

// moveRows gives the rows of one entity to another, those apart that clash there, and returns their ids.
func (s *Store) moveRows(ctx context.Context, tx *db.Tx, t mergeTable, from, to int) ([]int, error) {
	ids, err := s.movable(ctx, tx, t, from, to)
	if err != nil {
		return nil, err
	}
	return ids, s.giveRows(ctx, tx, t, ids, from, to)
}

// movable returns the rows of one entity that none of the others has already.
func (s *Store) movable(ctx context.Context, tx *db.Tx, t mergeTable, from int, to ...int) ([]int, error) {
	var same strings.Builder
	for _, c := range t.unique {
		same.WriteString(` AND o."` + c + `" = t."` + c + `"`)
	}
	return database.Query[int](ctx, s.DB, tx, `SELECT t.id FROM `+t.name+` t WHERE t.`+t.column+` = ?`+t.only+
		` AND NOT EXISTS (SELECT 1 FROM `+t.name+` o WHERE o.`+t.column+` IN `+database.In(to)+
		strings.ReplaceAll(t.only, "t.", "o.")+same.String()+`) ORDER BY t.id`, from)
}

// giveRows moves those of the rows that still belong to from.
func (s *Store) giveRows(ctx context.Context, tx *db.Tx, t mergeTable, ids []int, from, to int) error {
	for part := range slices.Chunk(ids, database.IDChunk) {
		err := s.Exec(ctx, tx, `UPDATE `+t.name+` SET `+t.column+` = ? WHERE `+t.column+` = ? AND id IN `+database.In(part), to, from)
		if err != nil {
			return err
		}
	}
	return nil
}

// keepName makes the merged entity's name a name of the survivor.
func (s *Store) keepName(ctx context.Context, tx *db.Tx, p pair, inv *inverse) error {
	if p.merged.Key == p.survivor.Key {
		return nil
	}
	known, err := tx.Alias.Query().Where(dbalias.EntityID(p.survivor.ID), dbalias.Key(p.merged.Key)).Exist(ctx)
	if err != nil || known {
		return err
	}
	a, err := tx.Alias.Create().SetEntityID(p.survivor.ID).SetType(p.survivor.Type).SetKey(p.merged.Key).
		SetName(p.merged.Name).SetSource("merged " + strconv.Itoa(p.merged.ID)).SetConfirmed(true).SetCreatedAt(s.Now()).Save(ctx)
	if err != nil {
		return err
	}
	inv.MadeAliases = append(inv.MadeAliases, a.ID)
	return nil
}

// raiseAgreed raises claims of the survivor that two channels share now.
func (s *Store) raiseAgreed(ctx context.Context, tx *db.Tx, p pair, inv *inverse) error {
	ids, err := s.agreeingClaims(ctx, tx, p.survivor.ID)
	if err != nil {
		return err
	}
	inv.Agreed = append(inv.Agreed, ids...)
	return s.changeTrust(ctx, tx, ids, link.Claimed, link.Agreed)
}

// agreeingClaims returns the claims of an entity that another channel shares.
func (s *Store) agreeingClaims(ctx context.Context, tx *db.Tx, entityID int) ([]int, error) {
	return database.Query[int](ctx, s.DB, tx, `SELECT t.id FROM links t WHERE t.source = ? AND t.channel_id > 0 AND t.entity_id = ?
		AND EXISTS (SELECT 1 FROM links o
			WHERE o.entity_id = t.entity_id AND o.url = t.url AND o.channel_id > 0 AND o.channel_id <> t.channel_id)
		ORDER BY t.id`, link.Claimed.String(), entityID)
}

// changeTrust gives those of the links that have one trust another.
func (s *Store) changeTrust(ctx context.Context, tx *db.Tx, ids []int, from, to link.Trust) error {
	for part := range slices.Chunk(ids, database.IDChunk) {
		err := s.Exec(ctx, tx, `UPDATE links SET source = ? WHERE source = ? AND id IN `+database.In(part), to.String(), from.String())
		if err != nil {
			return err
		}
	}
	return nil
}

// fillFields fills columns that the survivor leaves empty, with the trust they have at the merged entity. Filled and
// locked columns stay.
func (s *Store) fillFields(ctx context.Context, tx *db.Tx, p pair, inv *inverse) error {
	e, err := tx.Entity.Query().Where(dbentity.ID(p.survivor.ID)).Only(ctx)
	if err != nil {
		return err
	}
	sources := maps.Clone(e.Sources)
	if sources == nil {
		sources = map[string]string{}
	}
	changed := false
	for _, c := range catalogue.FactColumns() {
		have, offered := c.Of(e), *c.Of(p.merged)
		if *have != "" || offered == "" || slices.Contains(e.Locks, c.Name) {
			continue
		}
		if inv.Fields == nil {
			inv.Fields = map[string]filledField{}
		}
		inv.Fields[c.Name] = filledField{Value: offered, Source: p.merged.Sources[c.Name]}
		*have, sources[c.Name], changed = offered, p.merged.Sources[c.Name], true
	}
	if !changed {
		return nil
	}
	e.Sources = sources
	return s.catalogue.SaveFacts(ctx, tx, e)
}

// joinOccurrences counts the episodes that mention both entities in the survivor's lists; those of the merged one stay,
// empty.
func (s *Store) joinOccurrences(ctx context.Context, tx *db.Tx, p pair, inv *inverse) (both []int, err error) {
	left, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(p.merged.ID)).Order(dbepisodeentity.ByID()).All(ctx)
	if err != nil {
		return nil, err
	}
	said := make(map[int]*db.EpisodeEntity, len(left))
	for _, l := range left {
		both = append(both, l.EpisodeID)
		said[l.EpisodeID] = l
	}
	for part := range slices.Chunk(both, database.IDChunk) {
		err := tx.EpisodeEntity.Update().Where(dbepisodeentity.EntityID(p.merged.ID), dbepisodeentity.EpisodeIDIn(part...)).SetMentionCount(0).
			Exec(ctx)
		if err != nil {
			return nil, err
		}
		lists, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(p.survivor.ID), dbepisodeentity.EpisodeIDIn(part...)).
			Order(dbepisodeentity.ByID()).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, l := range lists {
			more := missingClaims(l.Claims, said[l.EpisodeID].Claims)
			if len(slices.DeleteFunc(claimTexts(&more), func(text *string) bool { return *text == "" })) == 0 {
				continue
			}
			inv.Claims = append(inv.Claims, filledClaims{ID: l.ID, Claims: more})
			if err := tx.EpisodeEntity.UpdateOneID(l.ID).SetClaims(l.Claims.Or(more)).Exec(ctx); err != nil {
				return nil, err
			}
		}
	}
	return both, nil
}

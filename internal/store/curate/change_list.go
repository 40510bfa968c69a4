package curate

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchange "mentionary/ent/db/change"
	dbmerge "mentionary/ent/db/merge"
	dbruling "mentionary/ent/db/ruling"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/store/database"
)

// ChangeFilter selects changes. Empty fields do not limit.
type ChangeFilter struct {
	EntityID int
	Limit    int // 0: MaxPage
	Offset   int
}

// Changes lists changes, newest first, and the number of all.
func (s *Store) Changes(ctx context.Context, f ChangeFilter) ([]Changed, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Changed, int, error) {
		q := tx.Change.Query()
		if f.EntityID != 0 {
			q.Where(dbchange.Or(dbchange.EntityID(f.EntityID), dbchange.OtherID(f.EntityID)))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbchange.ByID(sql.OrderDesc())).Limit(database.PageSize(f.Limit)).Offset(f.Offset).
			Select(shownChangeColumns()...).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := s.describedChanges(ctx, tx, rows)
		return out, total, err
	})
}

func shownChangeColumns() []string {
	return slices.DeleteFunc(slices.Clone(dbchange.Columns), func(c string) bool { return c == dbchange.FieldInverse })
}

func (s *Store) changeByID(ctx context.Context, tx *db.Tx, id int) (Changed, error) {
	rows, err := tx.Change.Query().Where(dbchange.ID(id)).Select(shownChangeColumns()...).All(ctx)
	if err != nil || len(rows) == 0 {
		return Changed{}, err
	}
	out, err := s.describedChanges(ctx, tx, rows)
	if err != nil {
		return Changed{}, err
	}
	return out[0], nil
}

// describedChanges adds names, and whether each can be undone.
func (s *Store) describedChanges(ctx context.Context, tx *db.Tx, rows []*db.Change) ([]Changed, error) {
	var ids []int
	var actors []string
	for _, c := range rows {
		ids, actors = append(ids, touchedBy(c)...), append(actors, c.Actor)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	entities, err := s.catalogue.EntitiesByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	latest, err := latestOf(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	people, err := tx.User.Query().Where(dbuser.PublicIDIn(actors...)).Select(dbuser.FieldPublicID, dbuser.FieldDisplayName).All(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(people))
	for _, u := range people {
		names[u.PublicID] = u.DisplayName
	}
	out := make([]Changed, 0, len(rows))
	for _, c := range rows {
		one := Changed{Change: c, ActorName: names[c.Actor], CanUndo: c.UndoneAt == nil}
		for _, id := range touchedBy(c) {
			last := latest[id]
			one.CanUndo = one.CanUndo && last.change <= c.ID && last.ruledAfter < c.ID && (last.merge <= c.AfterMerge || last.merge == c.MergeID)
		}
		if e := entities[c.EntityID]; e != nil {
			one.Name = e.Name
		}
		if e := entities[c.OtherID]; e != nil {
			one.OtherName = e.Name
		}
		out = append(out, one)
	}
	return out, nil
}

// lastTouch is what was last done to an entity and holds.
type lastTouch struct {
	change, merge int
	ruledAfter    int  // the change after which a reviewer last decided
	afterMerge    int  // the merge after which it was last changed or decided about
	followed      bool // that has happened at all
}

// latestOf returns what was last done to entities.
func latestOf(ctx context.Context, tx *db.Tx, ids []int) (map[int]lastTouch, error) {
	out := map[int]lastTouch{}
	changes, err := tx.Change.Query().Where(changesOf(ids...)).
		Select(dbchange.FieldID, dbchange.FieldEntityID, dbchange.FieldOtherID, dbchange.FieldAfterMerge).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		for _, id := range touchedBy(c) {
			last := out[id]
			last.followed = true
			last.change, last.afterMerge = max(last.change, c.ID), max(last.afterMerge, c.AfterMerge)
			out[id] = last
		}
	}
	rulings, err := tx.Ruling.Query().Where(rulingsOf(ids...)).
		Select(dbruling.FieldEntityID, dbruling.FieldTargetID, dbruling.FieldAfterChange, dbruling.FieldAfterMerge).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range rulings {
		for _, id := range []int{r.EntityID, r.TargetID} {
			last := out[id]
			last.followed = true
			last.ruledAfter, last.afterMerge = max(last.ruledAfter, r.AfterChange), max(last.afterMerge, r.AfterMerge)
			out[id] = last
		}
	}
	merges, err := tx.Merge.Query().Where(mergesOf(ids...)).
		Select(dbmerge.FieldID, dbmerge.FieldSurvivorID, dbmerge.FieldMergedID).All(ctx)
	for _, m := range merges {
		for _, id := range []int{m.SurvivorID, m.MergedID} {
			last := out[id]
			last.merge = max(last.merge, m.ID)
			out[id] = last
		}
	}
	return out, err
}

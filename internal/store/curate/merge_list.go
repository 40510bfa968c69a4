package curate

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/ent/db/predicate"
	"mentionary/internal/store/database"
)

// MergeFilter selects merges. Empty fields do not limit.
type MergeFilter struct {
	EntityID int // took part, as survivor or merged
	Limit    int // 0: MaxPage
	Offset   int
}

// Merges lists merges, newest first, and the number of all. What was merged at once is one of them.
func (s *Store) Merges(ctx context.Context, f MergeFilter) ([]Merged, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Merged, int, error) {
		q := tx.Merge.Query().Where(firstOfGroup())
		if f.EntityID != 0 {
			groups, err := tx.Merge.Query().Where(dbmerge.MergedID(f.EntityID), dbmerge.GroupIDGT(0)).Select(dbmerge.FieldGroupID).Ints(ctx)
			if err != nil {
				return nil, 0, err
			}
			q.Where(dbmerge.Or(dbmerge.SurvivorID(f.EntityID), dbmerge.MergedID(f.EntityID), dbmerge.GroupIDIn(groups...)))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbmerge.ByID(sql.OrderDesc())).Limit(database.PageSize(f.Limit)).Offset(f.Offset).
			Select(shownMergeColumns()...).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := s.described(ctx, tx, rows)
		return out, total, err
	})
}

// firstOfGroup limits merges to those made alone and the first of each that were made at once: the one that is left of them, when
// an account took entities with it.
func firstOfGroup() predicate.Merge {
	return func(q *sql.Selector) {
		o := sql.Table(dbmerge.Table).As("o")
		earlier := sql.Select(o.C(dbmerge.FieldID)).From(o).Where(sql.And(
			sql.ColumnsEQ(o.C(dbmerge.FieldGroupID), q.C(dbmerge.FieldGroupID)), sql.ColumnsLT(o.C(dbmerge.FieldID), q.C(dbmerge.FieldID))))
		q.Where(sql.Or(sql.EQ(q.C(dbmerge.FieldGroupID), 0), sql.Not(sql.Exists(earlier))))
	}
}

// shownMergeColumns are all but the inverse, which is large and nobody's business.
func shownMergeColumns() []string {
	return slices.DeleteFunc(slices.Clone(dbmerge.Columns), func(c string) bool { return c == dbmerge.FieldInverse })
}

// numberOf is what people call a merge: what was merged at once has the number of its first.
func numberOf(m *db.Merge) int { return cmp.Or(m.GroupID, m.ID) }

// mergesOfNumber limits merges to one that was made alone, or to all that were made at once.
func mergesOfNumber(number int) predicate.Merge {
	return dbmerge.Or(dbmerge.And(dbmerge.ID(number), dbmerge.GroupID(0)), dbmerge.GroupID(number))
}

// mergeByID reads a merge by its own number or by that of what was merged at once.
func (s *Store) mergeByID(ctx context.Context, tx *db.Tx, number int) (Merged, error) {
	first, err := tx.Merge.Query().Where(mergesOfNumber(number)).Order(dbmerge.ByID()).Select(shownMergeColumns()...).First(ctx)
	if err != nil {
		return Merged{}, err
	}
	out, err := s.described(ctx, tx, []*db.Merge{first})
	if err != nil {
		return Merged{}, err
	}
	return out[0], nil
}

// described adds to merges, each the first of its group, what else became part of the survivor with it, and the names.
func (s *Store) described(ctx context.Context, tx *db.Tx, firsts []*db.Merge) ([]Merged, error) {
	groups, err := groupsOf(ctx, tx, firsts)
	if err != nil {
		return nil, err
	}
	var ids []int
	for _, group := range groups {
		for _, m := range group {
			ids = append(ids, m.SurvivorID, m.MergedID)
		}
	}
	entities, err := s.catalogue.EntitiesByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	latest, err := latestOf(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Merged, 0, len(firsts))
	for i, first := range firsts {
		one := Merged{Merge: first, Number: numberOf(first)}
		if e := entities[first.SurvivorID]; e != nil {
			one.SurvivorName, one.CanUndo = e.Name, first.UndoneAt == nil && e.MergedInto == nil
		}
		for _, m := range groups[i] {
			one.CanUndo = one.CanUndo && latest[m.SurvivorID].afterMerge < m.ID && latest[m.MergedID].afterMerge < m.ID
			part := MergedPart{ID: m.MergedID}
			if e := entities[m.MergedID]; e != nil {
				part.Name = e.Name
			}
			one.Parts = append(one.Parts, part)
			for _, reason := range m.Reasons {
				if !slices.Contains(one.Reasons, reason) {
					one.Reasons = append(one.Reasons, reason)
				}
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// groupsOf returns what was merged at once with each of some merges, in that order.
func groupsOf(ctx context.Context, tx *db.Tx, firsts []*db.Merge) ([][]*db.Merge, error) {
	var groups []int
	for _, m := range firsts {
		if m.GroupID > 0 {
			groups = append(groups, m.GroupID)
		}
	}
	rows, err := tx.Merge.Query().Where(dbmerge.GroupIDIn(groups...)).Order(dbmerge.ByID()).Select(shownMergeColumns()...).All(ctx)
	if err != nil {
		return nil, err
	}
	with := map[int][]*db.Merge{}
	for _, m := range rows {
		with[m.GroupID] = append(with[m.GroupID], m)
	}
	out := make([][]*db.Merge, len(firsts))
	for i, m := range firsts {
		if out[i] = with[m.GroupID]; m.GroupID == 0 {
			out[i] = []*db.Merge{m}
		}
	}
	return out, nil
}

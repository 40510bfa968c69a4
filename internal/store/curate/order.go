package curate

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchange "mentionary/ent/db/change"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/ent/db/predicate"
	dbruling "mentionary/ent/db/ruling"
	"mentionary/internal/fault"
)

// Moment is a place in the order of changes and merges: the numbers of the last of each. Clocks are not asked.
type Moment struct{ Change, Merge int }

// Present returns the moment that a transaction is at, once it has locked the entities.
func Present(ctx context.Context, tx *db.Tx) (Moment, error) {
	change, err := tx.Change.Query().Order(dbchange.ByID(sql.OrderDesc())).FirstID(ctx)
	if db.MaskNotFound(err) != nil {
		return Moment{}, err
	}
	merge, err := tx.Merge.Query().Order(dbmerge.ByID(sql.OrderDesc())).FirstID(ctx)
	return Moment{change, merge}, db.MaskNotFound(err)
}

// changesOf limits changes of entities to those that hold.
func changesOf(ids ...int) predicate.Change {
	return dbchange.And(dbchange.UndoneAtIsNil(), dbchange.Or(dbchange.EntityIDIn(ids...), dbchange.OtherIDIn(ids...)))
}

// mergesOf limits merges of entities to those that hold.
func mergesOf(ids ...int) predicate.Merge {
	return dbmerge.And(dbmerge.UndoneAtIsNil(), dbmerge.Or(dbmerge.SurvivorIDIn(ids...), dbmerge.MergedIDIn(ids...)))
}

// rulingsOf limits reviewers' decisions to those that hold and took mentions from the entities or gave them some. What only made
// mentions sure is taken back wherever they are now.
func rulingsOf(ids ...int) predicate.Ruling {
	return dbruling.And(dbruling.UndoneAtIsNil(), dbruling.EntityIDGT(0), dbruling.DecisionNEQ(dbruling.DecisionRight),
		dbruling.Or(dbruling.EntityIDIn(ids...), dbruling.TargetIDIn(ids...)))
}

// refuseLater refuses to undo what came before a change, a merge or a reviewer's decision that still holds: undone in another
// order, rows could not be restored to what they were. own is the merge that is part of what is undone.
func refuseLater(ctx context.Context, tx *db.Tx, ids []int, after Moment, own int) error {
	if err := RefuseLaterChange(ctx, tx, ids, after); err != nil {
		return err
	}
	if err := RefuseLaterMerge(ctx, tx, ids, after, own); err != nil {
		return err
	}
	return refuseLaterRuling(ctx, tx, ids, after)
}

// RefuseLaterChange refuses what a change after a moment stands in the way of.
func RefuseLaterChange(ctx context.Context, tx *db.Tx, ids []int, after Moment) error {
	later, err := tx.Change.Query().Where(changesOf(ids...), dbchange.IDGT(after.Change), dbchange.AfterMergeGTE(after.Merge)).
		Order(dbchange.ByID(sql.OrderDesc())).FirstID(ctx)
	return inTheWay(err, "Something was changed here later (change number %d). Undo that first, then this.", later)
}

// RefuseLaterMerge refuses what a merge after a moment, other than own, stands in the way of.
func RefuseLaterMerge(ctx context.Context, tx *db.Tx, ids []int, after Moment, own int) error {
	later, err := tx.Merge.Query().Where(mergesOf(ids...), dbmerge.IDGT(after.Merge), dbmerge.IDNEQ(own)).
		Order(dbmerge.ByID(sql.OrderDesc())).Select(dbmerge.FieldID, dbmerge.FieldGroupID).First(ctx)
	if err != nil {
		return db.MaskNotFound(err)
	}
	return inTheWay(nil, "There was a merge here later (merge number %d). Undo that first, then this.", numberOf(later))
}

func refuseLaterRuling(ctx context.Context, tx *db.Tx, ids []int, after Moment) error {
	later, err := tx.Ruling.Query().
		Where(rulingsOf(ids...), dbruling.AfterChangeGTE(after.Change), dbruling.AfterMergeGTE(after.Merge)).
		Order(dbruling.ByID(sql.OrderDesc())).FirstID(ctx)
	return inTheWay(err, "A reviewer decided about this later (decision number %d). Undo that first, then this.", later)
}

// inTheWay makes a refusal of what a query found; nothing found is no error.
func inTheWay(err error, sentence string, later int) error {
	if err != nil {
		return db.MaskNotFound(err)
	}
	return fault.Newf(fault.Conflict, sentence, later)
}

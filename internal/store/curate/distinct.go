package curate

import (
	"context"

	"mentionary/ent/db"
	"mentionary/ent/db/distinctpair"
	dbentity "mentionary/ent/db/entity"
	"mentionary/ent/db/predicate"
	"mentionary/internal/fault"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// MarkDistinct remembers that two entities are not the same: they are no longer offered to each other, and no pass merges
// them. Old ids mean the survivors of their merges.
//
// Idempotent: pairs are keyed by both ids; marking again changes nothing and is not audited.
func (s *Store) MarkDistinct(ctx context.Context, id, otherID int, by database.Actor) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		moderator := database.Viewer{Moderator: true}
		one, err := catalogue.FindEntity(ctx, tx, id, moderator)
		if err != nil {
			return err
		}
		other, err := catalogue.FindEntity(ctx, tx, otherID, moderator)
		switch {
		case err != nil:
			return err
		case id == otherID:
			return fault.New(fault.BadInput, "These are one and the same entity. Choose another one.").WithField("otherId")
		case one.ID == other.ID:
			return fault.New(fault.Conflict, "These two were merged. Undo the merge instead; that marks them as not the same.")
		case one.Type != other.Type:
			return fault.New(fault.BadInput, "Entities of different types are never taken for the same. Nothing needs to be marked.").
				WithField("otherId")
		}
		added, err := s.addDistinct(ctx, tx, one.ID, other.ID, by)
		if err != nil || !added {
			return err
		}
		if err := s.recountPair(ctx, tx, one.ID, other.ID); err != nil {
			return err
		}
		after := map[string]any{"distinctFrom": other.ID, "distinctName": other.Name}
		return s.Audit(ctx, tx, by, "entity.distinct", entityObject(one.ID), nil, after)
	})
}

// addDistinct writes the mark and reports whether it is new.
func (s *Store) addDistinct(ctx context.Context, tx *db.Tx, a, b int, by database.Actor) (bool, error) {
	low, high := min(a, b), max(a, b)
	known, err := tx.DistinctPair.Query().Where(distinctpair.LowID(low), distinctpair.HighID(high)).Exist(ctx)
	if err != nil || known {
		return false, err
	}
	return true, tx.DistinctPair.Create().SetLowID(low).SetHighID(high).SetActor(by.PublicID).SetCreatedAt(s.Now()).
		OnConflictColumns(distinctpair.FieldLowID, distinctpair.FieldHighID).Ignore().Exec(ctx)
}

// distinctFrom returns the ids that are marked as not the same as an entity, or as something that was merged into it.
func distinctFrom(ctx context.Context, tx *db.Tx, id int) (map[int]bool, error) {
	family, err := tx.Entity.Query().Where(dbentity.MergedInto(id)).IDs(ctx)
	if err != nil {
		return nil, err
	}
	family = append(family, id)
	pairs, err := tx.DistinctPair.Query().Where(distinctpair.Or(distinctpair.LowIDIn(family...), distinctpair.HighIDIn(family...))).All(ctx)
	if err != nil || len(pairs) == 0 {
		return nil, err
	}
	out := map[int]bool{}
	var ids []int
	for _, p := range pairs {
		ids = append(ids, p.LowID, p.HighID)
	}
	survivors, err := tx.Entity.Query().Where(dbentity.IDIn(ids...), dbentity.MergedIntoNotNil()).
		Select(dbentity.FieldID, dbentity.FieldMergedInto).All(ctx)
	for _, e := range survivors {
		ids = append(ids, *e.MergedInto)
	}
	for _, other := range ids {
		out[other] = true
	}
	delete(out, id)
	return out, err
}

// UnmarkDistinct takes the mark "not the same" back, so that the two may be offered to each other again. Without a mark nothing
// changes, and nothing is audited.
func (s *Store) UnmarkDistinct(ctx context.Context, id, otherID int, by database.Actor) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.DistinctPair.Delete().Where(pairOf(id, otherID)).Exec(ctx)
		if err != nil || n == 0 {
			return err
		}
		if err := s.recountPair(ctx, tx, id, otherID); err != nil {
			return err
		}
		before := map[string]any{"distinctFrom": otherID}
		other, err := tx.Entity.Query().Where(dbentity.ID(otherID)).Select(dbentity.FieldName).String(ctx)
		if err == nil {
			before["distinctName"] = other
		} else if !db.IsNotFound(err) {
			return err
		}
		return s.Audit(ctx, tx, by, "entity.distinct.undo", entityObject(id), before, nil)
	})
}

// recountPair computes whether a reviewer is asked about two entities whose mark has changed.
func (s *Store) recountPair(ctx context.Context, tx *db.Tx, a, b int) error {
	if err := s.LockRows(ctx, tx, "entities", []int{a, b}); err != nil {
		return err
	}
	return s.catalogue.RecountDoubts(ctx, tx, []int{a, b})
}

// dropDistinct deletes the mark of a pair.
func (s *Store) dropDistinct(ctx context.Context, tx *db.Tx, a, b int) error {
	_, err := tx.DistinctPair.Delete().Where(pairOf(a, b)).Exec(ctx)
	return err
}

// pairOf limits marks to those of a pair.
func pairOf(a, b int) predicate.DistinctPair {
	return distinctpair.And(distinctpair.LowID(min(a, b)), distinctpair.HighID(max(a, b)))
}

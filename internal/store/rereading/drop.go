package rereading

import (
	"context"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbentity "mentionary/ent/db/entity"
)

// DropLeft deletes entities that episodes left when they were read again, and that nothing holds any more: names that would never have
// made one, had what they mean been known. What a person did anything about stays, and so does what earlier episodes were told of as
// known until TakeNews has told them that it is known no more.
func (s *Store) DropLeft(ctx context.Context, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.LockRows(ctx, tx, "entities", ids); err != nil {
			return err
		}
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(ids...)).Select(dbentity.FieldID, dbentity.FieldTold).Order(dbentity.ByID()).All(ctx)
		if err != nil {
			return err
		}
		var untold []int
		for _, e := range rows {
			if !readStanding(e.Told).listed {
				untold = append(untold, e.ID)
			}
		}
		return s.dropUnsaid(ctx, tx, untold)
	})
}

// dropUnsaid deletes those of some entities that nobody says and nothing holds. What was merged into another one is said by its name.
func (s *Store) dropUnsaid(ctx context.Context, tx *db.Tx, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	for _, id := range ids {
		unsaid, err := tx.Entity.Query().Where(dbentity.ID(id), dbentity.MergedIntoIsNil(), dbentity.Not(dbentity.HasMentions()),
			dbentity.Not(dbentity.HasEpisodes())).Exist(ctx)
		if err != nil {
			return err
		}
		if !unsaid {
			continue
		}
		// What may be it may be nothing that is said: a hint, which holds nobody.
		if err := tx.Entity.Update().Where(dbentity.MayBe(id)).ClearMayBe().Exec(ctx); err != nil {
			return err
		}
		if err := s.drop(ctx, tx, id); err != nil {
			return err
		}
	}
	return s.Raise(ctx, tx)
}

// drop deletes an entity, unless something holds it, and gives its name to the entity that was heard by it, if that is its best.
func (s *Store) drop(ctx context.Context, tx *db.Tx, id int) error {
	e, err := tx.Entity.Get(ctx, id)
	if err != nil {
		return db.MaskNotFound(err)
	}
	if err := s.curate.DropUnheld(ctx, tx, id); err != nil {
		return err
	}
	heard, err := tx.Alias.Query().Where(dbalias.TypeEQ(e.Type), dbalias.Key(e.Key), dbalias.EntityIDNEQ(id)).
		Select(dbalias.FieldEntityID).Ints(ctx)
	if err != nil {
		return err
	}
	return s.publish.NameAgain(ctx, tx, heard)
}

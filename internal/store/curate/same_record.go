package curate

import (
	"context"
	"slices"
	"time"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/internal/match"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// maxJoinedADay is how many merges without a person, those of passes among them, 24 hours may see before entities are no longer joined by
// what catalogs know: one that answers nonsense costs an hour of undoing and no more. The next pass for duplicates finds the rest.
const maxJoinedADay = 50

// JoinSameRecord makes an entity one with those of its type that a public catalog knows under the same id, however they are spelled, and
// returns how many of them are gone. They are merged as by a pass for duplicates: by the same rules, into the one with more mentions,
// and so that it can be undone; what a person declared not the same stays apart.
func (s *Store) JoinSameRecord(ctx context.Context, entityID int) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		id := entityID
		for n := 0; ; n++ {
			f, err := s.sameRecord(ctx, tx, id)
			if err != nil || f.Action != match.Attach {
				return n, err
			}
			if room, err := s.roomToday(ctx, tx); err != nil || room <= 0 {
				return n, err
			}
			both, _, err := s.join(ctx, tx, f)
			if err != nil {
				return n, err
			}
			id = both.into
		}
	})
}

// sameRecord finds the entity that a catalog knows under the same id as another one and that certainly is the same.
func (s *Store) sameRecord(ctx context.Context, tx *db.Tx, entityID int) (found, error) {
	nothing := found{Decision: match.Decision{Action: match.Create}}
	e, err := loadEntity(ctx, tx, entityID)
	if err != nil || e.MergedInto != nil || e.Hidden {
		return nothing, db.MaskNotFound(err)
	}
	keys, err := tx.Block.Query().Where(dbblock.EntityID(e.ID)).Select(dbblock.FieldKey).Strings(ctx)
	if err != nil {
		return nothing, err
	}
	ids, err := s.sharing(ctx, tx, e, slices.DeleteFunc(keys, func(k string) bool { return !catalogue.IsRecordBlock(k) }), nil)
	if err != nil {
		return nothing, err
	}
	for _, id := range ids { // each for itself: among several that are the same thing none is in doubt
		if f, err := compareWith(ctx, tx, e, []int{id}); err != nil || f.Action == match.Attach {
			return f, err
		}
	}
	return nothing, nil
}

// roomToday is how many merges may still be made today that no person asks for.
func (s *Store) roomToday(ctx context.Context, tx *db.Tx) (int, error) {
	n, err := tx.Merge.Query().Where(dbmerge.Actor(""), dbmerge.CreatedAtGT(s.Now().Add(-24*time.Hour))).Count(ctx)
	return maxJoinedADay - n, err
}

package curate

import (
	"context"
	"fmt"
	"slices"

	"mentionary/ent/db"
	dbchange "mentionary/ent/db/change"
	dbedition "mentionary/ent/db/edition"
	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// EditionDecision is what a moderator decides about an entity as an edition of a work.
type EditionDecision string

// What may be decided.
const (
	EditionRemove EditionDecision = "remove" // it is none, whatever the catalog says again
	EditionKeep   EditionDecision = "keep"   // takes that back
)

// DecideEdition asks to decide whether an entity is an edition of a work.
type DecideEdition struct {
	EntityID  int
	Catalogue string
	Work      string // the catalog's id
	Decision  EditionDecision
	By        database.Actor
}

// DecideEdition carries a decision out. It concerns this entity only: the other editions of the work stay linked.
func (s *Store) DecideEdition(ctx context.Context, in DecideEdition) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		e, after, err := s.toChange(ctx, tx, in.EntityID)
		if err != nil {
			return Changed{}, err
		}
		row, err := tx.Edition.Query().Where(dbedition.EntityID(e.ID), dbedition.Catalogue(in.Catalogue), dbedition.Work(in.Work)).Only(ctx)
		if db.IsNotFound(err) {
			return Changed{}, fault.New(fault.NotFound, "This entity is no edition of such a work.").WithField("work")
		}
		if err != nil {
			return Changed{}, err
		}
		to := map[EditionDecision]dbedition.Decision{
			EditionRemove: dbedition.DecisionRemoved, EditionKeep: dbedition.DecisionNone,
		}[in.Decision]
		if row.Decision == to {
			return Changed{}, fault.New(fault.Conflict, "This was already decided. Nothing has changed.")
		}
		c := newChange{
			kind: dbchange.KindEditions, entityID: e.ID, by: in.By,
			before:  map[string]string{"edition": fmt.Sprintf("“%s”, %s %s", row.Title, lookup.Names[row.Catalogue], row.Work)},
			after:   map[string]string{"decision": string(in.Decision)},
			inverse: changeInverse{Editions: map[string]idList{string(row.Decision): {row.ID}}},
		}
		if err := tx.Edition.UpdateOneID(row.ID).SetDecision(to).SetUpdatedAt(s.Now()).Exec(ctx); err != nil {
			return Changed{}, err
		}
		return s.record(ctx, tx, c, after)
	})
}

func undoEditions(ctx context.Context, tx *db.Tx, inv changeInverse) error {
	for before, ids := range inv.Editions {
		if err := tx.Edition.Update().Where(dbedition.IDIn(ids...)).SetDecision(dbedition.Decision(before)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// otherEditions returns which entities are other editions of one work, both ways: they are no duplicates of each other, however alike.
// An entityID of 0 means all books.
func (s *Store) otherEditions(ctx context.Context, tx *db.Tx, entityID int) (map[int][]int, error) {
	of, args := "", []any{string(dbedition.DecisionNone), string(dbedition.DecisionNone)}
	if entityID != 0 {
		of, args = " AND a.entity_id = ?", append(args, entityID)
	}
	rows, err := database.Query[struct {
		One   int `sql:"one"`
		Other int `sql:"other"`
	}](ctx, s.DB, tx, `SELECT a.entity_id AS one, b.entity_id AS other FROM editions a
		JOIN editions b ON b.catalogue = a.catalogue AND b.work = a.work AND b.entity_id <> a.entity_id
		WHERE a.decision = ? AND b.decision = ? AND (a.language <> b.language OR a.title <> b.title)`+of, args...)
	out := map[int][]int{}
	for _, r := range rows {
		if !slices.Contains(out[r.One], r.Other) {
			out[r.One] = append(out[r.One], r.Other)
		}
	}
	return out, err
}

// hasEditions reports whether things of a type come out in editions.
func hasEditions(t mention.Type) bool { return t == mention.Book }

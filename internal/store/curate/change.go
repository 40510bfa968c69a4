package curate

import (
	"context"

	"mentionary/ent/db"
	dbchange "mentionary/ent/db/change"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// Changed is a change that a moderator made to an entity.
type Changed struct {
	Change    *db.Change // without its inverse
	Name      string     // of the entity, as it is now; empty when it is gone
	OtherName string     // of the other entity, empty when there is none
	ActorName string     // display name, empty when the account is gone
	CanUndo   bool       // neither undone nor followed by a change of the same entity
}

// newChange is a change under way.
type newChange struct {
	kind     dbchange.Kind
	entityID int
	otherID  int
	mergeID  int
	before   map[string]string // what people read, by field
	after    map[string]string
	inverse  changeInverse
	by       database.Actor
}

// operations are the names of changes in the audit log.
func operation(k dbchange.Kind) string { return "entity." + string(k) }

// record writes a change down, with its inverse and its line in the audit log. after is the moment before it.
func (s *Store) record(ctx context.Context, tx *db.Tx, c newChange, after Moment) (Changed, error) {
	packed, err := packed(c.inverse)
	if err != nil {
		return Changed{}, err
	}
	row, err := tx.Change.Create().SetKind(c.kind).SetEntityID(c.entityID).SetOtherID(c.otherID).SetMergeID(c.mergeID).
		SetAfterMerge(after.Merge).SetBefore(c.before).SetAfter(c.after).SetInverse(packed).SetActor(c.by.PublicID).SetCreatedAt(s.Now()).
		Save(ctx)
	if err != nil {
		return Changed{}, err
	}
	err = s.Audit(ctx, tx, c.by, operation(c.kind), entityObject(c.entityID), textsOf(c.before), textsOf(c.after))
	if err != nil {
		return Changed{}, err
	}
	if err := s.Raise(ctx, tx); err != nil {
		return Changed{}, err
	}
	return s.changeByID(ctx, tx, row.ID)
}

func textsOf(fields map[string]string) map[string]any {
	if fields == nil {
		return nil
	}
	out := make(map[string]any, len(fields))
	for name, text := range fields {
		out[name] = text
	}
	return out
}

// UndoChange takes a change back completely. What was said and published since stays; a later change of the same entity
// stands in the way, and the answer names it.
func (s *Store) UndoChange(ctx context.Context, id int, by database.Actor) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		c, err := s.lockChange(ctx, tx, id)
		if err != nil {
			return Changed{}, err
		}
		return s.undoChange(ctx, tx, c, by)
	})
}

// lockChange reads a change and locks what undoing it changes.
func (s *Store) lockChange(ctx context.Context, tx *db.Tx, id int) (*db.Change, error) {
	q := tx.Change.Query().Where(dbchange.ID(id))
	if s.Postgres() {
		q.ForUpdate()
	}
	c, err := q.Only(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such change.")
	}
	if err != nil {
		return nil, err
	}
	return c, s.lockForMerge(ctx, tx, touchedBy(c))
}

// touchedBy are the entities that a change concerns.
func touchedBy(c *db.Change) []int {
	if c.OtherID == 0 {
		return []int{c.EntityID}
	}
	return []int{c.EntityID, c.OtherID}
}

func (s *Store) undoChange(ctx context.Context, tx *db.Tx, c *db.Change, by database.Actor) (Changed, error) {
	if c.UndoneAt != nil {
		return Changed{}, fault.New(fault.Conflict, "This change has already been undone.")
	}
	if err := refuseLater(ctx, tx, touchedBy(c), Moment{Change: c.ID, Merge: c.AfterMerge}, c.MergeID); err != nil {
		return Changed{}, err
	}
	inv, err := unpacked[changeInverse](c.Inverse)
	if err != nil {
		return Changed{}, err
	}
	switch c.Kind {
	case dbchange.KindEdit:
		err = s.undoEdit(ctx, tx, c, inv)
	case dbchange.KindLinks:
		err = s.undoLinks(ctx, tx, inv)
	case dbchange.KindHide:
		err = s.undoHide(ctx, tx, c, inv)
	case dbchange.KindRetype:
		err = s.undoRetype(ctx, tx, c, inv)
	case dbchange.KindEditions:
		err = undoEditions(ctx, tx, inv)
	case dbchange.KindSplit:
		err = s.undoSplit(ctx, tx, c, inv)
	}
	if err != nil {
		return Changed{}, err
	}
	if err := tx.Change.UpdateOneID(c.ID).SetUndoneAt(s.Now()).Exec(ctx); err != nil {
		return Changed{}, err
	}
	err = s.Audit(ctx, tx, by, operation(c.Kind)+".undo", entityObject(c.EntityID), textsOf(c.After), textsOf(c.Before))
	if err != nil {
		return Changed{}, err
	}
	if err := s.Raise(ctx, tx); err != nil {
		return Changed{}, err
	}
	return s.changeByID(ctx, tx, c.ID)
}

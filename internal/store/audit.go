package store

import (
	"context"

	"mentionary/ent/db"
)

// Actor is who changes something as a moderator or admin. The zero value is the program itself.
type Actor struct {
	PublicID  string // random id of the person
	SessionID int    // of the browser it was done from, 0 when there is none
}

// audit writes down a change inside the transaction that makes it, so that there is never one without the other. Object
// names what was changed ("user/9fk2…", "entity/17"); before and after hold the fields that changed, and nil stands for
// nothing. They never hold e-mail addresses. Whoever finds that nothing changes writes nothing.
func (s *Store) audit(ctx context.Context, tx *db.Tx, by Actor, operation, object string, before, after map[string]any) error {
	c := tx.Audit.Create().SetActor(by.PublicID).SetSessionID(by.SessionID).SetOperation(operation).SetObject(object).SetCreatedAt(s.now())
	if before != nil {
		c.SetBefore(before)
	}
	if after != nil {
		c.SetAfter(after)
	}
	return c.Exec(ctx)
}

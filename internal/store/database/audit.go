package database

import (
	"context"

	"mentionary/ent/db"
	"mentionary/ent/db/predicate"
	dbuser "mentionary/ent/db/user"
)

// Actor is who changes something as a moderator or admin. The zero value is the program itself.
type Actor struct {
	PublicID  string // random id of the person
	SessionID int    // of the browser it was done from, 0 when there is none
}

// Audit writes down a change inside the transaction that makes it, so that there is never one without the other. Object
// names what was changed ("user/9fk2…", "entity/17"); before and after hold the fields that changed, and nil stands for
// nothing. They never hold e-mail addresses. Whoever finds that nothing changes writes nothing.
func (d *DB) Audit(ctx context.Context, tx *db.Tx, by Actor, operation, object string, before, after map[string]any) error {
	c := tx.Audit.Create().SetActor(by.PublicID).SetSessionID(by.SessionID).SetOperation(operation).SetObject(object).SetCreatedAt(d.Now())
	if before != nil {
		c.SetBefore(before)
	}
	if after != nil {
		c.SetAfter(after)
	}
	return c.Exec(ctx)
}

// AuditEntry is one change that a moderator or admin made.
type AuditEntry struct {
	*db.Audit
	ActorName  string // display name, empty when the account is gone or has none
	ObjectName string // what the object is called now, empty when it is gone or has no name
}

// IsOperator reports whether an account is that of the program's operator rather than of a person.
func IsOperator(u *db.User) bool { return u.Issuer == OperatorIssuer }

// ByPerson limits accounts to those of people.
func ByPerson() predicate.User { return dbuser.IssuerNEQ(OperatorIssuer) }

// OperatorIssuer is the issuer of the accounts that the program makes for its operators.
const OperatorIssuer = "mentionary"

// SystemSubmitter is the fairness key of work that nobody in particular asked for.
const SystemSubmitter = "system"

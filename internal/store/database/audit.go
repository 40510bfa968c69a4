package database

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbaudit "mentionary/ent/db/audit"
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
func (s *DB) Audit(ctx context.Context, tx *db.Tx, by Actor, operation, object string, before, after map[string]any) error {
	c := tx.Audit.Create().SetActor(by.PublicID).SetSessionID(by.SessionID).SetOperation(operation).SetObject(object).SetCreatedAt(s.Now())
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
	ActorName string // display name, empty when the account is gone or has none
}

// AuditLog lists changes, the newest first, and the number of all. An object ("user/9fk2…") limits it to changes of that.
func (s *DB) AuditLog(ctx context.Context, object string, limit, offset int) ([]AuditEntry, int, error) {
	return ReadPage(ctx, s, func(ctx context.Context, tx *db.Tx) ([]AuditEntry, int, error) {
		q := tx.Audit.Query()
		if object != "" {
			q.Where(dbaudit.Object(object))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbaudit.ByID(sql.OrderDesc())).Limit(PageSize(limit)).Offset(offset).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		names, err := actorNames(ctx, tx, rows)
		out := make([]AuditEntry, 0, len(rows))
		for _, r := range rows {
			out = append(out, AuditEntry{r, names[r.Actor]})
		}
		return out, total, err
	})
}

// actorNames returns the display names of those who made the changes, by public id.
func actorNames(ctx context.Context, tx *db.Tx, rows []*db.Audit) (map[string]string, error) {
	ids := make([]string, 0, len(rows))
	for _, r := range rows {
		ids = append(ids, r.Actor)
	}
	slices.Sort(ids)
	people, err := tx.User.Query().Where(dbuser.PublicIDIn(slices.Compact(ids)...)).Select(dbuser.FieldPublicID, dbuser.FieldDisplayName).
		All(ctx)
	names := make(map[string]string, len(people))
	for _, u := range people {
		names[u.PublicID] = u.DisplayName
	}
	return names, err
}

// IsOperator reports whether an account is that of the program's operator rather than of a person.
func IsOperator(u *db.User) bool { return u.Issuer == OperatorIssuer }

// ByPerson limits accounts to those of people.
func ByPerson() predicate.User { return dbuser.IssuerNEQ(OperatorIssuer) }

// OperatorIssuer is the issuer of the accounts that the program makes for its operators.
const OperatorIssuer = "mentionary"

// SystemSubmitter is the fairness key of work that nobody in particular asked for.
const SystemSubmitter = "system"

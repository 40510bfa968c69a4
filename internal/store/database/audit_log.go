package database

import (
	"context"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbaudit "mentionary/ent/db/audit"
	"mentionary/ent/db/predicate"
)

// AuditFilter limits the audit log; zero values limit nothing.
type AuditFilter struct {
	Object    string // "user/9fk2…"; "user/": every object of that kind
	Actor     string // random id of a person
	Operation string // "user.role"; "user.": every operation that begins so
	From      time.Time
	Until     time.Time // this moment is no more part of it
}

func (f AuditFilter) where() []predicate.Audit {
	var out []predicate.Audit
	switch {
	case strings.HasSuffix(f.Object, "/"):
		out = append(out, dbaudit.ObjectHasPrefix(f.Object))
	case f.Object != "":
		out = append(out, dbaudit.Object(f.Object))
	}
	switch {
	case strings.HasSuffix(f.Operation, "."):
		out = append(out, dbaudit.OperationHasPrefix(f.Operation))
	case f.Operation != "":
		out = append(out, dbaudit.Operation(f.Operation))
	}
	if f.Actor != "" {
		out = append(out, dbaudit.Actor(f.Actor))
	}
	if !f.From.IsZero() {
		out = append(out, dbaudit.CreatedAtGTE(f.From))
	}
	if !f.Until.IsZero() {
		out = append(out, dbaudit.CreatedAtLT(f.Until))
	}
	return out
}

// AuditLog lists changes, the newest first, and the number of all. An object ("user/9fk2…") limits it to changes of that.
func (d *DB) AuditLog(ctx context.Context, object string, limit, offset int) ([]AuditEntry, int, error) {
	return d.Audits(ctx, AuditFilter{Object: object}, limit, offset)
}

// Audits lists the changes that a filter leaves, the newest first, and the number of all.
func (d *DB) Audits(ctx context.Context, f AuditFilter, limit, offset int) ([]AuditEntry, int, error) {
	return ReadPage(ctx, d, func(ctx context.Context, tx *db.Tx) ([]AuditEntry, int, error) {
		q := tx.Audit.Query().Where(f.where()...)
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := auditEntries(ctx, tx, q.Limit(PageSize(limit)).Offset(offset))
		return out, total, err
	})
}

// EachAudit hands over every change that a filter leaves, the newest first. It reads page by page and holds no transaction
// between them; what is written meanwhile is newer than where it began.
func (d *DB) EachAudit(ctx context.Context, f AuditFilter, each func(AuditEntry) error) error {
	before := 0
	for {
		page, err := Read(ctx, d, func(ctx context.Context, tx *db.Tx) ([]AuditEntry, error) {
			q := tx.Audit.Query().Where(f.where()...).Limit(MaxPage)
			if before > 0 {
				q.Where(dbaudit.IDLT(before))
			}
			return auditEntries(ctx, tx, q)
		})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, e := range page {
			if err := each(e); err != nil {
				return err
			}
		}
		before = page[len(page)-1].ID
	}
}

// auditEntries reads entries, the newest first, with the names of those who made the changes and of what was changed.
func auditEntries(ctx context.Context, tx *db.Tx, q *db.AuditQuery) ([]AuditEntry, error) {
	rows, err := q.Order(dbaudit.ByID(sql.OrderDesc())).All(ctx)
	if err != nil {
		return nil, err
	}
	var names auditedNames
	if err := names.read(ctx, tx, rows); err != nil {
		return nil, err
	}
	out := make([]AuditEntry, 0, len(rows))
	for _, r := range rows {
		out = append(out, AuditEntry{r, names.people[r.Actor], names.of(r.Object)})
	}
	return out, nil
}

// AuditNames are what the audit log can be filtered by.
type AuditNames struct {
	Operations []string          // in order
	Actors     map[string]string // display names of those who made changes by public id, empty when the account is gone or has none
}

// AuditNames lists the operations and people that the log has.
func (d *DB) AuditNames(ctx context.Context) (AuditNames, error) {
	return Read(ctx, d, func(ctx context.Context, tx *db.Tx) (out AuditNames, err error) {
		operations := tx.Audit.Query().Unique(true).Order(dbaudit.ByOperation()).Select(dbaudit.FieldOperation)
		if out.Operations, err = operations.Strings(ctx); err != nil {
			return out, err
		}
		actors, err := tx.Audit.Query().Where(dbaudit.ActorNEQ("")).Unique(true).Select(dbaudit.FieldActor).Strings(ctx)
		if err != nil {
			return out, err
		}
		names, err := peopleNames(ctx, tx, actors)
		out.Actors = make(map[string]string, len(actors))
		for _, a := range actors {
			out.Actors[a] = names[a]
		}
		return out, err
	})
}

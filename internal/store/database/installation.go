package database

import (
	"context"
	"time"

	"mentionary/ent/db"
	"mentionary/ent/db/installation"
)

// Fact returns a fact about this installation, "" when it is not known.
func (d *DB) Fact(ctx context.Context, name string) (string, error) {
	row, err := d.RO.Installation.Query().Where(installation.Name(name)).Only(ctx)
	if db.IsNotFound(err) {
		return "", nil
	}
	if err != nil {
		return "", d.Fault(err)
	}
	return row.Value, nil
}

// SetFact keeps a fact about this installation.
func (d *DB) SetFact(ctx context.Context, name, value string) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Installation.Create().SetName(name).SetValue(value).SetUpdatedAt(d.Now()).
			OnConflictColumns(installation.FieldName).UpdateNewValues().Exec(ctx)
	})
}

// FactOnce keeps a fact unless it is known, and returns what is kept: several processes agree on the first one's value.
func (d *DB) FactOnce(ctx context.Context, name, value string) (string, error) {
	err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Installation.Create().SetName(name).SetValue(value).SetUpdatedAt(d.Now()).
			OnConflictColumns(installation.FieldName).Ignore().Exec(ctx)
	})
	if err != nil {
		return "", err
	}
	return d.Fact(ctx, name)
}

// factWritten is the row that WriteCheck writes.
const factWritten = "health.written_at"

// WriteCheck writes one row: a full disk or a read-only database answers questions and is of no use.
func (d *DB) WriteCheck(ctx context.Context) error {
	return d.SetFact(ctx, factWritten, d.Now().Format(time.RFC3339))
}

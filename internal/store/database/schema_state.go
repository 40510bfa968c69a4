package database

import (
	"context"
	"database/sql"
)

// SchemaState compares the schema of a database with the one this program was built for.
type SchemaState struct {
	Version int64 // of the database, 0 when it is empty
	Known   int64 // the newest one this program knows
}

// Ready reports whether this program can work with the database. A newer schema is fine: during an upgrade old processes go
// on beside the new ones, and migrations keep what the former release needs.
func (s SchemaState) Ready() bool { return s.Version >= s.Known }

// SchemaState reads the database's schema version. It changes nothing.
func (d *DB) SchemaState(ctx context.Context) (SchemaState, error) {
	known, err := KnownSchemaVersion(d.Dialect())
	if err != nil {
		return SchemaState{}, err
	}
	version, err := d.appliedVersion(ctx)
	return SchemaState{Version: version, Known: known}, err
}

// appliedVersion returns the version of the newest migration that was applied, without making the table that keeps it.
func (d *DB) appliedVersion(ctx context.Context) (int64, error) {
	migrated, err := d.hasTable(ctx, "goose_db_version")
	if err != nil || !migrated {
		return 0, err
	}
	var version sql.NullInt64
	err = d.roDB.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version WHERE is_applied").Scan(&version)
	return version.Int64, d.Fault(err)
}

// hasTable reports whether the schema that this program works in has a table.
func (d *DB) hasTable(ctx context.Context, name string) (bool, error) {
	question := "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1)"
	if d.Postgres() {
		question = "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1)"
	}
	var there bool
	err := d.roDB.QueryRowContext(ctx, question, name).Scan(&there)
	return there, d.Fault(err)
}

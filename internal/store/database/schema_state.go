package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pressly/goose/v3"

	"mentionary/ent/migrations"
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
func (s *DB) SchemaState(ctx context.Context) (SchemaState, error) {
	known, err := newestMigration(s.Dialect())
	if err != nil {
		return SchemaState{}, err
	}
	state := SchemaState{Known: known}
	table := "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'goose_db_version'"
	if s.Postgres() {
		table = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'goose_db_version'"
	}
	var tables int
	if err := s.roDB.QueryRowContext(ctx, table).Scan(&tables); err != nil || tables == 0 {
		return state, s.Fault(err)
	}
	var version sql.NullInt64
	err = s.roDB.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version WHERE is_applied").Scan(&version)
	state.Version = version.Int64
	return state, s.Fault(err)
}

func newestMigration(dialect string) (int64, error) {
	fsys, err := migrations.FS(dialect)
	if err != nil {
		return 0, err
	}
	names, err := fs.Glob(fsys, "*.sql")
	if err != nil {
		return 0, err
	}
	var newest int64
	for _, name := range names {
		v, err := goose.NumericComponent(name)
		if err != nil {
			return 0, err
		}
		newest = max(newest, v)
	}
	return newest, nil
}

// CheckPermissions reports what the database role lacks for a migration, each with the statement that grants it. On SQLite
// the file's owner may do everything.
func (s *DB) CheckPermissions(ctx context.Context) error {
	if !s.Postgres() {
		return nil
	}
	var role, schema string
	var create, extension bool
	err := s.roDB.QueryRowContext(ctx, `SELECT current_user, COALESCE(current_schema(), ''),
		COALESCE(has_schema_privilege(current_user, current_schema(), 'CREATE') AND has_schema_privilege(current_user, current_schema(), 'USAGE'), false),
		EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') OR has_database_privilege(current_user, current_database(), 'CREATE')`).
		Scan(&role, &schema, &create, &extension)
	if err != nil {
		return s.Fault(err)
	}
	if schema == "" {
		return fmt.Errorf("the role %s finds no schema to work in; as an owner of the database run: CREATE SCHEMA AUTHORIZATION %q", role, role)
	}
	var problems []error
	if !create {
		problems = append(problems, fmt.Errorf("the role %s may not create tables; as an owner run: GRANT CREATE, USAGE ON SCHEMA %q TO %q", role,
			schema, role))
	}
	if !extension {
		problems = append(problems, errors.New("the extension pg_trgm is missing and the role may not create it; as an owner run: CREATE "+
			"EXTENSION pg_trgm"))
	}
	foreign, err := s.foreignTables(ctx, schema)
	if err != nil {
		return s.Fault(err)
	}
	if len(foreign) > 0 {
		problems = append(problems, fmt.Errorf("the role %s does not own these tables and cannot change them: %s; run migrate as their owner, "+
			"or give them over with ALTER TABLE … OWNER TO %q",
			role, strings.Join(foreign, ", "), role))
	}
	return errors.Join(problems...)
}

// foreignTables lists tables of the schema that the role does not own.
func (s *DB) foreignTables(ctx context.Context, schema string) (names []string, err error) {
	rows, err := s.roDB.QueryContext(ctx, `SELECT tablename FROM pg_tables WHERE schemaname = $1 AND NOT pg_has_role(current_user,
		tableowner, 'USAGE') ORDER BY 1`, schema)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

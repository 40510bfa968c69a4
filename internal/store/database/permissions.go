package database

import (
	"context"
	"errors"
	"fmt"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
)

// CheckPermissions reports what the database role lacks for a migration, each with the statement that grants it. On SQLite
// the file's owner may do everything.
func (d *DB) CheckPermissions(ctx context.Context) error {
	if !d.Postgres() {
		return nil
	}
	var role, schema string
	var create, extension bool
	err := d.roDB.QueryRowContext(ctx, `SELECT current_user, COALESCE(current_schema(), ''),
		COALESCE(has_schema_privilege(current_user, current_schema(), 'CREATE')
			AND has_schema_privilege(current_user, current_schema(), 'USAGE'), false),
		EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')
			OR has_database_privilege(current_user, current_database(), 'CREATE')`).
		Scan(&role, &schema, &create, &extension)
	if err != nil {
		return d.Fault(err)
	}
	if schema == "" {
		return fmt.Errorf("the role %s finds no schema to work in; as an owner of the database run: CREATE SCHEMA AUTHORIZATION %q", role, role)
	}
	var problems []error
	if !create {
		problems = append(problems, fmt.Errorf("the role %s may not create tables; as an owner of the database run: "+
			"GRANT CREATE, USAGE ON SCHEMA %q TO %q", role, schema, role))
	}
	if !extension {
		problems = append(problems, errors.New("the extension pg_trgm is missing and the role may not create it; "+
			"as an owner of the database run: CREATE EXTENSION pg_trgm"))
	}
	foreign, err := d.foreignTables(ctx, schema)
	if err != nil {
		return d.Fault(err)
	}
	if len(foreign) > 0 {
		problems = append(problems, fmt.Errorf("the role %s does not own these tables and cannot change them: %s; "+
			"run migrate as their owner, or hand them over with ALTER TABLE … OWNER TO %q", role, strings.Join(foreign, ", "), role))
	}
	return errors.Join(problems...)
}

// foreignTables lists tables of the schema that the role does not own.
func (d *DB) foreignTables(ctx context.Context, schema string) (names []string, err error) {
	rows, err := d.roDB.QueryContext(ctx, `SELECT tablename FROM pg_tables WHERE schemaname = $1
		AND NOT pg_has_role(current_user, tableowner, 'USAGE') ORDER BY 1`, schema)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if err = entsql.ScanSlice(rows, &names); err == nil {
		err = rows.Err()
	}
	return names, err
}

// Command plan writes the next migration of both databases: plan NAME SCRATCH_POSTGRES_URL, or renews the checksums after
// a hand edit: plan -hash. The scratch database must be empty and stays empty.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/sqltool"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/schema"
	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"             // driver "sqlite"

	entmigrate "mentionary/ent/db/migrate"
)

const (
	sqliteDir   = "ent/migrations/sqlite"
	postgresDir = "ent/migrations/postgres"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) == 1 && args[0] == "-hash" {
		return rehash(sqliteDir, postgresDir)
	}
	if len(args) != 2 {
		return fmt.Errorf("usage: plan NAME SCRATCH_POSTGRES_URL | plan -hash")
	}
	ctx := context.Background()
	if err := plan(ctx, dialect.SQLite, "sqlite", "file:plan?mode=memory&_pragma=foreign_keys(1)", sqliteDir, args[0]); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	if err := plan(ctx, dialect.Postgres, "pgx", args[1], postgresDir, args[0]); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

// plan compares what the migrations make with the schema and writes the difference.
func plan(ctx context.Context, dia, driver, dsn, path, name string) error {
	dir, err := sqltool.NewGooseDir(path)
	if err != nil {
		return err
	}
	conn, err := sql.Open(driver, dsn)
	if err != nil {
		return err
	}
	conn.SetMaxOpenConns(1)
	defer func() { _ = conn.Close() }()
	m, err := schema.NewMigrate(entsql.OpenDB(dia, conn),
		schema.WithDir(dir), schema.WithFormatter(sqltool.GooseFormatter), schema.WithMigrationMode(schema.ModeReplay),
		schema.WithDialect(dia), schema.WithDropIndex(true), schema.WithDropColumn(true))
	if err != nil {
		return err
	}
	return m.NamedDiff(ctx, name, entmigrate.Tables...)
}

func rehash(paths ...string) error {
	for _, p := range paths {
		dir, err := sqltool.NewGooseDir(p)
		if err != nil {
			return err
		}
		sum, err := dir.Checksum()
		if err != nil {
			return err
		}
		if err := migrate.WriteSumFile(dir, sum); err != nil {
			return err
		}
	}
	return nil
}

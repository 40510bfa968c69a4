package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// seeded are the tables that a directory fills.
const seeded = "'channels','episodes','transcripts','entities','blocks','alias','links','mentions','episode_entities','channel_entities'"

// place is where the databases of a size lie.
type place struct {
	folder string // of the SQLite files and results
	server string // address of a PostgreSQL server
	size   int
}

// targets names the databases as the store opens them: SQLite, PostgreSQL. The names tell the schema, so that a database of
// another one is not found.
func (p place) targets() (lite, pg string, err error) {
	schema, err := database.SchemaVersion("sqlite")
	if err != nil {
		return "", "", err
	}
	lite = filepath.Join(p.folder, fmt.Sprintf("%d-%s.db", p.size, schema))
	if schema, err = database.SchemaVersion("postgres"); err != nil {
		return "", "", err
	}
	u, err := url.Parse(p.server)
	if err != nil {
		return "", "", err
	}
	u.Path = fmt.Sprintf("/scale_%d_%s", p.size, schema)
	return lite, u.String(), nil
}

// seed makes the databases unless both are there.
func (p place) seed(ctx context.Context) (lite, pg string, err error) {
	if lite, pg, err = p.targets(); err != nil {
		return "", "", err
	}
	server, err := pgx.Connect(ctx, p.server)
	if err != nil {
		return "", "", fmt.Errorf("PostgreSQL is needed (tools/postgres.sh start): %w", err)
	}
	defer func() { _ = server.Close(ctx) }()
	name := pg[strings.LastIndex(pg, "/")+1:]
	name, _, _ = strings.Cut(name, "?")
	var there bool
	if err := server.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil {
		return "", "", err
	}
	if _, err := os.Stat(lite); err == nil && there {
		return lite, pg, nil
	}
	making, makingName := lite+".making", name+"_making"
	for _, f := range []string{lite, making, making + "-wal", making + "-shm"} {
		if err := os.Remove(f); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", "", err
		}
	}
	for _, s := range []string{
		"DROP DATABASE IF EXISTS " + name + " WITH (FORCE)", "DROP DATABASE IF EXISTS " + makingName + " WITH (FORCE)",
		"CREATE DATABASE " + makingName,
	} {
		if _, err := server.Exec(ctx, s); err != nil {
			return "", "", err
		}
	}
	if err := fill(ctx, p.size, making, strings.Replace(pg, name, makingName, 1)); err != nil {
		return "", "", err
	}
	if _, err := server.Exec(ctx, "ALTER DATABASE "+makingName+" RENAME TO "+name); err != nil {
		return "", "", err
	}
	return lite, pg, os.Rename(making, lite)
}

// fill migrates two empty databases and fills them. Indexes are made after the rows, as loading does it.
func fill(ctx context.Context, size int, lite, pg string) error {
	for _, target := range []string{lite, pg} {
		if err := migrate(ctx, target); err != nil {
			return err
		}
	}
	file, err := sql.Open("sqlite", "file:"+lite+"?_pragma=journal_mode(WAL)&_pragma=synchronous(OFF)&_pragma=foreign_keys(0)"+
		"&_pragma=cache_size(-400000)&_time_format=sqlite&_timezone=UTC")
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	file.SetMaxOpenConns(1)
	conn, err := pgx.Connect(ctx, pg)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "SET session_replication_role = replica"); err != nil { // no triggers, no foreign keys
		return err
	}
	liteIndexes, err := liteWithoutIndexes(ctx, file)
	if err != nil {
		return err
	}
	pgIndexes, err := pgWithoutIndexes(ctx, conn)
	if err != nil {
		return err
	}
	tx, err := file.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	to := newSink(ctx, &toSQLite{tx, map[string]*sql.Stmt{}}, toPostgres{conn})
	newDirectory(size).write(to)
	if err := to.close(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- finishPostgres(ctx, conn, pgIndexes, to.sizes, pg) }()
	err = finishSQLite(ctx, tx, file, liteIndexes, lite)
	return errors.Join(err, <-done)
}

func migrate(ctx context.Context, target string) error {
	s, err := store.Open(ctx, target)
	if err != nil {
		return err
	}
	return errors.Join(s.Migrate(ctx), s.Close())
}

// settle does for a database what a server does each hour, so that what earlier runs published is as it would be then.
func settle(ctx context.Context, target string) error {
	s, err := store.Open(ctx, target)
	if err != nil {
		return err
	}
	return errors.Join(s.Optimize(ctx), s.MergeSearch(ctx), s.Catalogue.KeepFigures(ctx), s.Close())
}

// remake are the statements after which a migration makes the objects again that are no part of the schema.
const remake = "DELETE FROM installations WHERE name IN ('search objects', 'list indexes', 'totals', 'known changes')"

func liteWithoutIndexes(ctx context.Context, file *sql.DB) (indexes []string, err error) {
	indexes, err = texts(ctx, file, "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ("+seeded+
		") AND name NOT LIKE 'search_%' AND name NOT LIKE 'list_%' AND name NOT LIKE 'names_%'")
	if err != nil {
		return nil, err
	}
	drop, err := texts(ctx, file, `SELECT 'DROP ' || type || ' "' || name || '"' FROM sqlite_master WHERE tbl_name IN (`+seeded+`)
		AND (type = 'trigger' OR type = 'index' AND sql IS NOT NULL)`)
	if err != nil {
		return nil, err
	}
	for _, s := range append(drop, remake) {
		if _, err := file.ExecContext(ctx, s); err != nil {
			return nil, err
		}
	}
	return indexes, nil
}

func texts(ctx context.Context, db *sql.DB, question string) (out []string, err error) {
	rows, err := db.QueryContext(ctx, question)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// made reports whether migrating makes an index, beside the schema.
func made(index string) bool {
	return strings.HasPrefix(index, "search_") || strings.HasPrefix(index, "list_") || strings.HasPrefix(index, "names_")
}

func pgWithoutIndexes(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	const of = " FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey' AND tablename IN (" + seeded + ")"
	rows, err := conn.Query(ctx, "SELECT indexname, indexdef"+of)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Name, Statement string }])
	if err != nil {
		return nil, err
	}
	var indexes []string
	for _, x := range all {
		if !made(x.Name) {
			indexes = append(indexes, x.Statement)
		}
		if _, err := conn.Exec(ctx, `DROP INDEX "`+x.Name+`"`); err != nil {
			return nil, err
		}
	}
	_, err = conn.Exec(ctx, remake)
	return indexes, err
}

func finishSQLite(ctx context.Context, tx *sql.Tx, file *sql.DB, indexes []string, path string) error {
	for _, s := range indexes {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO stamps (scope, version) VALUES ('catalogue', 1)"); err != nil {
		return err
	}
	if err := errors.Join(tx.Commit(), file.Close()); err != nil {
		return err
	}
	return migrate(ctx, path)
}

func finishPostgres(ctx context.Context, conn *pgx.Conn, indexes []string, sizes map[string]int, target string) error {
	statements := append([]string{"SET maintenance_work_mem = '512MB'"}, indexes...)
	for table, n := range sizes {
		statements = append(statements, fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%s', 'id'), %d)", table, n))
	}
	statements = append(statements, "INSERT INTO stamps (scope, version) VALUES ('catalogue', 1)")
	for _, s := range statements {
		if _, err := conn.Exec(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	if err := migrate(ctx, target); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "VACUUM ANALYZE")
	return err
}

package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"mentionary/ent/migrations"
)

// Migrate brings the schema to the newest version, packs what former releases stored and refreshes what is derived. It is
// safe to run twice and from several processes. A database that is newer than this program is refused.
func (d *DB) Migrate(ctx context.Context) error {
	conn, done, err := d.migrationConn()
	if err != nil {
		return err
	}
	defer done()
	p, err := d.provider(conn)
	if err != nil {
		return err
	}
	current, target, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if current > target {
		return fmt.Errorf("the database has schema version %d, this program knows %d: start the newer program, or restore a backup made "+
			"before the upgrade", current, target)
	}
	if current < target {
		if err := d.dropDerived(ctx); err != nil {
			return err
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if !d.Postgres() {
		if err := checkForeignKeys(ctx, conn); err != nil {
			return err
		}
	}
	if err := d.packOnce(ctx); err != nil {
		return fmt.Errorf("pack stored transcripts: %w", err)
	}
	if err := d.foldOnce(ctx); err != nil {
		return fmt.Errorf("fold stored names: %w", err)
	}
	if err := d.deriveTopicsOnce(ctx); err != nil {
		return fmt.Errorf("derive the topics of stored concepts: %w", err)
	}
	if err := d.createDerived(ctx); err != nil {
		return err
	}
	return d.Optimize(ctx)
}

// migrationConn returns the connection that migrations run on. On SQLite it is one of its own without foreign keys:
// they cannot be switched off inside a transaction, and with them on a rebuilt table deletes its cascading children.
func (d *DB) migrationConn() (*sql.DB, func(), error) {
	if d.Postgres() {
		return d.rwDB, func() {}, nil
	}
	conn, err := sql.Open("sqlite", "file:"+d.path+"?"+strings.Replace(sqlitePragmas, "foreign_keys(1)", "foreign_keys(0)",
		1)+"&_txlock=immediate")
	if err != nil {
		return nil, nil, err
	}
	conn.SetMaxOpenConns(1)
	return conn, func() { _ = conn.Close() }, nil
}

func (d *DB) provider(conn *sql.DB) (*goose.Provider, error) {
	dia := goose.DialectSQLite3
	opts := []goose.ProviderOption{}
	if d.Postgres() {
		dia = goose.DialectPostgres
		l, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		opts = append(opts, goose.WithSessionLocker(l))
	}
	fsys, err := migrations.FS(d.Dialect())
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dia, conn, fsys, opts...)
}

func checkForeignKeys(ctx context.Context, conn *sql.DB) (err error) {
	rows, err := conn.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if rows.Next() {
		var table, parent sql.NullString
		var row, key sql.NullInt64
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		return fmt.Errorf("a row of %s refers to a row of %s that is not there", table.String, parent.String)
	}
	return rows.Err()
}

package database

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
)

// Condition is what the person who looks after a database wants to know of it.
type Condition struct {
	SchemaVersion int64 // what the database has; 0: it was never migrated
	KnownVersion  int64 // what this program knows

	JournalMode string // SQLite: how commits are written: "wal" in a file that a store has opened, else "rollback"

	ServerVersion string        // PostgreSQL, such as "15.6"
	Trigrams      bool          // PostgreSQL: the extension pg_trgm is there
	MayExtend     bool          // PostgreSQL: the role may create extensions and schemas in this database
	MayCreate     bool          // PostgreSQL: the role may create tables in its schema
	Ahead         time.Duration // PostgreSQL: how far the server's clock is ahead of this machine's
}

// OpenReadOnly opens the database that target names for looking only: an SQLite file is neither made nor changed.
func OpenReadOnly(ctx context.Context, target string, opts ...Option) (*DB, error) {
	if IsPostgres(target) {
		return openPostgres(ctx, target, opts...)
	}
	d := newDB(dialect.SQLite, opts)
	d.path = target
	mode := "mode=ro"
	if _, err := os.Stat(target + "-wal"); errors.Is(err, fs.ErrNotExist) {
		mode += "&immutable=1" // nobody has it open; without this an empty log would be made and left
	}
	conn, err := sql.Open("sqlite", "file:"+target+"?"+mode+
		"&_pragma=busy_timeout(5000)&_pragma=query_only(1)&_time_format=sqlite&_timezone=UTC")
	if err != nil {
		return nil, err
	}
	d.rwDB, d.roDB, d.searchDB = conn, conn, conn
	d.rw = db.NewClient(db.Driver(entsql.OpenDB(dialect.SQLite, conn)))
	d.RO, d.Searched = d.rw, d.rw
	return d, nil
}

// Condition looks at the database. It changes nothing.
func (d *DB) Condition(ctx context.Context) (Condition, error) {
	var c Condition
	var err error
	if c.KnownVersion, err = KnownSchemaVersion(d.Dialect()); err != nil {
		return c, err
	}
	if c.SchemaVersion, err = d.appliedVersion(ctx); err != nil {
		return c, err
	}
	if !d.Postgres() {
		c.JournalMode, err = d.journalMode(ctx)
		return c, err
	}
	var server time.Time
	before := d.Now()
	err = d.roDB.QueryRowContext(ctx, `SELECT clock_timestamp(), split_part(current_setting('server_version'), ' ', 1),
		EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'),
		has_database_privilege(current_database(), 'CREATE'),
		COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false)`).
		Scan(&server, &c.ServerVersion, &c.Trigrams, &c.MayExtend, &c.MayCreate)
	after := d.Now()
	// The answer was made somewhere between question and answer: only what lies outside is a difference.
	switch {
	case server.After(after):
		c.Ahead = server.Sub(after)
	case server.Before(before):
		c.Ahead = server.Sub(before)
	}
	return c, d.Fault(err)
}

// journalMode reads how commits are written from the header of an SQLite file: a connection that is sure to be alone does
// not tell. SQLite reads it; see checkpointer.due for why nobody else does.
func (d *DB) journalMode(ctx context.Context) (string, error) {
	var versions []byte // that writers and readers need
	err := d.roDB.QueryRowContext(ctx, "SELECT substr(data, 19, 2) FROM sqlite_dbpage WHERE pgno = 1").Scan(&versions)
	if err != nil {
		return "", err
	}
	if bytes.Equal(versions, []byte{2, 2}) {
		return "wal", nil
	}
	return "rollback", nil
}

package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"           // driver "sqlite"

	"mentionary/ent/db"
	"mentionary/internal/fault"
)

const (
	sqlitePragmas = "_pragma=journal_mode(WAL)&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)" +
		"&_time_format=sqlite&_timezone=UTC"
	// A publication into a large directory changes more than a thousand pages (6 MB): they stay in memory until they are written. The
	// checkpointer copies them into the file with those of the next publications; the writer does it when that cannot keep up.
	sqliteWriterPragmas = "&_pragma=cache_size(-8000)&_pragma=wal_autocheckpoint(16000)"
	sqliteReaders       = 4
	postgresMaxConns    = 16
	postgresSearchConns = 8 // besides
	// Connections stay as long as they are used now and then: a new one reads the schema and plans each statement anew, which takes longer
	// than most questions.
	idleFor = 5 * time.Minute
)

// DB returns questions about the product's data and changes it.
type DB struct {
	rw, RO   *db.Client
	Searched *db.Client // for the questions of a search, outside of transactions: PostgreSQL plans each of them once
	rwDB     *sql.DB
	roDB     *sql.DB
	searchDB *sql.DB
	path     string // SQLite file, empty on PostgreSQL
	dialect  string
	Now      func() time.Time
	Log      *slog.Logger
	changes  *hub
	copies   *checkpointer // nil on PostgreSQL
	trigrams atomic.Bool   // known to be there
	// onStatement hears every statement that ent sends; nil: nobody.
	onStatement func(statement string)
}

// Option changes how a database is worked with.
type Option func(*DB)

// WithClock replaces the wall clock, for tests.
func WithClock(now func() time.Time) Option { return func(d *DB) { d.Now = now } }

// WithLogger sets where it logs; the default discards.
func WithLogger(l *slog.Logger) Option { return func(d *DB) { d.Log = l } }

// WithStatements tells fn every statement before it is sent, also those of transactions; for tests that count.
func WithStatements(fn func(statement string)) Option { return func(d *DB) { d.onStatement = fn } }

// client is ent over a pool.
func (d *DB) client(pool *sql.DB) *db.Client {
	var driver dialect.Driver = entsql.OpenDB(d.dialect, pool)
	if d.onStatement != nil {
		driver = dialect.DebugWithContext(driver, func(_ context.Context, v ...any) { d.onStatement(fmt.Sprint(v...)) })
	}
	return db.NewClient(db.Driver(driver))
}

// Open opens the database that target names: a postgres:// address, or the path of an SQLite file. It does not migrate.
func Open(ctx context.Context, target string, opts ...Option) (*DB, error) {
	if IsPostgres(target) {
		return openPostgres(ctx, target, opts...)
	}
	return openSQLite(ctx, target, opts...)
}

// IsPostgres reports whether target names a PostgreSQL database.
func IsPostgres(target string) bool {
	return strings.HasPrefix(target, "postgres://") || strings.HasPrefix(target, "postgresql://")
}

func newDB(dia string, opts []Option) *DB {
	d := &DB{dialect: dia, Now: time.Now, Log: slog.New(slog.DiscardHandler), changes: newHub()}
	for _, o := range opts {
		o(d)
	}
	wall := d.Now
	d.Now = func() time.Time { return wall().UTC().Truncate(time.Microsecond) }
	return d
}

func openSQLite(ctx context.Context, path string, opts ...Option) (*DB, error) {
	d := newDB(dialect.SQLite, opts)
	d.path = path
	writer, err := openPreparing("file:" + path + "?" + sqlitePragmas + sqliteWriterPragmas + "&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	reader, err := openPreparing("file:" + path + "?" + sqlitePragmas + "&_pragma=query_only(1)")
	if err != nil {
		return nil, err
	}
	rw, ro := sql.OpenDB(writer), sql.OpenDB(reader)
	rw.SetMaxOpenConns(1)
	ro.SetMaxOpenConns(sqliteReaders)
	ro.SetMaxIdleConns(sqliteReaders)
	ro.SetConnMaxIdleTime(idleFor)
	d.rwDB, d.roDB = rw, ro
	d.rw = d.client(rw)
	d.rw.Use(notePublic, foldNames, setTopic)
	d.RO = d.client(ro)
	d.searchDB, d.Searched = ro, d.RO
	// The writer is opened first: it creates the file and switches it to WAL, which readers may not do.
	for _, conn := range []*sql.DB{rw, ro} {
		if err := checkPragmas(ctx, conn); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	if d.copies, err = startCheckpointer(d, "file:"+path+"?"+sqlitePragmas); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// checkPragmas reads back what durability depends on (SECURITY.md, Durability): a driver that ignores a pragma is found
// at start, not after a power cut.
func checkPragmas(ctx context.Context, conn *sql.DB) error {
	for name, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		var got string
		if err := conn.QueryRowContext(ctx, "PRAGMA "+name).Scan(&got); err != nil {
			return fmt.Errorf("read back PRAGMA %s: %w", name, err)
		}
		if got != want {
			return fmt.Errorf("SQLite runs with %s=%s, it must be %s", name, got, want)
		}
	}
	return nil
}

func openPostgres(ctx context.Context, dsn string, opts ...Option) (*DB, error) {
	d := newDB(dialect.Postgres, opts)
	pool, err := openWith(dsn, withoutJIT)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(postgresMaxConns)
	pool.SetMaxIdleConns(postgresMaxConns)
	pool.SetConnMaxIdleTime(idleFor)
	d.rwDB, d.roDB = pool, pool
	d.rw = d.client(pool)
	d.rw.Use(notePublic, foldNames, setTopic)
	d.RO = d.rw
	if d.searchDB, err = openPlanned(dsn); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	d.Searched = d.client(d.searchDB)
	if err := pool.PingContext(ctx); err != nil {
		d.Log.Warn("the database does not answer yet", "error", err)
	}
	return d, nil
}

// withoutJIT is said on every connection: PostgreSQL compiles what it believes to be long work, each time anew, and takes a list of some
// thousand ids for such. That takes longer than the work (docs/adr/0114).
const withoutJIT = "SET jit = off"

// openWith opens connections on which settings are made. They are said on the connection, because PgBouncer refuses most that come with the
// connecting.
func openWith(dsn, settings string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	return stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, settings)
		return err
	})), nil
}

// openPlanned opens connections on which PostgreSQL plans a statement once, for all arguments. Where it plans anew for each, as it does by
// itself, that takes longer than most searches run. Nobody writes on them, as on SQLite's readers.
func openPlanned(dsn string) (*sql.DB, error) {
	pool, err := openWith(dsn, withoutJIT+"; SET plan_cache_mode = force_generic_plan; SET default_transaction_read_only = on")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(postgresSearchConns)
	pool.SetMaxIdleConns(postgresSearchConns)
	pool.SetConnMaxIdleTime(idleFor)
	return pool, nil
}

// Close closes all connections. It may be called twice.
func (d *DB) Close() error {
	var err error
	if d.copies != nil {
		err = d.copies.close()
	}
	err = errors.Join(err, d.rwDB.Close())
	if d.roDB != d.rwDB {
		err = errors.Join(err, d.roDB.Close())
	}
	if d.searchDB != d.roDB {
		err = errors.Join(err, d.searchDB.Close())
	}
	return err
}

// Ping asks the database whether it is there.
func (d *DB) Ping(ctx context.Context) error {
	if err := d.rwDB.PingContext(ctx); err != nil {
		return fault.Wrap(fault.Unavailable, err, "The database does not answer.")
	}
	return nil
}

// Dialect returns "sqlite" or "postgres".
func (d *DB) Dialect() string {
	if d.Postgres() {
		return "postgres"
	}
	return "sqlite"
}

// Postgres reports whether the database is PostgreSQL; else it is SQLite.
func (d *DB) Postgres() bool { return d.dialect == dialect.Postgres }

// PoolInUse returns how many connections to the database are in use in this process, without those of searches.
func (d *DB) PoolInUse() int {
	n := d.rwDB.Stats().InUse
	if d.roDB != d.rwDB {
		n += d.roDB.Stats().InUse
	}
	return n
}

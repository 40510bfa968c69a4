package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"             // driver "sqlite"

	"mentionary/ent/db"
	"mentionary/internal/fault"
)

const (
	sqlitePragmas = "_pragma=journal_mode(WAL)&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)" +
		"&_time_format=sqlite&_timezone=UTC"
	sqliteReaders    = 4
	postgresMaxConns = 16
)

// DB returns questions about the product's data and changes it.
type DB struct {
	rw, RO  *db.Client
	rwDB    *sql.DB
	roDB    *sql.DB
	path    string // SQLite file, empty on PostgreSQL
	dialect string
	Now     func() time.Time
	Log     *slog.Logger
	changes *hub
	// onStatement hears every statement that ent sends; nil: nobody.
	onStatement func(statement string)
}

// Option changes how a database is worked with.
type Option func(*DB)

// WithClock replaces the wall clock, for tests.
func WithClock(now func() time.Time) Option { return func(s *DB) { s.Now = now } }

// WithLogger sets where it logs; the default discards.
func WithLogger(l *slog.Logger) Option { return func(s *DB) { s.Log = l } }

// WithStatements tells fn every statement before it is sent, also those of transactions; for tests that count.
func WithStatements(fn func(statement string)) Option { return func(s *DB) { s.onStatement = fn } }

// client is ent over a pool.
func (s *DB) client(pool *sql.DB) *db.Client {
	var driver dialect.Driver = entsql.OpenDB(s.dialect, pool)
	if s.onStatement != nil {
		driver = dialect.DebugWithContext(driver, func(_ context.Context, v ...any) { s.onStatement(fmt.Sprint(v...)) })
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
	s := &DB{dialect: dia, Now: time.Now, Log: slog.New(slog.DiscardHandler), changes: newHub()}
	for _, o := range opts {
		o(s)
	}
	wall := s.Now
	s.Now = func() time.Time { return wall().UTC().Truncate(time.Microsecond) }
	return s
}

func openSQLite(ctx context.Context, path string, opts ...Option) (*DB, error) {
	s := newDB(dialect.SQLite, opts)
	s.path = path
	rw, err := sql.Open("sqlite", "file:"+path+"?"+sqlitePragmas+"&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	rw.SetMaxOpenConns(1)
	ro, err := sql.Open("sqlite", "file:"+path+"?"+sqlitePragmas+"&_pragma=query_only(1)")
	if err != nil {
		return nil, errors.Join(err, rw.Close())
	}
	ro.SetMaxOpenConns(sqliteReaders)
	s.rwDB, s.roDB = rw, ro
	s.rw = s.client(rw)
	s.rw.Use(notePublic)
	s.RO = s.client(ro)
	// The writer is opened first: it creates the file and switches it to WAL, which readers may not do.
	for _, conn := range []*sql.DB{rw, ro} {
		if err := checkPragmas(ctx, conn); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
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
	s := newDB(dialect.Postgres, opts)
	pool, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(postgresMaxConns)
	pool.SetMaxIdleConns(postgresMaxConns / 2)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	s.rwDB, s.roDB = pool, pool
	s.rw = s.client(pool)
	s.rw.Use(notePublic)
	s.RO = s.rw
	if err := pool.PingContext(ctx); err != nil {
		s.Log.Warn("the database does not answer yet", "error", err)
	}
	return s, nil
}

// Close closes all connections. It may be called twice.
func (s *DB) Close() error {
	err := s.rwDB.Close()
	if s.roDB != s.rwDB {
		err = errors.Join(err, s.roDB.Close())
	}
	return err
}

// Ping asks the database whether it is there.
func (s *DB) Ping(ctx context.Context) error {
	if err := s.rwDB.PingContext(ctx); err != nil {
		return fault.Wrap(fault.Unavailable, err, "The database does not answer.")
	}
	return nil
}

// Dialect returns "sqlite" or "postgres".
func (s *DB) Dialect() string {
	if s.Postgres() {
		return "postgres"
	}
	return "sqlite"
}

// Postgres reports whether the database is PostgreSQL; else it is SQLite.
func (s *DB) Postgres() bool { return s.dialect == dialect.Postgres }

// PoolInUse returns how many connections to the database are in use in this process.
func (s *DB) PoolInUse() int {
	n := s.rwDB.Stats().InUse
	if s.roDB != s.rwDB {
		n += s.roDB.Stats().InUse
	}
	return n
}

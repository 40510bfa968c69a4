package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	"github.com/stretchr/testify/require"

	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// Open opens an empty migrated database that is gone after the test.
type Open func(t *testing.T, opts ...database.Option) *store.Store

// SQLite opens a copy of one migrated file.
func SQLite(t *testing.T, opts ...database.Option) *store.Store {
	t.Helper()
	content, err := sqliteTemplate()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "store.db")
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return open(t, path, opts)
}

var sqliteTemplate = sync.OnceValues(func() (content []byte, err error) {
	dir, err := os.MkdirTemp("", "mentionary-template")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "template.db")
	if err := migrate(path); err != nil {
		return nil, err
	}
	conn, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return nil, err
	}
	if err := conn.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// PostgresAddress is where tests find PostgreSQL: MENTIONARY_TEST_POSTGRES, else the one that tools/postgres.sh starts.
func PostgresAddress() string {
	if address := os.Getenv("MENTIONARY_TEST_POSTGRES"); address != "" {
		return address
	}
	return "postgres://mentionary@127.0.0.1:54329/postgres?sslmode=disable"
}

// Postgres opens a copy of one migrated database. Without a server the test fails: a skipped half of the suite looks
// like a passed one.
func Postgres(t *testing.T, opts ...database.Option) *store.Store {
	t.Helper()
	template, err := postgresTemplate()
	require.NoError(t, err, "these tests need PostgreSQL: start one with `tools/postgres.sh start`, or name yours in MENTIONARY_TEST_POSTGRES")
	name := fmt.Sprintf("mentionary_test_%d_%d", os.Getpid(), databases.next())
	create := "CREATE DATABASE " + name + " TEMPLATE " + template
	if onServer(create+" STRATEGY FILE_COPY") != nil { // eight times faster, known from PostgreSQL 15 on
		require.NoError(t, onServer(create))
	}
	t.Cleanup(func() { require.NoError(t, onServer("DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")) })
	return open(t, withDatabase(name), opts)
}

// counter numbers the databases of this process.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) next() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n
}

var databases counter

// postgresTemplate makes the template unless the server has it. It gets its final name when it is complete, and its name
// changes with the schema.
var postgresTemplate = sync.OnceValues(func() (string, error) {
	version, err := database.SchemaVersion("postgres")
	if err != nil {
		return "", err
	}
	name := "mentionary_template_" + version
	var n int
	server, err := sql.Open("pgx", PostgresAddress())
	if err != nil {
		return "", err
	}
	defer func() { _ = server.Close() }()
	if err := server.QueryRow("SELECT COUNT(*) FROM pg_database WHERE datname = $1", name).Scan(&n); err != nil || n == 1 {
		return name, err
	}
	building := fmt.Sprintf("mentionary_building_%d", os.Getpid())
	if err := onServer("DROP DATABASE IF EXISTS "+building+" WITH (FORCE)", "CREATE DATABASE "+building); err != nil {
		return "", err
	}
	if err := migrate(withDatabase(building)); err != nil {
		return "", err
	}
	if err := onServer("ALTER DATABASE " + building + " RENAME TO " + name); err != nil {
		// Another test process was faster: its template is as good.
		return name, onServer("DROP DATABASE " + building + " WITH (FORCE)")
	}
	return name, nil
})

func migrate(target string) error {
	s, err := store.Open(context.Background(), target)
	if err != nil {
		return err
	}
	if err := s.Migrate(context.Background()); err != nil {
		_ = s.Close()
		return err
	}
	return s.Close()
}

func open(t *testing.T, target string, opts []database.Option) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), target, opts...)
	require.NoError(t, err)
	targets.Store(s, target)
	t.Cleanup(func() { targets.Delete(s); require.NoError(t, s.Close()) })
	return s
}

func withDatabase(name string) string {
	u, err := url.Parse(PostgresAddress())
	if err != nil {
		return PostgresAddress()
	}
	u.Path = "/" + name
	return u.String()
}

// onServer runs statements on a connection of their own.
func onServer(statements ...string) error {
	conn, err := sql.Open("pgx", PostgresAddress())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	for _, s := range statements {
		if _, err := conn.Exec(s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

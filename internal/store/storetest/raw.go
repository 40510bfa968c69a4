package storetest

import (
	"database/sql"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/ent/migrations"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// targets holds where the stores of running tests are: *store.Store -> target.
var targets sync.Map

// Raw opens a connection of its own to the database of a store that this package opened, for tests that look at tables.
func Raw(t *testing.T, s *store.Store) *sql.DB {
	t.Helper()
	target, ok := targets.Load(s)
	require.True(t, ok, "the store was not opened by storetest")
	driver, address := "sqlite", "file:"+target.(string)+"?_pragma=busy_timeout(5000)&_txlock=immediate"
	if database.IsPostgres(target.(string)) {
		driver, address = "pgx", target.(string)
	}
	conn, err := sql.Open(driver, address)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	return conn
}

// dialectOf is the folder of the migrations of a store that this package opened.
func dialectOf(s *store.Store) string {
	if target, _ := targets.Load(s); database.IsPostgres(target.(string)) {
		return "postgres"
	}
	return "sqlite"
}

// Up returns the statements of a migration by its name, for tests of what it does to rows.
func Up(t *testing.T, dialect, name string) string {
	t.Helper()
	fsys, err := migrations.FS(dialect)
	require.NoError(t, err)
	files, err := fs.Glob(fsys, "*_"+name+".sql")
	require.NoError(t, err)
	require.Len(t, files, 1)
	content, err := fs.ReadFile(fsys, files[0])
	require.NoError(t, err)
	up, _, found := strings.Cut(string(content), "-- +goose Down")
	require.True(t, found)
	return strings.TrimSpace(up) + "\n"
}

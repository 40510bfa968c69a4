package storetest

import (
	"database/sql"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

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

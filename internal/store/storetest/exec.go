package storetest

import (
	"database/sql"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/store"
)

// targets remembers which database each store of a test is.
var targets sync.Map

// Exec runs one statement on the database of a store that this package opened: for rows that no write of the store
// makes, and for states that only an operator brings about.
func Exec(t *testing.T, s *store.Store, statement string) {
	t.Helper()
	found, _ := targets.Load(s)
	target, ok := found.(string)
	require.True(t, ok, "the store was not opened by storetest")
	driver, address := "sqlite", "file:"+target+"?_pragma=busy_timeout(5000)"
	if store.IsPostgres(target) {
		driver, address = "pgx", target
	}
	conn, err := sql.Open(driver, address)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close()) }()
	_, err = conn.ExecContext(t.Context(), statement)
	require.NoError(t, err)
}

package store_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/store"
	"mentionary/internal/store/storetest"
)

func TestAnEmptyDatabaseIsNotReadyAndAMigratedOneIs(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state, err := open(t).SchemaState(t.Context())
			require.NoError(t, err)
			require.True(t, state.Ready())
			require.Equal(t, state.Known, state.Version)
			require.NotZero(t, state.Known)
		})
	}
	empty, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "empty.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, empty.Close()) })
	state, err := empty.SchemaState(t.Context())
	require.NoError(t, err)
	require.False(t, state.Ready())
	require.Zero(t, state.Version)
}

func TestADatabaseOfANewerProgramIsUsedButNotMigrated(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "newer.db")
	s, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	require.NoError(t, s.Migrate(t.Context()))
	conn, err := sql.Open("sqlite", "file:"+path)
	require.NoError(t, err)
	_, err = conn.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (29991231000000, 1)")
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	state, err := s.SchemaState(t.Context())
	require.NoError(t, err)
	require.True(t, state.Ready(), "old processes go on beside the new ones during an upgrade")
	require.ErrorContains(t, s.Migrate(t.Context()), "start the newer program, or restore a backup")
}

// A role without rights is told, right by right, what an owner has to run.
func TestMissingPermissionsAreNamed(t *testing.T) {
	t.Parallel()
	admin, err := sql.Open("pgx", storetest.PostgresAddress())
	require.NoError(t, err)
	name := "poor_" + strings.ToLower(rand.Text()[:10])
	exec := func(db *sql.DB, statements ...string) {
		t.Helper()
		for _, s := range statements {
			_, err := db.Exec(s)
			require.NoError(t, err, s)
		}
	}
	exec(admin, "CREATE ROLE "+name+" LOGIN", "CREATE DATABASE "+name)
	t.Cleanup(func() {
		exec(admin, "DROP DATABASE "+name+" WITH (FORCE)", "DROP ROLE "+name)
		require.NoError(t, admin.Close())
	})
	u, err := url.Parse(storetest.PostgresAddress())
	require.NoError(t, err)
	u.Path = "/" + name
	owner, err := sql.Open("pgx", u.String())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, owner.Close()) })
	u.User = url.User(name)
	poor, err := store.Open(t.Context(), u.String())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, poor.Close()) })

	err = poor.CheckPermissions(context.Background())
	require.ErrorContains(t, err, "GRANT CREATE, USAGE ON SCHEMA")
	require.ErrorContains(t, err, "CREATE EXTENSION pg_trgm")
	exec(owner, `GRANT CREATE, USAGE ON SCHEMA public TO "`+name+`"`, "CREATE EXTENSION pg_trgm", "CREATE TABLE somebody_elses (id int)")
	err = poor.CheckPermissions(context.Background())
	require.ErrorContains(t, err, "somebody_elses")
	require.NotContains(t, err.Error(), "GRANT CREATE")
	exec(owner, `ALTER TABLE somebody_elses OWNER TO "`+name+`"`)
	require.NoError(t, poor.CheckPermissions(context.Background()))
	require.NoError(t, poor.Migrate(context.Background()))
}

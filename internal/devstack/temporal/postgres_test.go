//go:build !slim

package temporal

import (
	"cmp"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/postgresql"
)

func TestPostgresAddressesAreRead(t *testing.T) {
	t.Parallel()
	cfg, err := parsePostgres("postgresql://me%40work:p%20w@db.example.org/main?sslmode=verify-full&sslrootcert=/etc/ca.pem")
	require.NoError(t, err)
	require.Equal(t, postgresql.PluginNamePGX, cfg.PluginName)
	require.Equal(t, "db.example.org:5432", cfg.ConnectAddr)
	require.Equal(t, "me%40work", cfg.User) // the server puts it into an address as it is
	require.Equal(t, "p w", cfg.Password)
	require.Equal(t, "main", cfg.DatabaseName)
	require.Equal(t, map[string]string{"sslmode": "verify-full", "sslrootcert": "/etc/ca.pem"}, cfg.ConnectAttributes)

	cfg, err = parsePostgres("postgres://me@127.0.0.1:54329")
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:54329", cfg.ConnectAddr)
	require.Equal(t, "postgres", cfg.DatabaseName)
}

// postgresAddress is where tests find PostgreSQL: MENTIONARY_TEST_POSTGRES, else the one that tools/postgres.sh starts.
func postgresAddress() string {
	return cmp.Or(os.Getenv("MENTIONARY_TEST_POSTGRES"), "postgres://mentionary@127.0.0.1:54329/postgres?sslmode=disable")
}

func TestPostgresKeepsHistoriesAcrossARestart(t *testing.T) {
	const id = "on-postgres"
	first := startServer(t, Options{Database: postgresAddress()})
	c := dial(t, first)
	checkNamespace(t, c, DefaultRetention)
	w := startWorker(t, c)
	run := begin(t, c, id)
	require.Equal(t, "hello there", finish(t, c, id))
	w.Stop()
	c.Close()
	stopServer(t, first)

	second := startServer(t, Options{Database: postgresAddress()})
	require.Equal(t, first.NamespaceID(), second.NamespaceID())
	described, err := dial(t, second).DescribeWorkflowExecution(t.Context(), id, run.GetRunID())
	require.NoError(t, err)
	require.Equal(t, enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, described.GetWorkflowExecutionInfo().GetStatus())
}

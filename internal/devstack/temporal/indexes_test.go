//go:build !slim

package temporal

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	sqliteschema "go.temporal.io/server/schema/sqlite"

	"mentionary/internal/searchattr"
)

func TestTheListOfWorkflowsHasIndexesForWhatIsAskedOnly(t *testing.T) {
	file := filepath.Join(t.TempDir(), "temporal.db")
	require.NoError(t, sqliteschema.SetupSchema(&config.SQL{
		PluginName: sqlite.PluginName, DatabaseName: file, ConnectAttributes: map[string]string{"mode": "rwc", "journal_mode": "wal"},
	}))
	indexes := func() (n int) {
		db, err := sql.Open(sqlite.PluginName, "file:"+file+"?mode=ro")
		require.NoError(t, err)
		require.NoError(t, db.QueryRowContext(t.Context(),
			`SELECT COUNT(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 'executions_visibility' AND sql IS NOT NULL`).Scan(&n))
		require.NoError(t, db.Close())
		return n
	}
	kept := strings.Count(keptIndexes, ",") + 1
	require.Greater(t, indexes(), 4*kept)
	require.NoError(t, dropIdleIndexes(file))
	require.Equal(t, kept, indexes(), "all that are kept are there")
	require.NoError(t, dropIdleIndexes(file))
	require.Equal(t, kept, indexes())
	require.Len(t, searchattr.Names(), strings.Count(keptIndexes, "by_keyword_"))
}

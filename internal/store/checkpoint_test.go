package store_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// openFile opens an empty SQLite database of its own, and returns where it lies.
func openFile(t *testing.T) (*database.DB, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	d, err := database.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d, path
}

func TestTheLogIsCopiedIntoTheFileBesideWriters(t *testing.T) {
	t.Parallel()
	d, path := openFile(t)
	inWrite(t, d, func(ctx context.Context, tx *db.Tx) {
		require.NoError(t, d.Exec(ctx, tx, "CREATE TABLE written (text TEXT)"))
	})

	// Fewer pages than the writer itself would copy.
	const size = 24 << 20
	inWrite(t, d, func(ctx context.Context, tx *db.Tx) {
		require.NoError(t, d.Exec(ctx, tx, "INSERT INTO written VALUES (?)", strings.Repeat("x", size)))
	})
	require.Eventually(t, func() bool {
		file, err := os.Stat(path)
		return err == nil && file.Size() >= size
	}, time.Minute, 10*time.Millisecond)
	inWrite(t, d, func(ctx context.Context, tx *db.Tx) {
		require.Equal(t, []int{size}, ints(t, tx, "SELECT length(text) FROM written"))
	})
}

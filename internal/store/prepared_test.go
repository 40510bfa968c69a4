package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"entgo.io/ent/dialect/sql"
	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
	"mentionary/internal/store/storetest"
)

// A connection to SQLite prepares a statement once. What follows from that must not be seen.

const numbersUpTo = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n"

func ints(t *testing.T, tx *db.Tx, question string, args ...any) (out []int) {
	t.Helper()
	rows, err := tx.QueryContext(t.Context(), question, args...)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	require.NoError(t, sql.ScanSlice(rows, &out))
	require.NoError(t, rows.Err())
	return out
}

// inWrite runs a test inside a transaction of the one connection that writes.
func inWrite(t *testing.T, d *database.DB, test func(ctx context.Context, tx *db.Tx)) {
	t.Helper()
	require.NoError(t, d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		test(ctx, tx)
		return nil
	}))
}

func TestAQuestionMayBeAskedWhileItIsAnswered(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	inWrite(t, s.DB, func(ctx context.Context, tx *db.Tx) {
		ask := func() (seen []int) {
			outer, err := tx.QueryContext(ctx, numbersUpTo, 3)
			require.NoError(t, err)
			defer func() { require.NoError(t, outer.Close()) }()
			for outer.Next() {
				var i int
				require.NoError(t, outer.Scan(&i))
				seen = append(seen, i)
				require.Len(t, ints(t, tx, numbersUpTo, i+1), i+1)
			}
			require.NoError(t, outer.Err())
			return seen
		}
		for range 3 {
			require.Equal(t, []int{1, 2, 3}, ask())
		}
	})
}

func TestAnAnswerThatIsLeftInTheMiddleBeginsAnew(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	inWrite(t, s.DB, func(ctx context.Context, tx *db.Tx) {
		func() {
			rows, err := tx.QueryContext(ctx, numbersUpTo, 5)
			require.NoError(t, err)
			defer func() { require.NoError(t, rows.Close()) }()
			require.True(t, rows.Next())
			require.NoError(t, rows.Err())
		}()
		require.Equal(t, []int{1, 2}, ints(t, tx, numbersUpTo, 2), "neither its rows nor its parameters are left")
	})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, s.Write(gone, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.ExecContext(ctx, numbersUpTo, 5)
		return err
	}))
	inWrite(t, s.DB, func(_ context.Context, tx *db.Tx) { require.Len(t, ints(t, tx, numbersUpTo, 4), 4) })
}

func TestAStatementThatFailsCanBeSentAgain(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	const insert = "INSERT INTO numbers (i) VALUES (?)"
	inWrite(t, s.DB, func(ctx context.Context, tx *db.Tx) {
		_, err := tx.ExecContext(ctx, "CREATE TABLE numbers (i INTEGER PRIMARY KEY)")
		require.NoError(t, err)
		for _, i := range []int{1, 2} {
			_, err = tx.ExecContext(ctx, insert, i)
			require.NoError(t, err)
			_, err = tx.ExecContext(ctx, insert, i)
			require.ErrorContains(t, err, "UNIQUE")
		}
		require.Equal(t, []int{1, 2}, ints(t, tx, "SELECT i FROM numbers ORDER BY i"))
	})
}

func TestAKeptStatementSeesAChangedTable(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	raw := storetest.Raw(t, s)
	_, err := raw.ExecContext(t.Context(), "CREATE TABLE numbers (i INTEGER)")
	require.NoError(t, err)
	const all = "SELECT * FROM numbers ORDER BY 1"
	inWrite(t, s.DB, func(ctx context.Context, tx *db.Tx) {
		require.Empty(t, ints(t, tx, all))
	})
	_, err = raw.ExecContext(t.Context(), "ALTER TABLE numbers ADD COLUMN j INTEGER DEFAULT 7")
	require.NoError(t, err)
	_, err = raw.ExecContext(t.Context(), "INSERT INTO numbers (i) VALUES (1)")
	require.NoError(t, err)
	inWrite(t, s.DB, func(ctx context.Context, tx *db.Tx) {
		rows, err := tx.QueryContext(ctx, all)
		require.NoError(t, err)
		defer func() { require.NoError(t, rows.Close()) }()
		columns, err := rows.Columns()
		require.NoError(t, err)
		require.Equal(t, []string{"i", "j"}, columns)
		var i, j int
		require.True(t, rows.Next())
		require.NoError(t, rows.Scan(&i, &j))
		require.NoError(t, rows.Err())
		require.Equal(t, [2]int{1, 7}, [2]int{i, j})
	})
}

func TestManyStatementsMakeRoomForEachOtherAndAreClosedWithTheirConnection(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	d, err := database.Open(t.Context(), path)
	require.NoError(t, err)
	inWrite(t, d, func(_ context.Context, tx *db.Tx) {
		for range 2 {
			for i := range 500 {
				require.Equal(t, []int{i}, ints(t, tx, fmt.Sprintf("SELECT ? + %d", i), 0))
			}
		}
	})
	require.FileExists(t, path+"-wal")
	require.NoError(t, d.Close())
	require.NoFileExists(t, path+"-wal", "SQLite takes it away with the last connection, when no statement is left")
}

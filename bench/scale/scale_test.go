package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"mentionary/internal/store/storetest"
)

// The command runs as it does on a large directory. What it measures on a machine that does other things is not judged.
func TestTheBenchmarkRuns(t *testing.T) {
	t.Parallel()
	at := place{t.TempDir(), storetest.PostgresAddress(), 1000}
	t.Cleanup(func() { dropSeeded(t, at) })
	var first, second bytes.Buffer
	_, err := run(t.Context(), &first, at, 5)
	require.NoError(t, err)
	_, err = run(t.Context(), &second, at, 5) // finds what the first one made
	require.NoError(t, err)
	require.Contains(t, second.String(), "| SQLite | 12 books |")
	require.Contains(t, second.String(), "| PostgreSQL | search: all |")
	require.Contains(t, second.String(), "rows reach their goal")
	var growth bytes.Buffer
	require.NoError(t, printGrowth(&growth, at.folder))
	require.Contains(t, growth.String(), "| SQLite | totals |")
}

func dropSeeded(t *testing.T, at place) {
	t.Helper()
	_, pg, err := at.targets()
	require.NoError(t, err)
	to, err := pgx.ParseConfig(pg)
	require.NoError(t, err)
	conn, err := pgx.Connect(context.Background(), at.server)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	_, err = conn.Exec(context.Background(), "DROP DATABASE IF EXISTS "+to.Database+" WITH (FORCE)")
	require.NoError(t, err)
}

func TestEditsAreCounted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"dune", "dune", 0},
		{"dune", "dnue", 1},
		{"dune", "dunes", 1},
		{"dune", "dne", 1},
		{"dune", "done", 1},
		{"dune", "nude", 2},
		{"dune", "xyzzy", 3},
	} {
		require.Equal(t, c.want, edits(c.a, c.b, 2), "%s %s", c.a, c.b)
	}
}

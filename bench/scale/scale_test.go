package main

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"regexp"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"mentionary/internal/store/database"
	"mentionary/internal/store/storetest"
)

func TestMain(m *testing.M) {
	if servesInstead() {
		return
	}
	os.Exit(m.Run())
}

// The command runs as it does on a large directory. What it measures on a machine that does other things is not judged.
func TestTheBenchmarkRuns(t *testing.T) {
	t.Parallel()
	at := place{t.TempDir(), storetest.PostgresAddress(), 1000}
	t.Cleanup(func() { dropSeeded(t, at) })
	var first, second bytes.Buffer
	_, err := run(t.Context(), &first, at, 5, pulling{}, regexp.MustCompile(""))
	require.NoError(t, err)
	_, err = run(t.Context(), &second, at, 5, pulling{}, regexp.MustCompile("")) // finds what the first one made
	require.NoError(t, err)
	require.Contains(t, second.String(), "| SQLite | 12 books |")
	require.Contains(t, second.String(), "| PostgreSQL | search: all |")
	require.Contains(t, second.String(), "rows reach their goal")
	var few bytes.Buffer
	_, err = run(t.Context(), &few, at, 5, pulling{seconds: 1, rounds: 1},
		regexp.MustCompile("^(12 books|12 books, .*|search: prefix|a write.*)$"))
	require.NoError(t, err)
	require.Contains(t, few.String(), "of 9 rows reach", "a list and all searches on both databases, two rates, a write")
	require.Contains(t, few.String(), "| 12 books, asked anew |")
	var growth bytes.Buffer
	require.NoError(t, printGrowth(&growth, at.folder))
	require.Contains(t, growth.String(), "| SQLite | totals |")
	lite, pg, err := at.targets()
	require.NoError(t, err)
	for _, target := range []string{lite, pg} {
		plans, err := readPlans(t.Context(), target)
		require.NoError(t, err)
		for _, p := range plans {
			t.Errorf("%s %v\n%s\n%s", p.Call, p.Faults, p.Statement, p.Plan)
		}
		dropIndex(t, target, "list_entities_type_author")
		plans, err = readPlans(t.Context(), target)
		require.NoError(t, err)
		require.Len(t, plans, 1, "without its index, the list by author sorts")
		require.Equal(t, "12 books by author", plans[0].Call)
	}
}

// A newcomer's directory is measured too, by the lists that have something in them.
func TestTheBenchmarkRunsOnNineEntities(t *testing.T) {
	t.Parallel()
	at := place{t.TempDir(), storetest.PostgresAddress(), 9}
	t.Cleanup(func() { dropSeeded(t, at) })
	var out bytes.Buffer
	_, err := run(t.Context(), &out, at, 2, pulling{}, regexp.MustCompile(""))
	require.NoError(t, err)
	require.Contains(t, out.String(), "| SQLite | its 50 mentions |")
	require.NotContains(t, out.String(), "12 concepts of a topic", "there are none")
}

func dropIndex(t *testing.T, target, name string) {
	t.Helper()
	driver, source := "sqlite", "file:"+target
	if database.IsPostgres(target) {
		driver, source = "pgx", target
	}
	db, err := sql.Open(driver, source)
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(t.Context(), "DROP INDEX "+name)
	require.NoError(t, err)
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

package storetest

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
)

// dump is every row of tables, one line each. When a row was last touched is left out: that is true of an undone change
// too.
func (w *world) dump(tables ...string) []string {
	w.Helper()
	conn := Raw(w.T, w.s)
	defer func() { _ = conn.Close() }() // a test may look a hundred times
	var out []string
	for _, table := range tables {
		out = append(out, w.lines(conn, table)...)
	}
	return out
}

// lines are the rows of a table.
func (w *world) lines(conn *sql.DB, table string) []string {
	w.Helper()
	rows, err := conn.Query("SELECT * FROM " + table + " ORDER BY id")
	require.NoError(w, err)
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	require.NoError(w, err)
	var out []string
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		require.NoError(w, rows.Scan(values...))
		var line strings.Builder
		line.WriteString(table)
		for _, i := range sorted(columns) {
			if columns[i] == "updated_at" {
				continue
			}
			value := *values[i].(*any)
			if text, ok := value.([]byte); ok {
				value = string(text)
			}
			fmt.Fprintf(&line, " %s=%v", columns[i], value)
		}
		out = append(out, line.String())
	}
	require.NoError(w, rows.Err())
	return out
}

// sorted returns the places of columns in the order of their names, which the databases give in different orders.
func sorted(columns []string) []int {
	places := make([]int, len(columns))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return strings.Compare(columns[a], columns[b]) })
	return places
}

// mergeTables are the tables that a merge, a change or a decision changes, but for their own and the marks of what is not the
// same. Doubts may get other ids: counting makes them again.
func (w *world) mergeTables() []string {
	w.Helper()
	var doubts []string
	for _, line := range w.dump("doubts") {
		doubts = append(doubts, rowID.ReplaceAllString(line, ""))
	}
	slices.Sort(doubts)
	return append(doubts, w.dump("entities", "alias", "blocks", "mentions", "episode_entities", "channel_entities", "links", "favorites",
		"editions", "episodes", "name_decisions", "glossaries", "channels")...)
}

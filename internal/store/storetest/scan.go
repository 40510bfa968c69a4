package storetest

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/store"
	"mentionary/internal/transcript"
)

// Scan looks for words in every column of every table of a store's database, the tables below search indexes too, and
// answers where each was found as "table.column". Words are compared without case and without their first three letters,
// because search indexes write a word as what differs from the one before.
func Scan(t *testing.T, s *store.Store, words ...string) map[string][]string {
	t.Helper()
	conn := Raw(t, s)
	found := map[string][]string{}
	for _, table := range tables(t, conn, s.Dialect()) {
		scanTable(t, conn, table, words, found)
	}
	return found
}

// scanTable adds what it finds in one table.
func scanTable(t *testing.T, conn *sql.DB, table string, words []string, found map[string][]string) {
	t.Helper()
	rows, err := conn.Query("SELECT * FROM " + table)
	require.NoError(t, err, table)
	defer func() { require.NoError(t, rows.Close()) }()
	columns, err := rows.Columns()
	require.NoError(t, err)
	for rows.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		require.NoError(t, rows.Scan(targets...), table)
		for i, v := range values {
			text, place := bytesOf(v), table+"."+columns[i]
			if columns[i] == "packed" {
				text = unpacked(t, v)
			}
			for _, word := range words {
				if bytes.Contains(text, []byte(strings.ToLower(word[3:]))) && !slices.Contains(found[word], place) {
					found[word] = append(found[word], place)
				}
			}
		}
	}
	require.NoError(t, rows.Err())
}

// unpacked is what packed cues say, as bytesOf would answer it.
func unpacked(t *testing.T, stored any) []byte {
	t.Helper()
	var cues transcript.Packed
	require.NoError(t, cues.Scan(stored))
	var b bytes.Buffer
	for _, c := range cues {
		b.WriteString(strings.ToLower(c.Speaker + " " + c.Text + "\n"))
	}
	return b.Bytes()
}

// tables lists all tables that hold bytes of their own: not views, not virtual tables, which read from others.
func tables(t *testing.T, conn *sql.DB, dialect string) []string {
	t.Helper()
	question := "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
	if dialect == "postgres" {
		question = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' " +
			"ORDER BY 1"
	}
	return column(t, conn, question)
}

// column reads the first column of a question's answer.
func column(t *testing.T, conn *sql.DB, question string) []string {
	t.Helper()
	rows, err := conn.Query(question)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	var out []string
	for rows.Next() {
		var s string
		require.NoError(t, rows.Scan(&s))
		out = append(out, s)
	}
	require.NoError(t, rows.Err())
	return out
}

// bytesOf is a value in small letters; bytes that JSON wraps in base64 follow it in the clear.
func bytesOf(v any) []byte {
	var raw []byte
	switch v := v.(type) {
	case []byte:
		raw = v
	case string:
		raw = []byte(v)
	default:
		raw = fmt.Append(nil, v)
	}
	var wrapped string
	if json.Unmarshal(raw, &wrapped) == nil {
		if plain, err := base64.StdEncoding.DecodeString(wrapped); err == nil {
			raw = slices.Concat(raw, plain)
		}
	}
	return bytes.ToLower(raw)
}

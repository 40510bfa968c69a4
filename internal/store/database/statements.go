package database

import (
	"context"
	stdsql "database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"mentionary/ent/db"
	"mentionary/ent/db/installation"
	"mentionary/ent/db/predicate"
	"mentionary/internal/wording"
)

// IDChunk bounds how many ids or keys one statement names: SQLite takes 32,766 parameters.
const IDChunk = 5000

// Exec runs a statement that ent cannot build. Parameters are written as "?" for both databases.
func (s *DB) Exec(ctx context.Context, tx *db.Tx, statement string, args ...any) error {
	_, err := tx.ExecContext(ctx, s.Bind(statement), args...)
	return err
}

// Bind rewrites "?" to PostgreSQL's numbered parameters. Statements hold no "?" in literals.
func (s *DB) Bind(statement string) string {
	if !s.Postgres() {
		return statement
	}
	var b strings.Builder
	n := 0
	for i := range len(statement) {
		if statement[i] != '?' {
			b.WriteByte(statement[i])
			continue
		}
		n++
		b.WriteString("$" + strconv.Itoa(n))
	}
	return b.String()
}

// In writes a list of ids for an IN clause; an empty list matches nothing.
func In(ids []int) string {
	if len(ids) == 0 {
		return "(NULL)"
	}
	var b strings.Builder
	b.WriteByte('(')
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(id))
	}
	b.WriteByte(')')
	return b.String()
}

// Clip cuts text to at most limit bytes at the end of a character, the unit in which columns are bounded.
func Clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.TrimSpace(wording.FirstBytes(text, limit))
}

// BulkRows bounds the rows of one insert: SQLite takes 32,766 parameters a statement.
const BulkRows = 1000

// factNamed finds a fact about the installation.
func factNamed(name string) predicate.Installation { return installation.Name(name) }

func ScanStrings(rows *stdsql.Rows) (texts []string, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var t string
		if err := rows.Scan(&t); err != nil {
			return nil, err
		}
		texts = append(texts, t)
	}
	return texts, rows.Err()
}

// ScanIDs reads rows of one id.
func ScanIDs(rows *stdsql.Rows) (ids []int, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// LockRows locks rows of a table in the order of their ids. SQLite has one writer and needs no locks.
func (s *DB) LockRows(ctx context.Context, tx *db.Tx, table string, ids []int) error {
	if !s.Postgres() {
		return nil
	}
	slices.Sort(ids)
	for part := range slices.Chunk(ids, IDChunk) {
		if err := s.Exec(ctx, tx, "SELECT id FROM "+table+" WHERE id IN "+In(part)+" ORDER BY id FOR UPDATE"); err != nil {
			return err
		}
	}
	return nil
}

// ScanCounts reads rows of (id, count).
func ScanCounts(rows *stdsql.Rows) (counts map[int]int, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	counts = map[int]int{}
	for rows.Next() {
		var id, n int
		if err := rows.Scan(&id, &n); err != nil {
			return nil, err
		}
		counts[id] = n
	}
	return counts, rows.Err()
}

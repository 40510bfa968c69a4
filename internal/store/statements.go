package store

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

// idChunk bounds how many ids or keys one statement names: SQLite takes 32,766 parameters.
const idChunk = 5000

// exec runs a statement that ent cannot build. Parameters are written as "?" for both databases.
func (s *Store) exec(ctx context.Context, tx *db.Tx, statement string, args ...any) error {
	_, err := tx.ExecContext(ctx, s.bind(statement), args...)
	return err
}

// bind rewrites "?" to PostgreSQL's numbered parameters. Statements hold no "?" in literals.
func (s *Store) bind(statement string) string {
	if !s.postgres() {
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

// in writes a list of ids for an IN clause; an empty list matches nothing.
func in(ids []int) string {
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

// clip cuts text to at most limit bytes at the end of a character, the unit in which columns are bounded.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.TrimSpace(wording.FirstBytes(text, limit))
}

// bulkRows bounds the rows of one insert: SQLite takes 32,766 parameters a statement.
const bulkRows = 1000

// factNamed finds a fact about the installation.
func factNamed(name string) predicate.Installation { return installation.Name(name) }

func scanStrings(rows *stdsql.Rows) (texts []string, err error) {
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

// scanIDs reads rows of one id.
func scanIDs(rows *stdsql.Rows) (ids []int, err error) {
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

// lockRows locks rows of a table in the order of their ids. SQLite has one writer and needs no locks.
func (s *Store) lockRows(ctx context.Context, tx *db.Tx, table string, ids []int) error {
	if !s.postgres() {
		return nil
	}
	slices.Sort(ids)
	for part := range slices.Chunk(ids, idChunk) {
		if err := s.exec(ctx, tx, "SELECT id FROM "+table+" WHERE id IN "+in(part)+" ORDER BY id FOR UPDATE"); err != nil {
			return err
		}
	}
	return nil
}

// scanCounts reads rows of (id, count).
func scanCounts(rows *stdsql.Rows) (counts map[int]int, err error) {
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

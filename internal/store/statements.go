package store

import (
	"context"
	"strconv"
	"strings"

	"mentionary/ent/db"
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

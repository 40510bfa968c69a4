package database

import (
	"context"
	stdsql "database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/internal/wording"
)

// IDChunk bounds how many ids or keys one statement names: SQLite takes 32,766 parameters.
const IDChunk = 5000

// BulkRows bounds the rows of one insert, for the same reason.
const BulkRows = 1000

// Exec runs a statement that ent cannot build. Parameters are written as "?" for both databases.
func (d *DB) Exec(ctx context.Context, tx *db.Tx, statement string, args ...any) error {
	statement, args = d.Bind(statement, args...)
	_, err := tx.ExecContext(ctx, statement, args...)
	return err
}

// IDs is a parameter that lists ids, written as "IN ?". On PostgreSQL it makes one statement of all lists, which is prepared and planned
// once; SQLite plans by how many they are.
type IDs []int

// Bind rewrites "?" to PostgreSQL's numbered parameters, and lists of ids for both databases. Statements hold no "?" in literals.
func (d *DB) Bind(statement string, args ...any) (bound string, rest []any) {
	var b strings.Builder
	for i, part := range strings.Split(statement, "?") {
		if i == 0 {
			b.WriteString(part)
			continue
		}
		switch ids, list := args[i-1].(IDs); {
		case list && !d.Postgres():
			b.WriteString(In(ids))
		case list:
			rest = append(rest, []int(ids))
			in := strings.TrimSuffix(b.String(), "IN ")
			b.Reset()
			b.WriteString(in + "= ANY($" + strconv.Itoa(len(rest)) + "::bigint[])")
		case d.Postgres():
			rest = append(rest, args[i-1])
			b.WriteString("$" + strconv.Itoa(len(rest)))
		default:
			rest = append(rest, args[i-1])
			b.WriteString("?")
		}
		b.WriteString(part)
	}
	return b.String(), rest
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

// JoinedIDs reads ids that a question has joined with commas.
func JoinedIDs(joined string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(joined, ",") {
		id, err := strconv.Atoi(part)
		if err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, nil
}

// Marks writes the parameters of an IN clause with n values.
func Marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// Clip cuts text to at most limit bytes at the end of a character, the unit in which columns are bounded.
func Clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.TrimSpace(wording.FirstBytes(text, limit))
}

// Asked is what questions are put to: a transaction, or a client outside of any.
type Asked interface {
	QueryContext(ctx context.Context, question string, args ...any) (*stdsql.Rows, error)
}

// Query asks a question that ent cannot build and returns its rows: the values of one column, or structs whose fields carry
// the names of the columns as tag `sql`. Parameters are written as "?" for both databases.
func Query[T any](ctx context.Context, d *DB, to Asked, question string, args ...any) (out []T, err error) {
	question, args = d.Bind(question, args...)
	rows, err := to.QueryContext(ctx, question, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if err = sql.ScanSlice(rows, &out); err == nil {
		err = rows.Err()
	}
	return out, err
}

// QueryRow is Query for a question with exactly one row, such as a count.
func QueryRow[T any](ctx context.Context, d *DB, tx *db.Tx, question string, args ...any) (T, error) {
	rows, err := Query[T](ctx, d, tx, question, args...)
	if err == nil && len(rows) != 1 {
		err = fmt.Errorf("%d rows where there is exactly one", len(rows))
	}
	if err != nil {
		var none T
		return none, err
	}
	return rows[0], nil
}

// Each is what a question reads the elements of a list from, each as "value"; the list is a parameter, in JSON. However many there are, it
// is one statement, which is prepared once.
func (d *DB) Each() string {
	if d.Postgres() {
		return "jsonb_array_elements(?::jsonb) AS each(value)"
	}
	return "json_each(?)"
}

// TimeParameter is a parameter that is a time in a list of results, where PostgreSQL cannot tell.
func (d *DB) TimeParameter() string {
	if d.Postgres() {
		return "?::timestamptz"
	}
	return "?"
}

// LockRows locks rows of a table in the order of their ids. SQLite has one writer and needs no locks.
func (d *DB) LockRows(ctx context.Context, tx *db.Tx, table string, ids []int) error {
	if !d.Postgres() {
		return nil
	}
	slices.Sort(ids)
	for part := range slices.Chunk(ids, IDChunk) {
		if err := d.Exec(ctx, tx, "SELECT id FROM "+table+" WHERE id IN ? ORDER BY id FOR UPDATE", IDs(part)); err != nil {
			return err
		}
	}
	return nil
}

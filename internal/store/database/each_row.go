package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// EachRow calls row with each row of one statement that reads, outside of any transaction: a statement sees one state by itself, so that
// the round trips of a transaction are spared. Parameters are written as the database wants them.
func (d *DB) EachRow(ctx context.Context, statement string, args []any, row func(*sql.Rows) error) error {
	return d.Fault(ended(ctx, d.eachRow(ctx, statement, args, row)))
}

func (d *DB) eachRow(ctx context.Context, statement string, args []any, row func(*sql.Rows) error) (err error) {
	rows, err := d.RO.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Number is a column of whole numbers that is read into an int as it is: database/sql writes it out and parses it.
type Number int

// Scan implements sql.Scanner.
func (n *Number) Scan(value any) error {
	whole, ok := value.(int64)
	if !ok {
		return fmt.Errorf("%T where there is a whole number", value)
	}
	*n = Number(whole)
	return nil
}

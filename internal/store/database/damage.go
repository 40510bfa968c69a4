package database

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// errDamaged is what errors of an SQLite file are whose pages do not fit together.
var errDamaged = errors.New("the database is damaged")

// CheckPages looks at every page of an SQLite file and returns errDamaged, with what SQLite says, when they are no whole
// database. It takes about as long as reading the file. PostgreSQL looks after its pages itself.
func (d *DB) CheckPages(ctx context.Context) error {
	if d.Postgres() {
		return nil
	}
	var said string
	err := d.roDB.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&said)
	switch {
	case err == nil && said != "ok":
		return fmt.Errorf("%w: %s", errDamaged, said)
	case Damaged(err):
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return d.Fault(err)
}

// Damaged reports whether an error comes from a damaged SQLite file, or from a file that is no database at all.
func Damaged(err error) bool {
	return errors.Is(err, errDamaged) || sqliteSays(err, sqlite3.SQLITE_CORRUPT) || sqliteSays(err, sqlite3.SQLITE_NOTADB)
}

// sqliteSays reports whether an error is one of SQLite's with a primary result code.
func sqliteSays(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == code
}

package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	sqlite3 "modernc.org/sqlite/lib"

	"mentionary/ent/db"
	"mentionary/internal/fault"
)

// maxTries bounds how often a transaction that lost against another one is run again.
const maxTries = 8

// Write runs fn in one writing transaction, as DB.Write does, and returns its result: the result of the try that was
// committed, and the zero value when none was.
func Write[T any](ctx context.Context, d *DB, fn func(ctx context.Context, tx *db.Tx) (T, error)) (T, error) {
	var out T
	err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		out, err = fn(ctx, tx)
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return out, nil
}

// Read runs fn in one reading transaction, as DB.Read does, and returns its result.
func Read[T any](ctx context.Context, d *DB, fn func(ctx context.Context, tx *db.Tx) (T, error)) (T, error) {
	var out T
	err := d.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		out, err = fn(ctx, tx)
		return err
	})
	return out, err
}

// ReadPage is Read for a page of a list with the number of all its rows.
func ReadPage[T, N any](
	ctx context.Context, d *DB, fn func(ctx context.Context, tx *db.Tx) ([]T, N, error),
) (rows []T, total N, err error) {
	err = d.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		rows, total, err = fn(ctx, tx)
		return err
	})
	return rows, total, err
}

// Write runs fn in one writing transaction. On PostgreSQL it is run again when it lost a deadlock, a serialization
// conflict or an insert race; on SQLite there is one writer, so nothing can be lost. Watchers are woken after the commit.
func (d *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *db.Tx) error) error {
	var err error
	for try := range maxTries {
		if err = d.writeOnce(ctx, fn); err == nil {
			d.changes.wake()
			return nil
		}
		if !lostRace(err) || ctx.Err() != nil {
			return d.Fault(ended(ctx, err))
		}
		if !pause(ctx, time.Duration(try*try)*5*time.Millisecond) {
			break
		}
	}
	return d.Fault(ended(ctx, err))
}

func (d *DB) writeOnce(ctx context.Context, fn func(ctx context.Context, tx *db.Tx) error) error {
	tx, err := d.rw.Tx(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.Rollback()
			panic(p)
		}
	}()
	t := &touched{}
	ctx = context.WithValue(ctx, touchedKey{}, t)
	err = fn(ctx, tx)
	if err == nil && t.changed {
		err = d.Raise(ctx, tx)
	}
	if err != nil {
		return rollBack(tx, err)
	}
	return tx.Commit()
}

// rollBack takes back a transaction that failed with err.
func rollBack(tx *db.Tx, err error) error {
	if failed := tx.Rollback(); failed != nil {
		return errors.Join(err, fmt.Errorf("rollback: %w", failed))
	}
	return err
}

// pause waits for d or the end of ctx, and reports whether it waited to the end.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// ended puts the end of ctx before what the database calls it: database/sql rolls a transaction back when its asker goes
// away, so whoever uses it next reads that it "has already been committed or rolled back".
func ended(ctx context.Context, err error) error {
	if gone := ctx.Err(); err != nil && gone != nil && !errors.Is(err, gone) {
		return errors.Join(gone, err)
	}
	return err
}

// ErrMergedMeanwhile says that an entity was merged into another while a transaction waited for it.
var ErrMergedMeanwhile = errors.New("an entity was merged meanwhile")

// lostRace reports whether the same transaction may succeed when it is run again.
func lostRace(err error) bool {
	if errors.Is(err, ErrMergedMeanwhile) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	switch pg.Code {
	// Serialization failure, deadlock; somebody inserted the same key first, or deleted what a new row stands on.
	case "40001", "40P01", "23505", "23503":
		return true
	}
	return false
}

// Fault translates what the database said; faults made by the store itself pass unchanged.
func (d *DB) Fault(err error) error {
	var known *fault.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case db.IsNotFound(err):
		return fault.Wrap(fault.NotFound, err, "There is nothing here, or it is not yours to see.")
	case Damaged(err):
		return fault.Wrap(fault.Unavailable, err, "The database is damaged. The operator of this installation has to put a backup in its place.")
	case sqliteSays(err, sqlite3.SQLITE_FULL):
		return fault.Wrap(fault.Unavailable, err, "The disk is full, so nothing can be saved. Please try again when the operator has made room.")
	case db.IsConstraintError(err):
		return fault.Wrap(fault.Conflict, err, "Somebody else changed this at the same time. Please try again.")
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) && (pg.Code == "22021" || pg.Code == "22P05") { // NUL and other bytes that are no text for PostgreSQL
		return fault.Wrap(fault.BadInput, err, "The text contains a character that cannot be stored or searched for. Remove it and try again.")
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) || errors.As(err, &pg) && (pg.Code[:2] == "08" || pg.Code[:2] == "57") {
		return fault.Wrap(fault.Unavailable, err, "The database does not answer. Please try again in a moment.")
	}
	return err
}

// Read runs fn in one reading transaction: all its questions see the same state.
func (d *DB) Read(ctx context.Context, fn func(ctx context.Context, tx *db.Tx) error) error {
	var opts *sql.TxOptions
	if d.Postgres() {
		opts = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := d.RO.BeginTx(ctx, opts)
	if err != nil {
		return d.Fault(ended(ctx, err))
	}
	err = fn(ctx, tx)
	_ = tx.Rollback() // nothing was written, and what was read is read: also when the asker has just gone away
	return d.Fault(ended(ctx, err))
}

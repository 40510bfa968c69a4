package database

import (
	"context"
	"database/sql"
	"errors"
)

// copiedAt is how many pages SQLite's log may hold until they are copied into the file: what several publications change is copied once.
const copiedAt = 4000

// checkpointer copies SQLite's log into the file beside the work of the writer, over a connection of its own. Otherwise every second or
// third publication into a large directory did it within its commit, which waited for the disk three times as long. What is committed is in
// the log, and safe there.
type checkpointer struct {
	pool *sql.DB
	stop context.CancelFunc
	done chan struct{}
}

// startCheckpointer copies the log of a database when changes have made it long enough, until it is closed.
func startCheckpointer(d *DB, dsn string) (*checkpointer, error) {
	connector, err := openPreparing(dsn)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	c := &checkpointer{pool: sql.OpenDB(connector), stop: stop, done: make(chan struct{})}
	c.pool.SetMaxOpenConns(1)
	go func() {
		defer close(c.done)
		for {
			changed := d.Changed()
			if c.due(ctx) {
				// What stands in its way now, a reader or a full disk, may be gone at the next change; the writer copies at last.
				if _, err := c.pool.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)"); err != nil && ctx.Err() == nil {
					d.Log.Warn("the log of the database could not be copied into its file", "error", err)
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-changed:
			}
		}
	}()
	return c, nil
}

// due reports whether there is enough to copy. SQLite is asked, and its files are never opened beside it: closing any of them would
// take away the locks that this process has (sqlite.org/howtocorrupt.html, 2.2).
func (c *checkpointer) due(ctx context.Context) bool {
	var busy, length, copied int
	err := c.pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint(NOOP)").Scan(&busy, &length, &copied)
	return err == nil && length-copied >= copiedAt
}

// close ends it; a copy that is under way is broken off, which harms nothing.
func (c *checkpointer) close() error {
	c.stop()
	<-c.done
	err := c.pool.Close()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

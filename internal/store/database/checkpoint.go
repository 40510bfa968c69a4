package database

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
)

const (
	// copiedAt is how many pages SQLite's log may hold until they are copied into the file: what several publications change is copied once.
	copiedAt = 4000
	// logIndex is the length of the beginning of SQLite's index of its log that says how long the log is and how much of it is copied, and
	// where it says so (sqlite.org/walformat.html).
	logIndex, logLength, logCopied = 100, 16, 96
)

// checkpointer copies SQLite's log into the file beside the work of the writer, over a connection of its own. Otherwise every second or
// third publication into a large directory did it within its commit, which waited for the disk three times as long. What is committed is in
// the log, and safe there.
type checkpointer struct {
	pool  *sql.DB // opened when there is something to copy
	index string  // file
	stop  context.CancelFunc
	done  chan struct{}
}

// startCheckpointer copies the log of a database when changes have made it long enough, until it is closed.
func startCheckpointer(d *DB, dsn string) (*checkpointer, error) {
	connector, err := openPreparing(dsn)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	c := &checkpointer{pool: sql.OpenDB(connector), index: d.path + "-shm", stop: stop, done: make(chan struct{})}
	c.pool.SetMaxOpenConns(1)
	go func() {
		defer close(c.done)
		for {
			changed := d.Changed()
			if c.due() {
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

// due reports whether there is enough to copy.
func (c *checkpointer) due() bool {
	file, err := os.Open(c.index)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	var head [logIndex]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return false
	}
	return int64(binary.NativeEndian.Uint32(head[logLength:]))-int64(binary.NativeEndian.Uint32(head[logCopied:])) >= copiedAt
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

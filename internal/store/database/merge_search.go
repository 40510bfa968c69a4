package database

import (
	"context"
	"fmt"
)

const (
	// mergedAtOnce is about how many pages of an index one step merges: for that long, less than a tenth of a second, other writers wait.
	mergedAtOnce = 200
	// fewSegments is up to how many segments an index is left alone: merging writes all of it anew.
	fewSegments = 6
)

// MergeSearch merges the segments of SQLite's search indexes, little at a time, so that writers wait for little. Each publication adds
// some, FTS5 merges four of a size, and every word is looked for in all of them (adr/0103). PostgreSQL does this by itself.
func (d *DB) MergeSearch(ctx context.Context) error {
	if d.Postgres() {
		return nil
	}
	for _, t := range searchTables() {
		for _, index := range []string{t.WordIndex(), t.TrigramIndex()} {
			if err := d.mergeIndex(ctx, index); err != nil {
				return d.Fault(fmt.Errorf("merge %s: %w", index, err))
			}
		}
	}
	return nil
}

// mergeIndex merges an index, which may go on growing meanwhile: what is added after the first step is not waited for.
func (d *DB) mergeIndex(ctx context.Context, index string) error {
	var segments int
	if err := d.roDB.QueryRowContext(ctx, "SELECT COUNT(DISTINCT segid) FROM "+index+"_idx").Scan(&segments); err != nil {
		return err
	}
	if segments <= fewSegments {
		return nil
	}
	// A negative number of pages has FTS5 begin with all segments, a positive one go on with those (its command merge).
	for pages := -mergedAtOnce; ; pages = mergedAtOnce {
		changed, err := d.mergeStep(ctx, index, pages)
		if err != nil || !changed {
			return err
		}
	}
}

// mergeStep merges about so many pages, and reports whether there was something to merge. FTS5 tells that by the number of changes only.
func (d *DB) mergeStep(ctx context.Context, index string, pages int) (changed bool, err error) {
	conn, err := d.rwDB.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close() }()
	changes := func() (n int, err error) {
		err = conn.QueryRowContext(ctx, "SELECT total_changes()").Scan(&n)
		return n, err
	}
	before, err := changes()
	if err != nil {
		return false, err
	}
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("INSERT INTO %[1]s(%[1]s, rank) VALUES('merge', %[2]d)", index, pages)); err != nil {
		return false, err
	}
	after, err := changes()
	return after-before > 1, err // one is the statement itself
}

package database

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"mentionary/ent/db"
	"mentionary/internal/fault"
)

// inventoried are the tables whose rows people ask about after a restore.
var inventoried = []string{"users", "channels", "episodes", "transcripts", "entities", "mentions", "links", "jobs", "runs", "pictures"}

// Inventory says what a database holds.
type Inventory struct {
	SchemaVersion int64          // of the newest migration that was applied, 0 for an empty database
	Counts        map[string]int // rows by table, of the main tables
}

// Inventory counts the main tables in one transaction. It changes nothing.
func (d *DB) Inventory(ctx context.Context) (Inventory, error) {
	version, err := d.appliedVersion(ctx)
	if err != nil {
		return Inventory{}, err
	}
	counts, err := Read(ctx, d, func(ctx context.Context, tx *db.Tx) (map[string]int, error) {
		counts := map[string]int{}
		for _, table := range inventoried {
			n, err := QueryRow[int](ctx, d, tx, "SELECT COUNT(*) FROM "+table)
			if err != nil {
				return nil, err
			}
			counts[table] = n
		}
		return counts, nil
	})
	return Inventory{SchemaVersion: version, Counts: counts}, err
}

// Verify asks whether the database is whole: on SQLite whether every page, index and reference of the file is, on
// PostgreSQL, which sees to its own pages, whether a restored dump brought its constraints along. An error says what is
// not. It reads everything and changes nothing.
func (d *DB) Verify(ctx context.Context) error {
	if d.Postgres() {
		return d.verifyConstraints(ctx)
	}
	var said string
	if err := d.roDB.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&said); err != nil {
		return d.Fault(err)
	}
	if said != "ok" {
		return fault.Newf(fault.Conflict, "The database is damaged: %s.", said)
	}
	return checkForeignKeys(ctx, d.roDB)
}

// lostConstraints find what the constraints of a whole database make impossible.
var lostConstraints = []struct{ table, question string }{
	{"episodes", `SELECT 1 FROM episodes GROUP BY platform, external_id HAVING COUNT(*) > 1`},
	{"runs", `SELECT 1 FROM runs WHERE state = 'live' GROUP BY episode_id HAVING COUNT(*) > 1`},
	{"job_items", `SELECT 1 FROM job_items i WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = i.job_id)`},
	{"mentions", `SELECT 1 FROM mentions m WHERE NOT EXISTS (SELECT 1 FROM episodes e WHERE e.id = m.episode_id)`},
}

func (d *DB) verifyConstraints(ctx context.Context) error {
	var broken []string
	for _, c := range lostConstraints {
		var found bool
		if err := d.roDB.QueryRowContext(ctx, "SELECT EXISTS ("+c.question+")").Scan(&found); err != nil {
			return d.Fault(err)
		}
		if found {
			broken = append(broken, c.table)
		}
	}
	if broken != nil {
		return fault.Newf(fault.Conflict, "The tables %s have rows that contradict others: the dump was not restored as a whole.",
			strings.Join(broken, ", "))
	}
	return nil
}

// Snapshot writes the database as of one moment to a new SQLite file at path, which must be empty or not exist. Readers
// and the writer go on meanwhile. PostgreSQL has its own tools for that.
func (d *DB) Snapshot(ctx context.Context, path string) error {
	if d.Postgres() {
		return fault.New(fault.Unsupported, "PostgreSQL is backed up by pg_dump.")
	}
	// A connection of its own: the one that writes stays free for writers, and those that read may not write, not even to
	// another file. It may read only: a writing one that is closed last removes the log by its name, and by then the name
	// may belong to a database that was restored meanwhile.
	conn, err := sql.Open("sqlite", "file:"+d.path+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // nothing was written through it
	if _, err := conn.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}

package database

import "context"

// Optimize lets SQLite learn how its rows are spread: without it, it takes indexes by guess, and questions about a popular entity take
// minutes. It costs milliseconds when little has changed, and reads a bounded share of each index. PostgreSQL does this by itself.
func (d *DB) Optimize(ctx context.Context) error {
	if d.Postgres() {
		return nil
	}
	if _, err := d.rwDB.ExecContext(ctx, "PRAGMA optimize = 0x10002"); err != nil { // all tables, also those that this connection did not read
		return d.Fault(err)
	}
	return d.Fault(d.forgetSearchSamples(ctx))
}

// forgetSearchSamples deletes SQLite's samples of the tables in which FTS5 keeps its indexes. With them, SQLite plans each of the small
// questions that FTS5 asks its own tables anew, for each word: more than half of a search (adr/0103). There is but one way to answer them.
func (d *DB) forgetSearchSamples(ctx context.Context) error {
	var kept bool // SQLite can be built without samples
	err := d.rwDB.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat4')").Scan(&kept)
	if err != nil || !kept {
		return err
	}
	if _, err := d.rwDB.ExecContext(ctx, `DELETE FROM sqlite_stat4 WHERE tbl LIKE 'search\_%' ESCAPE '\'`); err != nil {
		return err
	}
	_, err = d.rwDB.ExecContext(ctx, "ANALYZE sqlite_schema") // reads what is known now
	return err
}

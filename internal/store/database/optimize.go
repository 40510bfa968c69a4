package database

import "context"

// Optimize lets SQLite learn how its rows are spread: without it, it takes indexes by guess, and questions about a popular entity take
// minutes. It costs milliseconds when little has changed, and reads a bounded share of each index. PostgreSQL does this by itself.
func (d *DB) Optimize(ctx context.Context) error {
	if d.Postgres() {
		return nil
	}
	_, err := d.rwDB.ExecContext(ctx, "PRAGMA optimize = 0x10002") // all tables, also those that this connection did not read
	return d.Fault(err)
}

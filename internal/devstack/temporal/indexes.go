//go:build !slim

package temporal

import (
	"database/sql"
	"errors"

	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
)

// keptIndexes are the indexes that the list of workflows keeps: for its order, and for what workflows are looked up by, our attributes
// among them (the server gives the first keywords to them).
const keptIndexes = `'default_idx', 'by_workflow_id', 'by_workflow_type', 'by_status', 'by_temporal_namespace_division',
	'by_temporal_scheduled_by_id', 'by_keyword_01', 'by_keyword_02', 'by_keyword_03', 'by_keyword_04', 'by_keyword_05', 'by_keyword_06'`

// dropIdleIndexes drops the indexes of the list of workflows that nobody asks by. The server's schema has one for each attribute that
// there could be, and writes a row into all of them when a workflow begins and when it ends: two thirds of what it wrote. Whoever looks a
// workflow up by another attribute waits for a walk through the list.
func dropIdleIndexes(file string) (err error) {
	db, err := sql.Open(sqlite.PluginName, "file:"+file+"?mode=rw&_pragma=busy_timeout(5000)&_pragma=synchronous(2)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing after a commit
	idle, err := idleIndexes(tx)
	if err != nil {
		return err
	}
	for _, name := range idle {
		if _, err := tx.Exec(`DROP INDEX "` + name + `"`); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func idleIndexes(tx *sql.Tx) (names []string, err error) {
	rows, err := tx.Query(`SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'executions_visibility' AND sql IS NOT NULL
		AND name NOT IN (` + keptIndexes + `)`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

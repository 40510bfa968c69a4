//go:build e2e

package e2e_test

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"
)

// database is the product's own database, opened beside the product for counting.
type database struct {
	t  *testing.T
	db *sql.DB
}

func openDatabase(t *testing.T, driver, target string) *database {
	t.Helper()
	db, err := sql.Open(driver, target)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() }) // it was only read
	return &database{t: t, db: db}
}

// count returns the one number of a query.
func (d *database) count(query string, args ...any) int {
	d.t.Helper()
	var n int
	require.NoError(d.t, d.db.QueryRowContext(d.t.Context(), query, args...).Scan(&n), query)
	return n
}

// none holds the database to having no row of a sort.
func (d *database) none(what, query string) {
	d.t.Helper()
	require.Zero(d.t, d.count("SELECT COUNT(*) FROM ("+query+") AS rows_found"), what)
}

// holdsTogether checks what must be true whatever happened before: nothing is doubled, nothing hangs loose, and every
// counter is what counting again gives.
func (d *database) holdsTogether() {
	d.t.Helper()
	d.none("an episode exists once", `SELECT 1 FROM episodes GROUP BY platform, external_id HAVING COUNT(*) > 1`)
	d.none("a mention exists once", `SELECT 1 FROM mentions GROUP BY episode_id, entity_id, start HAVING COUNT(*) > 1`)
	d.none("an episode has at most one live run", `SELECT 1 FROM runs WHERE state = 'live' GROUP BY episode_id HAVING COUNT(*) > 1`)
	d.none("closed runs are wanted by nobody", `SELECT 1 FROM wants w JOIN runs r ON r.id = w.run_id WHERE r.state <> 'live'`)
	d.none("closed jobs want nothing", `
		SELECT 1 FROM wants w JOIN jobs j ON j.id = w.job_id WHERE j.state IN ('completed', 'failed', 'cancelled')`)
	d.none("a job counts its items", `SELECT 1 FROM jobs j WHERE
		j.items_total <> (SELECT COUNT(*) FROM job_items i WHERE i.job_id = j.id) OR
		j.items_done <> (SELECT COUNT(*) FROM job_items i WHERE i.job_id = j.id AND i.state IN ('done', 'partial', 'already')) OR
		j.items_failed <> (SELECT COUNT(*) FROM job_items i WHERE i.job_id = j.id AND i.state = 'failed')`)
	d.none("every mention has its occurrence", `SELECT 1 FROM mentions m WHERE NOT EXISTS
		(SELECT 1 FROM episode_entities o WHERE o.episode_id = m.episode_id AND o.entity_id = m.entity_id)`)
	d.none("occurrences count mentions", `SELECT 1 FROM episode_entities o WHERE o.mention_count <>
		(SELECT COUNT(*) FROM `+counting+` AND m.episode_id = o.episode_id AND m.entity_id = o.entity_id)`)
	d.none("entities count mentions and episodes", `SELECT 1 FROM entities x WHERE
		x.mention_count <> (SELECT COUNT(*) FROM `+counting+public+` AND m.entity_id = x.id) OR
		x.episode_count <> (SELECT COUNT(DISTINCT m.episode_id) FROM `+counting+public+` AND m.entity_id = x.id)`)
	d.none("channels count episodes and mentions", `SELECT 1 FROM channels c WHERE
		c.episode_count <> (SELECT COUNT(*) FROM episodes e WHERE e.channel_id = c.id`+public+`) OR
		c.mention_count <> (SELECT COUNT(*) FROM `+counting+public+` AND e.channel_id = c.id)`)
}

// What counts: mentions sure enough to show, in an advertisement for sponsors and outside of one for everything else; in
// public numbers only those of episodes that everybody may see.
const (
	counting = `mentions m JOIN episodes e ON e.id = m.episode_id JOIN entities y ON y.id = m.entity_id
		WHERE m.confidence >= 0.6 AND m.context = CASE y.type WHEN 'sponsor' THEN 'ad' ELSE 'editorial' END`
	public = ` AND e.is_processed AND e.visibility = 'public'`
)

// finished checks that a whole podcast was analyzed: each episode once, each with mentions, and nothing left open.
func (d *database) finished(episodes int) {
	d.t.Helper()
	d.holdsTogether()
	require.Equal(d.t, episodes, d.count(`SELECT COUNT(*) FROM episodes WHERE is_processed`))
	// What a reader gave a transcript to waits for a moderator; it was read in the reader's copy.
	require.Zero(d.t, d.count(`SELECT COUNT(*) FROM episodes e
		WHERE NOT e.is_processed AND NOT EXISTS (SELECT 1 FROM episodes c WHERE c.copy_of = e.id)`))
	require.Equal(d.t, episodes, d.count(`SELECT COUNT(DISTINCT episode_id) FROM mentions`), "each episode has mentions")
	require.Zero(d.t, d.count(`SELECT COUNT(*) FROM runs WHERE state = 'live'`), "no run goes on")
	require.Zero(d.t, d.count(`SELECT COUNT(*) FROM wants`), "nothing is wanted any more")
	require.Zero(d.t, d.count(`SELECT COUNT(*) FROM job_items WHERE state NOT IN ('done', 'already')`), "no item is lost")
}

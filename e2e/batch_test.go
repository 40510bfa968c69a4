//go:build e2e

package e2e_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// batch is the part of a batch's answer that the scenarios look at.
type batch struct {
	ID                        int
	State                     string
	Total, Successful, Failed int
	Items                     []struct {
		Index       int
		URL, Status string
		Job         *struct{ ID int }
	}
}

func (a *api) batch(id int) batch {
	a.t.Helper()
	return ask[batch](a, http.MethodGet, path("/api/admin/batches/%d", id), nil)
}

// awaitBatch polls a batch until so many of its lines are settled.
func (a *api) awaitBatch(id, settled int, within time.Duration) batch {
	a.t.Helper()
	var b batch
	eventually(a.t, within, func() string {
		if b = a.batch(id); b.Successful+b.Failed >= settled {
			return ""
		}
		return fmt.Sprintf("waiting for line %d of batch %d: %s, %d successful, %d failed", settled, id, b.State, b.Successful, b.Failed)
	})
	return b
}

// A batch of fifty addresses goes on over three kills as if nothing had been: no line is lost, none is submitted twice, and the
// rows that were there stay as they were.
func TestABatchOfFiftySurvivesThreeKills(t *testing.T) {
	t.Parallel()
	const lines, kills = 50, 3
	var addresses, origins []string
	for i := range lines {
		show := newPodcast(t, fmt.Sprintf("Batch show %02d", i+1), 1, nil)
		addresses, origins = append(addresses, show.feed()), append(origins, show.origin)
	}
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+strings.Join(origins, ","))
	text := map[string]any{"kind": "urls", "text": strings.Join(addresses, "\n"), "idempotencyKey": "fifty"}
	type started struct{ Batch batch }
	id := ask[started](m.operator(), http.MethodPost, "/api/admin/batches", text).Batch.ID

	known := map[int]int{} // job by line
	hold := func(b batch) {
		t.Helper()
		require.Len(t, b.Items, lines)
		for i, line := range b.Items {
			require.Equal(t, i+1, line.Index)
			require.Equal(t, addresses[i], line.URL)
			if job, ok := known[line.Index]; ok {
				require.NotNil(t, line.Job, "line %d was a job", line.Index)
				require.Equal(t, job, line.Job.ID, "line %d is still the same job", line.Index)
			} else if line.Job != nil {
				known[line.Index] = line.Job.ID
			}
		}
	}
	for k := range kills {
		hold(m.operator().awaitBatch(id, 4+k*12+rand.IntN(4), 2*time.Minute))
		pause := rand.N(2500 * time.Millisecond)
		time.Sleep(pause) // a random moment of the two seconds is what this is about
		b := m.operator().batch(id)
		require.Less(t, b.Successful, lines, "the kill must come in the middle")
		m.kill()
		m.start()
		t.Logf("kill %d came %s after line %d", k+1, pause.Round(time.Millisecond), b.Successful)
		require.Equal(t, id, ask[started](m.operator(), http.MethodPost, "/api/admin/batches", text).Batch.ID, "sent again it is the same batch")
	}
	b := m.operator().awaitBatch(id, lines, 4*time.Minute)
	hold(b)
	require.Equal(t, lines, b.Successful)
	eventually(t, time.Minute, func() string {
		if s := m.operator().batch(id).State; s != "completed" {
			return "the batch is " + s
		}
		return ""
	})
	for _, job := range known {
		m.operator().awaitClosed(job, "completed", 2*time.Minute)
	}
	m.stop()

	d := m.database()
	d.finished(lines)
	batchHolds(t, d, lines)

	t.Run("the check finds a line that is doubled and one that is lost", func(t *testing.T) {
		broken := m.copyOfDatabase(t)
		broken.change(`UPDATE batch_items SET job_id = (SELECT job_id FROM batch_items WHERE position = 1) WHERE position = 2`)
		require.NotEmpty(t, batchFaults(broken, lines))
		broken = m.copyOfDatabase(t)
		broken.change(`UPDATE batch_items SET state = 'pending', job_id = NULL WHERE position = 7`)
		require.NotEmpty(t, batchFaults(broken, lines))
		broken = m.copyOfDatabase(t)
		broken.change(`INSERT INTO jobs (key, user_id, kind, input, ref, selection, created_at, updated_at)
			SELECT key || 'x', user_id, kind, input, ref, selection, created_at, updated_at FROM jobs LIMIT 1`)
		require.NotEmpty(t, batchFaults(broken, lines))
	})
}

// batchHolds checks that every line of the one batch is one job and every job one line.
func batchHolds(t *testing.T, d *database, lines int) {
	t.Helper()
	require.Empty(t, batchFaults(d, lines))
}

// batchFaults names what is lost or doubled in the one batch of a database.
func batchFaults(d *database, lines int) []string {
	d.t.Helper()
	var faults []string
	for what, c := range map[string]struct {
		query string
		want  int
	}{
		"batches":        {`SELECT COUNT(*) FROM batches WHERE state = 'completed' AND finished_at IS NOT NULL`, 1},
		"lines":          {`SELECT COUNT(*) FROM batch_items`, lines},
		"positions":      {`SELECT COUNT(DISTINCT position) FROM batch_items`, lines},
		"accepted lines": {`SELECT COUNT(*) FROM batch_items WHERE state = 'accepted' AND job_id IS NOT NULL`, lines},
		"jobs of lines":  {`SELECT COUNT(DISTINCT job_id) FROM batch_items`, lines},
		"jobs":           {`SELECT COUNT(*) FROM jobs`, lines},
		"jobs keyed by batch and line": {`SELECT COUNT(*) FROM batch_items i JOIN batches b ON b.id = i.batch_id
			JOIN jobs j ON j.id = i.job_id AND j.key = b.key || '-' || i.position`, lines},
		"jobs with the line's address":   {`SELECT COUNT(*) FROM batch_items i JOIN jobs j ON j.id = i.job_id AND j.input = i.input`, lines},
		"lines as the batch counts them": {`SELECT lines_accepted FROM batches`, lines},
	} {
		if got := d.count(c.query); got != c.want {
			faults = append(faults, fmt.Sprintf("%s: %d instead of %d", what, got, c.want))
		}
	}
	return faults
}

// copyOfDatabase is a copy of a stopped machine's database that a test may change.
func (m *machine) copyOfDatabase(t *testing.T) *database {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"mentionary.db", "mentionary.db-wal"} {
		b, err := os.ReadFile(filepath.Join(m.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	return openDatabase(t, "sqlite", "file:"+filepath.Join(dir, "mentionary.db"))
}

// change changes a copy of a database.
func (d *database) change(statement string) {
	d.t.Helper()
	result, err := d.db.ExecContext(d.t.Context(), statement)
	require.NoError(d.t, err)
	n, err := result.RowsAffected()
	require.NoError(d.t, err)
	require.EqualValues(d.t, 1, n, statement)
}

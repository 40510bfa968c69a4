//go:build e2e

package e2e_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTwoPeopleShareTheWork(t *testing.T) {
	t.Parallel()
	const episodes = 10
	shared := newPodcast(t, "Shared", episodes, slowly)
	left := newPodcast(t, "Left By One", episodes, slowly)
	dropped := newPodcast(t, "Dropped By Both", episodes, func(int) (time.Duration, int) { return time.Minute, http.StatusOK })
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+shared.origin+","+left.origin+","+dropped.origin)
	noor, elio := signIn(t, asPeople(m.base), "preset-noor"), signIn(t, asPeople(m.base), "preset-elio")
	both := func(feed string) (a, b int) {
		var wg sync.WaitGroup
		wg.Go(func() { a = noor.submit(feed, episodes) })
		wg.Go(func() { b = elio.submit(feed, episodes) })
		wg.Wait()
		require.False(t, t.Failed())
		return a, b
	}

	a, b := both(shared.feed())
	require.NotEqual(t, a, b)
	require.Equal(t, http.StatusNotFound, elio.call("GET", path("/api/jobs/%d", a), nil).status, "a job is its submitter's")
	require.Equal(t, episodes, noor.awaitClosed(a, "completed", time.Minute).ItemsDone)
	require.Equal(t, episodes, elio.awaitClosed(b, "completed", time.Minute).ItemsDone)
	for n, times := range shared.times() {
		require.Equal(t, 1, times, "transcript %d is fetched once for both", n)
	}

	a, b = both(left.feed())
	noor.awaitDone(a, 2, time.Minute)
	require.Equal(t, "cancelled", noor.tell(a, "cancel", nil).State)
	require.Equal(t, episodes, elio.awaitClosed(b, "completed", time.Minute).ItemsDone, "the other one's work goes on")

	a, b = both(dropped.feed())
	eventually(t, 30*time.Second, func() string {
		if dropped.total() >= 4 {
			return ""
		}
		return "no transcript of the third show is being fetched"
	})
	noor.tell(a, "cancel", nil)
	require.Equal(t, "running", elio.job(b).State)
	asked := dropped.total()
	require.Equal(t, "cancelled", elio.tell(b, "cancel", nil).State)
	db := m.database()
	require.Zero(t, db.count(`SELECT COUNT(*) FROM runs WHERE state = 'live'`), "nobody wants the runs any more")
	// The fetches under way are let go: nothing is left that could publish, and nothing asks again.
	eventually(t, 30*time.Second, func() string {
		if dropped.open() == 0 {
			return ""
		}
		return "the source is still being asked for runs that nobody wants"
	})
	require.Equal(t, asked, dropped.total())
	m.stop()

	db.holdsTogether()
	require.Equal(t, 2*episodes, db.count(`SELECT COUNT(*) FROM episodes WHERE is_processed`))
	require.Zero(t, db.count(`SELECT COUNT(*) FROM wants`))
	// A run that the one who left was the last to want is cancelled; the other one's next run of it is not a second analysis.
	db.none("each episode was analyzed once", `SELECT 1 FROM runs WHERE state = 'done' GROUP BY episode_id HAVING COUNT(*) > 1`)
}

//go:build e2e

package e2e_test

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestNothingIsLostOrDoubledOverThreeKills(t *testing.T) {
	t.Parallel()
	const episodes, kills = 30, 3
	show := newPodcast(t, "Three Kills", episodes, slowly)
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	id := m.operator().submit(show.feed(), episodes)
	for k := range kills {
		after := 2 + k*8 + rand.IntN(5)
		pause := rand.N(300 * time.Millisecond)
		j := m.operator().awaitDone(id, after, time.Minute)
		time.Sleep(pause) // a random moment is what this is about
		t.Logf("kill %d: %s after %d of %d episodes", k+1, pause, j.ItemsDone, episodes)
		require.Less(t, j.ItemsDone, episodes, "the kill must come in the middle")
		m.kill()
		m.start()
		began, done := time.Now(), m.operator().job(id).ItemsDone
		m.operator().awaitDone(id, done+1, time.Minute)
		t.Logf("the next episode is done %s after the start", time.Since(began).Round(100*time.Millisecond))
	}
	j := m.operator().awaitClosed(id, "completed", time.Minute)
	require.Equal(t, episodes, j.ItemsDone)
	m.stop()

	m.database().finished(episodes)
	require.Equal(t, episodes, m.database().count(`SELECT COUNT(*) FROM runs`),
		"each episode has one run: it went on instead of beginning again")
	asked := show.times()
	require.Len(t, asked, episodes)
	for n, times := range asked {
		require.LessOrEqual(t, times, 1+kills, "transcript %d", n)
	}
	require.LessOrEqual(t, show.total(), episodes+kills*4, "only what was under way is fetched again: a window of four for each kill")
}

func TestALostWorkflowStoreLosesNoWork(t *testing.T) {
	t.Parallel()
	const episodes, held = 12, 4
	// The oldest episodes hang, so that their runs are under way for certain when the machine stops.
	show := newPodcast(t, "Lost Store", episodes, func(n int) (time.Duration, int) {
		if n <= held {
			return time.Minute, http.StatusOK
		}
		return slowly(n)
	})
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	id := m.operator().submit(show.feed(), episodes)
	m.operator().awaitDone(id, episodes-held, time.Minute)
	eventually(t, 30*time.Second, func() string {
		if show.open() == held {
			return ""
		}
		return "the last transcripts are not being fetched"
	})
	began := time.Now()
	m.stop()
	took := time.Since(began)
	t.Logf("stopping in the middle of %d fetches took %s", held, took.Round(100*time.Millisecond))
	require.Less(t, took, 8*time.Second, "a source that hangs does not hold up the end")
	require.Equal(t, held, m.database().count(`SELECT COUNT(*) FROM runs WHERE state = 'live'`))
	show.answer(slowly)
	m.loseWorkflows()

	m.start()
	j := m.operator().awaitClosed(id, "completed", time.Minute)
	require.Equal(t, episodes, j.ItemsDone)
	m.stop()
	m.database().finished(episodes)
	require.Equal(t, episodes, m.database().count(`SELECT COUNT(*) FROM runs`))
}

//go:build e2e

package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAPausedJobRestsUntilItIsResumed(t *testing.T) {
	t.Parallel()
	const episodes, rest = 10, 2 * time.Second
	show := newPodcast(t, "Paused", episodes, slowly)
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	operator := m.operator()
	id := operator.submit(show.feed(), episodes)
	operator.awaitDone(id, 2, time.Minute)
	j := operator.tell(id, "pause", map[string]any{"paused": true})
	require.True(t, j.Paused)
	require.Equal(t, "waiting", j.State)
	require.Contains(t, j.StateText, "Resume the job")
	eventually(t, 10*time.Second, func() string {
		if show.open() == 0 {
			return ""
		}
		return "what was under way is not let go"
	})
	done, asked := operator.job(id).ItemsDone, show.total()
	require.Less(t, done, episodes)
	time.Sleep(rest) // what does not happen can only be waited for
	require.Equal(t, done, operator.job(id).ItemsDone)
	require.Equal(t, asked, show.total(), "no new episode begins")

	require.False(t, operator.tell(id, "pause", map[string]any{"paused": false}).Paused)
	require.Equal(t, episodes, operator.awaitClosed(id, "completed", time.Minute).ItemsDone)
	m.stop()
	m.database().finished(episodes)
}

func TestWorkIsDoneAgainFromWhereOneAsks(t *testing.T) {
	t.Parallel()
	show := newPodcast(t, "Again", 2, func(n int) (time.Duration, int) {
		if n == 2 {
			return 0, http.StatusNotFound
		}
		return 0, http.StatusOK
	})
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	operator := m.operator()

	// A job whose input cannot be read fails with the reason; once it can, the same job is tried again.
	show.hide(true)
	id := operator.submit(show.feed(), 2)
	j := operator.awaitClosed(id, "failed", 30*time.Second)
	require.NotEmpty(t, j.StateText)
	show.hide(false)
	operator.tell(id, "retry", nil)
	j = operator.awaitClosed(id, "partial", 30*time.Second)
	require.Equal(t, 1, j.ItemsDone, "%s", j)

	// One episode had no transcript. When the show has it, trying again finds it.
	missing := j.Items[0]
	require.Equal(t, "needs_transcript", missing.State, "%s", j)
	require.Contains(t, missing.StateText, "Upload one")
	show.answer(nil)
	operator.tell(id, "retry", nil)
	j = operator.awaitClosed(id, "completed", 30*time.Second)
	require.Equal(t, 2, j.ItemsDone)

	// From extraction on nothing is fetched; from the transcript on it is.
	first, asked := j.Items[1], show.total()
	mentions := first.Mentions
	require.Positive(t, mentions)
	operator.tell(id, "retry", map[string]any{"itemId": first.ID, "fromStage": "extract"})
	j = operator.awaitClosed(id, "completed", 30*time.Second)
	require.Equal(t, "skipped", j.Items[1].step("transcript").State)
	require.Equal(t, "done", j.Items[1].step("publish").State)
	require.Equal(t, asked, show.total())
	operator.tell(id, "retry", map[string]any{"itemId": first.ID, "fromStage": "transcript"})
	j = operator.awaitClosed(id, "completed", 30*time.Second)
	require.Equal(t, "done", j.Items[1].step("transcript").State)
	require.Equal(t, asked+1, show.total())
	require.Equal(t, mentions, j.Items[1].Mentions, "the same text, the same mentions")
	m.stop()
	db := m.database()
	db.finished(2)
	require.Equal(t, 3, db.count(`SELECT MAX(number) FROM runs`))
}

package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// toHurry lists the jobs that have something to do in a window of one item.
func (w *world) toHurry() []int {
	w.Helper()
	refs, err := w.s.Jobs.JobsToHurry(w.ctx, w.clock.now().Add(-30*time.Second), 1)
	require.NoError(w, err)
	ids := []int{}
	for _, r := range refs {
		ids = append(ids, r.JobID)
	}
	return ids
}

func hurrySuite(t *testing.T, open Open) {
	// startedJob is a job of two videos whose workflow runs and has begun the first.
	startedJob := func(t *testing.T) (*world, *store.Job, []*store.JobItem, int) {
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"), video("b"))
		require.Empty(t, w.toHurry(), "its workflow is not started yet")
		require.NoError(t, w.s.Jobs.JobStarted(w.ctx, j.ID))
		require.Equal(t, []int{j.ID}, w.toHurry(), "an item may start")
		run := w.want(j.ID, items[0].ID).Run.RunID
		require.Empty(t, w.toHurry(), "the window is full")
		return w, j, items, run
	}
	t.Run("room in the window, then nothing left to wait for", func(t *testing.T) {
		t.Parallel()
		w, j, items, run := startedJob(t)
		w.finish(run, work.RunDone)
		require.Equal(t, []int{j.ID}, w.toHurry())
		w.clock.pass(time.Minute)
		require.Empty(t, w.toHurry(), "nobody touched it lately")
		w.finish(w.want(j.ID, items[1].ID).Run.RunID, work.RunDone)
		require.Equal(t, []int{j.ID}, w.toHurry(), "its workflow may end")
		_, _, err := w.s.Jobs.CloseJob(w.ctx, j.ID)
		require.NoError(t, err)
		require.Empty(t, w.toHurry())
	})
	t.Run("a pause is over", func(t *testing.T) {
		t.Parallel()
		w, j, _, _ := startedJob(t)
		_, err := w.s.Jobs.PauseJob(w.ctx, j.ID, true)
		require.NoError(t, err)
		require.Empty(t, w.toHurry())
		_, err = w.s.Jobs.PauseJob(w.ctx, j.ID, false)
		require.NoError(t, err)
		require.Equal(t, []int{j.ID}, w.toHurry())
	})
	t.Run("an item is to be parked", func(t *testing.T) {
		t.Parallel()
		w, j, _, run := startedJob(t)
		silent := jobs.StepProgress{State: work.StepRetrying, Failure: jobs.Failure{
			Class: string(fault.Unavailable), Text: "No answer.", NextAttempt: w.clock.now().Add(time.Hour),
		}}
		w.step(run, work.StageEpisode, silent)
		require.Empty(t, w.toHurry())
		w.clock.pass(11 * time.Minute)
		w.step(run, work.StageEpisode, silent)
		require.Equal(t, []int{j.ID}, w.toHurry())
		_, err := w.s.Jobs.NextItems(w.ctx, j.ID, 1)
		require.NoError(t, err)
		require.Equal(t, work.ItemParked, w.itemState(j.ID, 0))
		require.Equal(t, []int{j.ID}, w.toHurry(), "there is room for the second item")
	})
	t.Run("a cancelled job is left alone", func(t *testing.T) {
		t.Parallel()
		w, j, _, _ := startedJob(t)
		_, err := w.s.Jobs.CancelJob(w.ctx, j.ID)
		require.NoError(t, err)
		require.Empty(t, w.toHurry())
	})
}

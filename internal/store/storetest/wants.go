package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

func wantSuite(t *testing.T, open Open) {
	t.Run("a second job joins the live run", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j1, i1 := w.job(nil, video("a"))
		j2, i2 := w.job(nil, video("a"))
		first, second := w.want(j1.ID, i1[0].ID), w.want(j2.ID, i2[0].ID)
		require.Equal(t, first.Run.RunID, second.Run.RunID)
		require.Equal(t, first, w.want(j1.ID, i1[0].ID), "wanting twice is wanting once")
		jobs := w.finish(first.Run.RunID, work.RunDone)
		require.Len(t, jobs, 2)
		require.EqualValues(t, work.Completed, w.jobNow(j1.ID).State)
		require.EqualValues(t, work.Completed, w.jobNow(j2.ID).State)
		require.Len(t, w.finish(first.Run.RunID, work.RunDone), 2, "finishing again returns the same")
	})
	t.Run("an analysis by the same recipe settles the item at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one"})
		j, items := w.job(nil, video("a"))
		require.Equal(t, jobs.Wanted{State: work.ItemAlready}, w.want(j.ID, items[0].ID))
		got := w.jobNow(j.ID)
		require.EqualValues(t, work.Completed, got.State)
		require.Equal(t, 1, got.ItemsDone)
		j2, items2 := w.job(nil, video("a"))
		newer := recipe
		newer.PromptVersion = "2"
		wanted, err := w.s.Jobs.WantEpisode(w.ctx, j2.ID, items2[0].ID, newer)
		require.NoError(t, err)
		require.Equal(t, work.ItemRunning, wanted.State)
		require.Equal(t, 2, wanted.Run.Number)
	})
	t.Run("cancelling leaves others' runs alive, and the last to leave ends them", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j1, i1 := w.job(nil, video("a"), video("b"))
		j2, i2 := w.job(nil, video("a"))
		shared := w.want(j1.ID, i1[0].ID).Run.RunID
		alone := w.want(j1.ID, i1[1].ID).Run.RunID
		w.want(j2.ID, i2[0].ID)
		stopped, err := w.s.Jobs.CancelJob(w.ctx, j1.ID)
		require.NoError(t, err)
		require.Len(t, stopped, 1)
		require.Equal(t, alone, stopped[0].RunID)
		require.EqualValues(t, work.Cancelled, w.jobNow(j1.ID).State)
		require.Equal(t, work.ItemCancelled, w.itemState(j1.ID, 0))
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, shared, work.StageEpisode, jobs.StepProgress{State: work.StepRunning}))
		err = w.s.Jobs.SetStep(w.ctx, alone, work.StageEpisode, jobs.StepProgress{State: work.StepRunning})
		require.True(t, fault.Is(err, fault.Stale), "%v", err)
		_, err = w.s.Jobs.WantEpisode(w.ctx, j1.ID, i1[0].ID, recipe)
		require.True(t, fault.Is(err, fault.Stale), "%v", err)
		stopped, err = w.s.Jobs.CancelJob(w.ctx, j2.ID)
		require.NoError(t, err)
		require.Len(t, stopped, 1)
		again, err := w.s.Jobs.CancelJob(w.ctx, j2.ID)
		require.NoError(t, err)
		require.Empty(t, again)
		require.Equal(t, work.ItemCancelled, w.itemState(j1.ID, 0), "what was cancelled stays so when the run ends")
	})
	t.Run("pausing detaches and resuming goes on", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		stopped, err := w.s.Jobs.PauseJob(w.ctx, j.ID, true)
		require.NoError(t, err)
		require.Len(t, stopped, 1)
		require.Equal(t, work.ItemPending, w.itemState(j.ID, 0))
		require.EqualValues(t, work.Waiting, w.jobNow(j.ID).State)
		win, err := w.s.Jobs.NextItems(w.ctx, j.ID, 4)
		require.NoError(t, err)
		require.True(t, win.Paused)
		require.Empty(t, win.Start)
		_, err = w.s.Jobs.PauseJob(w.ctx, j.ID, false)
		require.NoError(t, err)
		next := w.want(j.ID, items[0].ID).Run
		require.NotEqual(t, run, next.RunID)
		w.finish(next.RunID, work.RunDone)
		require.EqualValues(t, work.Completed, w.jobNow(j.ID).State)
		state, more, err := w.s.Jobs.CloseJob(w.ctx, j.ID)
		require.NoError(t, err)
		require.False(t, more)
		require.Equal(t, work.Completed, state)
		_, err = w.s.Jobs.PauseJob(w.ctx, j.ID, true)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	})
	t.Run("an item wanted while its job is paused stays pending", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		_, err := w.s.Jobs.PauseJob(w.ctx, j.ID, true)
		require.NoError(t, err)
		got := w.want(j.ID, items[0].ID)
		require.Equal(t, work.ItemPending, got.State)
		require.Zero(t, got.Run.RunID)
		require.Equal(t, work.ItemPending, w.itemState(j.ID, 0))
	})
	t.Run("retrying makes failed items pending and the next run", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"), video("b"))
		first := w.want(j.ID, items[0].ID).Run
		w.finish(w.want(j.ID, items[1].ID).Run.RunID, work.RunDone)
		_, err := w.s.Jobs.RetryJob(w.ctx, j.ID, items[0].ID, "")
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		_, _, err = w.s.Jobs.FinishRun(w.ctx, first.RunID, work.RunFailed, jobs.Failure{Class: "not_found", Text: "Gone."})
		require.NoError(t, err)
		require.EqualValues(t, work.Partial, w.jobNow(j.ID).State)
		require.Equal(t, "Gone.", w.items(j.ID)[0].ErrorText)
		_, _, err = w.s.Jobs.CloseJob(w.ctx, j.ID)
		require.NoError(t, err)
		before, err := w.s.Jobs.JobRef(w.ctx, j.ID)
		require.NoError(t, err)
		ref, err := w.s.Jobs.RetryJob(w.ctx, j.ID, 0, "")
		require.NoError(t, err)
		require.NotEqual(t, before.WorkflowID(), ref.WorkflowID(), "a closed workflow is followed by another one")
		require.Equal(t, work.ItemPending, w.itemState(j.ID, 0))
		require.Equal(t, work.ItemDone, w.itemState(j.ID, 1))
		next := w.want(j.ID, items[0].ID).Run
		require.Equal(t, first.Number+1, next.Number)
		w.finish(next.RunID, work.RunDone)
		require.EqualValues(t, work.Completed, w.jobNow(j.ID).State)
		_, err = w.s.Jobs.RetryJob(w.ctx, j.ID, 0, "")
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	})
	t.Run("candidates of a chunk are read once for one recipe", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		chunk := jobs.ChunkResult{Index: 0, Hash: "h", Usage: extract.Usage{Calls: 1, PromptTokens: 10}}
		for range 2 {
			require.NoError(t, w.s.Jobs.SaveCandidates(w.ctx, run, recipe, chunk, 2))
		}
		steps, err := w.s.Jobs.Steps(w.ctx, []int{run})
		require.NoError(t, err)
		for _, st := range steps[run] {
			if st.Stage == work.StageExtract {
				require.Equal(t, 1, st.Done)
				require.Equal(t, 2, st.Total)
			}
		}
		_, hit, err := w.s.Jobs.CachedCandidates(w.ctx, "h", recipe)
		require.NoError(t, err)
		require.True(t, hit)
		_, hit, err = w.s.Jobs.CachedCandidates(w.ctx, "h", extract.Recipe{Extractor: "llm"})
		require.NoError(t, err)
		require.False(t, hit)
		w.finish(run, work.RunCancelled)
		err = w.s.Jobs.SaveCandidates(w.ctx, run, recipe, chunk, 2)
		require.True(t, fault.Is(err, fault.Stale), "%v", err)
	})
}

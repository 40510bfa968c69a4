package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// steps lists the stages of a run with their states, those that count parts with their numbers.
func (w *world) steps(runID int) []string {
	w.Helper()
	rows, err := w.s.Jobs.Steps(w.ctx, []int{runID})
	require.NoError(w, err)
	out := make([]string, 0, len(rows[runID]))
	for _, st := range rows[runID] {
		line := fmt.Sprintf("%s %s", st.Stage, st.State)
		if st.Total > 0 {
			line += fmt.Sprintf(" %d/%d", st.Done, st.Total)
		}
		out = append(out, line)
		final := st.State != "waiting" && st.State != "running" && st.State != "retrying"
		begun := st.State != "waiting" && (st.State != "skipped" || st.StartedAt != nil)
		require.Equal(w, final && begun, st.FinishedAt != nil, "the end of %s", line)
		require.Equal(w, st.State == "retrying", st.NextAttemptAt != nil, "the next attempt of %s", line)
	}
	return out
}

func (w *world) stepOf(runID int, stage work.Stage) *store.RunStep {
	w.Helper()
	rows, err := w.s.Jobs.Steps(w.ctx, []int{runID})
	require.NoError(w, err)
	for _, st := range rows[runID] {
		if st.Stage == stage {
			return st
		}
	}
	require.Fail(w, "no such step", stage)
	return nil
}

// storesParts stores the results of the first parts of a run's transcript.
func (w *world) storesParts(runID, from, to, total int) {
	w.Helper()
	for i := from; i < to; i++ {
		require.NoError(w, w.s.Jobs.SaveCandidates(w.ctx, runID, recipe, jobs.ChunkResult{Index: i, Hash: fmt.Sprint("h", i)}, total))
	}
}

func (w *world) step(runID int, stage work.Stage, p jobs.StepProgress) {
	w.Helper()
	require.NoError(w, w.s.Jobs.SetStep(w.ctx, runID, stage, p))
}

// published takes a run from its last part through publication, as its activities do.
func (w *world) published(runID, transcriptID int) {
	w.Helper()
	w.step(runID, work.StageConsolidate, jobs.StepProgress{State: work.StepRunning})
	require.NoError(w, w.s.Jobs.NextStep(w.ctx, runID, work.StageConsolidate, "12 mentions found.", work.StagePublish))
	require.Equal(w, "12 mentions found.", w.stepOf(runID, work.StageConsolidate).Text)
	require.Equal(w, work.StepDone, w.stepOf(runID, work.StageConsolidate).State)
	require.Equal(w, work.StepRunning, w.stepOf(runID, work.StagePublish).State)
	w.publish(runID, transcriptID, nil)
	w.step(runID, work.StageLinks, jobs.StepProgress{State: work.StepRunning})
	w.step(runID, work.StageLinks, jobs.StepProgress{State: work.StepDone})
	w.step(runID, work.StageCheck, jobs.StepProgress{State: work.StepRunning})
}

func stepSuite(t *testing.T, open Open) {
	later := func(w *world, class string, in time.Duration) jobs.StepProgress {
		return jobs.StepProgress{
			State:   work.StepRetrying,
			Failure: jobs.Failure{Class: class, Text: "Not now.", NextAttempt: w.clock.now().Add(in), Attempt: 2},
		}
	}
	t.Run("every stage of a finished run is done", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a"})
		w.storesParts(run, 0, 2, 3)
		require.Equal(t, "extract running 2/3", w.steps(run)[2])
		w.storesParts(run, 2, 3, 3)
		require.Equal(t, "extract done 3/3", w.steps(run)[2], "nothing is left to read, long before the run ends")
		w.published(run, text)
		w.step(run, work.StageCheck, jobs.StepProgress{State: work.StepDone})
		w.finish(run, work.RunDone)
		want := []string{"episode done", "transcript done", "extract done 3/3", "consolidate done", "publish done", "links done", "check done"}
		require.Equal(t, want, w.steps(run))
		w.finish(run, work.RunFailed)
		require.Equal(t, want, w.steps(run), "a closed run stays as it is")
	})
	t.Run("a stage that published work can do without has failed and says so", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a"})
		w.storesParts(run, 0, 1, 1)
		w.published(run, text)
		w.finish(run, work.RunDone)
		require.Equal(t, "check failed", w.steps(run)[6])
		require.NotEmpty(t, w.stepOf(run, work.StageCheck).Text)
	})
	t.Run("parts that are missing wait for their second chance, and then have failed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a"})
		w.storesParts(run, 0, 2, 3)
		w.published(run, text)
		w.step(run, work.StageCheck, jobs.StepProgress{State: work.StepDone})
		again := w.clock.now().Add(time.Hour)
		for range 2 {
			_, err := w.s.Jobs.SettlePartial(w.ctx, run, again)
			require.NoError(t, err)
		}
		require.Equal(t, "extract retrying 2/3", w.steps(run)[2])
		require.WithinDuration(t, again, *w.stepOf(run, work.StageExtract).NextAttemptAt, time.Microsecond)
		_, _, err := w.s.Jobs.FinishRun(w.ctx, run, work.RunPartial, jobs.Failure{Class: "unavailable", Text: "1 of 3 parts could not be read."})
		require.NoError(t, err)
		require.Equal(t, "extract failed 2/3", w.steps(run)[2])
		require.Equal(t, "1 of 3 parts could not be read.", w.stepOf(run, work.StageExtract).Text)
	})
	t.Run("parts that can be read at their second chance complete the stage", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a"})
		w.storesParts(run, 0, 2, 3)
		w.published(run, text)
		w.step(run, work.StageCheck, jobs.StepProgress{State: work.StepDone})
		_, err := w.s.Jobs.SettlePartial(w.ctx, run, w.clock.now().Add(time.Hour))
		require.NoError(t, err)
		w.clock.pass(time.Hour)
		w.storesParts(run, 2, 3, 3)
		_, err = w.s.Jobs.SettlePartial(w.ctx, run, w.clock.now().Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, "extract done 3/3", w.steps(run)[2], "a late word of missing parts changes nothing")
		w.finish(run, work.RunDone)
		require.Equal(t, "extract done 3/3", w.steps(run)[2])
	})
	t.Run("the stage at which a run failed says why, and those after it were not reached", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, _ := w.run(episode{id: "a"})
		w.storesParts(run, 0, 1, 3)
		w.step(run, work.StageExtract, later(w, "unavailable", time.Minute))
		_, _, err := w.s.Jobs.FinishRun(w.ctx, run, work.RunFailed, jobs.Failure{Class: "denied", Text: "The key was refused."})
		require.NoError(t, err)
		require.Equal(t, []string{
			"episode done", "transcript done", "extract failed 1/3", "consolidate waiting", "publish waiting",
			"links waiting", "check waiting",
		}, w.steps(run))
		require.Equal(t, "The key was refused.", w.stepOf(run, work.StageExtract).Text)
	})
	t.Run("a run that failed between two stages failed at the next one", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, _ := w.run(episode{id: "a"})
		_, _, err := w.s.Jobs.FinishRun(w.ctx, run, work.RunFailed, jobs.Failure{Class: "internal", Text: "The work was ended."})
		require.NoError(t, err)
		require.Equal(t, "extract failed", w.steps(run)[2])
		require.Equal(t, "The work was ended.", w.stepOf(run, work.StageExtract).Text)
	})
	t.Run("a cancelled run stops at its stage", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		w.step(run, work.StageEpisode, jobs.StepProgress{State: work.StepDone})
		w.step(run, work.StageTranscript, later(w, "unavailable", time.Hour))
		_, err := w.s.Jobs.CancelJob(w.ctx, j.ID)
		require.NoError(t, err)
		require.Equal(t, []string{
			"episode done", "transcript cancelled", "extract waiting", "consolidate waiting", "publish waiting",
			"links waiting", "check waiting",
		}, w.steps(run))
		require.Empty(t, w.stepOf(run, work.StageTranscript).Text, "why it waited is over")
		require.NotNil(t, w.items(j.ID)[0].RunID, "it can be seen how far it came")
	})
	t.Run("a job that leaves a run of others follows it no more", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		mine, i1 := w.job(nil, video("a"))
		other, i2 := w.job(nil, video("a"))
		run := w.want(mine.ID, i1[0].ID).Run.RunID
		w.want(other.ID, i2[0].ID)
		_, err := w.s.Jobs.CancelJob(w.ctx, mine.ID)
		require.NoError(t, err)
		require.Nil(t, w.items(mine.ID)[0].RunID)
		require.Equal(t, run, *w.items(other.ID)[0].RunID)
	})
	t.Run("what waits for its turn has no stages of a former run", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		w.want(j.ID, items[0].ID)
		_, err := w.s.Jobs.PauseJob(w.ctx, j.ID, true)
		require.NoError(t, err)
		require.Nil(t, w.items(j.ID)[0].RunID, "paused")
		_, err = w.s.Jobs.PauseJob(w.ctx, j.ID, false)
		require.NoError(t, err)
		w.finish(w.want(j.ID, items[0].ID).Run.RunID, work.RunFailed)
		_, err = w.s.Jobs.RetryJob(w.ctx, j.ID, 0, "")
		require.NoError(t, err)
		require.Nil(t, w.items(j.ID)[0].RunID, "tried again")
	})
	t.Run("without a transcript the fetching has failed; given one, nothing is fetched again", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		j, items := w.job(ann, video("a"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		w.step(run, work.StageEpisode, jobs.StepProgress{State: work.StepDone})
		w.step(run, work.StageTranscript, jobs.StepProgress{State: work.StepRunning})
		_, _, err := w.s.Jobs.FinishRun(w.ctx, run, work.RunNeedsTranscript, jobs.Failure{Class: "no_transcript", Text: "None."})
		require.NoError(t, err)
		require.Equal(t, []string{"episode done", "transcript failed", "extract waiting"}, w.steps(run)[:3])
		_, err = w.s.Jobs.ProvideTranscript(w.ctx, j.ID, items[0].ID, ann.ID, given)
		require.NoError(t, err)
		next := w.want(j.ID, items[0].ID).Run.RunID
		require.Equal(t, []string{"episode skipped", "transcript skipped", "extract waiting"}, w.steps(next)[:3])
	})
	t.Run("what waits for its next attempt waits although other parts are read", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		w.step(run, work.StageEpisode, jobs.StepProgress{State: work.StepDone})
		w.step(run, work.StageTranscript, jobs.StepProgress{State: work.StepDone})
		w.step(run, work.StageExtract, later(w, "budget", time.Hour))
		w.storesParts(run, 0, 1, 5)
		require.Equal(t, "extract retrying 1/5", w.steps(run)[2], "the cap is everybody's")
		require.EqualValues(t, work.Waiting, w.jobNow(j.ID).State)
		w.clock.pass(2 * time.Hour)
		w.storesParts(run, 1, 2, 5)
		require.Equal(t, "extract running 2/5", w.steps(run)[2])
		w.step(run, work.StageExtract, later(w, "unavailable", time.Hour))
		w.storesParts(run, 2, 3, 5)
		require.Equal(t, "extract running 3/5", w.steps(run)[2], "one part waits, others are read")
		w.step(run, work.StageExtract, later(w, "unavailable", time.Hour))
		w.storesParts(run, 3, 4, 5)
		require.Equal(t, "extract retrying 4/5", w.steps(run)[2], "only the one that waits is left")
		require.NoError(t, w.s.Jobs.ResumeStep(w.ctx, run, work.StageExtract))
		require.Equal(t, "extract retrying 4/5", w.steps(run)[2], "its time has not come")
		w.clock.pass(2 * time.Hour)
		require.NoError(t, w.s.Jobs.ResumeStep(w.ctx, run, work.StageExtract))
		require.Equal(t, "extract running 4/5", w.steps(run)[2])
		require.EqualValues(t, work.Running, w.jobNow(j.ID).State)
		version := w.jobNow(j.ID).Version
		require.NoError(t, w.s.Jobs.ResumeStep(w.ctx, run, work.StageExtract))
		require.Equal(t, version, w.jobNow(j.ID).Version, "what runs need not be told again")
	})
	t.Run("a raised cap ends the waiting for it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		require.NoError(t, w.s.Jobs.SetBudget(w.ctx, jobs.BudgetSystem, 10))
		j, items := w.job(nil, video("a"))
		wanted, err := w.s.Jobs.WantEpisode(w.ctx, j.ID, items[0].ID, extract.Recipe{Extractor: "llm", Model: "m"})
		require.NoError(t, err)
		run := wanted.Run.RunID
		w.step(run, work.StageExtract, later(w, "budget", 10*time.Hour))
		_, raised, err := w.s.Jobs.ChangeBudget(w.ctx, store.Actor{}, budget.Model, jobs.BudgetSystem, "", jobs.Cap{Most: 1000})
		require.NoError(t, err)
		require.True(t, raised)
		w.storesParts(run, 0, 1, 5)
		require.Equal(t, "extract running 1/5", w.steps(run)[2])
	})
}

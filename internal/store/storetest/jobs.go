package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

func jobSuite(t *testing.T, open Open) {
	t.Run("the same idempotency key of one person is one job", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		in := jobs.NewJob{UserID: &ann.ID, Kind: media.KindVideo, Input: "x", Ref: video("a"), IdempotencyKey: "k1"}
		first, created, err := w.s.Jobs.CreateJob(w.ctx, in)
		require.NoError(t, err)
		require.True(t, created)
		again, created, err := w.s.Jobs.CreateJob(w.ctx, in)
		require.NoError(t, err)
		require.False(t, created)
		require.Equal(t, first.ID, again.ID)
		for what, other := range map[string]func(*jobs.NewJob){
			"input":     func(j *jobs.NewJob) { j.Ref = video("b") },
			"kind":      func(j *jobs.NewJob) { j.Kind = media.KindFeed },
			"selection": func(j *jobs.NewJob) { j.Selection = media.Selection{Mode: media.SelectRecent, Count: 3} },
			"files":     func(j *jobs.NewJob) { j.UploadIDs = []string{"one"} },
		} {
			changed := in
			other(&changed)
			_, _, err := w.s.Jobs.CreateJob(w.ctx, changed)
			require.True(t, fault.Is(err, fault.Conflict), "another %s: %v", what, err)
		}
		_, n, err := w.s.Jobs.Jobs(w.ctx, ann.ID, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		in.UserID = &bob.ID
		other, created, err := w.s.Jobs.CreateJob(w.ctx, in)
		require.NoError(t, err)
		require.True(t, created)
		require.NotEqual(t, first.ID, other.ID)
	})
	t.Run("others' jobs are not found", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		j, _ := w.job(ann, video("a"))
		_, err := w.s.Jobs.Job(w.ctx, j.ID, bob.ID)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		mine, n, err := w.s.Jobs.Jobs(w.ctx, bob.ID, 10, 0)
		require.NoError(t, err)
		require.Zero(t, n)
		require.Empty(t, mine)
		all, n, err := w.s.Jobs.Jobs(w.ctx, 0, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, j.ID, all[0].ID)
	})
	t.Run("listing the same page twice adds nothing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"), video("b"), video("a"))
		require.Len(t, items, 2)
		n, err := w.s.Jobs.AddItems(w.ctx, j.ID, []jobs.NewItem{{Ref: video("b")}, {Ref: video("c")}}, "", "", true)
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Equal(t, 3, w.jobNow(j.ID).ItemsTotal)
	})
	t.Run("a failed listing waits or ends the job", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{Kind: media.KindVideo, Input: "x", Ref: video("a")})
		require.NoError(t, err)
		next := w.clock.now().Add(time.Minute)
		require.NoError(t, w.s.Jobs.JobListingFailed(w.ctx, j.ID,
			jobs.Failure{Class: "unavailable", Text: "No answer.", NextAttempt: next, Attempt: 2}))
		got := w.jobNow(j.ID)
		require.EqualValues(t, work.Waiting, got.State)
		require.WithinDuration(t, next, *got.NextAttemptAt, time.Microsecond)
		require.NoError(t, w.s.Jobs.JobListingFailed(w.ctx, j.ID, jobs.Failure{Class: "not_found", Text: "Gone."}))
		require.EqualValues(t, work.Failed, w.jobNow(j.ID).State)
		ref, err := w.s.Jobs.RetryJob(w.ctx, j.ID, 0, "")
		require.NoError(t, err)
		require.Equal(t, j.ID, ref.JobID)
		require.True(t, w.jobNow(j.ID).State.Open())
	})
	t.Run("the window starts so many items and parks those whose source is silent", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"), video("b"), video("c"))
		win, err := w.s.Jobs.NextItems(w.ctx, j.ID, 2)
		require.NoError(t, err)
		require.Equal(t, []int{items[0].ID, items[1].ID}, win.Start)
		first := w.want(j.ID, items[0].ID)
		w.want(j.ID, items[1].ID)
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, first.Run.RunID, work.StageEpisode, jobs.StepProgress{
			State: work.StepRetrying, Failure: jobs.Failure{
				Class: "unavailable", Text: "No answer.", NextAttempt: w.clock.now().Add(time.Minute),
				Attempt: 1,
			},
		}))
		win, err = w.s.Jobs.NextItems(w.ctx, j.ID, 2)
		require.NoError(t, err)
		require.Empty(t, win.Start)
		w.clock.pass(11 * time.Minute)
		win, err = w.s.Jobs.NextItems(w.ctx, j.ID, 2)
		require.NoError(t, err)
		require.Equal(t, []int{items[2].ID}, win.Start)
		require.Equal(t, work.ItemParked, w.itemState(j.ID, 0))
		w.finish(first.Run.RunID, work.RunDone)
		require.Equal(t, work.ItemDone, w.itemState(j.ID, 0))
	})
	t.Run("a job waits for what left its window, and finishes with the last of it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"), video("b"))
		away := w.want(j.ID, items[0].ID).Run.RunID
		other := w.want(j.ID, items[1].ID).Run.RunID
		failure := jobs.Failure{Class: "unavailable", Text: "No answer.", NextAttempt: w.clock.now().Add(time.Hour), Attempt: 1}
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, away, work.StageEpisode, jobs.StepProgress{State: work.StepRetrying, Failure: failure}))
		w.clock.pass(11 * time.Minute)
		_, err := w.s.Jobs.NextItems(w.ctx, j.ID, 2)
		require.NoError(t, err)
		require.Equal(t, work.ItemParked, w.itemState(j.ID, 0))
		w.finish(other, work.RunDone)
		state, goesOn, err := w.s.Jobs.CloseJob(w.ctx, j.ID)
		require.NoError(t, err)
		require.False(t, goesOn, "no workflow is needed for it")
		require.Equal(t, work.Waiting, state)
		got := w.jobNow(j.ID)
		require.WithinDuration(t, failure.NextAttempt, *got.NextAttemptAt, time.Microsecond)
		require.Equal(t, "unavailable", got.ErrorClass)
		require.Equal(t, "episode", got.ErrorStage)
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, away, work.StageEpisode, jobs.StepProgress{State: work.StepRunning}))
		require.EqualValues(t, work.Running, w.jobNow(j.ID).State)
		w.clock.pass(time.Hour)
		w.finish(away, work.RunDone)
		got = w.jobNow(j.ID)
		require.EqualValues(t, work.Completed, got.State)
		require.Nil(t, got.NextAttemptAt)
		require.WithinDuration(t, w.clock.now(), *got.FinishedAt, time.Second)
	})
	t.Run("a job whose every episode needs a transcript waits for them", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"), video("b"))
		for _, it := range items {
			w.finish(w.want(j.ID, it.ID).Run.RunID, work.RunNeedsTranscript)
		}
		state, _, err := w.s.Jobs.CloseJob(w.ctx, j.ID)
		require.NoError(t, err)
		require.Equal(t, work.Waiting, state)
		got := w.jobNow(j.ID)
		require.Empty(t, got.ErrorClass)
		require.Nil(t, got.NextAttemptAt)
	})
	t.Run("a job whose only run waits is waiting", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		require.EqualValues(t, work.Running, w.jobNow(j.ID).State)
		next := w.clock.now().Add(time.Minute)
		failure := jobs.Failure{Class: "unavailable", Text: "No answer.", NextAttempt: next, Attempt: 1}
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, run, work.StageEpisode, jobs.StepProgress{State: work.StepRetrying, Failure: failure}))
		got := w.jobNow(j.ID)
		require.EqualValues(t, work.Waiting, got.State)
		require.Equal(t, "No answer.", got.ErrorText)
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, run, work.StageEpisode, jobs.StepProgress{State: work.StepRunning}))
		got = w.jobNow(j.ID)
		require.EqualValues(t, work.Running, got.State)
		require.Empty(t, got.ErrorText)
	})
	t.Run("what has no workflow, or was not touched for long, is found again", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		now := w.clock.now()
		jobs, runs, err := w.s.Jobs.OpenWork(w.ctx, now, now.Add(-time.Hour))
		require.NoError(t, err)
		require.Len(t, jobs, 1)
		require.Len(t, runs, 1)
		require.NoError(t, w.s.Jobs.JobStarted(w.ctx, j.ID))
		require.NoError(t, w.s.Jobs.RunStarted(w.ctx, run))
		jobs, runs, err = w.s.Jobs.OpenWork(w.ctx, w.clock.now(), now.Add(-time.Hour))
		require.NoError(t, err)
		require.Empty(t, jobs)
		require.Empty(t, runs)
		require.NoError(t, w.s.Jobs.ForgetWorkflows(w.ctx))
		jobs, runs, err = w.s.Jobs.OpenWork(w.ctx, w.clock.now(), now.Add(-time.Hour))
		require.NoError(t, err)
		require.Len(t, jobs, 1)
		require.Len(t, runs, 1)
	})
	t.Run("what was looked up waits its turn", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		first, items := w.job(nil, video("a"))
		second, others := w.job(nil, video("b"))
		run, other := w.want(first.ID, items[0].ID).Run.RunID, w.want(second.ID, others[0].ID).Run.RunID
		quiet := func() (jobs, runs []int) {
			t.Helper()
			now := w.clock.now()
			j, r, err := w.s.Jobs.OpenWork(w.ctx, now.Add(-5*time.Second), now.Add(-10*time.Minute))
			require.NoError(t, err)
			for _, x := range j {
				jobs = append(jobs, x.JobID)
			}
			for _, x := range r {
				runs = append(runs, x.RunID)
			}
			return jobs, runs
		}
		started := func(jobID, runID int) {
			t.Helper()
			require.NoError(t, w.s.Jobs.JobStarted(w.ctx, jobID))
			require.NoError(t, w.s.Jobs.RunStarted(w.ctx, runID))
		}
		started(second.ID, other)
		w.clock.pass(time.Minute)
		started(first.ID, run)
		w.clock.pass(20 * time.Minute)
		jobs, runs := quiet()
		require.Equal(t, []int{second.ID, first.ID}, jobs, "those that wait longest come first")
		require.Equal(t, []int{other, run}, runs)
		version := w.jobNow(second.ID).Version
		started(second.ID, other)
		require.Equal(t, version, w.jobNow(second.ID).Version, "nothing that a watcher sees has changed")
		jobs, runs = quiet()
		require.Equal(t, []int{first.ID}, jobs)
		require.Equal(t, []int{run}, runs)
		w.clock.pass(11 * time.Minute)
		jobs, _ = quiet()
		require.Equal(t, []int{first.ID, second.ID}, jobs)
	})
}

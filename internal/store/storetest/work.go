package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// listed are the keys of a page of work, in their order.
func (w *world) listed(f jobs.WorkFilter) []string {
	w.Helper()
	page, err := w.s.Jobs.Work(w.ctx, f)
	require.NoError(w, err)
	require.Equal(w, page.Total, len(page.Work))
	return keysOf(page.Work)
}

func keysOf(all []jobs.Work) []string {
	out := make([]string, len(all))
	for i, x := range all {
		out[i] = x.Key().String()
	}
	return out
}

func key(kind work.Kind, id int) string { return work.Key{Kind: kind, ID: id}.String() }

// busy is a library with work of every kind, in most of its states.
type busyLibrary struct {
	ada                            *store.User
	list, paused                   *store.Job
	reading, waiting, failed, done int // runs
	look, pass, again              int // again: a pass over earlier episodes
	channel                        string
}

func (w *world) busyLibrary() busyLibrary {
	w.Helper()
	b := busyLibrary{ada: w.person("ada")}
	otto := w.person("otto")
	job, items := w.job(b.ada, video("aaaaaaaaaa1"), video("aaaaaaaaaa2"), video("aaaaaaaaaa3"))
	b.list = job
	b.reading = w.want(job.ID, items[0].ID).Run.RunID
	require.NoError(w, w.s.Jobs.RunStarted(w.ctx, b.reading))
	w.step(b.reading, work.StageExtract, jobs.StepProgress{State: work.StepRunning, Done: 2, Total: 5})
	b.waiting = w.want(job.ID, items[1].ID).Run.RunID
	w.step(b.waiting, work.StageTranscript, jobs.StepProgress{State: work.StepRetrying, Failure: jobs.Failure{
		Class: "rate_limited", Text: "Slow down.", NextAttempt: w.clock.now().Add(time.Hour), Attempt: 3,
	}})
	b.failed = w.want(job.ID, items[2].ID).Run.RunID
	w.step(b.failed, work.StageEpisode, jobs.StepProgress{State: work.StepRunning})
	_, _, err := w.s.Jobs.FinishRun(w.ctx, b.failed, work.RunFailed, jobs.Failure{Class: "private", Text: "This video is private."})
	require.NoError(w, err)
	b.paused, _ = w.job(otto, video("bbbbbbbbbb1"))
	_, err = w.s.Jobs.PauseJob(w.ctx, b.paused.ID, true)
	require.NoError(w, err)
	w.analyze(episode{
		id: "cccccccccc1", channel: "show", title: "The quiet Sea", by: otto, mentions: mentions(said(mention.Book, "Emma", 100)),
	})
	page, err := w.s.Jobs.Work(w.ctx, jobs.WorkFilter{Kinds: []work.Kind{work.KindRun}, Search: "quiet"})
	require.NoError(w, err)
	require.Len(w, page.Work, 1)
	b.done = page.Work[0].Run.ID
	b.channel = page.Work[0].Episode.Edges.Channel.PublicID
	channel := w.channelOf("show")
	w.follow(b.ada, channel)
	ref, made, err := w.s.Jobs.CreateFollowJob(w.ctx, channel.ID, w.clock.now())
	require.NoError(w, err)
	require.True(w, made)
	b.look = ref.JobID
	b.pass = w.startPass(work.PassLinks, mention.Book, 10).PassID
	b.again, err = w.s.Rereading.Begin(w.ctx)
	require.NoError(w, err)
	require.NotZero(w, b.again)
	return b
}

func workSuite(t *testing.T, open Open) {
	t.Run("everything that runs or ran is one list, newest first, and pages fit together", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		all := w.listed(jobs.WorkFilter{})
		require.Equal(t, []string{key(work.KindReading, b.again), key(work.KindPass, b.pass), key(work.KindJob, b.look)}, all[:3])
		require.Equal(t, key(work.KindJob, b.list.ID), all[len(all)-1])
		require.Len(t, all, 12) // 5 jobs, one of them a look, 5 runs and two passes
		var paged []string
		for after := ""; ; {
			page, err := w.s.Jobs.Work(w.ctx, jobs.WorkFilter{Limit: 2, After: after})
			require.NoError(t, err)
			paged = append(paged, keysOf(page.Work)...)
			if after = page.Next; after == "" {
				break
			}
		}
		require.Equal(t, all, paged)
		_, err := w.s.Jobs.Work(w.ctx, jobs.WorkFilter{After: "nonsense"})
		require.True(t, fault.Is(err, fault.BadInput), "%v", err)
	})

	t.Run("a line shows where it is, why it waits and whose it is", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		got, err := w.s.Jobs.WorkByKey(w.ctx, work.Key{Kind: work.KindRun, ID: b.waiting})
		require.NoError(t, err)
		require.Equal(t, work.IsWaiting, got.Condition)
		require.Equal(t, b.ada.ID, got.Submitter.ID)
		require.Equal(t, b.list.ID, got.Item.JobID)
		require.Len(t, got.Steps, 7)
		done, err := w.s.Jobs.WorkByKey(w.ctx, work.Key{Kind: work.KindRun, ID: b.done})
		require.NoError(t, err)
		require.Equal(t, "show", done.Episode.Edges.Channel.Name)
		look, err := w.s.Jobs.WorkByKey(w.ctx, work.Key{Kind: work.KindJob, ID: b.look})
		require.NoError(t, err)
		require.Equal(t, work.KindLook, look.Kind)
		require.Nil(t, look.Submitter)
		_, err = w.s.Jobs.WorkByKey(w.ctx, work.Key{Kind: work.KindRun, ID: 424242})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})

	t.Run("filters offer the channels and people that have work, by the names that are shown", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		idle := w.person("adamant")
		secret := w.person("sec@ada.test")
		w.job(secret, video("dddddddddd1"))
		named := func(f jobs.WorkNamesFilter) (channels, people []string) {
			f.Limit = 50
			got, err := w.s.Jobs.WorkNames(w.ctx, f)
			require.NoError(t, err)
			for _, c := range got.Channels {
				channels = append(channels, c.Name)
			}
			for _, u := range got.Submitters {
				people = append(people, u.DisplayName)
			}
			return channels, people
		}
		channels, people := named(jobs.WorkNamesFilter{})
		require.Equal(t, []string{"show", "show"}, channels, "one of videos and one of a feed")
		require.Equal(t, []string{"ada", "otto", "sec@ada.test"}, people)
		_, people = named(jobs.WorkNamesFilter{Search: "ADA"})
		require.Equal(t, []string{"ada"}, people, "neither who has no work nor an address that is not shown")
		channels, people = named(jobs.WorkNamesFilter{Search: "nobody", Channel: b.channel, Submitter: b.ada.PublicID})
		require.Equal(t, []string{"show"}, channels, "what is chosen is offered whatever is searched")
		require.Equal(t, []string{"ada"}, people)
		_, people = named(jobs.WorkNamesFilter{Submitter: idle.PublicID})
		require.NotContains(t, people, "adamant")
	})

	t.Run("filters say what the lines say", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		page, err := w.s.Jobs.Work(w.ctx, jobs.WorkFilter{})
		require.NoError(t, err)
		for _, c := range []work.Condition{
			work.IsQueued, work.IsRunning, work.IsWaiting, work.IsPaused, work.IsNeedsTranscript, work.IsCompleted, work.IsPartial,
			work.IsFailed, work.IsCancelled,
		} {
			var want []string
			for _, x := range page.Work {
				if x.Condition == c {
					want = append(want, x.Key().String())
				}
			}
			require.ElementsMatch(t, want, w.listed(jobs.WorkFilter{Conditions: []work.Condition{c}}), c)
		}
		run := func(id int) string { return key(work.KindRun, id) }
		list := key(work.KindJob, b.list.ID)
		for name, c := range map[string]struct {
			filter jobs.WorkFilter
			want   []string
		}{
			"looks": {jobs.WorkFilter{Kinds: []work.Kind{work.KindLook}}, []string{key(work.KindJob, b.look)}},
			"passes": {
				jobs.WorkFilter{Kinds: []work.Kind{work.KindPass, work.KindBatch}},
				[]string{key(work.KindPass, b.pass), key(work.KindReading, b.again)},
			},
			"stage":           {jobs.WorkFilter{Stage: work.StageTranscript}, []string{run(b.waiting), list}},
			"failed at":       {jobs.WorkFilter{Stage: work.StageEpisode}, []string{run(b.failed), list}},
			"error class":     {jobs.WorkFilter{ErrorClass: "private"}, []string{run(b.failed), list}},
			"error of a step": {jobs.WorkFilter{ErrorClass: "rate_limited", Kinds: []work.Kind{work.KindRun}}, []string{run(b.waiting)}},
			"submitter":       {jobs.WorkFilter{Submitter: b.ada.PublicID}, []string{list, run(b.reading), run(b.waiting), run(b.failed)}},
			"system": {
				jobs.WorkFilter{Submitter: "system", Kinds: []work.Kind{work.KindLook, work.KindPass}},
				[]string{key(work.KindJob, b.look), key(work.KindReading, b.again)},
			},
			"nobody":          {jobs.WorkFilter{Submitter: "nobody", Kinds: []work.Kind{work.KindJob, work.KindRun}}, nil},
			"text":            {jobs.WorkFilter{Search: "QUIET sea", Kinds: []work.Kind{work.KindRun}}, []string{run(b.done)}},
			"text of a pass":  {jobs.WorkFilter{Search: "boo", Kinds: []work.Kind{work.KindPass}}, []string{key(work.KindPass, b.pass)}},
			"text of another": {jobs.WorkFilter{Search: "Earlier Epi"}, []string{key(work.KindReading, b.again)}},
			"channel":         {jobs.WorkFilter{Channel: b.channel, Kinds: []work.Kind{work.KindRun}}, []string{run(b.done)}},
			"no such channel": {jobs.WorkFilter{Channel: "none"}, nil},
		} {
			require.ElementsMatch(t, c.want, w.listed(c.filter), name)
		}
		in, err := w.s.Jobs.MatchingWork(w.ctx, jobs.WorkFilter{Stage: work.StageTranscript},
			[]work.Key{{Kind: work.KindRun, ID: b.waiting}, {Kind: work.KindRun, ID: b.failed}})
		require.NoError(t, err)
		require.Equal(t, map[work.Key]bool{{Kind: work.KindRun, ID: b.waiting}: true}, in)
	})

	t.Run("what is touched is known by its version", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		w.clock.pass(time.Hour)
		since := w.clock.now()
		w.step(b.reading, work.StageExtract, jobs.StepProgress{State: work.StepRunning, Done: 3, Total: 5})
		touched, err := w.s.Jobs.TouchedWork(w.ctx, since)
		require.NoError(t, err)
		require.Len(t, touched, 2)
		_, err = w.s.Rereading.Finish(w.ctx, b.again, work.PassDone, "")
		require.NoError(t, err)
		touched, err = w.s.Jobs.TouchedWork(w.ctx, since)
		require.NoError(t, err)
		require.Contains(t, touched, work.Key{Kind: work.KindReading, ID: b.again})
		got, err := w.s.Jobs.WorkByKeys(w.ctx, []work.Key{{Kind: work.KindRun, ID: b.reading}, {Kind: work.KindJob, ID: b.list.ID}})
		require.NoError(t, err)
		for _, x := range got {
			require.InDelta(t, x.Version(), touched[x.Key()], 0)
		}
	})

	t.Run("a story tells attempts, chunks, wants and what was written", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		chunk := 3
		a := jobs.Attempt{
			RunID: b.reading, Execution: "x/7", Number: 1, Stage: work.StageExtract, Chunk: &chunk, Scheduled: w.clock.now(), Started: w.clock.now(),
		}
		before := w.runVersion(b.reading)
		require.NoError(t, w.s.Jobs.SaveAttempt(w.ctx, a))
		a.Ended, a.Class, a.Text, a.RetryAt = w.clock.now(), "unavailable", "No answer.", w.clock.now()
		for range 2 { // twice is once
			require.NoError(t, w.s.Jobs.SaveAttempt(w.ctx, a))
		}
		require.Greater(t, w.runVersion(b.reading), before, "who looks is told")
		w.storesParts(b.reading, 0, 2, 5)
		st, err := w.s.Jobs.WorkStory(w.ctx, work.Key{Kind: work.KindRun, ID: b.reading})
		require.NoError(t, err)
		require.Len(t, st.Attempts, 1)
		require.Equal(t, "No answer.", st.Attempts[0].Text)
		require.Equal(t, map[int]int{0: 0, 1: 0}, st.Found)
		require.Len(t, st.Wanted, 1)
		require.True(t, st.Wanted[0].Live)
		require.Contains(t, st.WorkflowID, "episode/")
		done, err := w.s.Jobs.WorkStory(w.ctx, work.Key{Kind: work.KindRun, ID: b.done})
		require.NoError(t, err)
		require.Equal(t, []int{1, 1}, []int{done.Mentions, done.Entities})
		require.NotNil(t, done.Transcript)
		require.Len(t, done.Wanted, 1)
		job, err := w.s.Jobs.WorkStory(w.ctx, work.Key{Kind: work.KindJob, ID: b.list.ID})
		require.NoError(t, err)
		require.Equal(t, []string{key(work.KindRun, b.reading), key(work.KindRun, b.waiting), key(work.KindRun, b.failed)}, keysOf(job.Parts))
		pass, err := w.s.Jobs.WorkStory(w.ctx, work.Key{Kind: work.KindPass, ID: b.pass})
		require.NoError(t, err)
		require.Equal(t, map[string]int{"waiting": 1}, pass.Outcomes)
		again, err := w.s.Jobs.WorkStory(w.ctx, work.Key{Kind: work.KindReading, ID: b.again})
		require.NoError(t, err)
		require.Equal(t, work.ReadAgainID, again.WorkflowID)
		require.Equal(t, work.IsRunning, again.Condition)
	})

	t.Run("of a run the newest 500 attempts are kept, of all those of 90 days", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		for i := range 503 {
			require.NoError(t, w.s.Jobs.SaveAttempt(w.ctx, jobs.Attempt{
				RunID: b.reading, Execution: "x", Number: i + 1, Stage: work.StageExtract, Scheduled: w.clock.now(), Started: w.clock.now(),
			}))
		}
		st, err := w.s.Jobs.WorkStory(w.ctx, work.Key{Kind: work.KindRun, ID: b.reading})
		require.NoError(t, err)
		require.Len(t, st.Attempts, 500)
		require.Equal(t, 4, st.Attempts[0].Attempt)
		require.Equal(t, 503, st.Attempts[499].Attempt)
		n, err := w.s.Jobs.DropAttempts(w.ctx, w.clock.now())
		require.NoError(t, err)
		require.Equal(t, 500, n)
	})

	t.Run("what others do is audited with it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		_, mo := w.as("mo", "moderator")
		_, err := w.s.Jobs.PauseJobBy(w.ctx, mo, b.paused.ID, false)
		require.NoError(t, err)
		_, err = w.s.Jobs.CancelJobBy(w.ctx, mo, b.paused.ID)
		require.NoError(t, err)
		_, err = w.s.Jobs.CancelJobBy(w.ctx, mo, b.paused.ID)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		_, err = w.s.Jobs.RetryJobBy(w.ctx, mo, b.paused.ID, 0, work.StageTranscript)
		require.NoError(t, err)
		log, n, err := w.s.AuditLog(w.ctx, fmt.Sprintf("job/%d", b.paused.ID), 0, 0)
		require.NoError(t, err)
		require.Equal(t, 3, n)
		var said []string
		for _, e := range log {
			require.Equal(t, mo.PublicID, e.Actor)
			said = append(said, fmt.Sprint(e.Operation, " ", e.Before["state"], " ", e.After["state"]))
		}
		slices.Reverse(said)
		require.Equal(t, []string{"work.resume paused running", "work.cancel running cancelled", "work.retry cancelled running"}, said)
	})

	t.Run("a run that somebody ends ends for all who want it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		_, mo := w.as("mo", "moderator")
		other, items := w.job(w.person("zoe"), video("aaaaaaaaaa1"))
		require.Equal(t, b.reading, w.want(other.ID, items[0].ID).Run.RunID)
		scope, err := w.s.Jobs.ScopeOfJob(w.ctx, other.ID)
		require.NoError(t, err)
		require.Equal(t, 1, scope.Shared)
		n, err := w.s.Jobs.JobsWanting(w.ctx, b.reading)
		require.NoError(t, err)
		require.Equal(t, 2, n)
		ref, told, err := w.s.Jobs.CancelRunBy(w.ctx, mo, b.reading)
		require.NoError(t, err)
		require.Equal(t, b.reading, ref.RunID)
		require.Len(t, told, 2)
		require.Equal(t, work.ItemCancelled, w.itemState(other.ID, 0))
		require.Equal(t, work.ItemCancelled, w.itemState(b.list.ID, 0))
		_, _, err = w.s.Jobs.CancelRunBy(w.ctx, mo, b.reading)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		_, n, err = w.s.AuditLog(w.ctx, fmt.Sprintf("run/%d", b.reading), 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
	})

	t.Run("what is done begins again from the start", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.busyLibrary()
		_, mo := w.as("mo", "moderator")
		done, err := w.s.Jobs.WorkByKey(w.ctx, work.Key{Kind: work.KindRun, ID: b.done})
		require.NoError(t, err)
		_, err = w.s.Jobs.AnalyzeJobAgain(w.ctx, mo, done.Item.JobID, 0)
		require.NoError(t, err)
		require.Equal(t, work.ItemPending, w.itemState(done.Item.JobID, 0))
		require.Equal(t, string(work.StageEpisode), w.items(done.Item.JobID)[0].FromStage)
		_, err = w.s.Jobs.AnalyzeJobAgain(w.ctx, mo, done.Item.JobID, 0)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	})

	t.Run("a queue is paused once, by somebody, and resumed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ada, by := w.as("ada", "admin")
		_, other := w.as("bea", "admin")
		require.NoError(t, w.s.Jobs.PauseQueue(w.ctx, by, work.QueueFetch, true))
		require.NoError(t, w.s.Jobs.PauseQueue(w.ctx, other, work.QueueFetch, true))
		paused, err := w.s.Jobs.PausedQueues(w.ctx)
		require.NoError(t, err)
		require.Len(t, paused, 1)
		require.Equal(t, ada.PublicID, paused[work.QueueFetch].By)
		require.False(t, paused[work.QueueFetch].At.IsZero())
		require.NoError(t, w.s.Jobs.PauseQueue(w.ctx, other, work.QueueFetch, false))
		paused, err = w.s.Jobs.PausedQueues(w.ctx)
		require.NoError(t, err)
		require.Empty(t, paused)
		_, n, err := w.s.AuditLog(w.ctx, "queue/mentionary-fetch", 0, 0)
		require.NoError(t, err)
		require.Equal(t, 2, n)
	})
}

func (w *world) runVersion(id int) float64 {
	w.Helper()
	got, err := w.s.Jobs.WorkByKey(w.ctx, work.Key{Kind: work.KindRun, ID: id})
	require.NoError(w, err)
	return got.Version()
}

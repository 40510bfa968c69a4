package storetest

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// batch is a batch of lines, of somebody who is an admin.
func (w *world) batch(by *store.User, lines ...string) *store.Batch {
	w.Helper()
	w.promote(by)
	b, made, err := w.s.Jobs.CreateBatch(w.ctx, actor(by), jobs.NewBatch{UserID: by.ID, Kind: work.BatchURLs, Title: "A batch", Lines: lines})
	require.NoError(w, err)
	require.True(w, made)
	return b
}

// promote makes somebody an admin without ending their session.
func (w *world) promote(u *store.User) {
	w.Helper()
	_, err := Raw(w.T, w.s).ExecContext(w.ctx, "UPDATE users SET role = 'admin' WHERE id = "+strconv.Itoa(u.ID))
	require.NoError(w, err)
}

func actor(u *store.User) database.Actor { return database.Actor{PublicID: u.PublicID} }

func (w *world) batchNow(id int) jobs.BatchRow {
	w.Helper()
	b, err := w.s.Jobs.Batch(w.ctx, id)
	require.NoError(w, err)
	return b
}

func (w *world) batchLines(batchID int) []*store.BatchItem {
	w.Helper()
	rows, err := w.s.Jobs.BatchItems(w.ctx, batchID, 0)
	require.NoError(w, err)
	return rows
}

func (w *world) nextLine(id int) jobs.BatchNext {
	w.Helper()
	n, err := w.s.Jobs.NextBatchLine(w.ctx, id)
	require.NoError(w, err)
	return n
}

// submitLine submits a line and returns its job, 0 when it is none.
func (w *world) submitLine(batchID, position int) int {
	w.Helper()
	j, is, err := w.s.Jobs.SubmitBatchLine(w.ctx, batchID, position)
	require.NoError(w, err)
	require.Equal(w, is, j.JobID != 0)
	return j.JobID
}

const (
	aVideo   = "https://youtu.be/aaaaaaaaaaa"
	aFeed    = "https://feeds.example.org/show.xml"
	aHandle  = "@somebody"
	noSource = "ftp://example.org/x"
)

func batchSuite(t *testing.T, open Open) {
	t.Run("lines become jobs, one after the other, and a refused one stops nothing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		b := w.batch(ann, aVideo, noSource, aFeed)
		require.Equal(t, work.BatchQueued, b.State)
		require.Equal(t, jobs.BatchNext{Position: 1}, w.nextLine(b.ID))
		first := w.submitLine(b.ID, 1)
		j := w.jobNow(first)
		require.Equal(t, b.Key+"-1", j.Key)
		require.LessOrEqual(t, len(j.Key), 32)
		require.Equal(t, media.KindVideo, j.Kind)
		require.Equal(t, ann.ID, *j.UserID)
		require.Equal(t, work.BatchRunning, w.batchNow(b.ID).State)
		require.Equal(t, jobs.BatchNext{Position: 2, Settled: 1}, w.nextLine(b.ID))
		require.Zero(t, w.submitLine(b.ID, 2))
		third := w.submitLine(b.ID, 3)
		require.Equal(t, jobs.BatchNext{Settled: 3}, w.nextLine(b.ID))
		require.Equal(t, media.Selection{Mode: media.SelectRecent, Count: 10}, w.jobNow(third).Selection)
		end, err := w.s.Jobs.CloseBatch(w.ctx, b.ID)
		require.NoError(t, err)
		require.Equal(t, jobs.BatchEnd{State: work.BatchCompleted, Accepted: 2, Failed: 1}, end)
		again, err := w.s.Jobs.CloseBatch(w.ctx, b.ID)
		require.NoError(t, err)
		require.Equal(t, end, again)
		now := w.batchNow(b.ID)
		require.Equal(t, [2]int{2, 1}, [2]int{now.LinesAccepted, now.LinesFailed})
		require.NotNil(t, now.FinishedAt)
		require.Equal(t, ann.PublicID, now.Submitter.PublicID)
		lines := w.batchLines(b.ID)
		require.Equal(t, []work.LineState{work.LineAccepted, work.LineFailed, work.LineAccepted},
			[]work.LineState{lines[0].State, lines[1].State, lines[2].State})
		require.Equal(t, "Only addresses that start with http:// or https:// can be read.", lines[1].ErrorText)
		require.Equal(t, string(fault.Unsupported), lines[1].ErrorClass)
		require.Equal(t, "feed", lines[2].Kind)
		changed, err := w.s.Jobs.BatchItems(w.ctx, b.ID, lines[1].Changed)
		require.NoError(t, err)
		require.Len(t, changed, 1, "what changed since is told by versions")
		require.Equal(t, 3, changed[0].Position)
	})
	t.Run("a line is one job, however often and by how many it is submitted", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.batch(w.person("ann"), aVideo, aFeed)
		const workers = 6
		var wg sync.WaitGroup
		refs, errs := make([]jobs.JobRef, workers), make([]error, workers)
		for i := range workers {
			wg.Go(func() { refs[i], _, errs[i] = w.s.Jobs.SubmitBatchLine(w.ctx, b.ID, 1) })
		}
		wg.Wait()
		for i := range workers {
			require.NoError(t, errs[i])
			require.NotZero(t, refs[i].JobID)
			require.Equal(t, refs[0].JobID, refs[i].JobID)
		}
		_, total, err := w.s.Jobs.Jobs(w.ctx, 0, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, 1, w.batchNow(b.ID).LinesAccepted)
	})
	t.Run("the same submission is one batch", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		in := jobs.NewBatch{UserID: ann.ID, Kind: work.BatchURLs, Title: "A", Lines: []string{aVideo, aFeed}, IdempotencyKey: "key"}
		first, made, err := w.s.Jobs.CreateBatch(w.ctx, actor(ann), in)
		require.NoError(t, err)
		require.True(t, made)
		second, made, err := w.s.Jobs.CreateBatch(w.ctx, actor(ann), in)
		require.NoError(t, err)
		require.False(t, made)
		require.Equal(t, first.ID, second.ID)
		in.Lines = []string{aFeed, aVideo}
		_, _, err = w.s.Jobs.CreateBatch(w.ctx, actor(ann), in)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		log, total, err := w.s.AuditLog(w.ctx, "batch/"+strconv.Itoa(first.ID), 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, "batch.start", log[0].Operation)
		f, err := w.s.Jobs.WorkFigures(w.ctx)
		require.NoError(t, err)
		require.Equal(t, 1, f.Batches)
	})
	t.Run("the selection of a batch is that of its channels and feeds", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		all := media.Selection{Mode: media.SelectAll}
		w.promote(ann)
		b, _, err := w.s.Jobs.CreateBatch(w.ctx, actor(ann),
			jobs.NewBatch{UserID: ann.ID, Kind: work.BatchChannel, Title: "A", Lines: []string{aHandle, aFeed, aVideo}, Selection: all})
		require.NoError(t, err)
		require.Equal(t, all, w.jobNow(w.submitLine(b.ID, 1)).Selection)
		require.Equal(t, all, w.jobNow(w.submitLine(b.ID, 2)).Selection)
		require.Equal(t, media.DefaultSelection(media.KindVideo), w.jobNow(w.submitLine(b.ID, 3)).Selection)
	})
	t.Run("a paused batch submits nothing, and goes on where it was", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		b := w.batch(ann, aVideo, aFeed)
		w.submitLine(b.ID, 1)
		ref, err := w.s.Jobs.PauseBatch(w.ctx, actor(ann), b.ID, true)
		require.NoError(t, err)
		require.Equal(t, jobs.BatchRef{BatchID: b.ID, Key: b.Key, Submitter: ann.PublicID, Lines: 2}, ref)
		require.Zero(t, w.submitLine(b.ID, 2), "also when its workflow was not told")
		unheard, err := w.s.Jobs.UnheardBatches(w.ctx, w.clock.now())
		require.NoError(t, err)
		require.Empty(t, unheard, "it has no workflow that could hear")
		require.NoError(t, w.s.Jobs.BatchStarted(w.ctx, b.ID))
		unheard, err = w.s.Jobs.UnheardBatches(w.ctx, w.clock.now())
		require.NoError(t, err)
		require.Equal(t, []jobs.BatchRef{ref}, unheard)
		require.Equal(t, jobs.BatchNext{Position: 2, Settled: 1, Paused: true}, w.nextLine(b.ID))
		unheard, err = w.s.Jobs.UnheardBatches(w.ctx, w.clock.now())
		require.NoError(t, err)
		require.Empty(t, unheard, "its workflow has looked")
		_, err = w.s.Jobs.PauseBatch(w.ctx, actor(ann), b.ID, false)
		require.NoError(t, err)
		require.NotZero(t, w.submitLine(b.ID, 2))
		_, err = w.s.Jobs.CloseBatch(w.ctx, b.ID)
		require.NoError(t, err)
		_, err = w.s.Jobs.PauseBatch(w.ctx, actor(ann), b.ID, true)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	})
	for _, lost := range []struct {
		how, sentence string
		take          func(w *world, by database.Actor, id string) error
	}{
		{"demoted", "role", func(w *world, by database.Actor, id string) error {
			_, err := w.s.People.SetRole(w.ctx, by, id, "moderator")
			return err
		}},
		{"deactivated", "status", func(w *world, by database.Actor, id string) error {
			_, err := w.s.People.SetActive(w.ctx, by, id, false)
			return err
		}},
	} {
		t.Run("a batch of somebody who is "+lost.how+" stops before its next line, and somebody else goes on with it", func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, open)
			ann, bob := w.person("ann"), w.person("bob")
			w.promote(bob)
			b := w.batch(ann, aVideo, aFeed, aHandle)
			require.NotZero(t, w.submitLine(b.ID, 1))
			require.NoError(t, lost.take(w, actor(bob), ann.PublicID))
			require.Zero(t, w.submitLine(b.ID, 2), "also when its workflow is about to submit it")
			require.Equal(t, jobs.BatchNext{Position: 2, Settled: 1, Paused: true}, w.nextLine(b.ID))
			now := w.batchNow(b.ID)
			require.Equal(t, []any{true, lost.sentence, work.BatchRunning}, []any{now.Paused, now.Held, now.State})
			version := now.Version
			require.Equal(t, jobs.BatchNext{Position: 2, Settled: 1, Paused: true}, w.nextLine(b.ID))
			require.Equal(t, version, w.batchNow(b.ID).Version, "said once")

			_, err := w.s.Jobs.PauseBatch(w.ctx, actor(bob), b.ID, false)
			require.NoError(t, err)
			require.Equal(t, jobs.BatchNext{Position: 2, Settled: 1}, w.nextLine(b.ID))
			j := w.jobNow(w.submitLine(b.ID, 2))
			require.Equal(t, []any{bob.ID, b.Key + "-2"}, []any{*j.UserID, j.Key}, "in the name of who resumed it")
			require.Empty(t, w.batchNow(b.ID).Held)
			require.Equal(t, ann.ID, *w.jobNow(*w.batchLines(b.ID)[0].JobID).UserID, "what was submitted stays whose it was")
			var said []string
			for _, line := range w.dump("audits") {
				if strings.Contains(line, "operation=batch.") {
					said = append(said, regexp.MustCompile(`operation=(\S+)`).FindStringSubmatch(line)[1])
				}
			}
			require.Equal(t, []string{"batch.start", "batch.hold", "batch.pause"}, said)
		})
	}
	t.Run("a batch that somebody paused goes on in their name whose it is", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		w.promote(bob)
		b := w.batch(ann, aVideo, aFeed)
		for _, on := range []bool{true, false} {
			_, err := w.s.Jobs.PauseBatch(w.ctx, actor(bob), b.ID, on)
			require.NoError(t, err)
		}
		require.Equal(t, ann.ID, *w.jobNow(w.submitLine(b.ID, 1)).UserID)
	})
	t.Run("a cancelled batch submits no more, and names its open jobs", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		b := w.batch(ann, aVideo, aFeed, aHandle)
		done, still := w.submitLine(b.ID, 1), w.submitLine(b.ID, 2)
		_, err := w.s.Jobs.CancelJob(w.ctx, done)
		require.NoError(t, err)
		for i := range 2 {
			_, made, err := w.s.Jobs.CancelBatch(w.ctx, actor(ann), b.ID)
			require.NoError(t, err)
			require.Equal(t, i == 0, made)
		}
		require.Equal(t, jobs.BatchNext{Settled: 2, Cancelled: true}, w.nextLine(b.ID))
		require.Zero(t, w.submitLine(b.ID, 3))
		require.Equal(t, work.LineCancelled, w.batchLines(b.ID)[2].State)
		open, err := w.s.Jobs.OpenJobsOfBatch(w.ctx, b.ID)
		require.NoError(t, err)
		require.Len(t, open, 1)
		require.Equal(t, still, open[0].JobID)
		end, err := w.s.Jobs.CloseBatch(w.ctx, b.ID)
		require.NoError(t, err)
		require.Equal(t, jobs.BatchEnd{State: work.BatchCancelled, Accepted: 2}, end)
	})
	t.Run("the reconciler hears of batches without a workflow", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.batch(w.person("ann"), aVideo)
		now := w.clock.now()
		open := func(before, stale time.Time) int {
			refs, err := w.s.Jobs.OpenBatches(w.ctx, before, stale)
			require.NoError(t, err)
			return len(refs)
		}
		require.Zero(t, open(now.Add(-time.Minute), now.Add(-time.Hour)), "the API itself starts it")
		require.Equal(t, 1, open(now, now.Add(-time.Hour)))
		require.NoError(t, w.s.Jobs.BatchStarted(w.ctx, b.ID))
		require.Zero(t, open(w.clock.now(), now))
		require.Equal(t, 1, open(now, w.clock.now()), "nothing has touched it for long")
		require.NoError(t, w.s.Jobs.ForgetWorkflows(w.ctx))
		require.Equal(t, 1, open(w.clock.now(), now), "its workflow was lost")
		_, _, err := w.s.Jobs.CancelBatch(w.ctx, database.Actor{}, b.ID)
		require.NoError(t, err)
		require.Equal(t, 1, open(w.clock.now(), now), "its jobs are still to be cancelled")
		_, err = w.s.Jobs.CloseBatch(w.ctx, b.ID)
		require.NoError(t, err)
		require.Zero(t, open(w.clock.now(), w.clock.now()))
	})
	t.Run("watchers hear of batches and of the stages of their jobs", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		b := w.batch(w.person("ann"), aVideo)
		begin := w.clock.now()
		key := work.Key{Kind: work.KindBatch, ID: b.ID}
		touched, err := w.s.Jobs.TouchedWork(w.ctx, begin)
		require.NoError(t, err)
		require.NotContains(t, touched, key)
		id := w.submitLine(b.ID, 1)
		touched, err = w.s.Jobs.TouchedWork(w.ctx, begin)
		require.NoError(t, err)
		require.Greater(t, touched[key], float64(b.Version))
		_, err = w.s.Jobs.AddItems(w.ctx, id, []jobs.NewItem{{Ref: video("aaaaaaaaaaa"), Title: "A"}}, "", "", true)
		require.NoError(t, err)
		run := w.want(id, w.items(id)[0].ID).Run.RunID
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, run, work.StageTranscript, jobs.StepProgress{State: work.StepRunning}))
		stages, err := w.s.Jobs.StagesOfJobs(w.ctx, []int{id})
		require.NoError(t, err)
		require.Equal(t, map[int]work.Stage{id: work.StageTranscript}, stages)
		all, err := w.s.Jobs.JobsByID(w.ctx, []int{id, 424242})
		require.NoError(t, err)
		require.Len(t, all, 1)
	})
	t.Run("with an account its batches go, and no line becomes a job any more", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		b, kept := w.batch(ann, aVideo, aFeed), w.batch(bob, aVideo)
		w.submitLine(b.ID, 1)
		r, _, err := w.s.Jobs.CreateRecurring(w.ctx, actor(ann), weekly(ann))
		require.NoError(t, err)
		_, err = w.s.People.DeleteAccount(w.ctx, ann.ID)
		require.NoError(t, err)
		require.Zero(t, w.submitLine(b.ID, 2))
		require.True(t, w.nextLine(b.ID).Cancelled)
		end, err := w.s.Jobs.CloseBatch(w.ctx, b.ID)
		require.NoError(t, err)
		require.Equal(t, work.BatchCancelled, end.State)
		rows, total, err := w.s.Jobs.Batches(w.ctx, 0, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, kept.ID, rows[0].ID)
		row, err := w.s.Jobs.RecurringByID(w.ctx, r.ID)
		require.NoError(t, err)
		require.Nil(t, row.MadeBy, "what comes again by itself stays, in nobody's name")
	})
}

func weekly(by *store.User) jobs.NewRecurring {
	return jobs.NewRecurring{
		UserID: by.ID, Kind: work.BatchURLs, Title: "Mondays", Lines: []string{aFeed, aVideo}, Weekdays: []int{1}, Hour: 6,
		TimeZone: "Europe/Berlin",
	}
}

func scheduleSuite(t *testing.T, open Open) {
	t.Run("a recurring batch makes one batch for each of its times", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		r, ref, err := w.s.Jobs.CreateRecurring(w.ctx, actor(ann), weekly(ann))
		require.NoError(t, err)
		require.Equal(t, jobs.RecurringRef{ID: r.ID, Key: r.Key, Title: "Mondays", Weekdays: []int{1}, Hour: 6, TimeZone: "Europe/Berlin"}, ref)
		at := time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)
		const workers = 6
		var wg sync.WaitGroup
		refs, errs := make([]jobs.BatchRef, workers), make([]error, workers)
		for i := range workers {
			wg.Go(func() { refs[i], _, errs[i] = w.s.Jobs.CreateRecurringRun(w.ctx, r.ID, at) })
		}
		wg.Wait()
		for i := range workers {
			require.NoError(t, errs[i])
			require.Equal(t, refs[0], refs[i])
		}
		require.Equal(t, database.SystemSubmitter, refs[0].Submitter)
		require.Regexp(t, `^batch/[a-z0-9-]{1,26}$`, refs[0].WorkflowID())
		require.Len(t, w.batchLines(refs[0].BatchID), 2)
		require.Nil(t, w.jobNow(w.submitLine(refs[0].BatchID, 1)).UserID, "the system pays")

		next := at.AddDate(0, 0, 7)
		_, made, err := w.s.Jobs.CreateRecurringRun(w.ctx, r.ID, next)
		require.NoError(t, err)
		require.False(t, made, "the last run has not ended")
		_, err = w.s.Jobs.RunRecurring(w.ctx, actor(ann), r.ID)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		w.submitLine(refs[0].BatchID, 2)
		_, err = w.s.Jobs.CloseBatch(w.ctx, refs[0].BatchID)
		require.NoError(t, err)
		second, made, err := w.s.Jobs.CreateRecurringRun(w.ctx, r.ID, next)
		require.NoError(t, err)
		require.True(t, made)
		late, _, err := w.s.Jobs.CreateRecurringRun(w.ctx, r.ID, at)
		require.NoError(t, err)
		require.Equal(t, refs[0].BatchID, late.BatchID, "a late repetition returns its own batch")
		rows, total, err := w.s.Jobs.Recurring(w.ctx, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, second.BatchID, rows[0].Last.ID)
		require.Equal(t, ann.ID, rows[0].MadeBy.ID)
		runs, total, err := w.s.Jobs.Batches(w.ctx, r.ID, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 2, total)
		require.Equal(t, second.BatchID, runs[0].ID)
	})
	t.Run("a paused recurring batch runs by hand only, one that has ended never", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		r, _, err := w.s.Jobs.CreateRecurring(w.ctx, actor(ann), weekly(ann))
		require.NoError(t, err)
		for range 2 {
			ref, err := w.s.Jobs.PauseRecurring(w.ctx, actor(ann), r.ID, true)
			require.NoError(t, err)
			require.True(t, ref.Paused)
		}
		at := time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)
		_, made, err := w.s.Jobs.CreateRecurringRun(w.ctx, r.ID, at)
		require.NoError(t, err)
		require.False(t, made)
		run, err := w.s.Jobs.RunRecurring(w.ctx, actor(ann), r.ID)
		require.NoError(t, err)
		require.NotZero(t, run.BatchID)
		f, err := w.s.Jobs.WorkFigures(w.ctx)
		require.NoError(t, err)
		require.Equal(t, 1, f.Scheduled)
		_, err = w.s.Jobs.EndRecurring(w.ctx, actor(ann), r.ID)
		require.NoError(t, err)
		_, err = w.s.Jobs.EndRecurring(w.ctx, actor(ann), r.ID)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, made, err = w.s.Jobs.CreateRecurringRun(w.ctx, r.ID, at)
		require.NoError(t, err)
		require.False(t, made)
		refs, err := w.s.Jobs.RecurringBatches(w.ctx)
		require.NoError(t, err)
		require.Empty(t, refs)
		require.NotNil(t, w.batchNow(run.BatchID).RecurringID, "its runs stay")
		_, total, err := w.s.AuditLog(w.ctx, "recurring/"+strconv.Itoa(r.ID), 0, 0)
		require.NoError(t, err)
		require.Equal(t, 4, total, "create, pause, run and end")
	})
	t.Run("an edited recurring batch has another schedule, and its runs stay", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		r, ref, err := w.s.Jobs.CreateRecurring(w.ctx, actor(ann), weekly(ann))
		require.NoError(t, err)
		first, err := w.s.Jobs.RunRecurring(w.ctx, actor(ann), r.ID)
		require.NoError(t, err)
		former, now, err := w.s.Jobs.EditRecurring(w.ctx, actor(ann), r.ID, weekly(ann))
		require.NoError(t, err)
		require.Equal(t, []jobs.RecurringRef{ref, ref}, []jobs.RecurringRef{former, now}, "nothing is different")
		require.NotEqual(t, "recurring.edit", w.audited()[0])
		_, err = w.s.Jobs.PauseRecurring(w.ctx, actor(ann), r.ID, true)
		require.NoError(t, err)

		other := weekly(ann)
		other.Title, other.Lines, other.Weekdays, other.Hour = "Tuesdays", []string{aHandle}, []int{2, 5}, 9
		former, now, err = w.s.Jobs.EditRecurring(w.ctx, actor(ann), r.ID, other)
		require.NoError(t, err)
		require.Equal(t, ref.ScheduleID(), former.ScheduleID())
		require.NotEqual(t, former.ScheduleID(), now.ScheduleID())
		require.True(t, now.Paused, "it stays paused")
		require.Equal(t, []any{r.ID, "Tuesdays", []int{2, 5}, 9}, []any{now.ID, now.Title, now.Weekdays, now.Hour})
		all, err := w.s.Jobs.RecurringBatches(w.ctx)
		require.NoError(t, err)
		require.Equal(t, []jobs.RecurringRef{now}, all, "so the reconciler ends the former schedule")
		log, _, err := w.s.AuditLog(w.ctx, "recurring/"+strconv.Itoa(r.ID), 1, 0)
		require.NoError(t, err)
		require.Equal(t, []any{"recurring.edit", "Monday", "Tuesday, Friday"},
			[]any{log[0].Operation, log[0].Before["weekdays"], log[0].After["weekdays"]})
		require.Len(t, w.batchLines(first.BatchID), 2, "what runs goes on as it began")
		w.submitLine(first.BatchID, 1)
		w.submitLine(first.BatchID, 2)
		_, err = w.s.Jobs.CloseBatch(w.ctx, first.BatchID)
		require.NoError(t, err)
		second, err := w.s.Jobs.RunRecurring(w.ctx, actor(ann), r.ID)
		require.NoError(t, err, "also within the second of the first, which has ended")
		require.Len(t, w.batchLines(second.BatchID), 1)
		_, total, err := w.s.Jobs.Batches(w.ctx, r.ID, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 2, total)
		_, err = w.s.Jobs.EndRecurring(w.ctx, actor(ann), r.ID)
		require.NoError(t, err)
		_, _, err = w.s.Jobs.EditRecurring(w.ctx, actor(ann), r.ID, weekly(ann))
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
	t.Run("whatever happens to schedules is another version of their list", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		c := w.channelOf("one")
		version := func() string {
			v, err := w.s.Jobs.SchedulesVersion(w.ctx)
			require.NoError(t, err)
			return v
		}
		var r *store.RecurringBatch
		var run jobs.BatchRef
		var look jobs.JobRef
		last := version()
		for _, step := range []struct {
			what string
			do   func() error
		}{
			{"made", func() (err error) { r, _, err = w.s.Jobs.CreateRecurring(w.ctx, actor(ann), weekly(ann)); return err }},
			{"paused", func() error { _, err := w.s.Jobs.PauseRecurring(w.ctx, actor(ann), r.ID, true); return err }},
			{"run", func() (err error) { run, err = w.s.Jobs.RunRecurring(w.ctx, actor(ann), r.ID); return err }},
			{"a line of the run", func() error { w.submitLine(run.BatchID, 1); return nil }},
			{"followed", func() error { w.follow(ann, c); return nil }},
			{"followed by another", func() error { w.follow(bob, c); return nil }},
			{"looked at", func() (err error) { look, err = w.s.Jobs.LookNow(w.ctx, actor(ann), c.ID); return err }},
			{"the look goes on", func() error { _, err := w.s.Jobs.CancelJob(w.ctx, look.JobID); return err }},
			{"one follows no more", func() error {
				_, _, err := w.s.Jobs.UnfollowChannel(w.ctx, store.Viewer{UserID: ann.ID}, c.PublicID)
				return err
			}},
			{"nobody follows", func() error { return w.s.Jobs.EndFollow(w.ctx, actor(ann), c.ID) }},
			{"ended", func() error { _, err := w.s.Jobs.EndRecurring(w.ctx, actor(ann), r.ID); return err }},
		} {
			require.NoError(t, step.do(), step.what)
			now := version()
			require.NotEqual(t, last, now, step.what)
			require.Equal(t, now, version(), "nothing has happened")
			last = now
		}
		w.batch(ann, aVideo)
		require.Equal(t, last, version(), "a batch of a person is no run of a schedule")
	})
	t.Run("looks at a followed channel can be paused, made by hand and ended", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		c := w.channelOf("one")
		_, err := w.s.Jobs.PauseFollow(w.ctx, actor(ann), c.ID, true)
		require.True(t, fault.Is(err, fault.NotFound), "nobody follows it: %v", err)
		w.follow(ann, c)
		w.follow(bob, c)
		for range 2 {
			ref, err := w.s.Jobs.PauseFollow(w.ctx, actor(ann), c.ID, true)
			require.NoError(t, err)
			require.True(t, ref.Paused)
		}
		followed, err := w.s.Jobs.FollowedChannels(w.ctx)
		require.NoError(t, err)
		require.True(t, followed[0].Paused)
		at := time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)
		_, made, err := w.s.Jobs.CreateFollowJob(w.ctx, c.ID, at)
		require.NoError(t, err)
		require.False(t, made, "it is paused")
		look, err := w.s.Jobs.LookNow(w.ctx, actor(ann), c.ID)
		require.NoError(t, err)
		w.clock.pass(time.Minute)
		_, err = w.s.Jobs.LookNow(w.ctx, actor(ann), c.ID)
		require.True(t, fault.Is(err, fault.Conflict), "the last look has not ended: %v", err)
		rows, total, err := w.s.Jobs.Followed(w.ctx, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, look.JobID, rows[0].Last.ID)
		require.Equal(t, 2, rows[0].Followers)
		require.True(t, rows[0].Schedule.Paused, "a look by hand ends no pause")
		require.NoError(t, w.s.Jobs.EndFollow(w.ctx, actor(ann), c.ID))
		_, total, err = w.s.Jobs.Followed(w.ctx, 10, 0)
		require.NoError(t, err)
		require.Zero(t, total)
		err = w.s.Jobs.EndFollow(w.ctx, actor(ann), c.ID)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		w.follow(bob, c)
		followed, err = w.s.Jobs.FollowedChannels(w.ctx)
		require.NoError(t, err)
		require.False(t, followed[0].Paused, "whoever follows it next begins anew")
	})
}

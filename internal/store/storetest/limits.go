package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

func (w *world) submit(by *store.User, l jobs.SubmitLimits, key string) (*store.Job, error) {
	j, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{
		UserID: &by.ID, Kind: media.KindVideo, Input: "x", Ref: video("a"), IdempotencyKey: key, Limits: l,
	})
	return j, err
}

func limitSuite(t *testing.T, open Open) {
	t.Run("so many submissions an hour, and then when to come back", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		limit := jobs.SubmitLimits{PerHour: 3}
		first, err := w.submit(ann, limit, "k")
		require.NoError(t, err)
		w.clock.pass(20 * time.Minute)
		for range 2 {
			_, err = w.submit(ann, limit, "")
			require.NoError(t, err)
		}
		again, err := w.submit(ann, limit, "k")
		require.NoError(t, err, "a repeated call is no submission")
		require.Equal(t, first.ID, again.ID)
		_, err = w.submit(ann, limit, "new")
		require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
		wait := fault.Of(err).RetryAfter
		require.InDelta(t, (40 * time.Minute).Seconds(), wait.Seconds(), 1, "until the first one is an hour old")
		require.Equal(t, "You have submitted 3 jobs within an hour, which is the limit. Come back in 40 minutes.",
			fault.Of(err).Sentence)
		_, err = w.submit(bob, limit, "")
		require.NoError(t, err, "everybody has a limit of their own")
		_, err = w.submit(ann, jobs.SubmitLimits{}, "")
		require.NoError(t, err, "no limit")
		_, err = w.submit(ann, limit, "")
		require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
		require.Greater(t, fault.Of(err).RetryAfter, 59*time.Minute, "the limit is lower than what was submitted")
	})
	t.Run("no limit refuses a line of a batch, and lines use up nobody's submissions", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, limit := w.person("ann"), jobs.SubmitLimits{PerHour: 2}
		for range limit.PerHour {
			_, err := w.submit(ann, limit, "")
			require.NoError(t, err)
		}
		b := w.batch(ann, aVideo, aFeed, aHandle)
		for position := 1; position <= 3; position++ {
			require.NotZero(t, w.submitLine(b.ID, position), "whatever was submitted by hand before")
		}
		require.Equal(t, 3, w.batchNow(b.ID).LinesAccepted)
		spent, err := w.s.Jobs.Spent(w.ctx, ann.ID, 10)
		require.NoError(t, err)
		require.Equal(t, limit.PerHour, spent.Submissions)
		_, err = w.submit(ann, limit, "")
		require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
		w.clock.pass(time.Hour)
		for position := 1; position <= 3; position++ {
			require.NotZero(t, w.submitLine(w.batch(ann, aVideo, aFeed, aHandle).ID, position))
		}
		_, err = w.submit(ann, limit, "")
		require.NoError(t, err, "three lines of this hour are no submissions")
	})
	t.Run("so many files a day that no job uses", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		files := 0
		send := func(by *store.User) (*store.Upload, error) {
			files++
			return w.s.Jobs.CreateUpload(w.ctx, jobs.NewUpload{
				UserID: by.ID, FileName: "a.vtt", Hash: fmt.Sprint(files), Size: 1, Episode: media.Episode{Title: "A"}, Transcript: given, Limit: 2,
			})
		}
		_, err := send(ann)
		require.NoError(t, err)
		w.clock.pass(time.Hour)
		second, err := send(ann)
		require.NoError(t, err)
		_, err = send(ann)
		require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
		require.Equal(t, 23*time.Hour, fault.Of(err).RetryAfter.Round(time.Second), "until the first one is a day old")
		_, err = send(bob)
		require.NoError(t, err, "everybody has a limit of their own")
		j, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{
			UserID: &ann.ID, Kind: media.KindUpload, Input: "a.vtt",
			UploadIDs: []string{second.Key},
		})
		require.NoError(t, err)
		_, err = w.s.Jobs.AddUploads(w.ctx, j.ID)
		require.NoError(t, err)
		_, err = send(ann)
		require.NoError(t, err, "a file that a job uses counts no more")
		w.clock.pass(23*time.Hour + time.Minute)
		_, err = send(ann)
		require.NoError(t, err, "the oldest is a day old")
	})
	t.Run("coming back when told to is right, a second earlier is not", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		limit := jobs.SubmitLimits{PerHour: 1}
		_, err := w.submit(ann, limit, "")
		require.NoError(t, err)
		_, err = w.submit(ann, limit, "")
		wait := fault.Of(err).RetryAfter
		w.clock.pass(wait - time.Second)
		_, err = w.submit(ann, limit, "")
		require.Contains(t, fault.Of(err).Sentence, "1 job within an hour")
		require.Contains(t, fault.Of(err).Sentence, "Come back in 1 second.")
		w.clock.pass(time.Second)
		_, err = w.submit(ann, limit, "")
		require.NoError(t, err)
	})
	t.Run("many at once are as many as one may", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		const limit, tries = 5, 12
		var wg sync.WaitGroup
		errs := make([]error, tries)
		for i := range tries {
			wg.Go(func() { _, errs[i] = w.submit(ann, jobs.SubmitLimits{PerHour: limit}, fmt.Sprint(i)) })
		}
		wg.Wait()
		refused := 0
		for _, err := range errs {
			if err != nil {
				require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
				refused++
			}
		}
		require.Equal(t, tries-limit, refused)
		_, n, err := w.s.Jobs.Jobs(w.ctx, ann.ID, 100, 0)
		require.NoError(t, err)
		require.Equal(t, limit, n)
	})
	t.Run("jobs and episodes that have not ended are limited", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		j, items := w.job(ann, video("a"), video("b"), video("c"))
		refused := func(l jobs.SubmitLimits, says string) {
			t.Helper()
			_, err := w.submit(ann, l, "")
			require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
			require.Contains(t, fault.Of(err).Sentence, says)
			require.Equal(t, time.Minute, fault.Of(err).RetryAfter)
		}
		refused(jobs.SubmitLimits{OpenJobs: 1}, "1 job")
		refused(jobs.SubmitLimits{OpenEpisodes: 3}, "3 episodes")
		w.finish(w.want(j.ID, items[0].ID).Run.RunID, work.RunDone)
		refused(jobs.SubmitLimits{OpenEpisodes: 2}, "2 episodes")
		second, err := w.submit(ann, jobs.SubmitLimits{OpenJobs: 2, OpenEpisodes: 3}, "")
		require.NoError(t, err, "an episode is done")
		refused(jobs.SubmitLimits{OpenJobs: 2}, "2 jobs")
		for _, id := range []int{j.ID, second.ID} {
			_, err = w.s.Jobs.CancelJob(w.ctx, id)
			require.NoError(t, err)
		}
		_, err = w.submit(ann, jobs.SubmitLimits{OpenJobs: 1, OpenEpisodes: 1}, "")
		require.NoError(t, err, "what has ended counts no more")
	})
	t.Run("what is spent of the limits", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		w.follow(ann, w.channelOf("one"))
		_, err := w.submit(ann, jobs.SubmitLimits{}, "")
		require.NoError(t, err)
		w.clock.pass(2 * time.Hour)
		spent := func() jobs.Spent {
			t.Helper()
			got, err := w.s.Jobs.Spent(w.ctx, ann.ID, 60)
			require.NoError(t, err)
			return got
		}
		require.Equal(t, jobs.Spent{Follows: 1}, spent(), "older submissions are forgotten")
		j, items := w.job(ann, video("b"))
		run := w.want(j.ID, items[0].ID).Run.RunID
		_, err = w.s.Jobs.ReserveTokens(w.ctx, run, 0, 500)
		require.NoError(t, err)
		require.NoError(t, w.s.Jobs.SettleTokens(w.ctx, run, 0, extract.Usage{PromptTokens: 100, CompletionTokens: 20, Calls: 1}))
		require.NoError(t, w.s.Jobs.SetBudget(w.ctx, jobs.BudgetDefault, 1000))
		require.Equal(t, jobs.Spent{Submissions: 1, Follows: 1, TokensPerDay: 1000, TokensUsed: 120}, spent())
		require.NoError(t, w.s.Jobs.SetBudget(w.ctx, jobs.BudgetOf(ann.ID), 5000))
		require.Equal(t, 5000, spent().TokensPerDay, "one's own cap comes first")
		require.NoError(t, w.s.Jobs.SetSpeechBudget(w.ctx, jobs.BudgetDefault, time.Hour))
		_, err = w.s.Jobs.ReserveSpeech(w.ctx, run, 0, "whisper", 90_000)
		require.NoError(t, err)
		require.NoError(t, w.s.Jobs.SettleSpeech(w.ctx, run, 0, jobs.Listened{MS: 80_000, Calls: 1}))
		require.Equal(t, [2]int{3_600_000, 80_000}, [2]int{spent().HeardPerDay, spent().Heard})
		_, err = w.submit(ann, jobs.SubmitLimits{}, "")
		require.NoError(t, err)
		got, err := w.s.Jobs.Spent(w.ctx, ann.ID, 1)
		require.NoError(t, err)
		require.Equal(t, 1, got.Submissions, "no more are counted than asked for")
		w.clock.pass(24 * time.Hour)
		require.Zero(t, spent().TokensUsed, "a new day")
	})
}

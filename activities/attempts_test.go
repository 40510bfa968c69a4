package activities_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"mentionary/activities"
	"mentionary/ent/db"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// attempts are the tries of a run's activities, in their order.
func (w *world) attempts(runID int) []*db.Attempt {
	w.Helper()
	st, err := w.s.Jobs.WorkStory(w.Context(), work.Key{Kind: work.KindRun, ID: runID})
	require.NoError(w, err)
	return st.Attempts
}

func TestAnAttemptIsWrittenWhenItEnds(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		_, run := w.wanted(videoID)
		require.NoError(w, try(w, failing(nil), stage(run, work.StageEpisode)))
		require.Len(w, w.attempts(run), 1)
		a := w.attempts(run)[0]
		require.Equal(w, work.StageEpisode, a.Stage)
		require.Equal(w, 1, a.Attempt)
		require.NotEmpty(w, a.Execution)
		require.NotNil(w, a.EndedAt)
		require.False(w, a.EndedAt.Before(a.StartedAt))
		require.Empty(w, a.ErrorClass+a.Text)
		require.Nil(w, a.RetryAt)
		require.Nil(w, a.Chunk)
	})
}

func TestEachTryIsAnAttemptWithItsReasonAndWhenTheNextOneIs(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	n, err := times(w, func(attempt int32) error {
		if attempt < 3 {
			return fault.New(fault.Unavailable, "The site is down.").WithRetryAfter(time.Minute)
		}
		return fault.New(fault.NotFound, "The video is gone.")
	}, stage(run, work.StageTranscript))
	require.Error(t, err)
	all := w.attempts(run)
	require.Len(t, all, int(n))
	for i, a := range all {
		require.Equal(t, i+1, a.Attempt)
		require.Equal(t, all[0].Execution, a.Execution, "tries of one activity")
		require.NotNil(t, a.EndedAt)
		if i < 2 {
			require.Equal(t, [2]string{string(fault.Unavailable), "The site is down."}, [2]string{a.ErrorClass, a.Text})
			require.WithinDuration(t, a.EndedAt.Add(time.Minute), *a.RetryAt, time.Second)
			continue
		}
		require.Equal(t, [2]string{string(fault.NotFound), "The video is gone."}, [2]string{a.ErrorClass, a.Text})
		require.Nil(t, a.RetryAt, "it is not tried again")
	}
}

func TestAnAttemptAtAChunkSaysWhich(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run, plan := w.planned(videoID)
	require.NoError(t, try(w, func(context.Context, activities.ChunkInput) error { return nil }, chunk(run, plan, 0)))
	require.Equal(t, 0, *w.attempts(run)[0].Chunk)
}

func TestAnAttemptHoldsNoInternalCause(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	for _, do := range []func(context.Context, activities.RunStage) error{
		failing(errors.New("password of the database")),
		func(context.Context, activities.RunStage) error { panic("password of the database") },
	} {
		require.Error(t, try(w, do, stage(run, work.StageEpisode)))
		a := w.attempts(run)[0]
		require.Equal(t, [2]string{string(fault.Internal), fault.Neutral}, [2]string{a.ErrorClass, a.Text})
	}
}

// What takes long is there as soon as it has: when its worker is lost it stays without an end, and the next try stands beside it.
func TestAnAttemptThatTakesLongIsWrittenWhileItRuns(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	var begun []*db.Attempt
	busy := func(context.Context, activities.RunStage) error {
		require.Eventually(w, func() bool {
			begun = w.attempts(run)
			return len(begun) > 0
		}, time.Minute, 20*time.Millisecond)
		return nil
	}
	require.NoError(t, try(w, busy, stage(run, work.StageEpisode)))
	require.Len(t, begun, 1)
	require.Nil(t, begun[0].EndedAt, "all that is known when the worker is lost here")
	require.Nil(t, begun[0].RetryAt)
	ended := w.attempts(run)
	require.Len(t, ended, 1, "the same attempt")
	require.Equal(t, begun[0].ID, ended[0].ID)
	require.NotNil(t, ended[0].EndedAt)
}

func TestAnAttemptThatIsToldToStopSaysSo(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := try(w, func(ctx context.Context, _ activities.RunStage) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}, stage(run, work.StageEpisode), func(_ *testsuite.TestActivityEnvironment, o *worker.Options) { o.BackgroundActivityContext = ctx })
	require.Error(t, err)
	require.Equal(t, "canceled", w.attempts(run)[0].ErrorClass)
	require.Nil(t, w.attempts(run)[0].RetryAt)
}

// A worker that stops lets go of what hangs; another one takes it up a second later.
func TestAnAttemptOfAWorkerThatStopsIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	stop := make(chan struct{})
	err := try(w, func(ctx context.Context, _ activities.RunStage) error {
		close(stop)
		<-ctx.Done()
		return ctx.Err()
	}, stage(run, work.StageEpisode), func(env *testsuite.TestActivityEnvironment, _ *worker.Options) { env.SetWorkerStopChannel(stop) })
	require.Equal(t, string(fault.Unavailable), application(t, err).Type())
	a := w.attempts(run)[0]
	require.Equal(t, [2]string{string(fault.Unavailable), "The worker stopped."}, [2]string{a.ErrorClass, a.Text})
	require.WithinDuration(t, a.EndedAt.Add(time.Second), *a.RetryAt, 100*time.Millisecond)
}

// What belongs to no run, and what only touches our own rows, is nobody's attempt.
func TestWhatIsPartOfNoRunIsNoAttempt(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	jobID, run := w.wanted(videoID)
	require.NoError(t, try(w, func(context.Context, activities.Listing) error { return nil }, activities.Listing{JobID: jobID}))
	require.Empty(t, w.attempts(run))
}

package activities_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/work"
)

// options puts the interceptor around every activity.
func (w *world) options() worker.Options {
	around := &activities.Interceptor{Store: w.s, Now: w.now, Log: quiet}
	return worker.Options{Interceptors: []interceptor.WorkerInterceptor{around}}
}

// try runs an activity once, as a worker does, and returns what the server would be told.
func try[In any](w *world, do func(context.Context, In) error, in In,
	options ...func(*testsuite.TestActivityEnvironment, *worker.Options),
) error {
	w.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	env.SetTestTimeout(time.Minute)
	o := w.options()
	for _, f := range options {
		f(env, &o)
	}
	env.SetWorkerOptions(o)
	env.RegisterActivityWithOptions(do, activity.RegisterOptions{Name: "Step"})
	_, err := env.ExecuteActivity("Step", in)
	return err
}

func application(t *testing.T, err error) *temporal.ApplicationError {
	t.Helper()
	var app *temporal.ApplicationError
	require.ErrorAs(t, err, &app)
	return app
}

func failing(err error) func(context.Context, activities.RunStage) error {
	return func(context.Context, activities.RunStage) error { return err }
}

func TestFinalFaultsAreNotTriedAgain(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	for _, kind := range fault.Final() {
		err := try(w, failing(fmt.Errorf("ask: %w", fault.New(kind, "That is how it is."))), stage(run, work.StageEpisode))
		app := application(t, err)
		require.Equal(t, string(kind), app.Type())
		require.Equal(t, "That is how it is.", app.Message())
		require.True(t, app.NonRetryable(), kind)
	}
	require.EqualValues(t, work.StepWaiting, w.step(run, work.StageEpisode).State, "there is no next attempt to tell of")
}

func TestFaultsThatMayPassAreTriedAgainAndPagesSayWhen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault   *fault.Error
		atLeast time.Duration
		atMost  time.Duration
	}{
		"unavailable":      {fault.New(fault.Unavailable, "The site is down."), 4 * time.Second, 5 * time.Second},
		"blocked":          {fault.New(fault.Blocked, "The site turned us away."), 4 * time.Second, 5 * time.Second},
		"told when":        {fault.New(fault.RateLimited, "Slow down.").WithRetryAfter(90 * time.Second), 90 * time.Second, 90 * time.Second},
		"told to hurry":    {fault.New(fault.RateLimited, "Slow down.").WithRetryAfter(time.Millisecond), 4 * time.Second, 5 * time.Second},
		"budget":           {fault.New(fault.Budget, "Tomorrow.").WithRetryAfter(20 * time.Hour), 20 * time.Hour, 20 * time.Hour},
		"our own mistakes": {fault.Wrap(fault.Internal, errors.New("secret detail"), fault.Neutral), 4 * time.Second, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := onSQLite(t)
			jobID, run := w.wanted(videoID)
			app := application(t, try(w, failing(c.fault), stage(run, work.StageTranscript)))
			require.Equal(t, string(c.fault.Kind), app.Type())
			require.Equal(t, c.fault.Sentence, app.Message())
			require.False(t, app.NonRetryable())
			require.GreaterOrEqual(t, app.NextRetryDelay(), c.atLeast)
			require.LessOrEqual(t, app.NextRetryDelay(), c.atMost)
			step := w.step(run, work.StageTranscript)
			require.EqualValues(t, work.StepRetrying, step.State)
			require.Equal(t, c.fault.Sentence, step.Text)
			require.Equal(t, string(c.fault.Kind), step.ErrorClass)
			require.Equal(t, 1, step.Attempt)
			require.WithinDuration(t, begin.Add(app.NextRetryDelay()), *step.NextAttemptAt, time.Second)
			require.EqualValues(t, work.Waiting, w.job(jobID).State)
		})
	}
}

func TestUnknownErrorsStaySecret(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	app := application(t, try(w, failing(errors.New("password of the database")), stage(run, work.StageEpisode)))
	require.Equal(t, string(fault.Internal), app.Type())
	require.Equal(t, fault.Neutral, app.Message())
	require.Equal(t, fault.Neutral, w.step(run, work.StageEpisode).Text)
}

func TestAChunksFailureIsShownAtItsStage(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run, plan := w.planned(videoID)
	read := func(context.Context, activities.ChunkInput) error {
		return fault.New(fault.Unavailable, "The model is down.")
	}
	require.Error(t, try(w, read, chunk(run, plan, 0)))
	require.Equal(t, "The model is down.", w.step(run, work.StageExtract).Text)
}

func TestAFailedListingIsShownAtItsJob(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		id := w.submit(media.KindFeed, feed, media.DefaultSelection(media.KindFeed))
		w.site.err = fault.New(fault.Unavailable, "The feed is down.").WithRetryAfter(time.Minute)
		err := try(w, func(ctx context.Context, in activities.Listing) error {
			_, err := w.list.ListInput(ctx, in)
			return err
		}, activities.Listing{JobID: id})
		require.Equal(w, time.Minute, application(w.T, err).NextRetryDelay())
		j := w.job(id)
		require.EqualValues(w, work.Waiting, j.State)
		require.Equal(w, "The feed is down.", j.ErrorText)
		require.Equal(w, 1, j.Attempt)
		require.WithinDuration(w, begin.Add(time.Minute), *j.NextAttemptAt, time.Second)
		w.site.err = nil
		w.site.offers(2)
		require.Equal(w, 1, w.listAll(id))
		require.Empty(w, w.job(id).ErrorText, "what goes on is no longer failing")
	})
}

// That a failure cannot be recorded does not hide it: here its run is closed.
func TestAFailureThatCannotBeRecordedIsStillTold(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	jobID, run := w.wanted(videoID)
	require.NoError(t, w.jobs.CancelJob(t.Context(), activities.JobOnly{JobID: jobID}))
	app := application(t, try(w, failing(fault.New(fault.Unavailable, "The site is down.")), stage(run, work.StageEpisode)))
	require.Equal(t, "The site is down.", app.Message())
}

// A dead worker is noticed by its silence: a busy one beats, whatever its activity does.
func TestARunningActivityBeats(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	beats := make(chan struct{}, 10)
	busy := func(ctx context.Context, _ activities.RunStage) error {
		select {
		case <-beats:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	require.NoError(t, try(w, busy, stage(run, work.StageEpisode), func(env *testsuite.TestActivityEnvironment, _ *worker.Options) {
		env.SetOnActivityHeartbeatListener(func(*activity.Info, converter.EncodedValues) { beats <- struct{}{} })
	}))
}

// Stopping is no failure: nothing is recorded and nothing will be tried again.
func TestACancelledActivityEndsAsCancelled(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopped := func(ctx context.Context, _ activities.RunStage) error {
		cancel()
		<-ctx.Done()
		return fault.New(fault.Unavailable, "The site did not answer in time.")
	}
	err := try(w, stopped, stage(run, work.StageEpisode), func(_ *testsuite.TestActivityEnvironment, o *worker.Options) {
		o.BackgroundActivityContext = ctx
	})
	require.ErrorContains(t, err, context.Canceled.Error())
	require.EqualValues(t, work.StepWaiting, w.step(run, work.StageEpisode).State)
}

// times runs an activity as a workflow with an unlimited retry policy does, and returns how often it was begun.
func times(w *world, do func(attempt int32) error, in activities.RunStage) (attempts int32, err error) {
	w.Helper()
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(nothing{})
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute) // of waiting for an attempt: three seconds, the default, are short on a busy machine
	o := w.options()
	o.DeadlockDetectionTimeout = time.Minute // and so is one second until the workflow's first line
	env.SetWorkerOptions(o)
	var n atomic.Int32
	env.RegisterActivityWithOptions(func(context.Context, activities.RunStage) error { return do(n.Add(1)) },
		activity.RegisterOptions{Name: "Step"})
	env.ExecuteWorkflow(func(ctx workflow.Context) error {
		ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
			StartToCloseTimeout: time.Minute, ScheduleToCloseTimeout: 24 * time.Hour,
			RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 50},
		})
		return workflow.ExecuteActivity(ctx, "Step", in).Get(ctx, nil)
	})
	require.True(w, env.IsWorkflowCompleted())
	return n.Load(), env.GetWorkflowError()
}

// nothing is a logger that keeps quiet.
type nothing struct{}

func (nothing) Debug(string, ...any) {}
func (nothing) Info(string, ...any)  {}
func (nothing) Warn(string, ...any)  {}
func (nothing) Error(string, ...any) {}

func TestAPanicIsAFailureAfterThreeAttempts(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	n, err := times(w, func(int32) error { panic("a mistake of ours") }, stage(run, work.StagePublish))
	require.EqualValues(t, 3, n)
	app := application(t, err)
	require.True(t, app.NonRetryable())
	require.Equal(t, string(fault.Internal), app.Type())
	require.Equal(t, fault.Neutral, app.Message())
	require.Equal(t, 2, w.step(run, work.StagePublish).Attempt)
}

func TestASourceThatIsAwayIsAskedAgainUntilItAnswersEverMoreRarely(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	var waits []time.Duration
	n, err := times(w, func(attempt int32) error {
		if at := w.step(run, work.StageEpisode).NextAttemptAt; at != nil {
			waits = append(waits, at.Sub(begin))
		}
		if attempt == 14 {
			return nil
		}
		return fault.New(fault.Unavailable, "The site is down.")
	}, stage(run, work.StageEpisode))
	require.NoError(t, err)
	require.EqualValues(t, 14, n)
	require.Less(t, waits[0], waits[2])
	require.Less(t, waits[2], waits[5])
	require.InDelta(t, (15 * time.Minute).Seconds(), waits[12].Seconds(), 181, "never more than a quarter of an hour")
	require.LessOrEqual(t, waits[12], 15*time.Minute+time.Second)
}

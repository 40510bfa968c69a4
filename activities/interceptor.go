package activities

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/telemetry"
	"mentionary/internal/work"
)

const (
	heartbeatEvery = 1500 * time.Millisecond // a third of options.go's HeartbeatTimeout and less
	firstDelay     = 5 * time.Second
	longestDelay   = 15 * time.Minute
	stopGrace      = time.Second // what an activity gets to end by itself when its process stops
	afterStop      = time.Second // then another process, or this one after its start, does it again
	internalTries  = 3           // a mistake of ours, a panic included, is a failure after three attempts, not a loop
)

// Interceptor stands around every activity: it beats, so that a dead worker is noticed in seconds; it turns faults into
// errors that the retry rules understand; it records each failure that will be tried again with the delay it chose, so
// that pages can say when; and it lets go of what hangs when the process stops.
type Interceptor struct {
	interceptor.WorkerInterceptorBase
	Store   *store.Store
	Now     func() time.Time
	Log     *slog.Logger
	Metrics *telemetry.Metrics // nil counts nothing
}

// InterceptActivity wraps one activity.
func (i *Interceptor) InterceptActivity(_ context.Context,
	next interceptor.ActivityInboundInterceptor,
) interceptor.ActivityInboundInterceptor {
	a := &around{owner: i}
	a.Next = next
	return a
}

type around struct {
	interceptor.ActivityInboundInterceptorBase
	owner *Interceptor
}

// ExecuteActivity runs the activity with beats and turns its error.
func (a *around) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (result any, err error) {
	info := activity.GetInfo(ctx)
	if !info.IsLocalActivity {
		stop := beat(ctx)
		defer stop()
	}
	ended := a.owner.watchAttempt(ctx, info, in.Args)
	within, letGo := untilStop(ctx)
	defer letGo()
	defer func() {
		if p := recover(); p != nil {
			a.owner.Log.Error("an activity panicked", "activity", info.ActivityType.Name, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil && errors.Is(context.Cause(within), errStopping) {
			ended(errStopping, a.owner.Now().Add(afterStop))
			err = temporal.NewApplicationErrorWithOptions("The process is stopping.", string(fault.Unavailable),
				temporal.ApplicationErrorOptions{NextRetryDelay: afterStop, Category: temporal.ApplicationErrorCategoryBenign})
			return
		}
		cause := err
		err = a.owner.turn(ctx, info, in.Args, err)
		ended(cause, nextTry(a.owner.Now(), err))
	}()
	return a.Next.ExecuteActivity(within, in)
}

var errStopping = errors.New("the process is stopping")

// untilStop is a context that ends soon after the process was asked to stop: a fetch that hangs must not hold it up. All
// activities can be done again.
func untilStop(ctx context.Context) (within context.Context, letGo func()) {
	within, end := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-within.Done():
			return
		case <-activity.GetWorkerStopChannel(ctx):
		}
		select {
		case <-within.Done():
		case <-time.After(stopGrace):
			end(errStopping)
		}
	}()
	return within, func() { end(nil) }
}

// beat records a heartbeat until stopped.
func beat(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	go func() {
		t := time.NewTicker(heartbeatEvery)
		defer t.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-t.C:
				activity.RecordHeartbeat(ctx)
			}
		}
	}()
	return func() { close(done) }
}

// turn makes a fault an error with its kind as type: final ones are not tried again, others after a delay that is
// recorded.
func (i *Interceptor) turn(ctx context.Context, info activity.Info, args []any, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return errors.Join(err, ctx.Err()) // whatever it failed with: it was told to stop
	}
	if temporal.IsCanceledError(err) || errors.As(err, new(*temporal.ApplicationError)) {
		return err
	}
	f := fault.Of(err)
	i.Metrics.ActivityFailed(info.ActivityType.Name, string(f.Kind))
	attempt := int(info.Attempt)
	if !f.Kind.Retryable() || f.Kind == fault.Internal && attempt >= internalTries {
		i.Log.Info("an activity failed", "activity", info.ActivityType.Name, "run", info.WorkflowExecution.ID, "error", err)
		return temporal.NewApplicationErrorWithOptions(f.Sentence, string(f.Kind),
			temporal.ApplicationErrorOptions{NonRetryable: true, Category: category(f.Kind)})
	}
	delay := max(f.RetryAfter, backoff(attempt))
	i.Log.Info("an activity will be tried again", "activity", info.ActivityType.Name, "run", info.WorkflowExecution.ID,
		"attempt", attempt, "delay", delay, "error", err)
	i.record(ctx, args, jobs.Failure{Class: string(f.Kind), Text: f.Sentence, NextAttempt: i.Now().Add(delay), Attempt: attempt})
	return temporal.NewApplicationErrorWithOptions(f.Sentence, string(f.Kind),
		temporal.ApplicationErrorOptions{NextRetryDelay: delay, Category: category(f.Kind)})
}

// nextTry is when the engine tries again what ended with an error that turn made; zero when it does not.
func nextTry(now time.Time, err error) time.Time {
	var app *temporal.ApplicationError
	if !errors.As(err, &app) || app.NonRetryable() || app.NextRetryDelay() == 0 {
		return time.Time{}
	}
	return now.Add(app.NextRetryDelay())
}

// category keeps what sources and people do out of the error logs and alarms: only our own mistakes belong there.
func category(k fault.Kind) temporal.ApplicationErrorCategory {
	if k == fault.Internal {
		return temporal.ApplicationErrorCategoryUnspecified
	}
	return temporal.ApplicationErrorCategoryBenign
}

// record writes the failure where people look. That it cannot be written does not change what failed.
func (i *Interceptor) record(ctx context.Context, args []any, f jobs.Failure) {
	if len(args) == 0 {
		return
	}
	var err error
	switch in := args[0].(type) {
	case interface{ step() RunStage }:
		s := in.step()
		err = i.Store.Jobs.SetStep(ctx, s.RunID, s.Stage, jobs.StepProgress{State: work.StepRetrying, Failure: f})
	case interface{ listing() int }:
		err = i.Store.Jobs.JobListingFailed(ctx, in.listing(), f)
	}
	if err != nil {
		i.Log.Warn("a retry could not be recorded", "error", err)
	}
}

// backoff doubles from 5 s to 15 min, with up to a fifth of jitter so that many failures do not come back at once.
func backoff(attempt int) time.Duration {
	d := longestDelay
	if attempt < 12 {
		d = min(firstDelay<<(max(attempt, 1)-1), longestDelay)
	}
	return d - time.Duration(rand.Int64N(int64(d)/5)) //nolint:gosec // jitter needs no secret
}

package activities

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
)

// shownAfter is how long an attempt runs before it is written down as begun. Shorter ones are written once, at their end.
const shownAfter = time.Second

// attemptWrite bounds how long a worker waits for an attempt to be written: what cannot be written is missing on a page.
const attemptWrite = 5 * time.Second

// chunked is an activity's input that names a chunk.
type chunked interface{ chunk() int }

func (in ChunkInput) chunk() int { return in.Chunk }

// attempt returns what is to be written about a try of an activity; false for what is not part of a run, or only touches
// our own rows.
func (i *Interceptor) attempt(info activity.Info, args []any) (jobs.Attempt, bool) {
	if info.IsLocalActivity || len(args) == 0 {
		return jobs.Attempt{}, false
	}
	in, ok := args[0].(interface{ step() RunStage })
	if !ok {
		return jobs.Attempt{}, false
	}
	a := jobs.Attempt{
		RunID: in.step().RunID, Stage: in.step().Stage, Execution: info.WorkflowExecution.RunID + "/" + info.ActivityID,
		Number: int(info.Attempt), Scheduled: info.ScheduledTime, Started: i.Now(),
	}
	if c, ok := args[0].(chunked); ok {
		n := c.chunk()
		a.Chunk = &n
	}
	return a, true
}

// watchAttempt writes an attempt down when it takes long, and when it ends. The result is called with what it ended by,
// before that is turned into what the engine understands.
func (i *Interceptor) watchAttempt(ctx context.Context, info activity.Info, args []any) (ended func(err error, retryAt time.Time)) {
	a, ok := i.attempt(info, args)
	if !ok {
		return func(error, time.Time) {}
	}
	ctx = context.WithoutCancel(ctx)
	begun := make(chan struct{})
	t := time.AfterFunc(shownAfter, func() {
		defer close(begun)
		i.writeAttempt(ctx, a)
	})
	return func(err error, retryAt time.Time) {
		if !t.Stop() {
			<-begun // its beginning must not be written over its end
		}
		a.Ended, a.RetryAt = i.Now(), retryAt
		a.Class, a.Text = failureOf(err)
		i.writeAttempt(ctx, a)
	}
}

func (i *Interceptor) writeAttempt(ctx context.Context, a jobs.Attempt) {
	ctx, cancel := context.WithTimeout(ctx, attemptWrite)
	defer cancel()
	if err := i.Store.Jobs.SaveAttempt(ctx, a); err != nil {
		i.Log.Warn("an attempt could not be recorded", "error", err)
	}
}

// failureOf is a failure as people read it.
func failureOf(err error) (class, text string) {
	switch {
	case err == nil:
		return "", ""
	case temporal.IsCanceledError(err) || errors.Is(err, context.Canceled):
		return "canceled", "It was told to stop."
	case errors.Is(err, errStopping):
		return string(fault.Unavailable), "The worker stopped."
	}
	f := fault.Of(err)
	return string(f.Kind), f.Sentence
}

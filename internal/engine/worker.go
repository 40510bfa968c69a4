package engine

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"

	"mentionary/activities"
	"mentionary/internal/work"
	"mentionary/workflows"
)

// Concurrency is how many activities of each queue one process runs at once.
type Concurrency struct{ Main, Fetch, Model, Speech int }

// Work runs a worker on each queue until ctx ends, and gives running activities stopTimeout to let go.
func (e *Engine) Work(ctx context.Context, s activities.Steps, around interceptor.WorkerInterceptor, n Concurrency,
	stopTimeout time.Duration,
) error {
	var started []worker.Worker
	stop := func() {
		for _, w := range started {
			w.Stop()
		}
	}
	sizes := map[work.Queue]int{
		work.QueueMain: n.Main, work.QueueFetch: n.Fetch, work.QueueModel: n.Model, work.QueueSpeech: n.Speech,
	}
	failed := make(chan error, len(sizes))
	for queue, size := range sizes {
		w := worker.New(e.client, string(queue), worker.Options{
			MaxConcurrentActivityExecutionSize: size,
			DisableWorkflowWorker:              queue != work.QueueMain,
			Interceptors:                       []interceptor.WorkerInterceptor{around},
			WorkerStopTimeout:                  stopTimeout,
			OnFatalError:                       func(err error) { failed <- err },
		})
		if queue == work.QueueMain {
			workflows.Register(w)
		}
		s.Register(w)
		if err := w.Start(); err != nil {
			stop()
			return unavailable(err)
		}
		started = append(started, w)
	}
	defer stop()
	select {
	case <-ctx.Done():
		return nil
	case err := <-failed:
		return errors.Join(errors.New("a worker stopped"), err)
	}
}

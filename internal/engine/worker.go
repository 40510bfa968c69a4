package engine

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/job"
	"mentionary/workflows"
)

// Steps are the activities a worker offers.
type Steps struct {
	Jobs    *activities.Jobs
	List    *activities.List
	Fetch   *activities.Fetch
	Extract *activities.Extract
	Publish *activities.Publish
	Links   *activities.Links
	Follows *activities.Follows
	Passes  *activities.Passes
}

// Concurrency is how many activities of each queue one process runs at once.
type Concurrency struct{ Main, Fetch, Model int }

// registerWorkflows makes the stories known to a worker.
func registerWorkflows(r worker.WorkflowRegistry) {
	r.RegisterWorkflowWithOptions(workflows.AnalyzeJob, workflow.RegisterOptions{Name: job.AnalyzeJob})
	r.RegisterWorkflowWithOptions(workflows.AnalyzeEpisode, workflow.RegisterOptions{Name: job.AnalyzeEpisode})
	r.RegisterWorkflowWithOptions(workflows.FollowChannel, workflow.RegisterOptions{Name: job.FollowChannel})
	r.RegisterWorkflowWithOptions(workflows.LinkPass, workflow.RegisterOptions{Name: job.LinkPass})
	r.RegisterWorkflowWithOptions(workflows.DuplicatePass, workflow.RegisterOptions{Name: job.DuplicatePass})
}

// registerSteps makes the activities known to a worker. Each queue offers all of them: workflows choose the queue.
func registerSteps(r worker.ActivityRegistry, s Steps) {
	for _, a := range []any{s.Jobs, s.List, s.Fetch, s.Extract, s.Publish, s.Links, s.Follows, s.Passes} {
		r.RegisterActivity(a)
	}
}

// Work runs a worker on each queue until ctx ends, and gives running activities stopTimeout to let go.
func (e *Engine) Work(ctx context.Context, s Steps, around interceptor.WorkerInterceptor, n Concurrency, stopTimeout time.Duration) error {
	var started []worker.Worker
	stop := func() {
		for _, w := range started {
			w.Stop()
		}
	}
	failed := make(chan error, 3)
	for queue, size := range map[job.Queue]int{job.QueueMain: n.Main, job.QueueFetch: n.Fetch, job.QueueModel: n.Model} {
		w := worker.New(e.client, string(queue), worker.Options{
			MaxConcurrentActivityExecutionSize: size,
			DisableWorkflowWorker:              queue != job.QueueMain,
			Interceptors:                       []interceptor.WorkerInterceptor{around},
			WorkerStopTimeout:                  stopTimeout,
			OnFatalError:                       func(err error) { failed <- err },
		})
		if queue == job.QueueMain {
			registerWorkflows(w)
		}
		registerSteps(w, s)
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

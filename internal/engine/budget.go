package engine

import (
	"context"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"golang.org/x/sync/errgroup"

	"mentionary/internal/job"
)

// signalsAtOnce bounds how many runs are told at once.
const signalsAtOnce = 16

// BudgetRaised tells runs that wait for the model's budget to ask again now, the newest first. Those that are not told go
// on by themselves after midnight UTC.
func (e *Engine) BudgetRaised(ctx context.Context) error {
	waiting, err := e.rows.RunsWaitingForBudget(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(signalsAtOnce)
	for _, r := range waiting {
		g.Go(func() error { return e.signal(ctx, r.WorkflowID(), job.SignalBudget) })
	}
	return g.Wait()
}

// polledLately is how long ago a worker may have asked for work: it waits up to a minute for each answer.
const polledLately = 2 * time.Minute

// Unattended lists the task queues that no worker asks for work.
func (e *Engine) Unattended(ctx context.Context) ([]job.Queue, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var out []job.Queue
	for _, q := range []struct {
		queue job.Queue
		kind  enumspb.TaskQueueType
	}{
		{job.QueueMain, enumspb.TASK_QUEUE_TYPE_WORKFLOW},
		{job.QueueFetch, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
		{job.QueueModel, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
	} {
		d, err := e.client.DescribeTaskQueue(ctx, string(q.queue), q.kind)
		if err != nil {
			return nil, unavailable(err)
		}
		attended := false
		for _, p := range d.GetPollers() {
			attended = attended || e.now().Sub(p.GetLastAccessTime().AsTime()) < polledLately
		}
		if !attended {
			out = append(out, q.queue)
		}
	}
	return out, nil
}

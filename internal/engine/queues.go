package engine

import (
	"context"
	"slices"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	taskqueuepb "go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"

	"mentionary/internal/work"
)

// taskQueue is one of the two queues behind a name: of workflows' own tasks, or of activities'.
type taskQueue struct {
	name work.Queue
	kind enumspb.TaskQueueType
}

// taskQueues are those that our workers attend. Workflows have one queue; their activities go to all three names.
var taskQueues = []taskQueue{
	{work.QueueMain, enumspb.TASK_QUEUE_TYPE_WORKFLOW},
	{work.QueueMain, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
	{work.QueueFetch, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
	{work.QueueModel, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
}

// Backlog returns how many tasks wait for a worker, by name of the queue, as the server estimates it.
func (e *Engine) Backlog(ctx context.Context, namespace string) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	out := map[string]int{}
	for _, q := range taskQueues {
		// Not the client's own question: it does not ask for statistics.
		d, err := e.client.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
			Namespace: namespace, TaskQueue: &taskqueuepb.TaskQueue{Name: string(q.name)}, TaskQueueType: q.kind, ReportStats: true,
		})
		if err != nil {
			return nil, unavailable(err)
		}
		out[string(q.name)] += int(d.GetStats().GetApproximateBacklogCount())
	}
	return out, nil
}

// polledLately is how long ago a worker may have asked for work: it waits up to a minute for each answer.
const polledLately = 2 * time.Minute

// Unattended lists the task queues that no worker asks for work, each name once.
func (e *Engine) Unattended(ctx context.Context) ([]work.Queue, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var out []work.Queue
	for _, q := range taskQueues {
		d, err := e.client.DescribeTaskQueue(ctx, string(q.name), q.kind)
		if err != nil {
			return nil, unavailable(err)
		}
		attended := slices.ContainsFunc(d.GetPollers(), func(p *taskqueuepb.PollerInfo) bool {
			return e.now().Sub(p.GetLastAccessTime().AsTime()) < polledLately
		})
		if !attended && !slices.Contains(out, q.name) {
			out = append(out, q.name)
		}
	}
	return out, nil
}

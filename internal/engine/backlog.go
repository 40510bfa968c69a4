package engine

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
	taskqueuepb "go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"

	"mentionary/internal/job"
)

// Backlog answers how many tasks wait for a worker, by queue, as the server estimates it.
func (e *Engine) Backlog(ctx context.Context, namespace string) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	out := map[string]int{}
	for _, q := range []job.Queue{job.QueueMain, job.QueueFetch, job.QueueModel} {
		kinds := []enumspb.TaskQueueType{enumspb.TASK_QUEUE_TYPE_ACTIVITY}
		if q == job.QueueMain {
			kinds = append(kinds, enumspb.TASK_QUEUE_TYPE_WORKFLOW)
		}
		for _, kind := range kinds {
			d, err := e.client.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
				Namespace: namespace, TaskQueue: &taskqueuepb.TaskQueue{Name: string(q)}, TaskQueueType: kind, ReportStats: true,
			})
			if err != nil {
				return nil, unavailable(err)
			}
			out[string(q)] += int(d.GetStats().GetApproximateBacklogCount())
		}
	}
	return out, nil
}

package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
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

// taskQueues are those that our workers attend. Workflows have one queue; their activities go to all four names.
var taskQueues = []taskQueue{
	{work.QueueMain, enumspb.TASK_QUEUE_TYPE_WORKFLOW},
	{work.QueueMain, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
	{work.QueueFetch, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
	{work.QueueModel, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
	{work.QueueSpeech, enumspb.TASK_QUEUE_TYPE_ACTIVITY},
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

// TaskQueues returns the task queues with what waits in them, as the server estimates it, and the processes that lately asked
// for their work. Who paused which is in our rows.
func (e *Engine) TaskQueues(ctx context.Context, namespace string) ([]work.TaskQueue, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	paused, err := e.rows.PausedQueues(ctx)
	if err != nil {
		return nil, err
	}
	slots := e.slots(ctx, namespace)
	var out []work.TaskQueue
	for _, name := range work.Queues() {
		q := work.TaskQueue{Name: name}
		if p, ok := paused[name]; ok {
			q.Paused, q.PausedBy, q.PausedAt = true, p.Name, p.At
		}
		workers := map[string]work.QueueWorker{}
		for _, t := range taskQueues {
			if t.name != name {
				continue
			}
			d, err := e.client.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
				Namespace: namespace, TaskQueue: &taskqueuepb.TaskQueue{Name: string(name)}, TaskQueueType: t.kind, ReportStats: true,
			})
			if err != nil {
				return nil, unavailable(err)
			}
			addStats(&q, d.GetStats())
			for _, p := range d.GetPollers() {
				e.addWorker(workers, p, slots[slotKey{p.GetIdentity(), name}])
			}
		}
		q.Workers = slices.SortedFunc(maps.Values(workers), func(a, b work.QueueWorker) int { return strings.Compare(a.Identity, b.Identity) })
		out = append(out, q)
	}
	return out, nil
}

// addStats adds what waits in one of the two queues behind a name.
func addStats(q *work.TaskQueue, s *taskqueuepb.TaskQueueStats) {
	q.Backlog += int(s.GetApproximateBacklogCount())
	q.Oldest = max(q.Oldest, s.GetApproximateBacklogAge().AsDuration())
	q.In += float64(s.GetTasksAddRate())
	q.Out += float64(s.GetTasksDispatchRate())
}

// addWorker adds a process that lately asked for work.
func (e *Engine) addWorker(all map[string]work.QueueWorker, p *taskqueuepb.PollerInfo, n slotCount) {
	seen := p.GetLastAccessTime().AsTime()
	if e.now().Sub(seen) >= polledLately || seen.Before(all[p.GetIdentity()].Seen) {
		return
	}
	identity, version := readIdentity(p.GetIdentity())
	all[p.GetIdentity()] = work.QueueWorker{Identity: identity, Version: version, Seen: seen, Slots: n.all, Used: n.used}
}

// Identity is how a process of ours calls itself to the server: its number, its machine and its version.
func Identity(pid int, host, version string) string {
	return fmt.Sprintf("%d@%s %s", pid, host, version)
}

func readIdentity(text string) (identity, version string) {
	identity, version, _ = strings.Cut(text, " ")
	return identity, version
}

// slotKey names a worker: a process on a queue.
type slotKey struct {
	identity string
	queue    work.Queue
}

type slotCount struct{ all, used int }

// maxWorkers bounds how many workers are read from the server.
const maxWorkers = 500

// slots returns how many steps each worker may do at once and does, as workers tell the server now and then. Servers that do not
// keep that leave it unknown.
func (e *Engine) slots(ctx context.Context, namespace string) map[slotKey]slotCount {
	out := map[slotKey]slotCount{}
	list, err := e.client.WorkflowService().ListWorkers(ctx, &workflowservice.ListWorkersRequest{Namespace: namespace, PageSize: maxWorkers})
	if err != nil {
		return out
	}
	for _, w := range list.GetWorkersInfo() { //nolint:staticcheck // the field that follows it does not say how many slots there are
		h := w.GetWorkerHeartbeat()
		n := h.GetActivityTaskSlotsInfo()
		out[slotKey{h.GetWorkerIdentity(), work.Queue(h.GetTaskQueue())}] = slotCount{
			all: int(n.GetCurrentAvailableSlots() + n.GetCurrentUsedSlots()), used: int(n.GetCurrentUsedSlots()),
		}
	}
	return out
}

// ApplyPauses makes the server's queues what our rows say: of a paused one it hands out no steps. Steps that have begun are
// finished, and workflows go on to their next step. Queues that are as they should be are left alone.
func (e *Engine) ApplyPauses(ctx context.Context, namespace string) error {
	paused, err := e.rows.PausedQueues(ctx)
	if err != nil {
		return err
	}
	for _, name := range work.Queues() {
		_, on := paused[name]
		if err := e.pauseQueue(ctx, namespace, name, on); err != nil {
			return err
		}
	}
	return nil
}

// pauseReason marks limits that are ours: those that an operator has set with the server's own tools stay.
const pauseReason = "paused in Mentionary"

func (e *Engine) pauseQueue(ctx context.Context, namespace string, name work.Queue, on bool) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	d, err := e.client.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
		Namespace: namespace, TaskQueue: &taskqueuepb.TaskQueue{Name: string(name)},
		TaskQueueType: enumspb.TASK_QUEUE_TYPE_ACTIVITY, ReportConfig: true,
	})
	if err != nil {
		return unavailable(err)
	}
	limit := d.GetConfig().GetQueueRateLimit()
	ours := limit.GetRateLimit() != nil && limit.GetMetadata().GetReason() == pauseReason
	if ours == on {
		return nil
	}
	update := &workflowservice.UpdateTaskQueueConfigRequest_RateLimitUpdate{Reason: "resumed in Mentionary"}
	if on {
		update.RateLimit, update.Reason = &taskqueuepb.RateLimit{RequestsPerSecond: 0}, pauseReason
	}
	_, err = e.client.WorkflowService().UpdateTaskQueueConfig(ctx, &workflowservice.UpdateTaskQueueConfigRequest{
		Namespace: namespace, Identity: "mentionary", TaskQueue: string(name), TaskQueueType: enumspb.TASK_QUEUE_TYPE_ACTIVITY,
		UpdateQueueRateLimit: update,
	})
	return unavailable(err)
}

// polledLately is how long ago a worker may have asked for work: it waits up to a minute for each answer.
const polledLately = 2 * time.Minute

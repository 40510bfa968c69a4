package apiserver

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/work"
)

// queuesEvery is how often the workflow engine is asked about its queues, at most and for everybody together.
const queuesEvery = 3 * time.Second

// queueDesk keeps what the engine said of its queues for a moment, so that many who look are one question.
type queueDesk struct {
	engine Queues
	now    func() time.Time
	log    *slog.Logger
	ui     string

	mu   sync.Mutex
	last *v1.GetQueuesResponse
	at   time.Time
}

// look returns what the engine says of its queues, or said a moment ago.
func (d *queueDesk) look(ctx context.Context) *v1.GetQueuesResponse {
	d.mu.Lock() // whoever comes meanwhile waits for the same answer
	defer d.mu.Unlock()
	now := d.now()
	if d.last != nil && now.Sub(d.at) < queuesEvery {
		return d.last
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), engineTimeout)
	defer cancel()
	out := &v1.GetQueuesResponse{AskedAt: convert.At(&now), WorkflowUrl: d.ui}
	queues, err := d.engine.TaskQueues(ctx)
	if err != nil {
		d.log.WarnContext(ctx, "the task queues cannot be asked for", "error", err)
		out.Problem = "The workflow engine does not answer. Nothing is lost: work continues when it is back. Check that Temporal runs " +
			"and can be reached from here."
	} else {
		out.Queues = convert.All(queues, convert.TaskQueue)
	}
	d.last, d.at = out, now
	return out
}

// forget makes the next look ask again.
func (d *queueDesk) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = nil
}

// GetQueues implements the contract.
func (s workService) GetQueues(ctx context.Context, _ *v1.GetQueuesRequest) (*v1.GetQueuesResponse, error) {
	return s.queues.look(ctx), nil
}

// PauseQueue implements the contract.
func (s workService) PauseQueue(ctx context.Context, r *v1.PauseQueueRequest) (*v1.PauseQueueResponse, error) {
	if err := s.store.Jobs.PauseQueue(ctx, gate.Of(ctx).Actor(), work.Queue(r.GetName()), r.GetPaused()); err != nil {
		return nil, err
	}
	s.engine.tell(ctx, s.queues.engine.ApplyPauses)
	s.queues.forget()
	for _, q := range s.queues.look(ctx).GetQueues() {
		if q.GetName() == r.GetName() {
			return &v1.PauseQueueResponse{Queue: q}, nil
		}
	}
	// The engine is away: the row is written, and it is told when it is back.
	return &v1.PauseQueueResponse{Queue: convert.TaskQueue(work.TaskQueue{Name: work.Queue(r.GetName()), Paused: r.GetPaused()})}, nil
}

// workflowPage is the address of a workflow in the engine's own pages.
func workflowPage(ui, workflowID string) string {
	if ui == "" || workflowID == "" {
		return ""
	}
	return strings.TrimSuffix(ui, "/") + "/workflows/" + url.PathEscape(workflowID)
}

package apiserver

import (
	"context"
	"time"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// mayWatch refuses those who ask a stream for what they could not ask a call for.
func (s watchService) mayWatch(v gate.Viewer, r *v1.WatchRequest) error {
	if r.GetWork() != nil && !s.gate.May(v, mentionaryv1connect.WorkServiceListWorkProcedure) ||
		r.GetQueues() && !s.gate.May(v, mentionaryv1connect.WorkServiceGetQueuesProcedure) {
		return fault.New(fault.Denied, "Your account may not watch this. Please ask an administrator if you need it.")
	}
	return nil
}

// queueTicks says when a stream sends the task queues; never when it was not asked to.
func (w *watcher) queueTicks() (ticks <-chan time.Time, stop func()) {
	if !w.ask.GetQueues() {
		return nil, func() {}
	}
	t := time.NewTicker(w.timing.Queues)
	return t.C, t.Stop
}

// newsOfWork is the work that a snapshot knows in a later version than the stream has sent. What changed of late is told once
// at the start: it may have changed between the reading of the list and the opening of the stream.
func (w *watcher) newsOfWork(ctx context.Context, snap snapshot) ([]*v1.WorkNews, error) {
	var keys []work.Key
	for k, version := range snap.work {
		if version > w.work[k] {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	rows, err := w.store.Jobs.WorkByKeys(ctx, keys)
	if err != nil {
		return nil, err
	}
	in, err := w.store.Jobs.MatchingWork(ctx, workFilter(w.ask.GetWork()), keys)
	if err != nil {
		return nil, err
	}
	viewer := workViewer(w.gate, w.viewer)
	out := make([]*v1.WorkNews, 0, len(rows))
	for _, row := range rows {
		w.work[row.Key()] = row.Version()
		out = append(out, &v1.WorkNews{Work: convert.Work(row, viewer), Matches: in[row.Key()]})
	}
	return out, nil
}

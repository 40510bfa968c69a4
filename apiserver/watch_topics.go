package apiserver

import (
	"context"
	"time"

	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/fault"
)

// topic is what a stream tells of one thing that it was asked for. It remembers what it has sent.
type topic interface {
	// state adds the thing as it is now; the snapshot was taken before.
	state(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error
	// changes adds what a snapshot has of it that was not sent.
	changes(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error
}

// topics are all that a stream can be asked for.
var topics = []struct {
	asked     func(*v1.WatchRequest) bool
	procedure string // who may call it may hear of it; empty: whoever is signed in
	open      func(*watcher) topic
}{
	{asked: func(r *v1.WatchRequest) bool { return r.GetJobs() || r.GetJobId() != 0 }, open: watchJobs},
	{asked: (*v1.WatchRequest).GetCatalogue, open: watchCatalogue},
	{
		asked:     func(r *v1.WatchRequest) bool { return r.GetBatches() || r.GetBatchId() != 0 },
		procedure: mentionaryv1connect.BatchServiceGetBatchProcedure, open: watchBatches,
	},
	{asked: (*v1.WatchRequest).GetPasses, procedure: mentionaryv1connect.QualityServiceListPassesProcedure, open: watchPasses},
	{
		asked:     func(r *v1.WatchRequest) bool { return r.GetWork() != nil },
		procedure: mentionaryv1connect.WorkServiceListWorkProcedure, open: watchWork,
	},
	{asked: (*v1.WatchRequest).GetQueues, procedure: mentionaryv1connect.WorkServiceGetQueuesProcedure, open: watchQueues},
	{asked: (*v1.WatchRequest).GetSchedules, procedure: mentionaryv1connect.ScheduleServiceListSchedulesProcedure, open: watchSchedules},
}

// mayWatch refuses those who ask a stream for what they could not ask a call for.
func (s watchService) mayWatch(v gate.Viewer, r *v1.WatchRequest) error {
	for _, t := range topics {
		if t.procedure != "" && t.asked(r) && !s.gate.May(v, t.procedure) {
			return fault.New(fault.Denied, "Your account may not watch this. Please ask an administrator if you need it.")
		}
	}
	return nil
}

// openTopics begins what the stream was asked for.
func (w *watcher) openTopics() {
	for _, t := range topics {
		if t.asked(w.ask) {
			w.topics = append(w.topics, t.open(w))
		}
	}
}

// catalogueTopic is the version of the public catalog.
type catalogueTopic struct {
	*watcher
	sent int64
}

func watchCatalogue(w *watcher) topic { return &catalogueTopic{watcher: w} }

func (t *catalogueTopic) state(ctx context.Context, _ snapshot, msg *v1.WatchResponse) error {
	version, err := t.store.CatalogueVersion(ctx)
	t.tell(version, msg)
	return err
}

func (t *catalogueTopic) changes(_ context.Context, snap snapshot, msg *v1.WatchResponse) error {
	if snap.catalogue != t.sent {
		t.tell(snap.catalogue, msg)
	}
	return nil
}

func (t *catalogueTopic) tell(version int64, msg *v1.WatchResponse) {
	number := float64(version)
	t.sent, msg.CatalogueVersion = version, &number
}

// schedulesTopic is the version of the list of schedules.
type schedulesTopic struct {
	*watcher
	sent string
}

func watchSchedules(w *watcher) topic { return &schedulesTopic{watcher: w} }

func (t *schedulesTopic) state(ctx context.Context, _ snapshot, msg *v1.WatchResponse) (err error) {
	t.sent, err = t.store.Jobs.SchedulesVersion(ctx)
	msg.SchedulesVersion = t.sent
	return err
}

func (t *schedulesTopic) changes(_ context.Context, snap snapshot, msg *v1.WatchResponse) error {
	if snap.schedules != "" && snap.schedules != t.sent { // empty: it was taken before anybody watched them
		t.sent, msg.SchedulesVersion = snap.schedules, snap.schedules
	}
	return nil
}

// queuesTopic is the task queues. The database does not tell when they change: they are sent every few seconds.
type queuesTopic struct{ *watcher }

func watchQueues(w *watcher) topic { return queuesTopic{w} }

func (t queuesTopic) state(ctx context.Context, _ snapshot, msg *v1.WatchResponse) error {
	msg.Queues = t.queues.look(ctx)
	return nil
}

func (queuesTopic) changes(context.Context, snapshot, *v1.WatchResponse) error { return nil }

// queueTicks says when a stream sends the task queues; never when it was not asked to.
func (w *watcher) queueTicks() (ticks <-chan time.Time, stop func()) {
	if !w.ask.GetQueues() {
		return nil, func() {}
	}
	t := time.NewTicker(w.timing.Queues)
	return t.C, t.Stop
}

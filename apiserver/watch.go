package apiserver

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/telemetry"
)

// WatchTiming is the rhythm of live streams.
type WatchTiming struct {
	Poll      time.Duration // how often the database is asked for changes of other processes; 250 ms
	Recheck   time.Duration // how often a stream asks whether its session still holds; 500 ms
	Heartbeat time.Duration // 15 s
	Queues    time.Duration // how often watched task queues are sent; 3 s
	Lifetime  time.Duration // after which the client takes the stream up again; 10 min
}

func (t WatchTiming) withDefaults() WatchTiming {
	or := func(d, standard time.Duration) time.Duration {
		if d > 0 {
			return d
		}
		return standard
	}
	return WatchTiming{
		Poll: or(t.Poll, 250*time.Millisecond), Recheck: or(t.Recheck, 500*time.Millisecond),
		Heartbeat: or(t.Heartbeat, 15*time.Second), Queues: or(t.Queues, queuesEvery), Lifetime: or(t.Lifetime, 10*time.Minute),
	}
}

// watchService sends what changes while somebody looks.
type watchService struct {
	store   *store.Store
	gate    *gate.Gate
	view    jobView
	batches batchView
	queues  *queueDesk
	poller  *poller
	streams *streams
	metrics *telemetry.Metrics
	log     *slog.Logger
	timing  WatchTiming
	done    <-chan struct{} // closed when the server stops
}

// Watch implements the contract: the present state first, then each change. A stream ends when its session ends or its
// person's role changes.
func (s watchService) Watch(ctx context.Context, r *v1.WatchRequest, out *connect.ServerStream[v1.WatchResponse]) error {
	user := gate.Of(ctx).UserID()
	if err := s.mayWatch(gate.Of(ctx), r); err != nil {
		return err
	}
	if !s.streams.enter(user) {
		out.ResponseHeader().Set("Connection", "close") // each stream has a socket of its own: this one has nothing to come
		return fault.New(fault.RateLimited, "You have too many pages open. Please close some of them.").WithRetryAfter(gate.RetryLater)
	}
	defer s.streams.leave(user)
	s.metrics.Stream(1)
	defer s.metrics.Stream(-1)
	defer s.poller.join(r.GetSchedules())()
	w := &watcher{watchService: s, viewer: gate.Of(ctx), ask: r, out: out}
	w.openTopics()
	snap, news := s.poller.next() // before the state is read, so that no change falls between
	w.seen = snap
	if err := w.sendState(ctx); err != nil {
		return err
	}
	heartbeat, recheck := time.NewTicker(s.timing.Heartbeat), time.NewTicker(s.timing.Recheck)
	defer heartbeat.Stop()
	defer recheck.Stop()
	queues, stop := w.queueTicks()
	defer stop()
	end := time.NewTimer(s.timing.Lifetime)
	defer end.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.done:
			return nil
		case <-end.C:
			return nil
		case <-heartbeat.C:
			if err := out.Send(&v1.WatchResponse{Heartbeat: true}); err != nil {
				return err
			}
		case <-queues:
			if err := out.Send(&v1.WatchResponse{Queues: s.queues.look(ctx)}); err != nil {
				return err
			}
		case <-recheck.C:
			if over, err := w.over(ctx); over || err != nil {
				return err
			}
		case <-news:
			snap, news = s.poller.next()
			if over, err := w.over(ctx); over || err != nil {
				return err
			}
			if err := w.sendChanges(ctx, snap); err != nil {
				return err
			}
		}
	}
}

// watcher is one stream.
type watcher struct {
	watchService
	viewer gate.Viewer
	ask    *v1.WatchRequest
	out    *connect.ServerStream[v1.WatchResponse]
	topics []topic  // those that were asked for
	seen   snapshot // the last one that this stream has dealt with
}

// over reports whether the stream must end: with an error when nobody is signed in any more, without when the role is
// another one, so that the client comes back with its new rights. A store that cannot answer ends nothing.
func (w *watcher) over(ctx context.Context) (bool, error) {
	now, err := w.viewer.Again()
	switch {
	case fault.Is(err, fault.Unauthenticated): // its access token is revoked or expired
		return true, err
	case err != nil:
		w.log.WarnContext(ctx, "the session of a stream cannot be checked", "error", err)
		return false, nil
	case !now.SignedIn || now.UserID() != w.viewer.UserID():
		return true, fault.New(fault.Unauthenticated, "You are signed out. Please sign in again.")
	}
	return now.Role != w.viewer.Role, nil
}

// sendState sends everything that was asked for as it is now.
func (w *watcher) sendState(ctx context.Context) error {
	msg := &v1.WatchResponse{}
	for _, t := range w.topics {
		if err := t.state(ctx, w.seen, msg); err != nil {
			return err
		}
	}
	return w.out.Send(msg)
}

// sendChanges sends what the snapshot has that this stream has not. A stream that was held up for so long that changes
// may have passed it begins anew.
func (w *watcher) sendChanges(ctx context.Context, snap snapshot) error {
	missed := snap.number > w.seen.number+1 && snap.taken.Sub(w.seen.taken) > recently/2
	w.seen = snap
	if missed {
		return w.sendState(ctx)
	}
	msg := &v1.WatchResponse{}
	for _, t := range w.topics {
		if err := t.changes(ctx, snap, msg); err != nil {
			return err
		}
	}
	if proto.Size(msg) == 0 {
		return nil
	}
	return w.out.Send(msg)
}

// maxStreams is how many live streams one person may have: one a browser tab.
const maxStreams = 30

// streams counts the live streams of each person.
type streams struct {
	mu   sync.Mutex
	open map[int]int
}

func newStreams() *streams { return &streams{open: map[int]int{}} }

// enter counts a stream in unless the person has too many.
func (s *streams) enter(userID int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[userID] >= maxStreams {
		return false
	}
	s.open[userID]++
	return true
}

func (s *streams) leave(userID int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[userID]--; s.open[userID] == 0 {
		delete(s.open, userID)
	}
}

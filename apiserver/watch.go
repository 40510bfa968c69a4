package apiserver

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"connectrpc.com/connect"

	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/telemetry"
	"mentionary/internal/work"
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

// watchedJobs is how many of one's own jobs, the newest first, a stream sends at its start.
const watchedJobs = 200

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
	defer s.poller.join(r.GetWork() != nil)()
	w := &watcher{
		watchService: s, viewer: gate.Of(ctx), ask: r, out: out,
		versions: map[int]int{}, passes: map[int]time.Time{}, work: map[work.Key]float64{},
	}
	snap, news := s.poller.next() // before the state is read, so that no change falls between
	w.seen = snap
	if err := w.mayWatchBatches(); err != nil {
		return err
	}
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
	viewer    gate.Viewer
	ask       *v1.WatchRequest
	out       *connect.ServerStream[v1.WatchResponse]
	versions  map[int]int          // of the jobs as they were sent
	passes    map[int]time.Time    // when they had changed as they were sent
	work      map[work.Key]float64 // versions of the work as it was sent
	catalogue int64
	seen      snapshot // the last one that this stream has dealt with
	watchedBatches
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
	if w.ask.GetJobs() {
		rows, _, err := w.store.Jobs.Jobs(ctx, w.viewer.UserID(), watchedJobs, 0)
		if err != nil {
			return err
		}
		for _, j := range rows {
			w.versions[j.ID] = j.Version
			if j.ID != int(w.ask.GetJobId()) {
				msg.Jobs = append(msg.Jobs, w.view.line(w.viewer, j))
			}
		}
	}
	if id := int(w.ask.GetJobId()); id != 0 {
		whole, err := w.view.whole(ctx, w.viewer, id)
		if err != nil {
			return err
		}
		w.versions[id] = int(whole.GetVersion())
		msg.Jobs = append(msg.Jobs, whole)
	}
	if w.ask.GetCatalogue() {
		version, err := w.store.CatalogueVersion(ctx)
		if err != nil {
			return err
		}
		w.catalogue = version
		msg.CatalogueVersion = versionNumber(version)
	}
	if err := w.addBatches(ctx, msg); err != nil {
		return err
	}
	if err := w.addPasses(ctx, msg); err != nil {
		return err
	}
	if w.ask.GetQueues() {
		msg.Queues = w.queues.look(ctx)
	}
	if w.ask.GetWork() != nil {
		var err error
		if msg.Work, err = w.newsOfWork(ctx, w.seen); err != nil {
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
	for _, j := range snap.jobs {
		if j.Version <= w.versions[j.ID] || !w.wants(j) {
			continue
		}
		one := w.view.line(w.viewer, j)
		if j.ID == int(w.ask.GetJobId()) {
			whole, err := w.view.whole(ctx, w.viewer, j.ID)
			if err != nil {
				return err
			}
			one = whole
		}
		w.versions[j.ID] = int(one.GetVersion())
		msg.Jobs = append(msg.Jobs, one)
	}
	if w.ask.GetCatalogue() && snap.catalogue != w.catalogue {
		w.catalogue = snap.catalogue
		msg.CatalogueVersion = versionNumber(snap.catalogue)
	}
	if err := w.addChangedBatches(ctx, snap, msg); err != nil {
		return err
	}
	if err := w.addChangedPasses(ctx, snap, msg); err != nil {
		return err
	}
	if w.ask.GetWork() != nil {
		var err error
		if msg.Work, err = w.newsOfWork(ctx, snap); err != nil {
			return err
		}
	}
	if len(msg.Jobs)+len(msg.Batches)+len(msg.Passes)+len(msg.Work) == 0 && msg.CatalogueVersion == nil {
		return nil
	}
	return w.out.Send(msg)
}

// wants reports whether the stream shows a job: the one it was opened for (the store has checked that the viewer may see
// it), and one's own for the list. Nobody else's job passes.
func (w *watcher) wants(j *store.Job) bool {
	if id := int(w.ask.GetJobId()); id != 0 && j.ID == id {
		return true
	}
	return w.ask.GetJobs() && j.UserID != nil && *j.UserID == w.viewer.UserID()
}

func versionNumber(v int64) *float64 {
	f := float64(v)
	return &f
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

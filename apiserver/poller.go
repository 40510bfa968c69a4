package apiserver

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"mentionary/internal/store"
	"mentionary/internal/work"
)

// recently is how far back the poller looks at every turn. A row is written before its transaction ends, so a slow
// transaction shows up late; versions, not times, say whether it is news (DESIGN.md, section 4).
const recently = 10 * time.Second

// snapshot is what has changed of late. It is never changed after it was published.
type snapshot struct {
	jobs      []*store.Job         // touched recently, whoever's they are
	work      map[work.Key]float64 // versions of everybody's work that was touched recently
	schedules string               // version of the list of schedules, while somebody watches it
	catalogue int64                // version of the public catalog
	taken     time.Time
	number    int // grows with each publication
}

// poller asks the database for changes, once for all watchers of this process, and only while there are any.
type poller struct {
	store *store.Store
	now   func() time.Time
	every time.Duration
	log   *slog.Logger

	mu       sync.Mutex
	watchers int
	schedule int // watchers of schedules
	stop     context.CancelFunc
	last     snapshot
	number   int
	news     chan struct{} // closed at the next publication
}

func newPoller(s *store.Store, now func() time.Time, every time.Duration, log *slog.Logger) *poller {
	return &poller{store: s, now: now, every: every, log: log, news: make(chan struct{})}
}

// join counts a watcher in, of schedules or not; leave counts it out.
func (p *poller) join(schedules bool) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if schedules {
		p.schedule++
	}
	if p.watchers++; p.watchers == 1 {
		ctx, cancel := context.WithCancel(context.Background())
		p.stop, p.last = cancel, snapshot{taken: p.now(), number: p.number} // who comes first has missed nothing
		go p.run(ctx)
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if schedules {
			p.schedule--
		}
		if p.watchers--; p.watchers == 0 {
			p.stop()
		}
	}
}

// next returns the latest snapshot and a channel that is closed when there is a newer one.
func (p *poller) next() (snapshot, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last, p.news
}

func (p *poller) run(ctx context.Context) {
	tick := time.NewTicker(p.every)
	defer tick.Stop()
	for {
		changed := p.store.Changed() // asked before looking, so that no change falls between
		if err := p.look(ctx); err != nil && ctx.Err() == nil {
			p.log.WarnContext(ctx, "changes cannot be read", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-tick.C:
		}
	}
}

// look reads what has changed and publishes it when it is news.
func (p *poller) look(ctx context.Context) error {
	jobs, err := p.store.Jobs.JobsTouchedSince(ctx, p.now().Add(-recently))
	if err != nil {
		return err
	}
	touched, err := p.store.Jobs.TouchedWork(ctx, p.now().Add(-recently))
	if err != nil {
		return err
	}
	version, err := p.store.CatalogueVersion(ctx)
	if err != nil {
		return err
	}
	schedules, err := p.schedulesVersion(ctx)
	if err != nil {
		return err
	}
	now := snapshot{jobs: jobs, work: touched, schedules: schedules, catalogue: version, taken: p.now()}
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() != nil {
		return nil // the next watcher's poller has taken over
	}
	if !now.same(p.last) {
		p.number++
		close(p.news)
		p.news = make(chan struct{})
	}
	now.number = p.number
	p.last = now
	return nil
}

// schedulesVersion is the version of the list of schedules, while somebody wants to know.
func (p *poller) schedulesVersion(ctx context.Context) (string, error) {
	p.mu.Lock()
	wanted := p.schedule > 0
	p.mu.Unlock()
	if !wanted {
		return "", nil
	}
	return p.store.Jobs.SchedulesVersion(ctx)
}

// same reports whether two snapshots tell the same.
func (n snapshot) same(old snapshot) bool {
	if n.catalogue != old.catalogue || n.schedules != old.schedules || old.taken.IsZero() {
		return false
	}
	known := make(map[int]int, len(old.jobs)) // the rows as they were read, which may be older than the versions in work
	for _, j := range old.jobs {
		known[j.ID] = j.Version
	}
	for _, j := range n.jobs {
		if v, ok := known[j.ID]; !ok || v != j.Version {
			return false
		}
	}
	for k, v := range n.work {
		if known, ok := old.work[k]; !ok || known != v {
			return false
		}
	}
	return true
}

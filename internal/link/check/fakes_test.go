package check

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// web is a small internet in the process: a handler per host. A host without one does not exist.
type web struct {
	mu       sync.Mutex
	hosts    map[string]http.HandlerFunc
	failures map[string]error // hosts that fail on the way
	requests []string         // "METHOD host/path"
}

func (w *web) RoundTrip(req *http.Request) (*http.Response, error) {
	w.mu.Lock()
	w.requests = append(w.requests, req.Method+" "+req.URL.Host+req.URL.Path)
	handler, err := w.hosts[req.URL.Host], w.failures[req.URL.Host]
	w.mu.Unlock()
	switch {
	case req.Context().Err() != nil:
		return nil, req.Context().Err()
	case err != nil:
		return nil, err
	case handler == nil:
		return nil, &net.DNSError{Err: "no such host", Name: req.URL.Host, IsNotFound: true}
	}
	received := req.Clone(req.Context())
	if received.URL.Path == "" {
		received.URL.Path = "/" // as a server sees it
	}
	rec := httptest.NewRecorder()
	handler(rec, received)
	resp := rec.Result()
	resp.Request = req
	return resp, nil
}

func (w *web) asked() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string{}, w.requests...)
}

// client follows no redirects, as outbound.Clients.Hops.
func (w *web) client() *http.Client {
	return &http.Client{Transport: w, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// turns is a pacer that lets everything through at once, notes the hosts and refuses those that are held.
type turns struct {
	mu    sync.Mutex
	hosts []string
	held  map[string]time.Duration
}

func (p *turns) WaitFor(ctx context.Context, host string, _ outbound.Places) (func(), error) {
	return p.Wait(ctx, host)
}

func (p *turns) Wait(_ context.Context, host string) (func(), error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.held[host]; d > 0 {
		return nil, fault.New(fault.RateLimited, "Later.").WithRetryAfter(d)
	}
	p.hosts = append(p.hosts, host)
	return func() {}, nil
}

func (p *turns) Held(string) time.Duration { return 0 }

func (p *turns) Hold(host string, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held == nil {
		p.held = map[string]time.Duration{}
	}
	p.held[host] = d
}

// stillClock stands at one time until it is moved.
type stillClock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *stillClock {
	return &stillClock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
}

func (c *stillClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *stillClock) After(time.Duration) <-chan time.Time { return make(chan time.Time) }

func (c *stillClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

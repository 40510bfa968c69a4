package outbound

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"mentionary/internal/fault"
)

// Pacer spaces the requests to one host, and remembers what a host asked for, whoever it told. A process has one, a
// MemoryPacer, for all who ask: what one of them is told by Retry-After, all heed.
type Pacer interface {
	// Wait blocks until a request to the host may start; the caller calls release when the request is over. A wait
	// beyond the limit is not slept: the answer is a RateLimited fault whose RetryAfter says when to come back. When ctx
	// ends first, its error is returned.
	Wait(ctx context.Context, host string) (release func(), err error)
	// WaitFor is Wait for requests of which a process makes only so many at once, whatever their hosts: a place is taken when the host's turn
	// has come, so that waiting for turns takes none. Until one is free the turn is put off, longer than the limit if need be. release gives
	// the place back.
	WaitFor(ctx context.Context, host string, places Places) (release func(), err error)
	// Hold lets nothing start at the host for d, as the site asked by Retry-After. Nothing happens when d is not positive.
	Hold(host string, d time.Duration)
	// Held returns how long nothing may start at the host, 0 when it asked for nothing. It neither waits nor books a start:
	// it is for those who are not spaced, because they ask a host for few things.
	Held(host string) time.Duration
}

// Places bound how many requests are under way at once. Nil bounds nothing.
type Places chan struct{}

// NewPlaces returns n free places.
func NewPlaces(n int) Places { return make(Places, n) }

// PacerLimits of one host. Zero fields mean the defaults.
type PacerLimits struct {
	AtOnce  int           // requests at the same time, default 2
	Every   time.Duration // least time between two starts, default 1 s
	MaxWait time.Duration // longest wait that is slept, default 5 s
}

const (
	// maxHold keeps one absurd Retry-After from silencing a host for good.
	maxHold = 24 * time.Hour
	// sweepAt is how many hosts are remembered before the idle ones are dropped.
	sweepAt = 1024
	// maxHosts is how many are remembered at most; beyond it, holds of hosts nobody asks for are forgotten.
	maxHosts = 16384
)

// MemoryPacer is the Pacer of one process. Use NewPacer. Safe for concurrent use.
type MemoryPacer struct {
	limits PacerLimits
	clock  Clock

	mu    sync.Mutex
	hosts map[string]*hostPace
	sweep int // number of hosts at which the next sweep is due
}

var _ Pacer = (*MemoryPacer)(nil)

type hostPace struct {
	slots     chan struct{} // one element per running request
	users     int           // callers that wait or run; such a host is never dropped
	queued    int           // callers whose start is not booked yet
	nextStart time.Time
	heldUntil time.Time
}

// NewPacer returns a pacer with the limits; a nil clock means the real one.
func NewPacer(limits PacerLimits, clock Clock) *MemoryPacer {
	limits.AtOnce = cmp.Or(limits.AtOnce, 2)
	limits.Every = cmp.Or(limits.Every, time.Second)
	limits.MaxWait = cmp.Or(limits.MaxWait, 5*time.Second)
	return &MemoryPacer{limits: limits, clock: clockOrReal(clock), hosts: map[string]*hostPace{}, sweep: sweepAt}
}

// Wait implements Pacer.
func (p *MemoryPacer) Wait(ctx context.Context, host string) (func(), error) {
	return p.WaitFor(ctx, host, nil)
}

// WaitFor implements Pacer.
func (p *MemoryPacer) WaitFor(ctx context.Context, host string, places Places) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	deadline := p.clock.Now().Add(p.limits.MaxWait)
	h, err := p.admit(hostKey(host), deadline)
	if err != nil {
		return nil, err
	}
	// The slot comes before the start time: callers that waited for a slot would otherwise start all at once when
	// slots fall free together.
	if err := p.takeSlot(ctx, h, deadline); err != nil {
		p.leave(h)
		return nil, err
	}
	if err := p.waitForStart(ctx, h, deadline, places); err != nil {
		<-h.slots
		p.leave(h)
		return nil, err
	}
	var once sync.Once
	return func() {
		once.Do(func() {
			if places != nil {
				<-places
			}
			<-h.slots
			p.leave(h)
		})
	}, nil
}

// Hold implements Pacer.
func (p *MemoryPacer) Hold(host string, d time.Duration) {
	if d <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	until := p.clock.Now().Add(min(d, maxHold))
	h := p.host(hostKey(host))
	if until.After(h.heldUntil) {
		h.heldUntil = until
	}
}

// Held implements Pacer.
func (p *MemoryPacer) Held(host string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hosts[hostKey(host)]
	if h == nil {
		return 0
	}
	return max(0, h.heldUntil.Sub(p.clock.Now()))
}

// admit counts the caller in, so that the host is not dropped meanwhile, unless those before it already fill the time
// until the deadline.
func (p *MemoryPacer) admit(key string, deadline time.Time) (*hostPace, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.host(key)
	now := p.clock.Now()
	start := latest(now, h.nextStart, h.heldUntil).Add(time.Duration(h.queued) * p.limits.Every)
	if start.After(deadline) {
		return nil, comeBack(start.Sub(now))
	}
	h.users++
	h.queued++
	return h, nil
}

func (p *MemoryPacer) takeSlot(ctx context.Context, h *hostPace, deadline time.Time) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	default:
	}
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		p.unqueue(h)
		return ctx.Err()
	case <-p.clock.After(deadline.Sub(p.clock.Now())):
		p.unqueue(h)
		return comeBack(p.limits.MaxWait)
	}
}

// waitForStart sleeps until the caller's start is due, and takes a place.
func (p *MemoryPacer) waitForStart(ctx context.Context, h *hostPace, deadline time.Time, places Places) error {
	start, err := p.reserve(h, deadline)
	p.unqueue(h) // its start is booked (or refused), so it no longer stands before others
	for err == nil {
		if err = sleep(ctx, p.clock, start.Sub(p.clock.Now())); err != nil {
			break
		}
		if !p.held(h) {
			var starts bool
			if starts, err = p.takePlace(ctx, h, start, places); starts || err != nil {
				break
			}
			deadline = p.clock.Now().Add(p.limits.MaxWait) // that there was no place is not the host's fault
		}
		// A Hold came while we slept, or others booked while there was no place: book again behind it.
		start, err = p.reserve(h, deadline)
	}
	return err
}

// takePlace takes a place for a start that is due, and reports whether the request starts. Where it had to wait for the place it starts
// only if nobody has booked after it; then those who do so now count from now.
func (p *MemoryPacer) takePlace(ctx context.Context, h *hostPace, start time.Time, places Places) (bool, error) {
	if places == nil {
		return true, nil
	}
	select {
	case places <- struct{}{}:
		return true, nil
	default:
	}
	select {
	case places <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if p.putOff(h, start) {
		return true, nil
	}
	<-places
	return false, nil
}

// putOff moves the last start that is booked to now, and reports whether that is the caller's and nothing is held.
func (p *MemoryPacer) putOff(h *hostPace, start time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	if !h.nextStart.Equal(start.Add(p.limits.Every)) || h.heldUntil.After(now) {
		return false
	}
	h.nextStart = now.Add(p.limits.Every)
	return true
}

func (p *MemoryPacer) unqueue(h *hostPace) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.queued--
}

func (p *MemoryPacer) leave(h *hostPace) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.users--
}

// reserve books the next start of the host, or nothing when that lies beyond the deadline.
func (p *MemoryPacer) reserve(h *hostPace, deadline time.Time) (time.Time, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	start := latest(now, h.nextStart, h.heldUntil)
	if start.After(deadline) {
		return time.Time{}, comeBack(start.Sub(now))
	}
	h.nextStart = start.Add(p.limits.Every)
	return start, nil
}

func (p *MemoryPacer) held(h *hostPace) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return h.heldUntil.After(p.clock.Now())
}

// host finds or makes the state of a host; the caller holds the lock.
func (p *MemoryPacer) host(key string) *hostPace {
	if h := p.hosts[key]; h != nil {
		return h
	}
	if len(p.hosts) >= p.sweep {
		p.dropIdle()
	}
	h := &hostPace{slots: make(chan struct{}, p.limits.AtOnce)}
	p.hosts[key] = h
	return h
}

// dropIdle forgets hosts whose state changes nothing any more. Sweeping again only at twice the size keeps the cost of
// a new host constant on average.
func (p *MemoryPacer) dropIdle() {
	now := p.clock.Now()
	for key, h := range p.hosts {
		if h.users == 0 && !latest(h.nextStart, h.heldUntil).After(now) {
			delete(p.hosts, key)
		}
	}
	if len(p.hosts) >= maxHosts {
		p.dropHeld(maxHosts / 2)
	}
	p.sweep = min(max(sweepAt, 2*len(p.hosts)), maxHosts)
}

// dropHeld forgets hosts that only a Hold keeps until no more than target are left.
func (p *MemoryPacer) dropHeld(target int) {
	for key, h := range p.hosts {
		if len(p.hosts) <= target {
			return
		}
		if h.users == 0 {
			delete(p.hosts, key)
		}
	}
}

func hostKey(host string) string { return strings.TrimSuffix(strings.ToLower(host), ".") }

func latest(first time.Time, rest ...time.Time) time.Time {
	for _, t := range rest {
		if t.After(first) {
			first = t
		}
	}
	return first
}

func comeBack(d time.Duration) error {
	return fault.New(fault.RateLimited, "Many requests to this site are already waiting. We will try again later.").WithRetryAfter(d)
}

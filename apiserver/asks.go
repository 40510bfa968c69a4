package apiserver

import (
	"sync"
	"time"

	"mentionary/internal/limit"
)

const (
	asksPerWindow = 120    // of one person within limit.AskWindow
	maxAskers     = 10_000 // people who are remembered; those who asked nothing lately are forgotten first
)

// asks counts how often each person made this process ask servers outside while they wait. It is safe for concurrent use.
type asks struct {
	now func() time.Time

	mu sync.Mutex
	of map[int][]time.Time // of the last window, oldest first
}

func newAsks(now func() time.Time) *asks { return &asks{now: now, of: map[int][]time.Time{}} }

// admit counts one more, or refuses it as limit.Asks does.
func (a *asks) admit(person int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	times := recent(a.of[person], now)
	a.of[person] = times
	if len(times) >= asksPerWindow {
		return limit.Asks(asksPerWindow, times[0], now)
	}
	if len(a.of) > maxAskers {
		a.forget(now)
	}
	a.of[person] = append(times, now)
	return nil
}

// forget drops those who asked nothing within the window.
func (a *asks) forget(now time.Time) {
	for person, times := range a.of {
		if len(recent(times, now)) == 0 {
			delete(a.of, person)
		}
	}
}

// recent cuts times to those within the window.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= limit.AskWindow {
		times = times[1:]
	}
	return times
}

package check

import (
	"sync"
	"time"
)

// witnessWindow is how long an answer of one site proves that our own connection works.
const witnessWindow = 10 * time.Minute

// witness remembers the last answers of two different hosts: for any host that fails one of them is another.
type witness struct {
	mu   sync.Mutex
	last [2]struct {
		host string
		at   time.Time
	}
}

// answered notes that the host resolved and answered.
func (w *witness) answered(host string, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last[0].host != host {
		w.last[1] = w.last[0]
	}
	w.last[0].host, w.last[0].at = host, now
}

// other reports whether a host besides the given one answered within the window.
func (w *witness) other(host string, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range w.last {
		if l.host != "" && l.host != host && now.Sub(l.at) <= witnessWindow {
			return true
		}
	}
	return false
}

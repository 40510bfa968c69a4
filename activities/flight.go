package activities

import "sync"

// flight keeps the addresses that this process is checking now, so that no two steps ask for the same one at once.
type flight struct {
	mu       sync.Mutex
	underWay map[string]bool
}

// take returns those of the addresses that nobody else is checking, and what lets others have them again.
func (f *flight) take(urls []string) (mine []string, release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.underWay == nil {
		f.underWay = map[string]bool{}
	}
	for _, u := range urls {
		if !f.underWay[u] {
			f.underWay[u] = true
			mine = append(mine, u)
		}
	}
	return mine, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, u := range mine {
			delete(f.underWay, u)
		}
	}
}

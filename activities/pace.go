package activities

import (
	"sync"
	"time"
)

// toldEvery is how often the progress of a run is told at most: each telling is written to the run, its items and their jobs, and
// wakes everybody who looks at one of them.
const toldEvery = 250 * time.Millisecond

// pace remembers when the progress of a run was told last.
type pace struct {
	mu   sync.Mutex
	last map[int]time.Time // of the runs that must not be told now
}

// due reports whether the progress of a run may be told now; whoever is told so tells it.
func (p *pace) due(runID int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, at := range p.last {
		if now.Sub(at) >= toldEvery {
			delete(p.last, id)
		}
	}
	if _, told := p.last[runID]; told {
		return false
	}
	if p.last == nil {
		p.last = map[int]time.Time{}
	}
	p.last[runID] = now
	return true
}

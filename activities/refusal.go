package activities

import (
	"sync"
	"time"

	"mentionary/internal/fault"
)

// refusalHolds is how long a refused key is taken for refused: a worker that reads a long transcript asks once, not for
// every chunk, and no chunk waits for budget that nobody could spend.
const refusalHolds = time.Minute

// refusal remembers that the model server refused our key.
type refusal struct {
	mu    sync.Mutex
	until time.Time
	err   *fault.Error
}

// note remembers a failure that was a refusal of the key.
func (r *refusal) note(err error, now time.Time) {
	if !fault.Is(err, fault.Denied) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err, r.until = fault.Of(err), now.Add(refusalHolds)
}

// lately returns the refusal while it holds.
func (r *refusal) lately(now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil || !now.Before(r.until) {
		return nil
	}
	return r.err
}

package activities

import (
	"sync"
	"time"

	"mentionary/internal/fault"
)

// refusalHolds is how long a refused key is taken for refused: a worker that reads a long transcript asks once, not for
// every chunk, and no chunk waits for budget that nobody could spend.
const refusalHolds = time.Minute

// refusal remembers that the model server refused our key, or has no batches.
type refusal struct {
	mu    sync.Mutex
	until time.Time
	err   *fault.Error
}

// note remembers a failure that was a refusal of the key.
func (r *refusal) note(err error, now time.Time) {
	if fault.Is(err, fault.Denied) {
		r.hold(err, now.Add(refusalHolds))
	}
}

// hold remembers a failure for some time.
func (r *refusal) hold(err error, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err, r.until = fault.Of(err), until
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

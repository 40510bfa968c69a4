package importer

import (
	"context"
	"fmt"
	"sync"
	"time"

	"mentionary/internal/fault"
)

const (
	restartPatience = 2 * time.Minute // longer than any start takes
	restartLook     = 500 * time.Millisecond
)

// restart is what we know of an instance that went away in the middle: an instance that is started again has another
// token, which Find reads.
type restart struct {
	find func() (Place, bool)
	now  func() time.Time
	say  func(sentence string) // once when it is lost and once when it is back

	mu    sync.Mutex
	since time.Time // when it was lost; zero while it answers
}

// concerns reports whether a failed call means that the instance is gone or was started anew.
func (r *restart) concerns(err error) bool {
	return r != nil && (fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Unauthenticated))
}

// over notes that a call succeeded.
func (r *restart) over() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.since.IsZero() {
		r.since = time.Time{}
		r.say("Mentionary is back; the import goes on.")
	}
}

// lost notes that a call failed and reports whether there is patience left.
func (r *restart) lost() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since.IsZero() {
		r.since = r.now()
		r.say(fmt.Sprintf("Mentionary has stopped or is being started again. Waiting up to %d minutes for it; nothing is lost. "+
			"If nobody starts it, start it with: mentionary run", int(restartPatience.Minutes())))
	}
	return r.now().Sub(r.since) < restartPatience
}

// await looks where the instance answers now, after a pause, until there is no patience left: then the failure is returned.
func (c *client) await(ctx context.Context, failure error) error {
	if !c.lost.lost() {
		return failure
	}
	if p, ok := c.lost.find(); ok {
		if before := c.at.Load().place; p.Base != before.Base || p.Token != before.Token {
			d, err := open(p)
			if err != nil {
				return err
			}
			c.at.Store(d)
			return nil
		}
	}
	return c.wait(ctx, restartLook)
}

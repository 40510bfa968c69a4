package outbound

import (
	"context"
	"time"
)

// Clock is the time a door or pacer lives in. The zero Options use the real one; tests may hand in their own.
type Clock interface {
	Now() time.Time
	// After delivers once d has passed.
	After(d time.Duration) <-chan time.Time
}

// SystemClock is the real time.
func SystemClock() Clock { return realClock{} }

type realClock struct{}

func (realClock) Now() time.Time                         { return time.Now() }
func (realClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

func clockOrReal(c Clock) Clock {
	if c == nil {
		return realClock{}
	}
	return c
}

// sleep waits until d has passed on the clock or the context ends, whose error it then returns.
func sleep(ctx context.Context, c Clock, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.After(d):
		return nil
	}
}

package modelserver

import (
	"context"
	"sync/atomic"
)

// Ladder remembers which way of asking one server understands: 0 is the best, greater ones ask for less. Use NewLadder. It is safe for
// concurrent use.
type Ladder struct {
	turn  chan struct{} // held while probing: one probe at a time
	known atomic.Int32  // 0 unknown, otherwise the way + 1
}

// NewLadder returns a ladder of a server that was not asked yet.
func NewLadder() *Ladder { return &Ladder{turn: make(chan struct{}, 1)} }

// Way returns how to ask, probing the server when nobody has. Others wait meanwhile; when ctx ends for one of them, its error is
// returned. The probe says what it found by StepDown.
func (l *Ladder) Way(ctx context.Context, probe func() error) (int, error) {
	if known := l.known.Load(); known > 0 {
		return int(known) - 1, nil
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if l.known.Load() == 0 {
		if err := probe(); err != nil {
			return 0, err
		}
	}
	return int(l.known.Load()) - 1, nil
}

// StepDown remembers a way unless one that asks for less is known to be needed already.
func (l *Ladder) StepDown(way int) {
	next := int32(way) + 1
	for {
		known := l.known.Load()
		if known >= next || l.known.CompareAndSwap(known, next) {
			return
		}
	}
}

package app

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	quietSpell = 10 * time.Second
	// quietBytes is how much a process allocates at most in a quiet spell; the idle embedded Temporal needs some.
	quietBytes = 8 << 20
)

// freeMemory returns memory that a busy time left behind to the operating system, once after each, until ctx ends. Without
// it the runtime keeps about as much again as is in use.
func freeMemory(ctx context.Context) error {
	t := time.NewTicker(quietSpell)
	defer t.Stop()
	spells := busyness{busy: true} // the start is busy
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
			if spells.ended(allocated()) {
				debug.FreeOSMemory()
			}
		}
	}
}

// busyness tells from what was ever allocated, in bytes, whether a busy time has ended.
type busyness struct {
	seen uint64
	busy bool
}

// ended reports whether the spell up to now was the first quiet one after a busy time.
func (b *busyness) ended(allocated uint64) bool {
	was := b.busy
	b.busy = allocated-b.seen > quietBytes
	b.seen = allocated
	return was && !b.busy
}

// allocated is what the process has ever allocated on the heap, in bytes.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

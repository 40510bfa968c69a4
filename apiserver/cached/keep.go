package cached

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// largest is the share of the whole that one answer may take.
const largest = 16

// keep holds answers up to a bound in bytes; those that nobody asked for longest go first. It is safe for concurrent use.
type keep struct {
	mu         sync.Mutex
	max, bytes int64
	held       *simplelru.LRU[string, kept]
}

type kept struct {
	version int64
	answer  *answer
}

func newKeep(maxBytes int64) *keep {
	k := &keep{max: maxBytes}
	// Bytes are counted, not answers. It fails for a number below one only.
	k.held, _ = simplelru.NewLRU(math.MaxInt, func(key string, one kept) { k.bytes -= size(key, one.answer) })
	return k
}

func size(key string, a *answer) int64 { return int64(len(key)) + a.size() }

// get returns what is held for the key and exactly the version. An older answer is let go.
func (k *keep) get(key string, version int64) *answer {
	k.mu.Lock()
	defer k.mu.Unlock()
	one, ok := k.held.Get(key)
	switch {
	case ok && one.version == version:
		return one.answer
	case ok && one.version < version:
		k.held.Remove(key)
	}
	return nil
}

// put holds an answer unless a newer one is held.
func (k *keep) put(key string, version int64, a *answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if old, ok := k.held.Peek(key); ok && old.version > version || size(key, a) > k.max/largest {
		return
	}
	k.held.Remove(key) // an answer that is replaced would keep its bytes
	k.held.Add(key, kept{version, a})
	for k.bytes += size(key, a); k.bytes > k.max; {
		k.held.RemoveOldest()
	}
}

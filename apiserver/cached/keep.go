package cached

import (
	"container/list"
	"sync"
)

// largest is the share of the whole that one answer may take.
const largest = 16

// keep holds answers up to a bound in bytes; those that nobody asked for longest go first. It is safe for concurrent use.
type keep struct {
	mu    sync.Mutex
	max   int64
	bytes int64
	held  map[string]*list.Element // of *kept
	order *list.List               // asked for last in front
}

type kept struct {
	key     string
	version int64
	answer  *answer
}

func (k *kept) size() int64 { return int64(len(k.key)) + k.answer.size() }

func newKeep(maxBytes int64) *keep {
	return &keep{max: maxBytes, held: map[string]*list.Element{}, order: list.New()}
}

// get answers what is held for the key and exactly the version. An older answer is let go.
func (k *keep) get(key string, version int64) *answer {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, ok := k.held[key]
	if !ok {
		return nil
	}
	one, _ := e.Value.(*kept)
	if one.version != version {
		if one.version < version {
			k.drop(e)
		}
		return nil
	}
	k.order.MoveToFront(e)
	return one.answer
}

// put holds an answer unless a newer one is held.
func (k *keep) put(key string, version int64, a *answer) {
	one := &kept{key: key, version: version, answer: a}
	k.mu.Lock()
	defer k.mu.Unlock()
	if one.size() > k.max/largest {
		return
	}
	if e, ok := k.held[key]; ok {
		if old, _ := e.Value.(*kept); old.version > version {
			return
		}
		k.drop(e)
	}
	k.held[key] = k.order.PushFront(one)
	for k.bytes += one.size(); k.bytes > k.max; {
		k.drop(k.order.Back())
	}
}

func (k *keep) drop(e *list.Element) {
	one, _ := k.order.Remove(e).(*kept)
	delete(k.held, one.key)
	k.bytes -= one.size()
}

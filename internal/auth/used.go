package auth

import (
	"crypto/sha256"
	"sync"
)

// maxUsedStates bounds the memory to about a megabyte; the oldest entries are forgotten first.
const maxUsedStates = 8192

// usedStates remembers the attempts that came back, so that a copied cookie cannot replay one in this process. (In other
// processes the provider's single-use code refuses the replay.)
type usedStates struct {
	mu   sync.Mutex
	seen map[[32]byte]struct{}
	ring [maxUsedStates][32]byte // in order of arrival
	next int
}

func newUsedStates() *usedStates { return &usedStates{seen: map[[32]byte]struct{}{}} }

// take marks a state as used and reports whether it was fresh.
func (u *usedStates) take(state string) bool {
	key := sha256.Sum256([]byte(state))
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, used := u.seen[key]; used {
		return false
	}
	delete(u.seen, u.ring[u.next])
	u.ring[u.next] = key
	u.seen[key] = struct{}{}
	u.next = (u.next + 1) % maxUsedStates
	return true
}

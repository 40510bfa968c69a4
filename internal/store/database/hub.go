package database

import "sync"

// hub wakes everybody in this process who waits for a change. It carries no content: rows say what changed.
type hub struct {
	mu   sync.Mutex
	next chan struct{}
}

func newHub() *hub { return &hub{next: make(chan struct{})} }

// wake releases all present waiters.
func (h *hub) wake() {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.next)
	h.next = make(chan struct{})
}

// wait returns a channel that is closed at the next change.
func (h *hub) wait() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.next
}

// Changed returns a channel that is closed after the next write of this process. Other processes' writes are seen by
// polling.
func (d *DB) Changed() <-chan struct{} { return d.changes.wait() }

package apiserver

import (
	"time"

	"mentionary/apiserver/gate"
	"mentionary/internal/auth"
	"mentionary/internal/store"
)

// accountService is about one's own account: its sessions, its access tokens, what it may submit, and its end.
type accountService struct {
	store  *store.Store
	gate   *gate.Gate
	auth   *auth.Auth
	limits limits
	engine jobMessenger
	now    func() time.Time
}

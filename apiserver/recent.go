package apiserver

import (
	"context"
	"time"

	"mentionary/internal/fault"
)

// recentEnough is how old a sign-in may be for changes that a stolen session must not make.
const recentEnough = 12 * time.Hour

// recentSignIn refuses those who signed in too long ago, with a kind of its own, so that pages can ask for a new sign-in
// and then repeat the change. The operator's token counts as a sign-in of now; a personal token is none at all.
func (s *Server) recentSignIn(_ context.Context, v viewer) error {
	if at := v.session.SignedInAt; !at.IsZero() && s.Now().Sub(at) <= recentEnough {
		return nil
	}
	return fault.New(fault.SignInAgain, "For this change your sign-in must not be older than 12 hours. Please sign in again.")
}

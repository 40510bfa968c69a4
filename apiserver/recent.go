package apiserver

import (
	"context"
	"time"

	"connectrpc.com/connect"
)

// recentLife is how old a sign-in may be for what must not happen from a forgotten browser.
const recentLife = 12 * time.Hour

// headerReason tells programs why a call was refused where its code does not.
const headerReason = "X-Reason"

// recentSignIn refuses callers whose provider has not confirmed them within recentLife. Pages recognise the reason
// "sign_in_again" and offer the way there.
func (s *Server) recentSignIn(_ context.Context, v viewer) error {
	if s.Now().Sub(v.session.SignedInAt) < recentLife {
		return nil
	}
	err := connect.NewError(connect.CodeFailedPrecondition, words("Please confirm that it is you: sign in again, then repeat this."))
	err.Meta().Set(headerReason, "sign_in_again")
	return err
}

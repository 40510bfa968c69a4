package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"mentionary/internal/fault"
)

// Authenticate returns the session of a request. The flag is false when nobody is signed in: no cookie, an unknown or
// expired session, a deactivated person. The error is for a store that cannot answer.
func (a *Auth) Authenticate(ctx context.Context, r *http.Request) (Session, bool, error) {
	token, ok := a.sessionToken(r)
	if !ok {
		return Session{}, false, nil
	}
	hash, now := hashToken(token), a.now()
	s, err := a.sessions.Session(ctx, hash, now)
	if fault.Is(err, fault.NotFound) {
		return Session{}, false, nil
	}
	if err != nil {
		return Session{}, false, err
	}
	idle := now.Sub(s.Seen)
	if !s.Person.Active || idle >= IdleLifetime || !now.Before(s.Expires) || now.Sub(s.Created) >= AbsoluteLifetime {
		if err := a.sessions.End(ctx, hash); err != nil {
			a.log.WarnContext(ctx, "an expired session could not be deleted", "error", err)
		}
		return Session{}, false, nil
	}
	if idle >= TouchInterval {
		if err := a.sessions.Touch(ctx, hash, now); err != nil {
			// The request itself is fine; the next one tries again.
			a.log.WarnContext(ctx, "a session could not be marked as seen", "error", err)
		} else {
			s.Seen = now
		}
	}
	return s, true, nil
}

// tokenLength is the length of 256 bits in base64url.
const tokenLength = 43

// sessionToken reads the session cookie; false when there is none or it cannot be one of ours.
func (a *Auth) sessionToken(r *http.Request) (string, bool) {
	cookie, err := r.Cookie(a.sessionCookieName())
	if err != nil || len(cookie.Value) != tokenLength {
		return "", false
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(cookie.Value); err != nil {
		return "", false
	}
	return cookie.Value, true
}

// hashToken is what the store knows of a token. A plain hash is enough: the token is 256 random bits.
func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// storeFailed logs why the store could not answer and shows the page with a way to try again.
func (a *Auth) storeFailed(w http.ResponseWriter, r *http.Request, err error, retry string) {
	a.log.ErrorContext(r.Context(), "sessions cannot be read or written", "error", err)
	showPage(w, http.StatusServiceUnavailable, page{
		Title: "Mentionary is not available right now",
		Text:  "Your sign-in could not be checked. Nothing is lost. Please try again in a moment.",
		Links: []link{{"Retry", retry}},
	})
}

package auth

import (
	"context"
	"net/http"
)

type contextKey struct{}

// NewContext returns a context that carries the session, for gates that call Authenticate themselves.
func NewContext(ctx context.Context, s Session) context.Context {
	return context.WithValue(ctx, contextKey{}, s)
}

// FromContext returns the session of the request; false when nobody is signed in.
func FromContext(ctx context.Context) (Session, bool) {
	s, ok := ctx.Value(contextKey{}).(Session)
	return s, ok
}

// Middleware puts the session into the request's context. It does not judge: requests without a session pass. It hands
// the ResponseWriter on as it is, because wrapped writers break streams. When the store cannot answer, the request ends
// with 503: treating the person as signed out would be wrong.
func (a *Auth) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, ok, err := a.Authenticate(r.Context(), r)
		if err != nil {
			a.storeFailed(w, r, err, "/")
			return
		}
		if ok {
			r = r.WithContext(NewContext(r.Context(), s))
		}
		next.ServeHTTP(w, r)
	})
}

// storeFailed logs why the store could not answer and shows the page with a way to try again.
func (a *Auth) storeFailed(w http.ResponseWriter, r *http.Request, err error, retry string) {
	a.log.ErrorContext(r.Context(), "sessions cannot be read or written", "error", err)
	w.Header().Set("Retry-After", "5")
	showPage(w, http.StatusServiceUnavailable, page{
		Title: "Mentionary is not available right now",
		Text:  "Your sign-in could not be checked. Nothing is lost. Please try again in a moment.",
		Links: []link{{"Retry", retry}},
	})
}

package apiserver

import (
	"context"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"

	"mentionary/internal/auth"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/policies"
)

// recheckTimeout bounds how long the session of a stream is looked for.
const recheckTimeout = 2 * time.Second

// viewer is who asks.
type viewer struct {
	session  auth.Session // zero for visitors; with an access token only its person is set
	signedIn bool
	role     string
	byToken  bool     // an access token is used: scopes limit what the role may do
	scopes   []string // of the token
	// again asks the store whether the session still holds; for streams, which outlive one check.
	again func() (viewer, error)
}

type viewerKey struct{}

// viewerOf answers who asks; without a gate before it everybody is a visitor.
func viewerOf(ctx context.Context) viewer {
	if v, ok := ctx.Value(viewerKey{}).(viewer); ok {
		return v
	}
	return viewer{role: policies.Anonymous}
}

// userID is the person's id, 0 for visitors.
func (v viewer) userID() int { return v.session.Person.ID }

// gate runs before a call is decoded: it finds the session, asks the policy and puts the viewer into the context. What it
// refuses never reaches an interceptor, so it is logged here.
func (s *Server) gate(ctx context.Context, spec connect.Spec, _ connect.Peer, header http.Header) (context.Context, error) {
	ctx, err := s.admit(ctx, spec.Procedure, header)
	if err != nil {
		err = s.shown(ctx, spec.Procedure, err)
		s.Metrics.Request(spec.Procedure, codeOf(err), 0)
		return nil, err
	}
	return ctx, nil
}

// admit is the gate of both procedures and plain routes. Its error is a fault.
func (s *Server) admit(ctx context.Context, operation string, header http.Header) (context.Context, error) {
	v, err := s.sender(ctx, header)
	if err != nil {
		return ctx, err
	}
	may, err := s.Enforcer.Allows(v.role, operation)
	switch {
	case err != nil:
		return ctx, err
	case !may && !v.signedIn:
		return ctx, fault.New(fault.Unauthenticated, "Please sign in first.")
	case !may:
		return ctx, fault.New(fault.Denied, "Your account may not do this. Please ask an administrator if you need it.")
	case v.byToken && !s.Enforcer.TokenAllows(v.scopes, operation):
		return ctx, fault.New(fault.Denied, s.missingScope(operation))
	}
	return context.WithValue(ctx, viewerKey{}, v), nil
}

// sender is the viewer that a class's request acts as, else whoever sends the header.
func (s *Server) sender(ctx context.Context, header http.Header) (viewer, error) {
	if v, known := ctx.Value(actingKey{}).(viewer); known {
		return v, nil
	}
	return s.identify(ctx, header)
}

// identify finds out who sends the header. An access token decides even beside a cookie.
func (s *Server) identify(ctx context.Context, header http.Header) (viewer, error) {
	if secret, ok := accessToken(header); ok {
		return s.identifyToken(ctx, header, secret)
	}
	session, ok, err := s.session(ctx, header)
	if err != nil {
		return viewer{}, fault.Wrap(fault.Unavailable, err, "Your sign-in could not be checked. Please try again in a moment.").WithRetryAfter(retryLater)
	}
	v := viewer{role: policies.Anonymous}
	if ok {
		v = viewer{session: session, signedIn: true, role: session.Person.Role}
		if v.role == "" {
			v.role = policies.User
		}
	}
	v.again = s.again(header)
	return v, nil
}

// again answers a question that identifies the sender of the header anew.
func (s *Server) again(header http.Header) func() (viewer, error) {
	return func() (viewer, error) {
		// Not the request's context: it may carry the session that a middleware found when the stream began.
		ctx, cancel := context.WithTimeout(context.Background(), recheckTimeout)
		defer cancel()
		return s.identify(ctx, header)
	}
}

// session answers the operator's session for the operator's token, else the one of the browser.
func (s *Server) session(ctx context.Context, header http.Header) (auth.Session, bool, error) {
	if token, ok := strings.CutPrefix(header.Get("Authorization"), "Bearer "); ok && s.Operator != nil {
		return s.Operator(ctx, token)
	}
	return s.Auth.Authenticate(ctx, &http.Request{Header: header})
}

// may asks the policy about an operation beside the procedure itself. What cannot be decided is refused.
func (s *Server) may(ctx context.Context, v viewer, operation string) bool {
	ok, err := s.Enforcer.Allows(v.role, operation)
	if err != nil {
		s.Log.ErrorContext(ctx, "the policy cannot be read", "operation", operation, "error", err)
	}
	return ok && err == nil && (!v.byToken || s.Enforcer.TokenAllows(v.scopes, operation))
}

// scope limits queries for jobs: 0 (everybody's) for those who handle them, else the viewer's own id.
func (s *Server) scope(ctx context.Context, v viewer) int {
	if s.may(ctx, v, policies.EverybodysJobs) {
		return 0
	}
	return v.userID()
}

// sees is the viewer as queries for the catalogue understand it.
func (s *Server) sees(ctx context.Context, v viewer) store.Viewer {
	return store.Viewer{UserID: v.userID(), Moderator: s.may(ctx, v, policies.PrivateUploads)}
}

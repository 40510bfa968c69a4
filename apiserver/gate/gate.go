package gate

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/auth"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/policies"
)

const (
	// RetryLater is what callers are told to wait when nothing better is known.
	RetryLater = 5 * time.Second
	// recheckTimeout bounds how long the session of a stream is looked for.
	recheckTimeout = 2 * time.Second
	// recentEnough is how old a sign-in may be for changes that a stolen session must not make.
	recentEnough = 12 * time.Hour
)

// Gate knows who asks and what they may do. It is safe for concurrent use.
type Gate struct {
	store    *store.Store
	auth     *auth.Auth
	policy   *policies.Enforcer
	now      func() time.Time
	operator Operator
}

// Operator returns the session of whoever holds the operator's token ("Authorization: Bearer …").
type Operator func(ctx context.Context, token string) (auth.Session, bool, error)

// New makes a gate. A nil operator knows no operator's token.
func New(s *store.Store, signIn *auth.Auth, policy *policies.Enforcer, now func() time.Time, operator Operator) *Gate {
	return &Gate{store: s, auth: signIn, policy: policy, now: now, operator: operator}
}

// Viewer is who asks.
type Viewer struct {
	Session  auth.Session // zero for visitors; with an access token only its person is set
	SignedIn bool
	Role     string
	byToken  bool     // an access token is used: scopes limit what the role may do
	scopes   []string // of the token
	// Again asks the store whether the session still holds; for streams, which outlive one check.
	Again func() (Viewer, error)
}

type viewerKey struct{}

// Of returns who asks; without a gate before it everybody is a visitor.
func Of(ctx context.Context) Viewer {
	if v, ok := ctx.Value(viewerKey{}).(Viewer); ok {
		return v
	}
	return Visitor()
}

// Visitor is somebody who is not signed in.
func Visitor() Viewer { return Viewer{Role: policies.Anonymous} }

// AnyReader stands for all who are signed in as users and own no episode.
func AnyReader() Viewer {
	return Viewer{SignedIn: true, Role: policies.User, Session: auth.Session{Person: auth.Person{ID: store.AnyReader}}}
}

// UserID is the person's id, 0 for visitors.
func (v Viewer) UserID() int { return v.Session.Person.ID }

// PublicID is the person's random id, empty for visitors.
func (v Viewer) PublicID() string { return v.Session.Person.PublicID }

// Actor is the viewer as changes are audited.
func (v Viewer) Actor() store.Actor {
	return store.Actor{PublicID: v.PublicID(), SessionID: v.Session.ID}
}

// Admit finds out who sends the header, asks the policy about the operation and puts the viewer into the context. Its
// error is a fault.
func (g *Gate) Admit(ctx context.Context, operation string, header http.Header) (context.Context, error) {
	v, err := g.Viewer(ctx, header)
	switch {
	case err != nil:
		return ctx, err
	case !g.RoleMay(v, operation) && !v.SignedIn:
		return ctx, fault.New(fault.Unauthenticated, "Please sign in first.")
	case !g.RoleMay(v, operation):
		return ctx, fault.New(fault.Denied, "Your account may not do this. Please ask an administrator if you need it.")
	case !g.May(v, operation):
		return ctx, fault.New(fault.Denied, g.missingScope(operation))
	}
	return context.WithValue(ctx, viewerKey{}, v), nil
}

// RoleMay reports whether the viewer's role may do an operation, whatever they signed in with.
func (g *Gate) RoleMay(v Viewer, operation string) bool { return g.policy.Allows(v.Role, operation) }

// May reports whether the viewer may do an operation, with the access token that they use if they use one.
func (g *Gate) May(v Viewer, operation string) bool {
	if v.byToken {
		return g.policy.TokenAllows(v.Role, v.scopes, operation)
	}
	return g.RoleMay(v, operation)
}

// WhoseJobs limits queries for jobs: 0 (everybody's) for those who handle them, else the viewer's own id.
func (g *Gate) WhoseJobs(v Viewer) int {
	if g.May(v, policies.EverybodysJobs) {
		return 0
	}
	return v.UserID()
}

// Sees is the viewer as queries for the catalogue understand it.
func (g *Gate) Sees(v Viewer) store.Viewer {
	return store.Viewer{UserID: v.UserID(), Moderator: g.May(v, policies.PrivateUploads)}
}

// permissions are what menus show, each with the operation that it stands for.
var permissions = []struct{ name, operation string }{
	{"submit", mentionaryv1connect.JobServiceProcessProcedure},
	{"moderate", policies.EverybodysJobs},
	{"admin", mentionaryv1connect.AdminServiceSetUserRoleProcedure},
}

// Permissions lists what menus show to the viewer. It is for show: every call is judged by its own policy line.
func (g *Gate) Permissions(v Viewer) []string {
	var out []string
	for _, p := range permissions {
		if g.RoleMay(v, p.operation) {
			out = append(out, p.name)
		}
	}
	return out
}

// RecentSignIn refuses those who signed in too long ago, with a kind of its own, so that pages can ask for a new sign-in
// and then repeat the change. The operator's token counts as a sign-in of now; a personal token is none at all.
func (g *Gate) RecentSignIn(v Viewer) error {
	if at := v.Session.SignedInAt; !at.IsZero() && g.now().Sub(at) <= recentEnough {
		return nil
	}
	return fault.New(fault.SignInAgain, "For this change your sign-in must not be older than 12 hours. Please sign in again.")
}

type actingKey struct{}

// Acting makes the gate take the sender of the request for a viewer instead of reading the header again.
func Acting(ctx context.Context, as Viewer) context.Context {
	return context.WithValue(ctx, actingKey{}, as)
}

// Viewer is the viewer whom a request acts as (Acting), else whoever sends the header.
func (g *Gate) Viewer(ctx context.Context, header http.Header) (Viewer, error) {
	if v, known := ctx.Value(actingKey{}).(Viewer); known {
		return v, nil
	}
	return g.Identify(ctx, header)
}

// Identify finds out who sends the header. An access token decides even beside a cookie.
func (g *Gate) Identify(ctx context.Context, header http.Header) (Viewer, error) {
	if secret, ok := accessToken(header); ok {
		return g.identifyToken(ctx, header, secret)
	}
	session, ok, err := g.session(ctx, header)
	if err != nil {
		return Viewer{}, fault.Wrap(fault.Unavailable, err, "Your sign-in could not be checked. Please try again in a moment.").
			WithRetryAfter(RetryLater)
	}
	v := Visitor()
	if ok {
		v = Viewer{Session: session, SignedIn: true, Role: session.Person.Role}
		if v.Role == "" {
			v.Role = policies.User
		}
	}
	v.Again = g.again(header)
	return v, nil
}

// again returns a question that identifies the sender of the header anew.
func (g *Gate) again(header http.Header) func() (Viewer, error) {
	return func() (Viewer, error) {
		// Not the request's context: it may carry the session that a middleware found when the stream began.
		ctx, cancel := context.WithTimeout(context.Background(), recheckTimeout)
		defer cancel()
		return g.Identify(ctx, header)
	}
}

// session returns the operator's session for the operator's token, else the one of the browser.
func (g *Gate) session(ctx context.Context, header http.Header) (auth.Session, bool, error) {
	if token, ok := strings.CutPrefix(header.Get("Authorization"), "Bearer "); ok && g.operator != nil {
		return g.operator(ctx, token)
	}
	return g.auth.Authenticate(ctx, &http.Request{Header: header})
}

// MayGive reports whether the viewer may create access tokens with the given scopes.
func (g *Gate) MayGive(v Viewer, scopes []string) bool {
	return !slices.Contains(scopes, policies.Manage) || g.May(v, policies.GiveManage)
}

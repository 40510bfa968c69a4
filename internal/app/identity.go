package app

import (
	"context"
	"crypto/subtle"
	"net/http"
	"time"

	"mentionary/apiserver/gate"
	"mentionary/internal/auth"
	"mentionary/internal/devstack/idp"
	"mentionary/internal/store"
	"mentionary/internal/store/people"
)

// providerPath is where the development identity provider lives.
const providerPath = "/dev/idp"

// identity is how people sign in: the configured provider, or the development one, which runs in this process.
type identity struct {
	auth     *auth.Auth
	provider http.Handler // the development provider, nil when another one is configured
	store    *store.Store
}

func (p *parts) newIdentity(ctx context.Context) (*identity, error) {
	base := p.cfg.Base()
	key, err := p.sessionKey(ctx)
	if err != nil {
		return nil, err
	}
	id := &identity{store: p.store}
	o := auth.Options{
		BaseURL: base, Issuer: p.cfg.OIDC.Issuer.String(), ClientID: p.cfg.OIDC.ClientID, ClientSecret: p.cfg.OIDC.ClientSecret.Reveal(),
		HTTPClient: p.out.Operator(), Key: key, Sessions: sessions{p.store.People}, Logger: p.log,
	}
	if o.Issuer == "" {
		o.Issuer = base.String() + providerPath
		o.ClientID, o.ClientSecret = idp.ClientID, ""
		id.provider, err = idp.New(idp.Options{Issuer: o.Issuer, RedirectURLs: []string{base.String() + auth.CallbackPath}})
		if err != nil {
			return nil, err
		}
		o.HTTPClient = httpClient(auth.InProcess(id.provider, base))
	}
	if err := p.giveRoles(ctx, o.Issuer); err != nil {
		return nil, err
	}
	id.auth, err = auth.New(o)
	return id, err
}

// giveRoles makes the configured first admin, or the preset people of the development sign-in, what they are.
func (p *parts) giveRoles(ctx context.Context, issuer string) error {
	if p.cfg.OIDC.Issuer.Host != "" {
		if p.cfg.Admin.Subject == "" {
			return nil
		}
		return p.store.People.EnsureRoleOnce(ctx, issuer, p.cfg.Admin.Subject, "admin")
	}
	for _, u := range idp.Presets {
		if u.Role == "" {
			continue
		}
		if err := p.store.People.EnsureRoleOnce(ctx, issuer, u.Subject, u.Role); err != nil {
			return err
		}
	}
	return nil
}

// operator returns the session of the operator to whoever holds the token of this process.
func (i *identity) operator(token string) func(ctx context.Context, given string) (auth.Session, bool, error) {
	return func(ctx context.Context, given string) (auth.Session, bool, error) {
		if token == "" || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			return auth.Session{}, false, nil
		}
		u, err := i.store.People.EnsureOperator(ctx)
		if err != nil {
			return auth.Session{}, false, err
		}
		now := time.Now()
		return auth.Session{Person: gate.PersonOf(u), Created: now, Seen: now, SignedInAt: now, Expires: now.Add(time.Hour)}, true, nil
	}
}

// sessions adapts the store to sign-in.
type sessions struct{ people *people.Store }

// SignIn finds or makes the account and stores the session.
func (s sessions) SignIn(ctx context.Context, id auth.Identity, n auth.NewSession) (auth.Person, error) {
	u, err := s.people.SignIn(ctx, people.Identity(id), people.NewSession(n))
	if err != nil {
		return auth.Person{}, err
	}
	return gate.PersonOf(u), nil
}

// Session finds a session by the hash of its token.
func (s sessions) Session(ctx context.Context, hash []byte, now time.Time) (auth.Session, error) {
	row, err := s.people.SessionByToken(ctx, hash, now)
	if err != nil {
		return auth.Session{}, err
	}
	return auth.Session{
		ID: row.ID, Person: gate.PersonOf(row.Edges.User), Created: row.CreatedAt, Seen: row.SeenAt,
		Expires: row.ExpiresAt, SignedInAt: row.SignedInAt,
	}, nil
}

// Touch notes that a session was used.
func (s sessions) Touch(ctx context.Context, hash []byte, now time.Time) error {
	return s.people.TouchSession(ctx, hash, now)
}

// End deletes a session.
func (s sessions) End(ctx context.Context, hash []byte) error {
	return s.people.EndSession(ctx, hash)
}

// EndAll deletes every session of a person.
func (s sessions) EndAll(ctx context.Context, personID int) error {
	return s.people.EndSessions(ctx, personID)
}

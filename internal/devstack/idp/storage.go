package idp

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	// lifetime is how long a request and its code are kept.
	lifetime = 10 * time.Minute
	// tokenLifetime is how long issued tokens are valid.
	tokenLifetime = 5 * time.Minute
	// maxPending bounds the memory: when it is reached, the oldest request or token makes room.
	maxPending = 1000
)

var (
	errUnknownRequest = errors.New("this sign-in request is unknown or has expired")
	errUnknownUser    = errors.New("unknown user")
	errUnknownClient  = errors.New("unknown client")
)

// storage keeps requests, codes and access tokens in memory. One lock guards all of it.
type storage struct {
	unsupported
	users  []User
	client client
	key    signingKey
	now    func() time.Time

	mu       sync.Mutex
	requests map[string]*request // by request id
	codes    map[string]string   // code -> request id
	tokens   map[string]accessToken
}

type accessToken struct {
	subject string
	expires time.Time
}

func newStorage(users []User, c client, key *ecdsa.PrivateKey, now func() time.Time) *storage {
	return &storage{
		users: users, client: c, key: signingKey{key}, now: now,
		requests: map[string]*request{}, codes: map[string]string{}, tokens: map[string]accessToken{},
	}
}

// pending reports whether a request waits for somebody to choose a person.
func (s *storage) pending(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.live(id)
	return r != nil && r.subject == ""
}

// finish records who was chosen. It reports false for an unknown, expired or finished request and for an unknown person.
func (s *storage) finish(id, subject string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.live(id)
	if r == nil || r.subject != "" || s.user(subject) == nil {
		return false
	}
	r.subject, r.signedIn = subject, s.now()
	return true
}

// user finds a preset person; nil when there is none.
func (s *storage) user(subject string) *User {
	for i := range s.users {
		if s.users[i].Subject == subject {
			return &s.users[i]
		}
	}
	return nil
}

// live returns the request when it is not older than lifetime. The caller holds the lock.
func (s *storage) live(id string) *request {
	r := s.requests[id]
	if r == nil || !s.now().Before(r.expires) {
		return nil
	}
	return r
}

// forget drops a request and its code. The caller holds the lock.
func (s *storage) forget(id string) {
	if r := s.requests[id]; r != nil {
		delete(s.codes, r.code)
		delete(s.requests, id)
	}
}

// prune drops what has expired and, when the memory is full, the oldest entry of each sort. The caller holds the lock.
func (s *storage) prune() {
	now := s.now()
	var oldestRequest, oldestToken string
	for id, r := range s.requests {
		if !now.Before(r.expires) {
			s.forget(id)
		} else if oldestRequest == "" || r.expires.Before(s.requests[oldestRequest].expires) {
			oldestRequest = id
		}
	}
	if len(s.requests) >= maxPending {
		s.forget(oldestRequest)
	}
	for id, t := range s.tokens {
		if !now.Before(t.expires) {
			delete(s.tokens, id)
		} else if oldestToken == "" || t.expires.Before(s.tokens[oldestToken].expires) {
			oldestToken = id
		}
	}
	if len(s.tokens) >= maxPending {
		delete(s.tokens, oldestToken)
	}
}

// CreateAuthRequest stores a checked authorization request.
func (s *storage) CreateAuthRequest(_ context.Context, r *oidc.AuthRequest, _ string) (op.AuthRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prune()
	a := &request{AuthRequest: r, id: rand.Text(), expires: s.now().Add(lifetime)}
	s.requests[a.id] = a
	return a, nil
}

// AuthRequestByID finds a live request.
func (s *storage) AuthRequestByID(_ context.Context, id string) (op.AuthRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.live(id); a != nil {
		return a, nil
	}
	return nil, errUnknownRequest
}

// AuthRequestByCode finds the request of a code and drops both, so that a code works once even for two callers at the
// same moment and a wrong PKCE verifier gets no second guess.
func (s *storage) AuthRequestByCode(_ context.Context, code string) (op.AuthRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.live(s.codes[code])
	if a == nil {
		return nil, errUnknownRequest
	}
	s.forget(a.id)
	return a, nil
}

// SaveAuthCode remembers the one code of a request.
func (s *storage) SaveAuthCode(_ context.Context, id, code string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.live(id)
	if a == nil || a.code != "" {
		return errUnknownRequest
	}
	a.code = code
	s.codes[code] = id
	return nil
}

// DeleteAuthRequest drops a request and its code.
func (s *storage) DeleteAuthRequest(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(id)
	return nil
}

// CreateAccessToken issues the id of an access token, good for the userinfo endpoint only.
func (s *storage) CreateAccessToken(_ context.Context, r op.TokenRequest) (string, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prune()
	id, expires := rand.Text(), s.now().Add(tokenLifetime)
	s.tokens[id] = accessToken{subject: r.GetSubject(), expires: expires}
	return id, expires, nil
}

// SigningKey returns the key that signs ID tokens; it lives as long as the process.
func (s *storage) SigningKey(context.Context) (op.SigningKey, error) { return s.key, nil }

// SignatureAlgorithms lists the one algorithm used.
func (s *storage) SignatureAlgorithms(context.Context) ([]jose.SignatureAlgorithm, error) {
	return []jose.SignatureAlgorithm{signingAlgorithm}, nil
}

// KeySet returns the public half of the signing key.
func (s *storage) KeySet(context.Context) ([]op.Key, error) { return []op.Key{publicKey{s.key}}, nil }

// Health is always good: there is nothing behind this provider.
func (s *storage) Health(context.Context) error { return nil }

// GetClientByClientID knows one client.
func (s *storage) GetClientByClientID(_ context.Context, id string) (op.Client, error) {
	if id != ClientID {
		return nil, errUnknownClient
	}
	return s.client, nil
}

// SetUserinfoFromScopes is deprecated by the library; SetUserinfoFromRequest does the work.
func (s *storage) SetUserinfoFromScopes(context.Context, *oidc.UserInfo, string, string, []string) error {
	return nil
}

// SetUserinfoFromRequest fills the claims of the ID token.
func (s *storage) SetUserinfoFromRequest(_ context.Context, info *oidc.UserInfo, r op.IDTokenRequest, _ []string) error {
	return s.fill(info, r.GetSubject())
}

// SetUserinfoFromToken fills the answer of the userinfo endpoint for a token that is still valid.
func (s *storage) SetUserinfoFromToken(_ context.Context, info *oidc.UserInfo, tokenID, subject, _ string) error {
	s.mu.Lock()
	t, known := s.tokens[tokenID]
	valid := known && t.subject == subject && s.now().Before(t.expires)
	s.mu.Unlock()
	if !valid {
		return oidc.ErrAccessDenied().WithDescription("the access token is unknown or has expired")
	}
	return s.fill(info, subject)
}

// GetPrivateClaimsFromScopes adds none.
func (s *storage) GetPrivateClaimsFromScopes(context.Context, string, string, []string) (map[string]any, error) {
	return nil, nil
}

func (s *storage) fill(info *oidc.UserInfo, subject string) error {
	u := s.user(subject)
	if u == nil {
		return errUnknownUser
	}
	given, family, _ := strings.Cut(u.Name, " ")
	info.Subject, info.Name, info.GivenName, info.FamilyName = u.Subject, u.Name, given, family
	info.Email, info.EmailVerified = u.Email, true
	return nil
}

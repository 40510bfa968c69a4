package gate

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"mentionary/internal/auth"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/policies"
)

// tokenPrefix begins the secret of every access token, so that people and scanners recognize one.
const tokenPrefix = "mnt_"

// NewSecret makes the secret of an access token and the hash by which the store knows it. A plain hash is enough: the
// secret is 256 random bits.
func NewSecret() (secret string, hash []byte) {
	var b [32]byte
	_, _ = rand.Read(b[:]) // documented never to fail
	secret = tokenPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	return secret, hashSecret(secret)
}

func hashSecret(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// accessToken reads the secret of an access token from "Authorization: Bearer mnt_…".
func accessToken(header http.Header) (string, bool) {
	scheme, secret, _ := strings.Cut(header.Get("Authorization"), " ")
	secret = strings.TrimSpace(secret)
	return secret, strings.EqualFold(scheme, "Bearer") && strings.HasPrefix(secret, tokenPrefix)
}

// identifyToken finds out whose access token it is. One that does not hold is refused: a script must not go on as a
// visitor without noticing.
func (g *Gate) identifyToken(ctx context.Context, header http.Header, secret string) (Viewer, error) {
	row, err := g.store.People.UseToken(ctx, hashSecret(secret))
	if fault.Is(err, fault.NotFound) {
		return Viewer{}, fault.New(fault.Unauthenticated, "This access token is unknown, expired or revoked, or its account is deactivated. "+
			"Please create a new one on your account page.")
	}
	if err != nil {
		return Viewer{}, fault.Wrap(fault.Unavailable, err, "Your access token could not be checked. Please try again in a moment.").
			WithRetryAfter(RetryLater)
	}
	u := row.Edges.User
	return Viewer{
		Session: auth.Session{Person: PersonOf(u)}, SignedIn: true, Role: string(u.Role), byToken: true, scopes: row.Scopes,
		Again: g.again(header),
	}, nil
}

// PersonOf is an account as sessions carry it.
func PersonOf(u *store.User) auth.Person {
	return auth.Person{
		ID: u.ID, PublicID: u.PublicID, Role: string(u.Role), Email: u.Email, FirstName: u.FirstName, LastName: u.LastName,
		DisplayName: u.DisplayName, Picture: u.Picture, Active: u.IsActive,
	}
}

// missingScope says what to do when a token may not do an operation that its owner may.
func (g *Gate) missingScope(operation string) string {
	needed := g.policy.Scope(operation)
	if needed == policies.SessionOnly {
		return "Access tokens cannot do this. Please sign in with a browser."
	}
	return fmt.Sprintf("This access token has too narrow a scope. Please create one with the scope %q.", needed)
}

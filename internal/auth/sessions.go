package auth

import (
	"context"
	"time"
)

// The lifetimes of sessions.
const (
	IdleLifetime     = 7 * 24 * time.Hour  // without a request
	AbsoluteLifetime = 30 * 24 * time.Hour // since sign-in
	TouchInterval    = time.Hour           // "seen" is written at most this often
)

// Person is an account as sessions carry it. Role is empty for ordinary users or one of the store's role names.
type Person struct {
	ID          int
	PublicID    string // random, used in addresses
	Role        string
	Email       string
	FirstName   string
	LastName    string
	DisplayName string
	Picture     string
	Active      bool // false: deactivated, may not sign in
}

// Session is one signed-in browser.
type Session struct {
	ID         int
	Person     Person
	Created    time.Time
	Seen       time.Time // last request, precise to TouchInterval
	Expires    time.Time // absolute end
	SignedInAt time.Time // when the provider confirmed the person
}

// Identity is what the provider says about a person, checked and cleaned. Issuer and Subject together name the account;
// everything else is for show, may be empty and is never matched.
type Identity struct {
	Issuer, Subject                           string
	Email, FirstName, LastName, Name, Picture string
}

// NewSession is a session to store. The token itself never reaches the store.
type NewSession struct {
	TokenHash  []byte // SHA-256 of the token
	AgentLabel string // for the list of sessions, such as "Firefox on Linux"
	Created    time.Time
	Expires    time.Time
}

// Sessions stores people and sessions. Every method is safe for concurrent use.
type Sessions interface {
	// SignIn finds the account of (Issuer, Subject) or creates it, and stores the session. Role and status never change
	// here. For a deactivated account it returns the person with Active false and stores no session.
	SignIn(ctx context.Context, id Identity, s NewSession) (Person, error)
	// Session finds a session by the hash of its token. It returns fault.NotFound when there is none, when now is past its
	// Expires, and when its person is deactivated.
	Session(ctx context.Context, tokenHash []byte, now time.Time) (Session, error)
	// Touch sets Seen.
	Touch(ctx context.Context, tokenHash []byte, now time.Time) error
	// End deletes a session; ending one that does not exist is no error.
	End(ctx context.Context, tokenHash []byte) error
	// EndAll deletes every session of a person.
	EndAll(ctx context.Context, personID int) error
}

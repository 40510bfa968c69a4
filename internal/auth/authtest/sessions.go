// Package authtest provides session storage in memory for tests of auth and of what stands on it.
package authtest

import (
	"context"
	"encoding/hex"
	"strconv"
	"sync"
	"time"

	"mentionary/internal/auth"
	"mentionary/internal/fault"
)

// Sessions implements auth.Sessions in memory. The zero value is not usable; call New.
type Sessions struct {
	mu       sync.Mutex
	people   map[[2]string]*auth.Person // by issuer and subject
	sessions map[string]*stored         // by token hash
	touches  int
	fail     error
	nextID   int
}

type stored struct {
	auth.Session
	person *auth.Person
	label  string
}

// New returns empty storage.
func New() *Sessions {
	return &Sessions{people: map[[2]string]*auth.Person{}, sessions: map[string]*stored{}}
}

// SignIn implements auth.Sessions.
func (s *Sessions) SignIn(_ context.Context, id auth.Identity, n auth.NewSession) (auth.Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return auth.Person{}, s.fail
	}
	key := [2]string{id.Issuer, id.Subject}
	p := s.people[key]
	if p == nil {
		s.nextID++
		p = &auth.Person{ID: s.nextID, PublicID: "person-" + strconv.Itoa(s.nextID), Active: true}
		s.people[key] = p
	}
	p.Email, p.FirstName, p.LastName, p.DisplayName, p.Picture = id.Email, id.FirstName, id.LastName, id.Name, id.Picture
	if p.Active {
		s.nextID++
		s.sessions[hex.EncodeToString(n.TokenHash)] = &stored{person: p, label: n.AgentLabel, Session: auth.Session{
			ID: s.nextID, Created: n.Created, Seen: n.Created, Expires: n.Expires, SignedInAt: n.Created,
		}}
	}
	return *p, nil
}

// Session implements auth.Sessions.
func (s *Sessions) Session(_ context.Context, tokenHash []byte, now time.Time) (auth.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return auth.Session{}, s.fail
	}
	found := s.sessions[hex.EncodeToString(tokenHash)]
	if found == nil || !now.Before(found.Expires) || !found.person.Active {
		return auth.Session{}, fault.New(fault.NotFound, "There is no such session.")
	}
	answer := found.Session
	answer.Person = *found.person
	return answer, nil
}

// Touch implements auth.Sessions.
func (s *Sessions) Touch(_ context.Context, tokenHash []byte, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.touches++
	if found := s.sessions[hex.EncodeToString(tokenHash)]; found != nil {
		found.Seen = now
	}
	return s.fail
}

// End implements auth.Sessions.
func (s *Sessions) End(_ context.Context, tokenHash []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		delete(s.sessions, hex.EncodeToString(tokenHash))
	}
	return s.fail
}

// EndAll implements auth.Sessions.
func (s *Sessions) EndAll(_ context.Context, personID int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for hash, found := range s.sessions {
		if s.fail == nil && found.person.ID == personID {
			delete(s.sessions, hash)
		}
	}
	return s.fail
}

// Fail makes every call return err from now on; nil ends it.
func (s *Sessions) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// Update changes the person of an account, for example to deactivate it or give it a role. It reports whether there is one.
func (s *Sessions) Update(issuer, subject string, change func(*auth.Person)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.people[[2]string{issuer, subject}]
	if p != nil {
		change(p)
	}
	return p != nil
}

// Labels lists the agent labels of the live sessions, in no order; its length is their number.
func (s *Sessions) Labels() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	labels := []string{}
	for _, found := range s.sessions {
		labels = append(labels, found.label)
	}
	return labels
}

// Touches counts the calls of Touch.
func (s *Sessions) Touches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.touches
}

// Hashes lists the token hashes of the live sessions in hex.
func (s *Sessions) Hashes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	hashes := []string{}
	for hash := range s.sessions {
		hashes = append(hashes, hash)
	}
	return hashes
}

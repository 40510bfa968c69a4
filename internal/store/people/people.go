package people

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"mentionary/ent/db"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// Identity is what an identity provider says about a person, checked and cleaned. Issuer and Subject name the account.
type Identity struct {
	Issuer, Subject                           string
	Email, FirstName, LastName, Name, Picture string
}

// ensureUser returns the account of an identity, made when it is new. What is for show is taken over at every sign-in;
// role, status, display name and whether the profile is published are the account's own.
func (s *Store) ensureUser(ctx context.Context, tx *db.Tx, id Identity) (*db.User, error) {
	now := s.Now()
	userID, err := tx.User.Create().SetIssuer(id.Issuer).SetSubject(id.Subject).SetPublicID(database.RandomKey()).
		SetDisplayName(database.Clip(defaultName(id), 200)).SetCreatedAt(now).SetUpdatedAt(now).
		OnConflictColumns(dbuser.FieldIssuer, dbuser.FieldSubject).Ignore().ID(ctx)
	if err != nil {
		return nil, err
	}
	u, err := tx.User.UpdateOneID(userID).SetEmail(database.Clip(id.Email, 320)).SetFirstName(database.Clip(id.FirstName, 200)).
		SetLastName(database.Clip(id.LastName, 200)).SetPicture(database.Clip(id.Picture, 2048)).SetUpdatedAt(now).Save(ctx)
	if err != nil || u.DisplayName != "" || defaultName(id) == "" {
		return u, err
	}
	// An account that was given its role before it signed in has no name yet.
	return tx.User.UpdateOne(u).SetDisplayName(database.Clip(defaultName(id), 200)).Save(ctx)
}

// defaultName is how a new account is called: never by its e-mail address, which nobody has agreed to show.
func defaultName(id Identity) string {
	if id.Name != "" {
		return id.Name
	}
	return strings.TrimSpace(id.FirstName + " " + id.LastName)
}

// EnsureRole gives the account of (issuer, subject) a role ("user", "moderator", "admin") and makes the account when it
// has never signed in: the configured first admin and the preset accounts of a development sign-in.
func (s *Store) EnsureRole(ctx context.Context, issuer, subject, role string) error {
	r, err := parseRole(role)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Now()
		id, err := tx.User.Create().SetIssuer(issuer).SetSubject(subject).SetPublicID(database.RandomKey()).SetCreatedAt(now).SetUpdatedAt(now).
			OnConflictColumns(dbuser.FieldIssuer, dbuser.FieldSubject).Ignore().ID(ctx)
		if err != nil {
			return err
		}
		return tx.User.Update().Where(dbuser.ID(id), dbuser.RoleNEQ(r)).SetRole(r).SetUpdatedAt(now).Exec(ctx)
	})
}

// EnsureRoleOnce is EnsureRole for an account that was never given one: what an admin changed later stays, and whoever
// deleted their account does not get the role back. The fact that remembers it holds a hash of the identity only, so that
// it may outlive the account.
func (s *Store) EnsureRoleOnce(ctx context.Context, issuer, subject, role string) error {
	sum := sha256.Sum256([]byte(issuer + "\x00" + subject))
	fact := "role given " + hex.EncodeToString(sum[:])
	done, err := s.Fact(ctx, fact)
	if err != nil || done != "" {
		return err
	}
	if err := s.EnsureRole(ctx, issuer, subject, role); err != nil {
		return err
	}
	return s.SetFact(ctx, fact, role)
}

// User returns an account.
func (s *Store) User(ctx context.Context, id int) (*db.User, error) {
	u, err := s.RO.User.Get(ctx, id)
	return u, s.Fault(err)
}

// Profile is what a person may change about their account.
type Profile struct {
	DisplayName string
	Published   bool
}

// maxDisplayName is how many characters a display name may have.
const maxDisplayName = 200

// SaveProfile writes a person's display name and whether their profile is published.
func (s *Store) SaveProfile(ctx context.Context, userID int, p Profile) (*db.User, error) {
	name := strings.TrimSpace(p.DisplayName)
	if utf8.RuneCountInString(name) > maxDisplayName {
		return nil, fault.Newf(fault.BadInput, "The display name is too long. Please use at most %d characters.", maxDisplayName).
			WithField("displayName")
	}
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.User, error) {
		return tx.User.UpdateOneID(userID).SetDisplayName(name).SetPublished(p.Published).SetUpdatedAt(s.Now()).Save(ctx)
	})
}

// PublicProfile returns a published profile of an active account. Missing, private and deactivated ones look the same.
func (s *Store) PublicProfile(ctx context.Context, publicID string) (*db.User, error) {
	u, err := s.RO.User.Query().Where(dbuser.PublicID(publicID), dbuser.Published(true), dbuser.IsActive(true)).Only(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "Profile Not Found")
	}
	return u, s.Fault(err)
}

// UserBySubject returns the account of an identity.
func (s *Store) UserBySubject(ctx context.Context, issuer, subject string) (*db.User, error) {
	u, err := s.RO.User.Query().Where(dbuser.Issuer(issuer), dbuser.Subject(subject)).Only(ctx)
	return u, s.Fault(err)
}

package people

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/ent/db/predicate"
	dbsession "mentionary/ent/db/session"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// NewSession is a session to store. The token itself never reaches the store.
type NewSession struct {
	TokenHash  []byte // SHA-256 of the token
	AgentLabel string // for the list of sessions
	Created    time.Time
	Expires    time.Time
}

// SignIn finds the account of an identity or makes it, and stores the session. A deactivated account is returned as it
// is (IsActive false) and gets no session.
func (s *Store) SignIn(ctx context.Context, id Identity, in NewSession) (*db.User, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.User, error) {
		u, err := s.ensureUser(ctx, tx, id)
		if err != nil || !u.IsActive {
			return u, err
		}
		created := in.Created.UTC().Truncate(time.Microsecond)
		return u, tx.Session.Create().SetUserID(u.ID).SetTokenHash(in.TokenHash).SetAgent(database.Clip(in.AgentLabel, 200)).
			SetCreatedAt(created).SetSignedInAt(created).SetSeenAt(created).SetExpiresAt(in.Expires.UTC().Truncate(time.Microsecond)).Exec(ctx)
	})
}

// SessionByToken returns a session with its person. It is not found when there is none, when now is past its end, and
// when its person is deactivated.
func (s *Store) SessionByToken(ctx context.Context, tokenHash []byte, now time.Time) (*db.Session, error) {
	row, err := s.RO.Session.Query().
		Where(dbsession.TokenHash(tokenHash), dbsession.ExpiresAtGT(now.UTC()), dbsession.HasUserWith(dbuser.IsActive(true))).
		WithUser().Only(ctx)
	// The person is read after the session: an account may be deleted in between.
	if db.IsNotFound(err) || err == nil && row.Edges.User == nil {
		return nil, fault.New(fault.NotFound, "Nobody is signed in.")
	}
	return row, s.Fault(err)
}

// TouchSession notes that a session was used.
func (s *Store) TouchSession(ctx context.Context, tokenHash []byte, now time.Time) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Session.Update().Where(dbsession.TokenHash(tokenHash)).SetSeenAt(now.UTC().Truncate(time.Microsecond)).Exec(ctx)
	})
}

// EndSession deletes a session; ending one that does not exist is no error.
func (s *Store) EndSession(ctx context.Context, tokenHash []byte) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Session.Delete().Where(dbsession.TokenHash(tokenHash)).Exec(ctx)
		return err
	})
}

// EndSessions deletes every session of a person.
func (s *Store) EndSessions(ctx context.Context, userID int) error {
	_, err := s.SignOutEverywhere(ctx, userID, time.Time{})
	return err
}

// SignOutEverywhere deletes every session of a person and returns how many of them were still good: used since the
// given time and not past their end.
func (s *Store) SignOutEverywhere(ctx context.Context, userID int, usedSince time.Time) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		good, err := tx.Session.Query().Where(s.goodSessions(userID, usedSince)...).Count(ctx)
		if err != nil {
			return 0, err
		}
		_, err = tx.Session.Delete().Where(dbsession.UserID(userID)).Exec(ctx)
		return good, err
	})
}

// Sessions lists where a person is signed in, the latest used first: sessions used since the given time and not past
// their end.
func (s *Store) Sessions(ctx context.Context, userID int, usedSince time.Time) ([]*db.Session, error) {
	rows, err := s.RO.Session.Query().Where(s.goodSessions(userID, usedSince)...).
		Order(dbsession.BySeenAt(sql.OrderDesc()), dbsession.ByID(sql.OrderDesc())).All(ctx)
	return rows, s.Fault(err)
}

func (s *Store) goodSessions(userID int, usedSince time.Time) []predicate.Session {
	return []predicate.Session{dbsession.UserID(userID), dbsession.ExpiresAtGT(s.Now()), dbsession.SeenAtGTE(usedSince.UTC())}
}

// EndOwnSession deletes one session of a person. Somebody else's is not found, like one that does not exist.
func (s *Store) EndOwnSession(ctx context.Context, userID, id int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Session.Delete().Where(dbsession.ID(id), dbsession.UserID(userID)).Exec(ctx)
		if err == nil && n == 0 {
			return fault.New(fault.NotFound, "You are no longer signed in there.")
		}
		return err
	})
}

// SweepSessions deletes sessions that ended or were not used since before; it returns how many.
func (s *Store) SweepSessions(ctx context.Context, now, unusedSince time.Time) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return tx.Session.Delete().Where(dbsession.Or(dbsession.ExpiresAtLTE(now.UTC()), dbsession.SeenAtLT(unusedSince.UTC()))).Exec(ctx)
	})
}

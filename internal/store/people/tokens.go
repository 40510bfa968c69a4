package people

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbtoken "mentionary/ent/db/token"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// Token is an access token of a person: what scripts act with. The secret itself never reaches the store.
type Token = db.Token

const (
	// MaxTokens is how many live tokens a person may have.
	MaxTokens = 50
	// tokenTouch is how often the use of a token is written at most.
	tokenTouch = time.Hour
	// tokenKept is how long an expired token is still listed, so that people see why a script stopped.
	tokenKept = 30 * 24 * time.Hour
)

// NewToken is a token to store.
type NewToken struct {
	Hash    []byte // SHA-256 of the secret
	Name    string
	Scopes  []string
	Expires time.Time
}

// CreateToken keeps a token of a person. Whoever has MaxTokens live ones is refused (Conflict). Revoked tokens and those
// that expired a month ago are forgotten here, so that a person's rows stay few.
func (s *Store) CreateToken(ctx context.Context, userID int, in NewToken) (*Token, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Token, error) {
		if err := s.LockRows(ctx, tx, "users", []int{userID}); err != nil { // one count at a time
			return nil, err
		}
		now := s.Now()
		_, err := tx.Token.Delete().Where(dbtoken.UserID(userID),
			dbtoken.Or(dbtoken.RevokedAtNotNil(), dbtoken.ExpiresAtLT(now.Add(-tokenKept)))).Exec(ctx)
		if err != nil {
			return nil, err
		}
		live, err := tx.Token.Query().Where(dbtoken.UserID(userID), dbtoken.ExpiresAtGT(now)).Count(ctx)
		if err != nil {
			return nil, err
		}
		if live >= MaxTokens {
			return nil, fault.Newf(fault.Conflict, "You have %d access tokens, which is the limit. Revoke one that you no longer need.", live)
		}
		return tx.Token.Create().SetUserID(userID).SetHash(in.Hash).SetName(database.Clip(in.Name, 200)).SetScopes(in.Scopes).
			SetCreatedAt(now).SetExpiresAt(in.Expires.UTC().Truncate(time.Microsecond)).Save(ctx)
	})
}

// Tokens lists a person's tokens that were not revoked, the newest first.
func (s *Store) Tokens(ctx context.Context, userID int) ([]*Token, error) {
	rows, err := s.RO.Token.Query().Where(dbtoken.UserID(userID), dbtoken.RevokedAtIsNil()).
		Order(dbtoken.ByCreatedAt(sql.OrderDesc()), dbtoken.ByID(sql.OrderDesc())).All(ctx)
	return rows, s.Fault(err)
}

// RevokeToken ends a person's token; the next request with it is refused. One of somebody else, an unknown one and one
// that was revoked before are not found.
func (s *Store) RevokeToken(ctx context.Context, userID, id int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Token.Update().Where(dbtoken.ID(id), dbtoken.UserID(userID), dbtoken.RevokedAtIsNil()).SetRevokedAt(s.Now()).Save(ctx)
		if err == nil && n == 0 {
			return fault.New(fault.NotFound, "There is no such access token, or it has already been revoked.")
		}
		return err
	})
}

// UseToken returns a live token with its person, by the hash of its secret. It is not found when there is none, when it
// is expired or revoked, and when its person is deactivated. The use is written at most hourly; that this fails refuses
// nobody.
func (s *Store) UseToken(ctx context.Context, hash []byte) (*Token, error) {
	now := s.Now()
	row, err := s.RO.Token.Query().
		Where(dbtoken.Hash(hash), dbtoken.RevokedAtIsNil(), dbtoken.ExpiresAtGT(now), dbtoken.HasUserWith(dbuser.IsActive(true))).
		WithUser().Only(ctx)
	// The person is read after the token: an account may be deleted in between.
	if db.IsNotFound(err) || err == nil && row.Edges.User == nil {
		return nil, fault.New(fault.NotFound, "There is no such access token.")
	}
	if err != nil {
		return nil, s.Fault(err)
	}
	if row.UsedAt == nil || now.Sub(*row.UsedAt) >= tokenTouch {
		err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return tx.Token.Update().Where(dbtoken.ID(row.ID)).SetUsedAt(now).Exec(ctx)
		})
		if err != nil {
			s.Log.WarnContext(ctx, "the use of an access token could not be noted", "error", err)
		}
	}
	return row, nil
}

package people

import (
	"context"
	"crypto/subtle"

	"mentionary/ent/db"
	"mentionary/ent/db/installation"
	dbsession "mentionary/ent/db/session"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// factFirstAdmin keeps the hash of the one-time token that makes the first admin.
const factFirstAdmin = "admin.first_token"

// OfferFirstAdmin keeps the hash (hex) of a one-time token while there is no active admin. It reports whether the token is
// to be shown: not when there is an admin, and not when another one was offered before.
func (s *Store) OfferFirstAdmin(ctx context.Context, tokenHash string) (bool, error) {
	n, err := s.RO.User.Query().Where(database.ByPerson(), dbuser.RoleEQ(dbuser.RoleAdmin), dbuser.IsActive(true)).Count(ctx)
	if err != nil || n > 0 {
		return false, s.Fault(err)
	}
	kept, err := s.FactOnce(ctx, factFirstAdmin, tokenHash)
	return kept == tokenHash, err
}

// ClaimFirstAdmin makes the person who holds the one-time token an admin and ends their sessions, so that the next one is
// an admin's. The token is used up by it. It is refused when it is not the offered one and when there is an active admin
// by now.
func (s *Store) ClaimFirstAdmin(ctx context.Context, by database.Actor, tokenHash string) (*db.User, error) {
	var u *db.User
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.takeFirstToken(ctx, tx, tokenHash); err != nil {
			return err
		}
		var err error
		var admins []*db.User
		if u, admins, err = s.lockWithAdmins(ctx, tx, by.PublicID); err != nil {
			return err
		}
		for _, a := range admins {
			if !database.IsOperator(a) {
				return fault.New(fault.Conflict, "There is an administrator already. Please ask them to change your role.")
			}
		}
		before := string(u.Role)
		if u, err = tx.User.UpdateOne(u).SetRole(dbuser.RoleAdmin).SetUpdatedAt(s.Now()).Save(ctx); err != nil {
			return err
		}
		if _, err := tx.Session.Delete().Where(dbsession.UserID(u.ID)).Exec(ctx); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, "user.role", "user/"+u.PublicID, map[string]any{"role": before},
			map[string]any{"role": string(dbuser.RoleAdmin)})
	})
	return u, err
}

// takeFirstToken removes the offered token when the given one is it.
func (s *Store) takeFirstToken(ctx context.Context, tx *db.Tx, tokenHash string) error {
	q := tx.Installation.Query().Where(installation.Name(factFirstAdmin))
	if s.Postgres() {
		q.ForUpdate()
	}
	row, err := q.Only(ctx)
	if err != nil && !db.IsNotFound(err) {
		return err
	}
	if row == nil || subtle.ConstantTimeCompare([]byte(row.Value), []byte(tokenHash)) != 1 {
		return fault.New(fault.Denied, "This link is not valid, or it was used before.")
	}
	return tx.Installation.DeleteOne(row).Exec(ctx)
}

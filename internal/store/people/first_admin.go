package people

import (
	"context"
	"crypto/subtle"
	"slices"

	"mentionary/ent/db"
	"mentionary/ent/db/installation"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
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
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.User, error) {
		if err := s.takeFirstToken(ctx, tx, tokenHash); err != nil {
			return nil, err
		}
		u, admins, err := s.lockWithAdmins(ctx, tx, by.PublicID)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(admins, func(a *db.User) bool { return !database.IsOperator(a) }) {
			return nil, fault.New(fault.Conflict, "There is an administrator already. Please ask them to change your role.")
		}
		return s.applyChange(ctx, tx, by, u, roleChange(dbuser.RoleAdmin))
	})
}

// takeFirstToken removes the offered token when the given one is it.
func (s *Store) takeFirstToken(ctx context.Context, tx *db.Tx, tokenHash string) error {
	row, err := jobs.ForUpdate(s.DB, tx.Installation.Query().Where(installation.Name(factFirstAdmin))).Only(ctx)
	if err != nil && !db.IsNotFound(err) {
		return err
	}
	if row == nil || subtle.ConstantTimeCompare([]byte(row.Value), []byte(tokenHash)) != 1 {
		return fault.New(fault.Denied, "This link is not valid, or it was used before.")
	}
	return tx.Installation.DeleteOne(row).Exec(ctx)
}

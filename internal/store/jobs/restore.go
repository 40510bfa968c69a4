package jobs

import (
	"context"

	"mentionary/ent/db"
	dbtoken "mentionary/ent/db/token"
)

// AfterRestore makes a database from the past fit for the present: no workflow knows its open work, so the reconciler
// starts everything again from its rows, and nobody is signed in and no access
// token holds, because those that have ended since would be back.
func (s *Store) AfterRestore(ctx context.Context) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := forgetWorkflows(ctx, tx); err != nil {
			return err
		}
		if err := tx.Token.Update().Where(dbtoken.RevokedAtIsNil()).SetRevokedAt(s.Now()).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.Session.Delete().Exec(ctx)
		return err
	})
}

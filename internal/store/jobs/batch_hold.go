package jobs

import (
	"context"

	"mentionary/ent/db"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/store/database"
)

// BatchHold is why a batch stopped by itself: its person may not run batches any more. The words are stored.
type BatchHold string

// Why a batch stopped.
const (
	HeldByRole   BatchHold = "role"   // no admin any more
	HeldByStatus BatchHold = "status" // the account is deactivated
)

// mayRunBatches returns why somebody may not run batches; empty when they may, as only admins do.
func mayRunBatches(u *db.User) BatchHold {
	switch {
	case !u.IsActive:
		return HeldByStatus
	case u.Role != dbuser.RoleAdmin:
		return HeldByRole
	}
	return ""
}

// holdBatch pauses a batch whose person may not run batches any more, and reports whether it is paused now. A recurring batch's
// run is nobody's and goes on (docs/adr/0036). Deleting an account deletes its batches.
func (s *Store) holdBatch(ctx context.Context, tx *db.Tx, b *db.Batch) (bool, error) {
	if b.Paused || b.UserID == nil || !b.State.Open() {
		return b.Paused, nil
	}
	u, err := tx.User.Get(ctx, *b.UserID)
	if err != nil {
		return false, err
	}
	why := mayRunBatches(u)
	if why == "" {
		return false, nil
	}
	err = s.refreshBatch(ctx, tx, b, func(u *db.BatchUpdateOne) { u.SetPaused(true).SetHeld(string(why)) })
	if err != nil {
		return false, err
	}
	return true, s.Audit(ctx, tx, database.Actor{}, "batch.hold", batchObject(b.ID), map[string]any{"paused": false},
		map[string]any{"paused": true, "why": why})
}

// takeOver makes whoever resumes a batch its person, when the one it has may not run batches any more: its further jobs are made
// in the new one's name, within their budget. It returns what the audit log says of that.
func (s *Store) takeOver(
	ctx context.Context, tx *db.Tx, by database.Actor, b *db.Batch,
) (change func(*db.BatchUpdateOne), to string, err error) {
	nothing := func(*db.BatchUpdateOne) {}
	if b.UserID == nil {
		return nothing, "", nil
	}
	u, err := tx.User.Get(ctx, *b.UserID)
	if err != nil || mayRunBatches(u) == "" {
		return nothing, "", err
	}
	next, err := tx.User.Query().Where(dbuser.PublicID(by.PublicID)).Only(ctx)
	if err != nil {
		return nothing, "", err
	}
	return func(u *db.BatchUpdateOne) { u.SetUserID(next.ID).ClearIdempotencyKey() }, next.PublicID, nil
}

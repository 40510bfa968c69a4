package jobs

import (
	"context"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbbatchitem "mentionary/ent/db/batchitem"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// PauseBatch holds a batch back, so that no further line is submitted, or lets it go on. Its workflow is the caller's
// business, after the commit. What is submitted already is left alone. Who lets a batch go on whose person may not run batches any
// more runs it in their own name from then on. The same again changes nothing.
func (s *Store) PauseBatch(ctx context.Context, by database.Actor, id int, on bool) (BatchRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (BatchRef, error) {
		b, err := s.lockBatch(ctx, tx, id)
		switch {
		case err != nil:
			return BatchRef{}, err
		case !b.State.Open():
			return BatchRef{}, fault.New(fault.Conflict, "The batch has already ended, so it cannot be paused.")
		case b.Paused != on:
			if err := s.setPaused(ctx, tx, by, b, on); err != nil {
				return BatchRef{}, err
			}
		}
		return batchRef(ctx, tx, b)
	})
}

func (s *Store) setPaused(ctx context.Context, tx *db.Tx, by database.Actor, b *db.Batch, on bool) error {
	after := map[string]any{"paused": on}
	take := func(*db.BatchUpdateOne) {}
	if !on {
		var to string
		var err error
		if take, to, err = s.takeOver(ctx, tx, by, b); err != nil {
			return err
		}
		if to != "" {
			after["inTheNameOf"] = to
		}
	}
	err := s.refreshBatch(ctx, tx, b, func(u *db.BatchUpdateOne) { take(u.SetPaused(on).SetHeld("").SetUnheard(true)) })
	if err != nil {
		return err
	}
	return s.Audit(ctx, tx, by, "batch.pause", batchObject(b.ID), map[string]any{"paused": b.Paused}, after)
}

// CancelBatch stops a batch: lines that wait are given up at once, the jobs of the others by its workflow, which is told by
// the caller after the commit. Cancelling one that has ended changes nothing; the second result is false then.
func (s *Store) CancelBatch(ctx context.Context, by database.Actor, id int) (BatchRef, bool, error) {
	type cancelled struct {
		ref  BatchRef
		made bool
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out cancelled, err error) {
		b, err := s.lockBatch(ctx, tx, id)
		if err != nil {
			return out, err
		}
		if out.ref, err = batchRef(ctx, tx, b); err != nil || !b.State.Open() {
			return out, err
		}
		err = tx.BatchItem.Update().Where(dbbatchitem.BatchID(id), dbbatchitem.StateEQ(work.LinePending)).
			SetState(work.LineCancelled).SetChanged(b.Version + 1).Exec(ctx)
		if err != nil {
			return out, err
		}
		err = s.refreshBatch(ctx, tx, b, func(u *db.BatchUpdateOne) {
			u.SetState(work.BatchCancelled).SetPaused(false).SetHeld("").SetUnheard(true)
		})
		if err != nil {
			return out, err
		}
		out.made = true
		return out, s.Audit(ctx, tx, by, "batch.cancel", batchObject(id), map[string]any{"state": b.State},
			map[string]any{"state": work.BatchCancelled})
	})
	return out.ref, out.made, err
}

// OpenJobsOfBatch lists the jobs of a batch that have not ended.
func (s *Store) OpenJobsOfBatch(ctx context.Context, batchID int) ([]JobRef, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]JobRef, error) {
		ids, err := tx.BatchItem.Query().Where(dbbatchitem.BatchID(batchID), dbbatchitem.JobIDNotNil()).Select(dbbatchitem.FieldJobID).Ints(ctx)
		if err != nil {
			return nil, err
		}
		rows, err := jobsIn(ctx, tx, ids)
		if err != nil {
			return nil, err
		}
		var open []JobRef
		for _, j := range rows {
			if j.State.Open() {
				open = append(open, RefWithUser(j))
			}
		}
		return open, nil
	})
}

// BatchStarted notes that the batch's workflow exists now: it need not be looked up again for a while.
func (s *Store) BatchStarted(ctx context.Context, id int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Now()
		err := tx.Batch.Update().Where(dbbatch.ID(id), dbbatch.StartedAtIsNil()).SetStartedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		return tx.Batch.Update().Where(dbbatch.ID(id), dbbatch.FinishedAtIsNil()).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
	})
}

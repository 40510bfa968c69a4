package jobs

import (
	"context"

	"mentionary/ent/db"
	"mentionary/ent/db/predicate"
	dbusage "mentionary/ent/db/usage"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/budget"
	"mentionary/internal/store/database"
)

// ReserveTokens sets tokens aside for reading a chunk of a live run, before the model is called, and returns how many
// calls the chunk has been paid for so far. Who pays is decided by package budget; when nobody can, it is a fault.Budget
// that says when to come back. An open reservation found here is of a call whose worker died: the call counts as paid.
//
// Idempotent: reservations are keyed by run and chunk; a second one replaces the first.
func (s *Store) ReserveTokens(ctx context.Context, runID, chunk, tokens int) (calls int, err error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		run, err := s.LiveRun(ctx, tx, runID)
		if err != nil {
			return 0, err
		}
		caps, err := s.lockCaps(ctx, tx)
		if err != nil {
			return 0, err
		}
		former, err := usageOf(ctx, tx, runID, chunk)
		if err != nil {
			return 0, err
		}
		wanting, err := peopleWanting(ctx, tx, run)
		if err != nil {
			return 0, err
		}
		payer, err := caps.Payer(wanting, tokens, s.Now(), s.ledger(ctx, tx, runID, chunk, former))
		if err != nil {
			return 0, err
		}
		return s.reserve(ctx, tx, run, chunk, former, payer, tokens)
	})
}

// peopleWanting lists who wants a run, oldest want first; nil stands for the system. It is never empty.
func peopleWanting(ctx context.Context, tx *db.Tx, run *db.Run) ([]*int, error) {
	wants, err := tx.Want.Query().Where(dbwant.RunID(run.ID)).Order(dbwant.ByCreatedAt(), dbwant.ByID()).WithJob().All(ctx)
	if err != nil || len(wants) == 0 {
		return []*int{run.PayerID}, err
	}
	people := make([]*int, 0, len(wants))
	for _, w := range wants {
		people = append(people, w.Edges.Job.UserID)
	}
	return people, nil
}

// ledger is today's ledger as one reservation for a chunk sees it: what the chunk reserved before is replaced. What its
// former tries cost moves to the day and the payer of the next try, so that a cap is never passed by tries that began
// before midnight.
func (s *Store) ledger(ctx context.Context, tx *db.Tx, runID, chunk int, former *db.Usage) budget.Ledger {
	return func(personID *int) (budget.Used, error) {
		of := []predicate.Usage{dbusage.Not(dbusage.And(dbusage.RunID(runID), dbusage.Chunk(chunk)))}
		if personID != nil {
			of = append(of, dbusage.UserID(*personID))
		}
		used, err := s.usedToday(ctx, tx, of...)
		if former != nil {
			used.Spent += former.PromptTokens + former.CompletionTokens
		}
		return used, err
	}
}

// reserve writes a reservation over what the chunk had before and returns the calls that were paid for.
func (s *Store) reserve(
	ctx context.Context, tx *db.Tx, run *db.Run, chunk int, former *db.Usage, payer *int, tokens int,
) (calls int, err error) {
	now := s.Now()
	if former == nil {
		return 0, tx.Usage.Create().SetRunID(run.ID).SetChunk(chunk).SetNillableUserID(payer).SetDay(database.DayOf(now)).
			SetModel(run.Model).SetReserved(tokens).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	}
	calls = former.Calls
	if !former.Settled {
		calls++
	}
	u := tx.Usage.UpdateOne(former).SetDay(database.DayOf(now)).SetReserved(tokens).SetCalls(calls).SetSettled(false).SetUpdatedAt(now)
	setOrClear(payer, u.SetUserID, u.ClearUserID)
	return calls, u.Exec(ctx)
}

// passToNextPayer makes the oldest want that is left pay for a run.
func passToNextPayer(ctx context.Context, tx *db.Tx, run *db.Run) error {
	left, err := peopleWanting(ctx, tx, run)
	if err != nil {
		return err
	}
	u := tx.Run.UpdateOneID(run.ID)
	setOrClear(left[0], u.SetPayerID, u.ClearPayerID)
	return u.Exec(ctx)
}

package jobs

import (
	"cmp"
	"context"
	"strings"

	"mentionary/ent/db"
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
	return s.reserve(ctx, runID, reservation{chunk: chunk, what: budget.Model, amount: tokens})
}

// ReserveBatch is ReserveTokens for a chunk that is asked for in a batch of the model's server. It lies with the server for up to a day,
// whatever becomes of our workers: such a reservation found here is no call of a dead one, and counts as nothing.
func (s *Store) ReserveBatch(ctx context.Context, runID, chunk, tokens int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LiveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		_, err = s.reserveIn(ctx, tx, run, reservation{chunk: chunk, what: budget.Model, model: budget.InBatch(run.Model), amount: tokens})
		return err
	})
}

// The ledger's rows of audio are those of a chunk after heardFrom: piece i of a run is heardFrom+i. No transcript has so many
// chunks.
const heardFrom = 1 << 21

// ReserveSpeech is ReserveTokens for hearing a piece of a live run's audio, in milliseconds, by the server of this name.
func (s *Store) ReserveSpeech(ctx context.Context, runID, piece int, server string, ms int) (calls int, err error) {
	return s.reserve(ctx, runID, reservation{chunk: heardFrom + piece, what: budget.Speech, model: server, amount: ms})
}

// reservation is what is to be set aside of a resource.
type reservation struct {
	chunk  int // of the ledger
	what   budget.Resource
	model  string // who is asked; empty: the run's own model
	amount int
}

func (s *Store) reserve(ctx context.Context, runID int, r reservation) (calls int, err error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		run, err := s.LiveRun(ctx, tx, runID)
		if err != nil {
			return 0, err
		}
		return s.reserveIn(ctx, tx, run, r)
	})
}

// reserveIn is reserve inside a transaction that holds the run.
func (s *Store) reserveIn(ctx context.Context, tx *db.Tx, run *db.Run, r reservation) (calls int, err error) {
	caps, err := s.lockCaps(ctx, tx, r.what)
	if err != nil {
		return 0, err
	}
	former, err := usageOf(ctx, tx, run.ID, r.chunk)
	if err != nil {
		return 0, err
	}
	wanting, err := peopleWanting(ctx, tx, run)
	if err != nil {
		return 0, err
	}
	payer, err := caps.Payer(wanting, r.amount, s.Now(), s.ledger(ctx, tx, r.what, former))
	if err != nil {
		return 0, err
	}
	return s.writeReservation(ctx, tx, run, r, former, payer)
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
func (s *Store) ledger(ctx context.Context, tx *db.Tx, what budget.Resource, former *db.Usage) budget.Ledger {
	return func(personID *int) (budget.Used, error) {
		used, err := s.usedToday(ctx, tx, what, personID)
		if err != nil || former == nil {
			return used, err
		}
		own := usedBy(former, what)
		if former.Day == database.DayOf(s.Now()) && (personID == nil || former.UserID != nil && *former.UserID == *personID) {
			used.Spent, used.Reserved = used.Spent-own.Spent, used.Reserved-own.Reserved
		}
		used.Spent += own.Spent
		return used, nil
	}
}

// writeReservation writes a reservation over what the chunk had before and returns the calls that were paid for.
func (s *Store) writeReservation(
	ctx context.Context, tx *db.Tx, run *db.Run, r reservation, former *db.Usage, payer *int,
) (calls int, err error) {
	now, tokens, ms := s.Now(), r.amount, 0
	if r.what == budget.Speech {
		tokens, ms = 0, r.amount
	}
	if former == nil {
		return 0, tx.Usage.Create().SetRunID(run.ID).SetChunk(r.chunk).SetNillableUserID(payer).SetDay(database.DayOf(now)).
			SetModel(cmp.Or(r.model, run.Model)).SetReserved(tokens).SetReservedMs(ms).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	}
	calls = former.Calls
	if !former.Settled && !strings.HasSuffix(former.Model, budget.Batch) {
		calls++
	}
	u := tx.Usage.Update().Where(dbusage.ID(former.ID)).SetModel(cmp.Or(r.model, run.Model)).SetDay(database.DayOf(now)).
		SetReserved(tokens).SetReservedMs(ms).SetCalls(calls).SetSettled(false).SetUpdatedAt(now)
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

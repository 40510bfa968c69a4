package jobs

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbusage "mentionary/ent/db/usage"
	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/store/database"
)

// SettleTokens replaces the reservation of a chunk by what its try cost, however the try ended and whatever became of the
// run: what was called is to be paid. What a server says it cost is a claim: it is booked within 0 and what was reserved.
//
// Idempotent: a settled row stays as it is.
func (s *Store) SettleTokens(ctx context.Context, runID, chunk int, cost extract.Usage) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		return s.settleUsage(ctx, tx, run, chunk, cost)
	})
}

// settleUsage is SettleTokens inside a transaction that holds the run. What was free and not reserved leaves no row.
func (s *Store) settleUsage(ctx context.Context, tx *db.Tx, run *db.Run, chunk int, cost extract.Usage) error {
	row, err := usageOf(ctx, tx, run.ID, chunk)
	if err != nil || row != nil && row.Settled || row == nil && cost.Calls == 0 {
		return err
	}
	now := s.Now()
	if row == nil {
		cost, _ = cost.Within(0)
		return tx.Usage.Create().SetRunID(run.ID).SetChunk(chunk).SetNillableUserID(run.PayerID).SetDay(database.DayOf(now)).
			SetModel(cost.Model).SetCalls(cost.Calls).SetSettled(true).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	}
	cost, _ = cost.Within(row.Reserved)
	return tx.Usage.Update().Where(dbusage.ID(row.ID)).AddPromptTokens(cost.PromptTokens).AddCachedTokens(cost.CachedTokens).
		AddCompletionTokens(cost.CompletionTokens).AddReasoningTokens(cost.ReasoningTokens).AddCalls(cost.Calls).
		SetReserved(0).SetSettled(true).SetUpdatedAt(now).Exec(ctx)
}

// Listened is what a try of hearing a piece of audio took.
type Listened struct {
	MS    int // of audio that the server heard
	Calls int // that are to be paid
}

// SettleSpeech replaces the reservation of a piece of audio by what its try took, however the try ended and whatever became of
// the run. What a server says it heard is a claim: it is booked within 0 and what was reserved.
//
// Idempotent: a settled row stays as it is.
func (s *Store) SettleSpeech(ctx context.Context, runID, piece int, took Listened) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		return s.settleSpeech(ctx, tx, run, piece, took)
	})
}

// settleSpeech is SettleSpeech inside a transaction that holds the run.
func (s *Store) settleSpeech(ctx context.Context, tx *db.Tx, run *db.Run, piece int, took Listened) error {
	row, err := usageOf(ctx, tx, run.ID, heardFrom+piece)
	if err != nil || row == nil || row.Settled {
		return err
	}
	return tx.Usage.Update().Where(dbusage.ID(row.ID)).AddHeardMs(max(0, min(took.MS, row.ReservedMs))).AddCalls(took.Calls).
		SetReservedMs(0).SetSettled(true).SetUpdatedAt(s.Now()).Exec(ctx)
}

// batchLife is how much longer than a call a batch of the model's server may take until nobody waits for it any more.
const batchLife = 27 * time.Hour

// ReleaseReservations gives back what was reserved before the given time and never settled: the workers of those calls are
// dead. Each counts as one paid call. What lies with the model's server in a batch has a day more.
//
// Idempotent: a settled row stays as it is.
func (s *Store) ReleaseReservations(ctx context.Context, before time.Time) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Usage.Update().Where(dbusage.Settled(false), dbusage.UpdatedAtLT(before),
			dbusage.Or(dbusage.Not(dbusage.ModelHasSuffix(budget.Batch)), dbusage.UpdatedAtLT(before.Add(-batchLife)))).
			SetReserved(0).SetReservedMs(0).AddCalls(1).SetSettled(true).SetUpdatedAt(s.Now()).Exec(ctx)
	})
}

// usageOf returns the row of a chunk, nil when there is none. Whoever changes it holds the run.
func usageOf(ctx context.Context, tx *db.Tx, runID, chunk int) (*db.Usage, error) {
	row, err := tx.Usage.Query().Where(dbusage.RunID(runID), dbusage.Chunk(chunk)).Only(ctx)
	if db.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// usedToday returns what somebody used of a resource today, or all together for nil.
func (s *Store) usedToday(ctx context.Context, tx *db.Tx, what budget.Resource, person *int) (budget.Used, error) {
	spent, err := s.SpentOn(ctx, tx, database.DayOf(s.Now()), person)
	if what == budget.Speech {
		return budget.Used{Spent: spent.Heard, Reserved: spent.Listening}, err
	}
	return budget.Used{Spent: spent.Tokens, Reserved: spent.Reserved}, err
}

// usedBy is what a row of the ledger used of a resource.
func usedBy(row *db.Usage, what budget.Resource) budget.Used {
	if what == budget.Speech {
		return budget.Used{Spent: row.HeardMs, Reserved: row.ReservedMs}
	}
	return budget.Used{Spent: row.PromptTokens + row.CompletionTokens, Reserved: row.Reserved}
}

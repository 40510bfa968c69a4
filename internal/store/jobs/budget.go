package jobs

import (
	"context"
	"strconv"
	"time"

	"mentionary/ent/db"
	dbbudget "mentionary/ent/db/budget"
	"mentionary/ent/db/predicate"
	dbusage "mentionary/ent/db/usage"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// The scopes of budgets. A person without a cap of their own has the default one.
const (
	BudgetSystem  = "system"  // everything together
	BudgetDefault = "default" // each person
)

// budgetPerson begins the scope of a person's own cap.
const budgetPerson = "user/"

// BudgetOf is the scope of one person's own cap.
func BudgetOf(userID int) string { return budgetPerson + strconv.Itoa(userID) }

const (
	spentSentence    = "The day's budget for the language model is used up; work goes on after midnight UTC."
	restSentence     = "Too little is left of the day's budget for the language model; work goes on after midnight UTC."
	reservedSentence = "The rest of the day's budget for the language model is set aside for calls under way; " +
		"this part goes on when they come back."
	tooLowSentence = "The day's cap for the language model is lower than one part of the transcript needs. An administrator has to raise it."

	recountAfter = time.Minute // what is reserved is mostly more than what a call costs: then there may be room
)

// SetBudget caps the tokens of a scope per UTC day; 0 lifts the cap.
//
// Idempotent: caps are keyed by scope.
func (s *Store) SetBudget(ctx context.Context, scope string, tokens int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.setCap(ctx, tx, scope, tokens) })
}

func (s *Store) setCap(ctx context.Context, tx *db.Tx, scope string, tokens int) error {
	if tokens <= 0 {
		_, err := tx.Budget.Delete().Where(dbbudget.Scope(scope)).Exec(ctx)
		return err
	}
	return tx.Budget.Create().SetScope(scope).SetTokensPerDay(tokens).SetUpdatedAt(s.Now()).
		OnConflictColumns(dbbudget.FieldScope).UpdateNewValues().Exec(ctx)
}

// ReserveTokens sets tokens aside for reading a chunk of a live run, before the model is called, and answers how many
// calls the chunk has been paid for so far. Of those who want the run, the one who asked first pays, then the next; when
// nobody can, or everything together is at its cap, it is a fault.Budget that says when to come back. An open reservation
// found here is of a call whose worker died: the call counts as paid.
//
// Idempotent: reservations are keyed by run and chunk; a second one replaces the first.
func (s *Store) ReserveTokens(ctx context.Context, runID, chunk, tokens int) (calls int, err error) {
	err = s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LiveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		l, err := s.openLedger(ctx, tx, runID, chunk)
		if err != nil {
			return err
		}
		payers, err := payers(ctx, tx, run)
		if err != nil {
			return err
		}
		payer, err := l.choosePayer(ctx, payers, tokens)
		if err != nil {
			return err
		}
		calls, err = l.reserve(ctx, payer, run.Model, tokens)
		return err
	})
	return calls, err
}

// ledger is the day's spending as one reservation sees it.
type ledger struct {
	tx   *db.Tx
	now  time.Time
	run  int
	at   int            // the chunk
	row  *db.Usage      // of the chunk, nil when there is none
	caps map[string]int // by scope
}

// openLedger reads caps and the chunk's row. Caps stay locked until the transaction ends, so that two reservations never
// share the last tokens.
func (s *Store) openLedger(ctx context.Context, tx *db.Tx, runID, chunk int) (*ledger, error) {
	l := &ledger{tx: tx, now: s.Now(), run: runID, at: chunk, caps: map[string]int{}}
	q := tx.Budget.Query().Order(dbbudget.ByID())
	if s.Postgres() {
		q.ForUpdate()
	}
	rows, err := q.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, b := range rows {
		l.caps[b.Scope] = b.TokensPerDay
	}
	l.row, err = usageOf(ctx, tx, runID, chunk)
	return l, err
}

// payers lists who wants a run, oldest want first; nil stands for the system.
func payers(ctx context.Context, tx *db.Tx, run *db.Run) ([]*int, error) {
	wants, err := tx.Want.Query().Where(dbwant.RunID(run.ID)).Order(dbwant.ByCreatedAt(), dbwant.ByID()).WithJob().All(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]*int, 0, len(wants))
	for _, w := range wants {
		out = append(out, w.Edges.Job.UserID)
	}
	if len(out) == 0 {
		out = append(out, run.PayerID)
	}
	return out, nil
}

// choosePayer answers the first payer who can pay. When nobody can, the fault says when somebody may.
func (l *ledger) choosePayer(ctx context.Context, payers []*int, tokens int) (*int, error) {
	if err := l.within(ctx, l.caps[BudgetSystem], tokens); err != nil {
		return nil, err
	}
	var last error
	for _, p := range payers {
		if p == nil {
			return nil, nil // nobody in person: the system pays
		}
		limit, own := l.caps[BudgetOf(*p)]
		if !own {
			limit = l.caps[BudgetDefault]
		}
		err := l.within(ctx, limit, tokens, dbusage.UserID(*p))
		if err == nil {
			return p, nil
		}
		if !fault.Is(err, fault.Budget) {
			return nil, err
		}
		if last == nil || fault.Of(err).RetryAfter < fault.Of(last).RetryAfter {
			last = err
		}
	}
	return nil, last
}

// within reports whether tokens fit under a cap beside what the day's rows hold, this chunk's own aside. A cap of 0 is
// none.
func (l *ledger) within(ctx context.Context, limit, tokens int, of ...predicate.Usage) error {
	if limit == 0 {
		return nil
	}
	q := l.tx.Usage.Query().Where(dbusage.Day(database.DayOf(l.now)), dbusage.Not(dbusage.And(dbusage.RunID(l.run), dbusage.Chunk(l.at))))
	var sums []struct {
		Prompt     *int `json:"prompt"`
		Completion *int `json:"completion"`
		Reserved   *int `json:"reserved"`
	}
	err := q.Where(of...).Aggregate(
		db.As(db.Sum(dbusage.FieldPromptTokens), "prompt"), db.As(db.Sum(dbusage.FieldCompletionTokens), "completion"),
		db.As(db.Sum(dbusage.FieldReserved), "reserved"),
	).Scan(ctx, &sums)
	if err != nil {
		return err
	}
	spent := l.spentHere()
	reserved := 0
	for _, x := range sums {
		spent += value(x.Prompt) + value(x.Completion)
		reserved += value(x.Reserved)
	}
	switch {
	case spent+reserved+tokens <= limit:
		return nil
	case spent+tokens <= limit:
		return fault.New(fault.Budget, reservedSentence).WithRetryAfter(recountAfter)
	case spent >= limit:
		return fault.New(fault.Budget, spentSentence).WithRetryAfter(untilTomorrow(l.now))
	case tokens > limit:
		return fault.New(fault.Budget, tooLowSentence).WithRetryAfter(untilTomorrow(l.now))
	default:
		return fault.New(fault.Budget, restSentence).WithRetryAfter(untilTomorrow(l.now))
	}
}

// spentHere is what former tries of the chunk cost. They move to the day and the payer of the next try, so that a cap
// is never passed by tries that began before midnight.
func (l *ledger) spentHere() int {
	if l.row == nil {
		return 0
	}
	return l.row.PromptTokens + l.row.CompletionTokens
}

func (l *ledger) reserve(ctx context.Context, payer *int, model string, tokens int) (calls int, err error) {
	if l.row == nil {
		return 0, l.tx.Usage.Create().SetRunID(l.run).SetChunk(l.at).SetNillableUserID(payer).SetDay(database.DayOf(l.now)).
			SetModel(model).SetReserved(tokens).SetCreatedAt(l.now).SetUpdatedAt(l.now).Exec(ctx)
	}
	calls = l.row.Calls
	if !l.row.Settled {
		calls++
	}
	u := l.tx.Usage.UpdateOne(l.row).SetDay(database.DayOf(l.now)).SetReserved(tokens).SetCalls(calls).SetSettled(false).SetUpdatedAt(l.now)
	if payer != nil {
		u.SetUserID(*payer)
	} else {
		u.ClearUserID()
	}
	return calls, u.Exec(ctx)
}

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
	now, reserved := s.Now(), 0
	if row != nil {
		reserved = row.Reserved
	}
	cost, _ = cost.Within(reserved)
	if row == nil {
		return tx.Usage.Create().SetRunID(run.ID).SetChunk(chunk).SetNillableUserID(run.PayerID).SetDay(database.DayOf(now)).
			SetModel(cost.Model).SetPromptTokens(cost.PromptTokens).SetCachedTokens(cost.CachedTokens).
			SetCompletionTokens(cost.CompletionTokens).SetReasoningTokens(cost.ReasoningTokens).SetCalls(cost.Calls).
			SetSettled(true).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	}
	return tx.Usage.UpdateOne(row).AddPromptTokens(cost.PromptTokens).AddCachedTokens(cost.CachedTokens).
		AddCompletionTokens(cost.CompletionTokens).AddReasoningTokens(cost.ReasoningTokens).AddCalls(cost.Calls).
		SetReserved(0).SetSettled(true).SetUpdatedAt(now).Exec(ctx)
}

// ReleaseReservations gives back what was reserved before the given time and never settled: the workers of those calls are
// dead. Each counts as one paid call.
//
// Idempotent: a settled row stays as it is.
func (s *Store) ReleaseReservations(ctx context.Context, before time.Time) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Usage.Update().Where(dbusage.Settled(false), dbusage.UpdatedAtLT(before)).
			SetReserved(0).AddCalls(1).SetSettled(true).SetUpdatedAt(s.Now()).Exec(ctx)
	})
}

// usageOf answers the row of a chunk, nil when there is none. Whoever changes it holds the run.
func usageOf(ctx context.Context, tx *db.Tx, runID, chunk int) (*db.Usage, error) {
	rows, err := tx.Usage.Query().Where(dbusage.RunID(runID), dbusage.Chunk(chunk)).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// untilTomorrow is how long it is until the next midnight UTC.
func untilTomorrow(t time.Time) time.Duration {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, time.UTC).Sub(t)
}

func value(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// nextPayer makes the oldest want that is left pay for a run.
func nextPayer(ctx context.Context, tx *db.Tx, run *db.Run) error {
	left, err := payers(ctx, tx, run)
	if err != nil {
		return err
	}
	u := tx.Run.UpdateOneID(run.ID)
	if payer := left[0]; payer != nil {
		u.SetPayerID(*payer)
	} else {
		u.ClearPayerID()
	}
	return u.Exec(ctx)
}

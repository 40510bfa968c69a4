package jobs

import (
	"context"
	"strconv"
	"strings"

	"mentionary/ent/db"
	dbbudget "mentionary/ent/db/budget"
	"mentionary/ent/db/predicate"
	dbstep "mentionary/ent/db/runstep"
	dbusage "mentionary/ent/db/usage"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/budget"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
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

// personOf returns whose own cap a scope is, 0 when it is nobody's.
func personOf(scope string) int {
	id, _ := strconv.Atoi(strings.TrimPrefix(scope, budgetPerson))
	return id
}

// Budget is a cap of tokens a UTC day.
type Budget struct {
	Scope  string   // BudgetSystem, BudgetDefault or BudgetOf a person
	User   *db.User // with a person's own cap
	Tokens int      // 0: no cap; of a person: the default one
	Used   int      // today, reserved ones included; 0 for the default, which nobody uses as such
}

// Budgets lists the caps: of everything together, of each person by default, then those of single people.
func (s *Store) Budgets(ctx context.Context) ([]Budget, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Budget, error) {
		rows, err := tx.Budget.Query().Order(dbbudget.ByID()).Limit(database.MaxPage).All(ctx)
		if err != nil {
			return nil, err
		}
		caps := map[string]int{}
		scopes := []string{BudgetSystem, BudgetDefault}
		for _, r := range rows {
			caps[r.Scope] = r.TokensPerDay
			if r.Scope != BudgetSystem && r.Scope != BudgetDefault {
				scopes = append(scopes, r.Scope)
			}
		}
		var out []Budget
		for _, scope := range scopes {
			b, err := s.budget(ctx, tx, scope, caps[scope])
			if db.IsNotFound(err) {
				continue // the account is gone; its cap does no harm
			}
			if err != nil {
				return nil, err
			}
			out = append(out, b)
		}
		return out, nil
	})
}

// budget adds to a cap whose it is and what was used of it today.
func (s *Store) budget(ctx context.Context, tx *db.Tx, scope string, tokens int) (Budget, error) {
	b := Budget{Scope: scope, Tokens: tokens}
	var of []predicate.Usage
	switch scope {
	case BudgetDefault:
		return b, nil
	case BudgetSystem:
	default:
		var err error
		if b.User, err = tx.User.Get(ctx, personOf(scope)); err != nil {
			return b, err
		}
		of = append(of, dbusage.UserID(b.User.ID))
	}
	used, err := s.usedToday(ctx, tx, of...)
	b.Used = used.Spent + used.Reserved
	return b, err
}

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

// ChangeBudget is SetBudget by an admin: audited, for a person by their public id (empty for BudgetSystem and
// BudgetDefault). raised reports whether work that waits may go on now. The same cap again changes nothing.
func (s *Store) ChangeBudget(
	ctx context.Context, by database.Actor, scope, publicID string, tokens int,
) (b Budget, raised bool, err error) {
	type changed struct {
		Budget
		raised bool
	}
	c, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (c changed, err error) {
		stored, object, err := storedScope(ctx, tx, scope, publicID)
		if err != nil {
			return c, err
		}
		before, err := s.lockCap(ctx, tx, stored)
		if err != nil {
			return c, err
		}
		if err := s.setCap(ctx, tx, stored, tokens); err != nil {
			return c, err
		}
		if before != tokens {
			field := "tokensPerDay"
			if err := s.Audit(ctx, tx, by, "budget.set", object, map[string]any{field: before}, map[string]any{field: tokens}); err != nil {
				return c, err
			}
		}
		if c.raised = budget.Raised(before, tokens); c.raised {
			if err := s.askAgainNow(ctx, tx); err != nil {
				return c, err
			}
		}
		c.Budget, err = s.budget(ctx, tx, stored, tokens)
		return c, err
	})
	return c.Budget, c.raised, err
}

// storedScope returns the scope as rows name it and as the audit log does.
func storedScope(ctx context.Context, tx *db.Tx, scope, publicID string) (stored, object string, err error) {
	if scope == BudgetSystem || scope == BudgetDefault {
		return scope, "budget/" + scope, nil
	}
	u, err := tx.User.Query().Where(database.ByPerson(), dbuser.PublicID(publicID)).Only(ctx)
	if db.IsNotFound(err) {
		return "", "", fault.New(fault.NotFound, "There is no such person.").WithField("userId")
	}
	if err != nil {
		return "", "", err
	}
	return BudgetOf(u.ID), "budget/user/" + u.PublicID, nil
}

// lockCap returns the cap of a scope, 0 for none, and holds it until the transaction ends.
func (s *Store) lockCap(ctx context.Context, tx *db.Tx, scope string) (int, error) {
	row, err := ForUpdate(s.DB, tx.Budget.Query().Where(dbbudget.Scope(scope))).Only(ctx)
	if err != nil {
		return 0, db.MaskNotFound(err)
	}
	return row.TokensPerDay, nil
}

// lockCaps reads all caps and holds them until the transaction ends, so that two reservations never share the last tokens.
func (s *Store) lockCaps(ctx context.Context, tx *db.Tx) (budget.Caps, error) {
	return readCaps(ctx, ForUpdate(s.DB, tx.Budget.Query().Order(dbbudget.ByID())))
}

func readCaps(ctx context.Context, q *db.BudgetQuery) (budget.Caps, error) {
	caps := budget.Caps{Own: map[int]int{}}
	rows, err := q.All(ctx)
	if err != nil {
		return caps, err
	}
	for _, b := range rows {
		switch b.Scope {
		case BudgetSystem:
			caps.System = b.TokensPerDay
		case BudgetDefault:
			caps.Default = b.TokensPerDay
		default:
			caps.Own[personOf(b.Scope)] = b.TokensPerDay
		}
	}
	return caps, nil
}

// askAgainNow notes that what waits for budget asks again at once: the caller tells the runs.
func (s *Store) askAgainNow(ctx context.Context, tx *db.Tx) error {
	return tx.RunStep.Update().
		Where(dbstep.StageEQ(work.StageExtract), dbstep.StateEQ(work.StepRetrying), dbstep.ErrorClass(string(fault.Budget))).
		SetNextAttemptAt(s.Now()).Exec(ctx)
}

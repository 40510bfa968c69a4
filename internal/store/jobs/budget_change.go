package jobs

import (
	"context"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbudget "mentionary/ent/db/budget"
	"mentionary/ent/db/predicate"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
	dbusage "mentionary/ent/db/usage"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// Budget is a cap of tokens a UTC day.
type Budget struct {
	Scope  string   // BudgetSystem, BudgetDefault or BudgetOf a person
	User   *db.User // with a person's own cap
	Tokens int      // 0: no cap; of a person: the default one
	Used   int      // today, reserved ones included; 0 for the default, which nobody uses as such
}

// Budgets lists the caps: of everything together, of each person by default, then those of single people.
func (s *Store) Budgets(ctx context.Context) ([]Budget, error) {
	var out []Budget
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := tx.Budget.Query().Order(dbbudget.ByID()).Limit(database.MaxPage).All(ctx)
		if err != nil {
			return err
		}
		caps := map[string]int{}
		scopes := []string{BudgetSystem, BudgetDefault}
		for _, r := range rows {
			caps[r.Scope] = r.TokensPerDay
			if r.Scope != BudgetSystem && r.Scope != BudgetDefault {
				scopes = append(scopes, r.Scope)
			}
		}
		for _, scope := range scopes {
			b, err := s.budget(ctx, tx, scope, caps[scope])
			if db.IsNotFound(err) {
				continue // the account is gone; its cap does no harm
			}
			if err != nil {
				return err
			}
			out = append(out, b)
		}
		return nil
	})
	return out, err
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
		id, err := strconv.Atoi(strings.TrimPrefix(scope, budgetPerson))
		if err != nil {
			return b, err
		}
		if b.User, err = tx.User.Get(ctx, id); err != nil {
			return b, err
		}
		of = append(of, dbusage.UserID(id))
	}
	var err error
	b.Used, err = usedOn(ctx, tx, database.DayOf(s.Now()), of...)
	return b, err
}

// usedOn adds up what was spent and reserved on a day.
func usedOn(ctx context.Context, tx *db.Tx, day string, of ...predicate.Usage) (int, error) {
	var sums []struct {
		Prompt     *int `json:"prompt"`
		Completion *int `json:"completion"`
		Reserved   *int `json:"reserved"`
	}
	err := tx.Usage.Query().Where(dbusage.Day(day)).Where(of...).Aggregate(
		db.As(db.Sum(dbusage.FieldPromptTokens), "prompt"), db.As(db.Sum(dbusage.FieldCompletionTokens), "completion"),
		db.As(db.Sum(dbusage.FieldReserved), "reserved"),
	).Scan(ctx, &sums)
	n := 0
	for _, x := range sums {
		n += value(x.Prompt) + value(x.Completion) + value(x.Reserved)
	}
	return n, err
}

// ChangeBudget is SetBudget by an admin: audited, for a person by their public id (empty for BudgetSystem and
// BudgetDefault). raised reports whether work that waits may go on now. The same cap again changes nothing.
func (s *Store) ChangeBudget(ctx context.Context, by database.Actor, scope, publicID string, tokens int) (b Budget, raised bool, err error) {
	err = s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		stored, object := scope, "budget/"+scope
		if scope != BudgetSystem && scope != BudgetDefault {
			u, err := tx.User.Query().Where(database.ByPerson(), dbuser.PublicID(publicID)).Only(ctx)
			if db.IsNotFound(err) {
				return fault.New(fault.NotFound, "There is no such person.").WithField("userId")
			}
			if err != nil {
				return err
			}
			stored, object = BudgetOf(u.ID), "budget/user/"+u.PublicID
		}
		before, err := s.swapCap(ctx, tx, stored, tokens)
		if err != nil {
			return err
		}
		raised = before != 0 && (tokens == 0 || tokens > before)
		if before != tokens {
			field := "tokensPerDay"
			if err := s.Audit(ctx, tx, by, "budget.set", object, map[string]any{field: before}, map[string]any{field: tokens}); err != nil {
				return err
			}
		}
		if raised {
			if err := s.askAgainNow(ctx, tx); err != nil {
				return err
			}
		}
		b, err = s.budget(ctx, tx, stored, tokens)
		return err
	})
	return b, raised, err
}

// askAgainNow notes that what waits for budget asks again at once: the caller tells the runs.
func (s *Store) askAgainNow(ctx context.Context, tx *db.Tx) error {
	return tx.RunStep.Update().
		Where(dbstep.StageEQ(dbstep.StageExtract), dbstep.StateEQ(dbstep.StateRetrying), dbstep.ErrorClass(string(fault.Budget))).
		SetNextAttemptAt(s.Now()).Exec(ctx)
}

// swapCap sets the cap of a scope and answers the one before, 0 for none.
func (s *Store) swapCap(ctx context.Context, tx *db.Tx, scope string, tokens int) (before int, err error) {
	q := tx.Budget.Query().Where(dbbudget.Scope(scope))
	if s.Postgres() {
		q.ForUpdate()
	}
	rows, err := q.All(ctx)
	if err != nil {
		return 0, err
	}
	if len(rows) > 0 {
		before = rows[0].TokensPerDay
	}
	return before, s.setCap(ctx, tx, scope, tokens)
}

// maxReading bounds how many runs are looked at when a budget is raised; the others go on after midnight at the latest.
const maxReading = 1000

// RunsReadByModel lists live runs whose chunks a model reads, the newest first, at most 1,000. Which of their chunks wait
// for budget only the workflow engine knows: the row of the stage says what happened last.
func (s *Store) RunsReadByModel(ctx context.Context) ([]RunRef, error) {
	var out []RunRef
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := tx.Run.Query().Where(dbrun.StateEQ(dbrun.StateLive), dbrun.ModelNEQ(""), dbrun.HasStepsWith(
			dbstep.StageEQ(dbstep.StageExtract), dbstep.StateIn(dbstep.StateRunning, dbstep.StateRetrying),
		)).Order(dbrun.ByID(sql.OrderDesc())).Limit(maxReading).All(ctx)
		if err != nil {
			return err
		}
		for _, r := range rows {
			ref, err := s.RunRef(ctx, tx, r)
			if err != nil {
				return err
			}
			out = append(out, ref)
		}
		return nil
	})
	return out, err
}

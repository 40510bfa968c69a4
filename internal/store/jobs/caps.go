package jobs

import (
	"context"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbudget "mentionary/ent/db/budget"
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

// budgetSpeech begins the scopes of caps of audio, which are milliseconds a UTC day.
const budgetSpeech = "speech/"

// rowOf is how the row of a scope's cap of a resource is called.
func rowOf(what budget.Resource, scope string) string {
	if what == budget.Speech {
		return budgetSpeech + scope
	}
	return scope
}

// scopeOf is the scope of a row, where it caps this resource.
func scopeOf(what budget.Resource, row string) (scope string, caps bool) {
	scope, ofSpeech := strings.CutPrefix(row, budgetSpeech)
	return scope, ofSpeech == (what == budget.Speech)
}

// BudgetOf is the scope of one person's own cap.
func BudgetOf(userID int) string { return budgetPerson + strconv.Itoa(userID) }

// personOf returns whose own cap a scope is, 0 when it is nobody's.
func personOf(scope string) int {
	id, _ := strconv.Atoi(strings.TrimPrefix(scope, budgetPerson))
	return id
}

// Budget is a cap of a UTC day: of tokens, or of milliseconds of audio.
type Budget struct {
	Of        budget.Resource
	Scope     string   // BudgetSystem, BudgetDefault or BudgetOf a person
	User      *db.User // with a person's own cap
	Most      int      // 0: no cap; of a person: the default one, unless they are unlimited
	Unlimited bool     // of a person: they have no cap, whatever the default is
	Used      int      // today, reserved ones included; 0 for the default, which nobody uses as such
}

// Cap is what somebody decides about a scope.
type Cap struct {
	Most      int  // tokens, or milliseconds of audio; 0 lifts the cap: of a person, their own, so that the default holds
	Unlimited bool // of a person: no cap, whatever the default is
}

// The row of a person who has no cap says so; that of a scope whose cap is lifted is deleted.
const unlimitedRow = 0

// Budgets lists the caps of a resource: of everything together, of each person by default, then those of single people.
func (s *Store) Budgets(ctx context.Context, what budget.Resource) ([]Budget, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Budget, error) {
		rows, err := tx.Budget.Query().Order(dbbudget.ByID()).Limit(database.MaxPage).All(ctx)
		if err != nil {
			return nil, err
		}
		caps := map[string]int{}
		var people []int
		for _, r := range rows {
			scope, ours := scopeOf(what, r.Scope)
			if !ours {
				continue
			}
			caps[scope] = r.TokensPerDay
			if id := personOf(scope); id != 0 {
				people = append(people, id)
			}
		}
		used, err := s.usedToday(ctx, tx, what, nil)
		if err != nil {
			return nil, err
		}
		out := []Budget{
			{Of: what, Scope: BudgetSystem, Most: caps[BudgetSystem], Used: used.Spent + used.Reserved},
			{Of: what, Scope: BudgetDefault, Most: caps[BudgetDefault]},
		}
		own, err := s.ownBudgets(ctx, tx, what, people, caps)
		return append(out, own...), err
	})
}

// ownBudgets are the caps of single people, in the order given. An account that is gone has none: its cap does no harm.
func (s *Store) ownBudgets(
	ctx context.Context, tx *db.Tx, what budget.Resource, people []int, caps map[string]int,
) ([]Budget, error) {
	users, err := tx.User.Query().Where(dbuser.IDIn(people...)).All(ctx)
	if err != nil {
		return nil, err
	}
	var sums []struct {
		UserID int `json:"user_id"`
		Used   int `json:"used"`
	}
	counted := []string{dbusage.FieldPromptTokens, dbusage.FieldCompletionTokens, dbusage.FieldReserved}
	if what == budget.Speech {
		counted = []string{dbusage.FieldHeardMs, dbusage.FieldReservedMs}
	}
	err = tx.Usage.Query().Where(dbusage.Day(database.DayOf(s.Now())), dbusage.UserIDIn(people...)).GroupBy(dbusage.FieldUserID).
		Aggregate(db.As(func(t *sql.Selector) string {
			return "SUM(" + strings.Join(t.Columns(counted...), " + ") + ")"
		}, "used")).Scan(ctx, &sums)
	if err != nil {
		return nil, err
	}
	used, named := make(map[int]int, len(sums)), make(map[int]*db.User, len(users))
	for _, r := range sums {
		used[r.UserID] = r.Used
	}
	for _, u := range users {
		named[u.ID] = u
	}
	out := make([]Budget, 0, len(users))
	for _, id := range people {
		if u := named[id]; u != nil {
			most := caps[BudgetOf(id)]
			out = append(out, Budget{Of: what, Scope: BudgetOf(id), User: u, Most: most, Unlimited: most == unlimitedRow, Used: used[id]})
		}
	}
	return out, nil
}

// SetBudget caps the tokens of a scope per UTC day; 0 lifts the cap.
//
// Idempotent: caps are keyed by scope.
func (s *Store) SetBudget(ctx context.Context, scope string, tokens int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.setCap(ctx, tx, scope, Cap{Most: tokens}) })
}

// SetSpeechBudget is SetBudget for audio: at most so much of it may be heard on a UTC day, for everybody together (BudgetSystem) or
// for each person (BudgetDefault); 0 lifts the cap.
func (s *Store) SetSpeechBudget(ctx context.Context, scope string, most time.Duration) error {
	return s.SetBudget(ctx, rowOf(budget.Speech, scope), int(most/time.Millisecond))
}

func (s *Store) setCap(ctx context.Context, tx *db.Tx, row string, c Cap) error {
	most := max(c.Most, 0)
	if c.Unlimited {
		most = unlimitedRow
	} else if most == 0 {
		_, err := tx.Budget.Delete().Where(dbbudget.Scope(row)).Exec(ctx)
		return err
	}
	return tx.Budget.Create().SetScope(row).SetTokensPerDay(most).SetUpdatedAt(s.Now()).
		OnConflictColumns(dbbudget.FieldScope).UpdateNewValues().Exec(ctx)
}

// ChangeBudget is SetBudget by an admin: audited, for a person by their public id (empty for BudgetSystem and
// BudgetDefault), who may also be left without any cap. raised reports whether work that waits may go on now. The same cap
// again changes nothing.
func (s *Store) ChangeBudget(
	ctx context.Context, by database.Actor, what budget.Resource, scope, publicID string, c Cap,
) (b Budget, raised bool, err error) {
	type changed struct {
		Budget
		raised bool
	}
	done, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out changed, err error) {
		stored, object, err := storedScope(ctx, tx, scope, publicID)
		if err != nil {
			return out, err
		}
		caps, err := s.lockCaps(ctx, tx, what)
		if err != nil {
			return out, err
		}
		before := capIn(caps, stored)
		if err := s.setCap(ctx, tx, rowOf(what, stored), c); err != nil {
			return out, err
		}
		if before != c {
			if err := s.Audit(ctx, tx, by, "budget.set", object, auditedCap(what, before), auditedCap(what, c)); err != nil {
				return out, err
			}
		}
		if out.raised = budget.Raised(holds(caps, stored, before), holds(caps, stored, c)); out.raised {
			if err := s.askAgainNow(ctx, tx, what); err != nil {
				return out, err
			}
		}
		out.Budget, err = s.budget(ctx, tx, what, stored, c)
		return out, err
	})
	return done.Budget, done.raised, err
}

// budget adds to a cap whose it is and what was used of it today.
func (s *Store) budget(ctx context.Context, tx *db.Tx, what budget.Resource, scope string, c Cap) (Budget, error) {
	b := Budget{Of: what, Scope: scope, Most: c.Most, Unlimited: c.Unlimited}
	var person *int
	switch scope {
	case BudgetDefault:
		return b, nil
	case BudgetSystem:
	default:
		var err error
		if b.User, err = tx.User.Get(ctx, personOf(scope)); err != nil {
			return b, err
		}
		person = &b.User.ID
	}
	used, err := s.usedToday(ctx, tx, what, person)
	b.Used = used.Spent + used.Reserved
	return b, err
}

// capIn is what is decided about a scope.
func capIn(caps budget.Caps, scope string) Cap {
	switch scope {
	case BudgetSystem:
		return Cap{Most: caps.System}
	case BudgetDefault:
		return Cap{Most: caps.Default}
	}
	own, decided := caps.Own[personOf(scope)]
	return Cap{Most: own, Unlimited: decided && own == unlimitedRow}
}

// holds is the cap that a decision about a scope leads to, 0 for none: without one of their own a person has the default one.
func holds(caps budget.Caps, scope string, c Cap) int {
	if personOf(scope) != 0 && c == (Cap{}) {
		return caps.Default
	}
	return c.Most
}

// auditedCap is a cap as the audit log has it.
func auditedCap(what budget.Resource, c Cap) map[string]any {
	word, most := "tokensPerDay", c.Most
	if what == budget.Speech {
		word, most = "minutesPerDay", c.Most/int(time.Minute/time.Millisecond)
	}
	if c.Unlimited {
		return map[string]any{word: "unlimited"}
	}
	return map[string]any{word: most}
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

// lockCaps reads all caps of a resource and holds them until the transaction ends, so that two reservations never share the last
// of it.
func (s *Store) lockCaps(ctx context.Context, tx *db.Tx, what budget.Resource) (budget.Caps, error) {
	return readCaps(ctx, what, ForUpdate(s.DB, tx.Budget.Query().Order(dbbudget.ByID())))
}

func readCaps(ctx context.Context, what budget.Resource, q *db.BudgetQuery) (budget.Caps, error) {
	caps := budget.Caps{Of: what, Own: map[int]int{}}
	rows, err := q.All(ctx)
	if err != nil {
		return caps, err
	}
	for _, b := range rows {
		scope, ours := scopeOf(what, b.Scope)
		if !ours {
			continue
		}
		switch scope {
		case BudgetSystem:
			caps.System = b.TokensPerDay
		case BudgetDefault:
			caps.Default = b.TokensPerDay
		default:
			caps.Own[personOf(scope)] = b.TokensPerDay
		}
	}
	return caps, nil
}

// askAgainNow notes that what waits for budget asks again at once: the caller tells the runs.
func (s *Store) askAgainNow(ctx context.Context, tx *db.Tx, what budget.Resource) error {
	stage := work.StageExtract
	if what == budget.Speech {
		stage = work.StageTranscript
	}
	return tx.RunStep.Update().
		Where(dbstep.StageEQ(stage), dbstep.StateEQ(work.StepRetrying), dbstep.ErrorClass(string(fault.Budget))).
		SetNextAttemptAt(s.Now()).Exec(ctx)
}

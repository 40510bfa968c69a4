package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/budget"
	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
)

// ListBudgets implements the contract.
func (s adminService) ListBudgets(ctx context.Context, r *v1.ListBudgetsRequest) (*v1.ListBudgetsResponse, error) {
	rows, err := s.store.Jobs.Budgets(ctx, convert.BudgetResource(r.GetResource()))
	if err != nil {
		return nil, err
	}
	return &v1.ListBudgetsResponse{Budgets: convert.All(rows, convert.Budget)}, nil
}

// SetBudget implements the contract. Runs that wait are told of a raised cap; one that is not told goes on by itself after
// midnight.
func (s adminService) SetBudget(ctx context.Context, r *v1.SetBudgetRequest) (*v1.SetBudgetResponse, error) {
	v := gate.Of(ctx)
	if err := s.gate.RecentSignIn(v); err != nil {
		return nil, err
	}
	if (r.GetScope() == convert.BudgetOfUser) != (r.GetUserId() != "") {
		return nil, fault.New(fault.BadInput, `Name a person with the scope "user", and only with it.`).WithField("userId")
	}
	what := convert.BudgetResource(r.GetResource())
	limit, err := askedCap(what, r)
	if err != nil {
		return nil, err
	}
	b, raised, err := s.store.Jobs.ChangeBudget(ctx, v.Actor(), what, r.GetScope(), r.GetUserId(), limit)
	if err != nil {
		return nil, err
	}
	if raised {
		s.messenger.tell(ctx, func(ctx context.Context) error { return s.budgets.BudgetRaised(ctx, what) })
	}
	return &v1.SetBudgetResponse{Budget: convert.Budget(b)}, nil
}

// askedCap is what a request decides about a resource: a number, or that a person has no cap.
func askedCap(what budget.Resource, r *v1.SetBudgetRequest) (jobs.Cap, error) {
	asked, other, field, unit, unasked := r.TokensPerDay, r.MinutesPerDay, "tokensPerDay", "tokens", "minutesPerDay"
	if what == budget.Speech {
		asked, other, field, unit, unasked = r.MinutesPerDay, r.TokensPerDay, unasked, "minutes", field
	}
	bad := func(field, format string, args ...any) (jobs.Cap, error) {
		return jobs.Cap{}, fault.Newf(fault.BadInput, format, args...).WithField(field)
	}
	switch {
	case other != nil:
		return bad(unasked, `The cap of this resource is a number of %s a day: send %q.`, unit, field)
	case r.GetUnlimited() && r.GetScope() != convert.BudgetOfUser:
		return bad("unlimited", `Only one person can be unlimited. To lift the cap of this scope, send %q: 0.`, field)
	case r.GetUnlimited() && asked != nil && *asked != 0:
		return bad("unlimited", `Send either a number of %s a day or "unlimited", not both.`, unit)
	case !r.GetUnlimited() && asked == nil:
		return bad(field, "Enter the cap as a number of %s a day.", unit)
	}
	out := jobs.Cap{Unlimited: r.GetUnlimited()}
	if asked != nil {
		out.Most = int(*asked)
	}
	if what == budget.Speech {
		out.Most *= convert.MSPerMinute
	}
	return out, nil
}

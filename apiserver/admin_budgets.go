package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
)

// ListBudgets implements the contract.
func (s adminService) ListBudgets(ctx context.Context, _ *v1.ListBudgetsRequest) (*v1.ListBudgetsResponse, error) {
	rows, err := s.store.Jobs.Budgets(ctx)
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
	limit, err := askedCap(r)
	if err != nil {
		return nil, err
	}
	b, raised, err := s.store.Jobs.ChangeBudget(ctx, v.Actor(), r.GetScope(), r.GetUserId(), limit)
	if err != nil {
		return nil, err
	}
	if raised {
		s.messenger.tell(ctx, s.budgets.BudgetRaised)
	}
	return &v1.SetBudgetResponse{Budget: convert.Budget(b)}, nil
}

// askedCap is what a request decides: a number of tokens, or that a person has no cap.
func askedCap(r *v1.SetBudgetRequest) (jobs.Cap, error) {
	switch {
	case r.GetUnlimited() && r.GetScope() != convert.BudgetOfUser:
		return jobs.Cap{}, fault.New(fault.BadInput, `Only one person can be unlimited. To lift the cap of this scope, send "tokensPerDay": 0.`).
			WithField("unlimited")
	case r.GetUnlimited() && r.GetTokensPerDay() != 0:
		return jobs.Cap{}, fault.New(fault.BadInput, `Send either a number of tokens a day or "unlimited", not both.`).WithField("unlimited")
	case !r.GetUnlimited() && r.TokensPerDay == nil:
		return jobs.Cap{}, fault.New(fault.BadInput, "Enter the cap as a number of tokens a day.").WithField("tokensPerDay")
	}
	return jobs.Cap{Tokens: int(r.GetTokensPerDay()), Unlimited: r.GetUnlimited()}, nil
}

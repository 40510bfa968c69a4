package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
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
		return nil, fault.New(fault.BadInput, `Name a person with the scope "user", and with no other.`).WithField("userId")
	}
	b, raised, err := s.store.Jobs.ChangeBudget(ctx, v.Actor(), r.GetScope(), r.GetUserId(), int(r.GetTokensPerDay()))
	if err != nil {
		return nil, err
	}
	if raised {
		s.messenger.tell(ctx, s.budgets.BudgetRaised)
	}
	return &v1.SetBudgetResponse{Budget: convert.Budget(b)}, nil
}

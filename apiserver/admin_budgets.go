package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
)

// budgetOfUser is the scope of a person's own cap as the contract names it.
const budgetOfUser = "user"

// ListBudgets implements the contract.
func (s adminService) ListBudgets(ctx context.Context, _ *v1.ListBudgetsRequest) (*v1.ListBudgetsResponse, error) {
	rows, err := s.Store.Jobs.Budgets(ctx)
	if err != nil {
		return nil, err
	}
	out := &v1.ListBudgetsResponse{}
	for _, b := range rows {
		out.Budgets = append(out.Budgets, budgetMessage(b))
	}
	return out, nil
}

// SetBudget implements the contract. Runs that wait are told of a raised cap; one that is not told goes on by itself after
// midnight.
func (s adminService) SetBudget(ctx context.Context, r *v1.SetBudgetRequest) (*v1.SetBudgetResponse, error) {
	v := viewerOf(ctx)
	if err := s.recentSignIn(ctx, v); err != nil {
		return nil, err
	}
	if (r.GetScope() == budgetOfUser) != (r.GetUserId() != "") {
		return nil, fault.New(fault.BadInput, `Name a person with the scope "user", and with no other.`).WithField("userId")
	}
	b, raised, err := s.Store.Jobs.ChangeBudget(ctx, actor(v), r.GetScope(), r.GetUserId(), int(r.GetTokensPerDay()))
	if err != nil {
		return nil, err
	}
	if raised {
		s.tell(ctx, s.Jobs.BudgetRaised)
	}
	return &v1.SetBudgetResponse{Budget: budgetMessage(b)}, nil
}

func budgetMessage(b jobs.Budget) *v1.Budget {
	out := &v1.Budget{Scope: b.Scope, TokensPerDay: number(b.Tokens), UsedToday: number(b.Used)}
	if b.User != nil {
		out.Scope, out.UserId, out.UserName = budgetOfUser, b.User.PublicID, submitter(b.User)
	}
	return out
}

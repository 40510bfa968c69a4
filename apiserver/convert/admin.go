package convert

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// BudgetOfUser is the scope of a person's own cap as the contract names it.
const BudgetOfUser = "user"

// Budget is a cap and what is used of it today.
func Budget(b jobs.Budget) *v1.Budget {
	out := &v1.Budget{Scope: b.Scope, TokensPerDay: Number(b.Tokens), UsedToday: Number(b.Used), Unlimited: b.Unlimited}
	if b.User != nil {
		out.Scope, out.UserId, out.UserName = BudgetOfUser, b.User.PublicID, Submitter(b.User)
	}
	return out
}

// RecentJob is a job on the dashboard.
func RecentJob(j *store.Job) *v1.RecentJob {
	return &v1.RecentJob{
		Id: Number(j.ID), Type: string(j.Kind), Input: j.Input, Status: j.State.Public(), CreatedAt: At(&j.CreatedAt),
	}
}

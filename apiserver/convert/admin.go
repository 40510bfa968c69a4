package convert

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/budget"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// BudgetOfUser is the scope of a person's own cap as the contract names it.
const BudgetOfUser = "user"

// Budget is a cap and what is used of it today.
func Budget(b jobs.Budget) *v1.Budget {
	out := &v1.Budget{Scope: b.Scope, Unlimited: b.Unlimited, Resource: ResourceModel}
	if b.Of == budget.Speech {
		out.Resource, out.MinutesPerDay = ResourceSpeech, Number(b.Most/MSPerMinute)
		out.MinutesUsedToday = float64(b.Used) / MSPerMinute
	} else {
		out.TokensPerDay, out.UsedToday = Number(b.Most), Number(b.Used)
	}
	if b.User != nil {
		out.Scope, out.UserId, out.UserName = BudgetOfUser, b.User.PublicID, Submitter(b.User)
	}
	return out
}

// What is capped, as requests and answers name it.
const (
	ResourceModel  = "model" // also when a request names none
	ResourceSpeech = "speech"
)

// MSPerMinute is how the store counts the minutes of audio that callers see.
const MSPerMinute = 60_000

// BudgetResource is the resource that a request names.
func BudgetResource(word string) budget.Resource {
	if word == ResourceSpeech {
		return budget.Speech
	}
	return budget.Model
}

// RecentJob is a job on the dashboard.
func RecentJob(j *store.Job) *v1.RecentJob {
	return &v1.RecentJob{
		Id: Number(j.ID), Type: string(j.Kind), Input: j.Input, Status: j.State.Public(), CreatedAt: At(&j.CreatedAt),
	}
}

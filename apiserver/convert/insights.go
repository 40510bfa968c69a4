package convert

import (
	"cmp"
	"slices"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/budget"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/work"
)

// TrendDays names the days of a period and of the one before.
func TrendDays(p database.Period) *v1.GetTrendsResponse {
	before := p.Before()
	return &v1.GetTrendsResponse{
		From: database.DayOf(p.From), To: database.DayOf(p.Last()),
		PreviousFrom: database.DayOf(before.From), PreviousTo: database.DayOf(before.Last()),
	}
}

// DayJobs are the jobs of a day by what became of them.
func DayJobs(d jobs.DayJobs) *v1.DayJobs {
	out := &v1.DayJobs{Date: d.Day}
	for state, n := range d.States {
		switch count := Number(n); state {
		case work.Completed:
			out.Completed += count
		case work.Partial:
			out.Partial += count
		case work.Failed:
			out.Failed += count
		case work.Cancelled:
			out.Cancelled += count
		default:
			out.Open += count
		}
	}
	return out
}

// DayMentions are the mentions of a day's episodes, in the order of the types.
func DayMentions(d catalogue.DayMentions) *v1.DayMentions {
	out := &v1.DayMentions{Date: d.Day, Episodes: Number(d.Episodes)}
	for _, t := range mention.Types() {
		if n := d.Types[t]; n > 0 {
			out.Counts = append(out.Counts, &v1.TypeCount{Type: string(t), Count: Number(n)})
		}
	}
	return out
}

// DayGrowth is how many people came on a day.
func DayGrowth(d people.DayGrowth) *v1.UserGrowth {
	return &v1.UserGrowth{Date: d.Day, NewUsers: Number(d.New)}
}

// RisingEntity is an entity with its figures in two periods.
func RisingEntity(r catalogue.Rising) *v1.RisingEntity {
	return &v1.RisingEntity{
		Id: Number(r.ID), Name: r.Name, Type: string(r.Type), Mentions: Number(r.Mentions), MentionsBefore: Number(r.MentionsBefore),
		Episodes: Number(r.Episodes), EpisodesBefore: Number(r.EpisodesBefore),
	}
}

// Failure is a job or an episode that failed.
func Failure(f jobs.FailureNote) *v1.Failure {
	return &v1.Failure{JobId: optionalID(f.JobID), Title: f.Title, Stage: f.Stage, Text: f.Text, FailedAt: At(&f.At)}
}

// BudgetWait is an episode that waits for budget.
func BudgetWait(w jobs.BudgetWait) *v1.BudgetWait {
	out := &v1.BudgetWait{
		JobId: optionalID(w.JobID), Title: w.Title, Text: w.Text, NextAttemptAt: At(w.Next), Done: Number(w.Done), Total: Number(w.Chunks),
	}
	if w.Submitter != nil {
		out.Submitter = Optional(*w.Submitter)
	}
	return out
}

func optionalID(id *int) *int32 {
	if id == nil {
		return nil
	}
	n := Number(*id)
	return &n
}

// Costs add up the ledger of a period by the prices of models.
func Costs(p database.Period, s jobs.Spending, prices budget.Prices) *v1.GetCostsResponse {
	out := &v1.GetCostsResponse{From: database.DayOf(p.From), To: database.DayOf(p.Last())}
	var total budget.Cost
	days, models := map[string]*budget.Cost{}, map[string]*budget.Cost{}
	for _, d := range s.Days {
		for _, sum := range []*budget.Cost{&total, ofKey(days, d.Day), ofKey(models, d.Model)} {
			sum.Add(prices, d.Model, d.Tokens(), d.HeardMS, d.Calls)
		}
	}
	out.Total = cost(&total)
	for _, d := range p.Days() {
		out.Days = append(out.Days, &v1.DayCost{Date: d, Cost: cost(ofKey(days, d))})
	}
	for _, model := range largest(models) {
		out.Models = append(out.Models, modelCost(model, models[model], prices))
	}
	out.People = personCosts(s, prices)
	out.Jobs = jobCosts(s, prices)
	return out
}

func modelCost(model string, sum *budget.Cost, prices budget.Prices) *v1.ModelCost {
	out := &v1.ModelCost{Model: model, Cost: cost(sum)}
	if price, known := prices[model]; known {
		out.PromptPrice, out.CachedPrice, out.CompletionPrice = &price.Prompt, &price.Cached, &price.Completion
		out.MinutePrice = price.Minute
	}
	return out
}

func personCosts(s jobs.Spending, prices budget.Prices) []*v1.PersonCost {
	sums := map[int]*budget.Cost{} // 0: the system
	for _, p := range s.People {
		id := 0
		if p.UserID != nil {
			id = *p.UserID
		}
		ofKey(sums, id).Add(prices, p.Model, p.Tokens(), p.HeardMS, p.Calls)
	}
	var out []*v1.PersonCost
	for _, id := range largest(sums) {
		row := &v1.PersonCost{Cost: cost(sums[id])}
		if u := s.Names[id]; u != nil {
			name := Submitter(u)
			row.UserId, row.Name = &u.PublicID, &name
		}
		out = append(out, row)
	}
	return out
}

func jobCosts(s jobs.Spending, prices budget.Prices) []*v1.JobCost {
	sums := map[int]*budget.Cost{}
	for _, j := range s.Jobs {
		ofKey(sums, j.JobID).Add(prices, j.Model, j.Tokens(), j.HeardMS, j.Calls)
	}
	var out []*v1.JobCost
	for _, id := range largest(sums) {
		row := &v1.JobCost{JobId: Number(id), Cost: cost(sums[id])}
		if j := s.Titles[id]; j != nil {
			row.Title, row.Submitter = jobTitle(j), submitterName(j.Edges.User)
		}
		out = append(out, row)
	}
	return out
}

// jobTitle is what a job is called: its input until it is known.
func jobTitle(j *store.Job) string { return cmp.Or(j.Title, j.Input) }

func submitterName(u *store.User) *string {
	if u == nil {
		return nil
	}
	name := Submitter(u)
	return &name
}

// ofKey returns the sum of a key, made when it is new.
func ofKey[K comparable](sums map[K]*budget.Cost, key K) *budget.Cost {
	sum, known := sums[key]
	if !known {
		sum = &budget.Cost{}
		sums[key] = sum
	}
	return sum
}

// largest lists keys by what they took, the most first.
func largest[K cmp.Ordered](sums map[K]*budget.Cost) []K {
	out := make([]K, 0, len(sums))
	for k := range sums {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b K) int { return cmp.Or(sums[b].Weight()-sums[a].Weight(), cmp.Compare(a, b)) })
	return out
}

func cost(c *budget.Cost) *v1.Cost {
	out := &v1.Cost{
		PromptTokens: float64(c.Prompt), CachedTokens: float64(c.Cached), CompletionTokens: float64(c.Completion), Calls: float64(c.Calls),
		UnpricedTokens: float64(c.Unpriced), HeardSeconds: float64(c.HeardMS) / 1000,
	}
	if c.Priced {
		out.Dollars = &c.Dollars
	}
	return out
}

package apiserver

import (
	"context"
	"time"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	"mentionary/apiserver/period"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/budget"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/policies"
)

// usualFailures is how many failures are listed when nobody says.
const usualFailures = 10

// insightsService counts what happened over a period.
type insightsService struct {
	store  *store.Store
	gate   *gate.Gate
	prices budget.Prices
	now    func() time.Time
}

// asksTrends is a request about mentions in a period.
type asksTrends interface {
	period.Asked
	GetType() string
	GetChannel() string
	GetBy() string
}

// byPublication is the word of requests for counting by the day of publication.
const byPublication = "published"

func (s insightsService) trendFilter(r asksTrends) (f catalogue.TrendFilter, err error) {
	if f.Period, err = period.Of(r, s.now()); err != nil {
		return f, err
	}
	typ, err := typeNamed("type", r.GetType())
	f.Type, f.Channel, f.Published = mention.Type(typ), r.GetChannel(), r.GetBy() == byPublication
	return f, err
}

// GetTrends implements the contract. Moderators get no figures about people.
func (s insightsService) GetTrends(ctx context.Context, r *v1.GetTrendsRequest) (*v1.GetTrendsResponse, error) {
	f, err := s.trendFilter(r)
	if err != nil {
		return nil, err
	}
	before := f
	before.Period = f.Before()
	out := convert.TrendDays(f.Period)
	mentions, err := s.store.Catalogue.MentionsByDay(ctx, f)
	if err != nil {
		return nil, err
	}
	out.Mentions = convert.All(mentions, convert.DayMentions)
	byDay, err := s.store.Jobs.JobsByDay(ctx, f.Period)
	if err != nil {
		return nil, err
	}
	out.Jobs = convert.All(byDay, convert.DayJobs)
	if out.Sums, err = s.sums(ctx, f); err != nil {
		return nil, err
	}
	if out.PreviousSums, err = s.sums(ctx, before); err != nil {
		return nil, err
	}
	if !s.gate.May(gate.Of(ctx), policies.PeopleFigures) {
		return out, nil
	}
	growth, err := s.store.People.Growth(ctx, f.Period)
	out.UserGrowth = convert.All(growth, convert.DayGrowth)
	return out, err
}

// sums adds up a period.
func (s insightsService) sums(ctx context.Context, f catalogue.TrendFilter) (*v1.TrendSums, error) {
	mentions, err := s.store.Catalogue.TrendSums(ctx, f)
	if err != nil {
		return nil, err
	}
	submitted, err := s.store.Jobs.Submitted(ctx, f.Period)
	if err != nil {
		return nil, err
	}
	out := &v1.TrendSums{
		Jobs: convert.Number(submitted), Episodes: convert.Number(mentions.Episodes), Mentions: float64(mentions.Mentions),
	}
	if s.gate.May(gate.Of(ctx), policies.PeopleFigures) {
		came, err := s.store.People.Came(ctx, f.Period)
		if err != nil {
			return nil, err
		}
		people := convert.Number(came)
		out.NewUsers = &people
	}
	return out, nil
}

// ListRisingEntities implements the contract.
func (s insightsService) ListRisingEntities(
	ctx context.Context, r *v1.ListRisingEntitiesRequest,
) (*v1.ListRisingEntitiesResponse, error) {
	f, err := s.trendFilter(r)
	if err != nil {
		return nil, err
	}
	rows, total, err := s.store.Catalogue.Rising(ctx, f, int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListRisingEntitiesResponse{Entities: convert.All(rows, convert.RisingEntity), Total: convert.Number(total)}, nil
}

// ListFailures implements the contract. It names nobody.
func (s insightsService) ListFailures(ctx context.Context, r *v1.ListFailuresRequest) (*v1.ListFailuresResponse, error) {
	limit := int(r.GetLimit())
	if limit == 0 {
		limit = usualFailures
	}
	rows, err := s.store.Jobs.Failures(ctx, limit)
	if err != nil {
		return nil, err
	}
	return &v1.ListFailuresResponse{Failures: convert.All(rows, convert.Failure)}, nil
}

// maxCostRows is how many people and jobs the costs name.
const maxCostRows = 50

// GetCosts implements the contract.
func (s insightsService) GetCosts(ctx context.Context, r *v1.GetCostsRequest) (*v1.GetCostsResponse, error) {
	p, err := period.Of(r, s.now())
	if err != nil {
		return nil, err
	}
	spending, err := s.store.Jobs.Spending(ctx, p, maxCostRows)
	if err != nil {
		return nil, err
	}
	return convert.Costs(p, spending, s.prices), nil
}

// ListBudgetWaits implements the contract.
func (s insightsService) ListBudgetWaits(ctx context.Context, r *v1.ListBudgetWaitsRequest) (*v1.ListBudgetWaitsResponse, error) {
	rows, total, err := s.store.Jobs.BudgetWaits(ctx, int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListBudgetWaitsResponse{Waits: convert.All(rows, convert.BudgetWait), Total: convert.Number(total)}, nil
}

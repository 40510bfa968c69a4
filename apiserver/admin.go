package apiserver

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/doctor"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/policies"
)

// What the dashboard shows.
const (
	recentJobs  = 10
	topEntities = 10
	growthDays  = 30 // today included
)

// adminService is the dashboard: figures, people, budgets, the audit log and health.
type adminService struct {
	store     *store.Store
	gate      *gate.Gate
	budgets   Budgets
	messenger messenger
	now       func() time.Time
	version   string
	checks    []doctor.Check
	log       *slog.Logger
}

// GetAdminStats implements the contract. Moderators get no figures about people.
func (s adminService) GetAdminStats(ctx context.Context, _ *v1.GetAdminStatsRequest) (*v1.GetAdminStatsResponse, error) {
	work, err := s.store.Jobs.WorkFigures(ctx)
	if err != nil {
		return nil, err
	}
	out := &v1.GetAdminStatsResponse{
		TotalProcessingJobs: convert.Number(work.Jobs), TotalBatchJobs: convert.Number(work.Batches),
		TotalScheduledJobs: convert.Number(work.Scheduled),
	}
	jobs, _, err := s.store.Jobs.Jobs(ctx, 0, recentJobs, 0)
	if err != nil {
		return nil, err
	}
	out.RecentJobs = convert.All(jobs, convert.RecentJob)
	top, err := s.store.Catalogue.Entities(ctx, catalogue.EntityFilter{Sort: catalogue.SortMentions, Limit: topEntities})
	if err != nil {
		return nil, err
	}
	for _, e := range top.Entities {
		out.TopEntities = append(out.TopEntities, &v1.TopEntity{
			Id: convert.Number(e.ID), Name: e.Name, Type: string(e.Type), Mentions: convert.Number(e.MentionCount),
		})
	}
	return out, s.addPeople(ctx, out)
}

// addPeople adds the figures about people for those who may see them.
func (s adminService) addPeople(ctx context.Context, out *v1.GetAdminStatsResponse) error {
	if !s.gate.May(gate.Of(ctx), policies.PeopleFigures) {
		return nil
	}
	people, err := s.store.People.PeopleFigures(ctx)
	if err != nil {
		return err
	}
	growth, err := s.store.People.Growth(ctx, database.PeriodOf(s.now(), growthDays))
	if err != nil {
		return err
	}
	total, active := convert.Number(people.Total), convert.Number(people.Active)
	out.TotalUsers, out.ActiveUsers = &total, &active
	slices.Reverse(growth)
	out.UserGrowth = convert.All(growth, convert.DayGrowth)
	return nil
}

// EventLife is how long events are kept and counted.
const EventLife = 90 * 24 * time.Hour

// maxTopEvents is how many kinds of events are listed.
const maxTopEvents = 10

// GetAnalytics implements the contract. Moderators do not learn how many people came.
func (s adminService) GetAnalytics(ctx context.Context, _ *v1.GetAnalyticsRequest) (*v1.GetAnalyticsResponse, error) {
	f, err := s.store.People.EventFigures(ctx, s.now().Add(-EventLife))
	if err != nil {
		return nil, err
	}
	out := &v1.GetAnalyticsResponse{TotalEvents: convert.Number(f.Total)}
	if s.gate.May(gate.Of(ctx), policies.PeopleFigures) {
		visitors := convert.Number(f.Visitors)
		out.UniqueUsers = &visitors
	}
	for _, e := range f.Top[:min(len(f.Top), maxTopEvents)] {
		out.TopEvents = append(out.TopEvents, &v1.EventCount{EventType: e.Type, Count: convert.Number(e.Count)})
	}
	return out, nil
}

package apiserver

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/job"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/policies"
)

// What the dashboard shows.
const (
	recentJobs  = 10
	topEntities = 10
	growthDays  = 30 // today included
)

type adminService struct{ *Server }

// GetAdminStats implements the contract. Moderators get no figures about people.
func (s adminService) GetAdminStats(ctx context.Context, _ *v1.GetAdminStatsRequest) (*v1.GetAdminStatsResponse, error) {
	work, err := s.Store.Jobs.WorkFigures(ctx)
	if err != nil {
		return nil, err
	}
	out := &v1.GetAdminStatsResponse{
		TotalProcessingJobs: number(work.Jobs), TotalBatchJobs: number(work.Batches), TotalScheduledJobs: number(work.Scheduled),
	}
	jobs, _, err := s.Store.Jobs.Jobs(ctx, 0, recentJobs, 0)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		out.RecentJobs = append(out.RecentJobs, &v1.RecentJob{
			Id: number(j.ID), Type: string(j.Kind), Input: j.Input, Status: job.State(j.State).Public(), CreatedAt: at(&j.CreatedAt),
		})
	}
	top, err := s.Store.Catalogue.Entities(ctx, catalogue.EntityFilter{Sort: catalogue.SortMentions, Limit: topEntities})
	if err != nil {
		return nil, err
	}
	for _, e := range top.Entities {
		out.TopEntities = append(out.TopEntities, &v1.TopEntity{Name: e.Name, Type: string(e.Type), Mentions: number(e.MentionCount)})
	}
	return out, s.addPeople(ctx, out)
}

// addPeople adds the figures about people for those who may see them.
func (s adminService) addPeople(ctx context.Context, out *v1.GetAdminStatsResponse) error {
	if !s.may(ctx, viewerOf(ctx), policies.PeopleFigures) {
		return nil
	}
	people, err := s.Store.People.PeopleFigures(ctx, growthDays)
	if err != nil {
		return err
	}
	total, active := number(people.Total), number(people.Active)
	out.TotalUsers, out.ActiveUsers = &total, &active
	for _, g := range people.Growth {
		out.UserGrowth = append(out.UserGrowth, &v1.UserGrowth{Date: g.Day, NewUsers: number(g.New)})
	}
	return nil
}

// EventLife is how long events are kept and counted.
const EventLife = 90 * 24 * time.Hour

// maxTopEvents is how many kinds of events are listed.
const maxTopEvents = 10

// GetAnalytics implements the contract. Moderators do not learn how many people came.
func (s adminService) GetAnalytics(ctx context.Context, _ *v1.GetAnalyticsRequest) (*v1.GetAnalyticsResponse, error) {
	f, err := s.Store.People.EventFigures(ctx, s.Now().Add(-EventLife))
	if err != nil {
		return nil, err
	}
	out := &v1.GetAnalyticsResponse{TotalEvents: number(f.Total)}
	if s.may(ctx, viewerOf(ctx), policies.PeopleFigures) {
		visitors := number(f.Visitors)
		out.UniqueUsers = &visitors
	}
	for _, e := range f.Top[:min(len(f.Top), maxTopEvents)] {
		out.TopEvents = append(out.TopEvents, &v1.EventCount{EventType: e.Type, Count: number(e.Count)})
	}
	return out, nil
}

// ListAudit implements the contract.
func (s adminService) ListAudit(ctx context.Context, r *v1.ListAuditRequest) (*v1.ListAuditResponse, error) {
	rows, total, err := s.Store.AuditLog(ctx, r.GetObject(), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	out := &v1.ListAuditResponse{Total: number(total)}
	for _, e := range rows {
		out.Entries = append(out.Entries, &v1.AuditEntry{
			Id: number(e.ID), Actor: e.Actor, ActorName: e.ActorName, Operation: e.Operation, Object: e.Object,
			Changes: auditChanges(e.Before, e.After), CreatedAt: at(&e.CreatedAt),
		})
	}
	return out, nil
}

// auditChanges sets the fields before and after side by side, by name.
func auditChanges(before, after map[string]any) []*v1.AuditChange {
	fields := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(fields)
	var out []*v1.AuditChange
	for _, f := range slices.Compact(fields) {
		out = append(out, &v1.AuditChange{Field: f, Before: auditValue(before[f]), After: auditValue(after[f])})
	}
	return out
}

// auditValue is a stored value as people read it: texts as they are, everything else as JSON.
func auditValue(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "" // it was read from JSON
	}
	return string(text)
}

// actor is the viewer as changes are audited.
func actor(v viewer) store.Actor {
	return store.Actor{PublicID: v.session.Person.PublicID, SessionID: v.session.ID}
}

package apiserver

import (
	"cmp"
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// curationPage is how many rows lists of data quality show when the caller names no limit.
const curationPage = 50

// qualityService puts the directory in order.
type qualityService struct {
	store     *store.Store
	passes    Passes
	messenger messenger
	refusals  *refusal.Reporter
}

// StartPass implements the contract.
func (s qualityService) StartPass(ctx context.Context, r *v1.StartPassRequest) (*v1.StartPassResponse, error) {
	typ, err := typeNamed("entityType", r.GetEntityType())
	if err != nil {
		return nil, err
	}
	by := gate.Of(ctx).Actor()
	ref, err := s.store.Curate.StartPass(ctx, curate.NewPass{
		Kind: work.PassKind(r.GetKind()), Type: typ, Limit: int(r.GetLimit()), All: r.GetAll(), Actor: by.PublicID, SessionID: by.SessionID,
	})
	if err != nil {
		return nil, err
	}
	s.messenger.tell(ctx, func(ctx context.Context) error { return s.passes.StartPass(ctx, ref) })
	p, err := s.store.Curate.PassWithCounts(ctx, ref.PassID)
	if err != nil {
		return nil, err
	}
	return &v1.StartPassResponse{Pass: convert.Pass(p)}, nil
}

// ListPasses implements the contract.
func (s qualityService) ListPasses(ctx context.Context, r *v1.ListPassesRequest) (*v1.ListPassesResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	rows, total, err := s.store.Curate.Passes(ctx, curate.PassFilter{
		Kind: work.PassKind(r.GetKind()), Type: typ, Limit: cmp.Or(int(r.GetLimit()), curationPage), Offset: int(r.GetOffset()),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListPassesResponse{Passes: convert.All(rows, convert.Pass), Total: convert.Number(total)}, nil
}

// ListReadings implements the contract.
func (s qualityService) ListReadings(ctx context.Context, r *v1.ListReadingsRequest) (*v1.ListReadingsResponse, error) {
	rows, total, err := s.store.Rereading.List(ctx, cmp.Or(int(r.GetLimit()), curationPage), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListReadingsResponse{Readings: convert.All(rows, convert.Reading), Total: convert.Number(total)}, nil
}

// cancelReading ends a pass that reads earlier episodes again.
func (s qualityService) cancelReading(ctx context.Context, by database.Actor, id int) error {
	ended, err := s.store.Rereading.Cancel(ctx, id, by)
	if err == nil && ended {
		s.messenger.tell(ctx, func(ctx context.Context) error { return s.passes.CancelReading(ctx, id) })
	}
	return err
}

// GetPass implements the contract.
func (s qualityService) GetPass(ctx context.Context, r *v1.GetPassRequest) (*v1.GetPassResponse, error) {
	p, err := s.store.Curate.PassWithCounts(ctx, int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.GetPassResponse{Pass: convert.Pass(p)}, nil
}

// ListPassResults implements the contract.
func (s qualityService) ListPassResults(ctx context.Context, r *v1.ListPassResultsRequest) (*v1.ListPassResultsResponse, error) {
	rows, total, err := s.store.Curate.PassResults(ctx, curate.PassResultFilter{
		PassID: int(r.GetId()), State: r.GetState(), Limit: cmp.Or(int(r.GetLimit()), curationPage), Offset: int(r.GetOffset()),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListPassResultsResponse{Results: convert.All(rows, convert.Validation), Total: convert.Number(total)}, nil
}

// CancelPass implements the contract. The workflow is told afterwards; it finds the row closed in any case.
func (s qualityService) CancelPass(ctx context.Context, r *v1.CancelPassRequest) (*v1.CancelPassResponse, error) {
	p, err := s.cancelPass(ctx, gate.Of(ctx).Actor(), int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.CancelPassResponse{Pass: convert.Pass(p)}, nil
}

func (s qualityService) cancelPass(ctx context.Context, by database.Actor, id int) (curate.PassState, error) {
	p, err := s.store.Curate.CancelPass(ctx, id, by)
	if err == nil && p.State == work.PassCancelled {
		s.messenger.tell(ctx, func(ctx context.Context) error { return s.passes.CancelPass(ctx, p.Ref()) })
	}
	return p, err
}

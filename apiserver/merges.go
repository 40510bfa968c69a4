package apiserver

import (
	"cmp"
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
)

// mergesPage is how many merges a list shows when the caller names no limit.
const mergesPage = 50

// mergeService makes two entities one, and two again.
type mergeService struct {
	store *store.Store
	gate  *gate.Gate
}

// PreviewMerge implements the contract.
func (s mergeService) PreviewMerge(ctx context.Context, r *v1.PreviewMergeRequest) (*v1.PreviewMergeResponse, error) {
	p, err := s.store.Curate.PreviewMerge(ctx, int(r.GetId()), merged(r))
	if err != nil {
		return nil, err
	}
	return convert.MergePreview(p), nil
}

// merged are the entities that a request makes part of another one.
func merged(r interface {
	GetMergedId() int32
	GetMergedIds() []int32
},
) []int {
	var out []int
	if id := r.GetMergedId(); id != 0 {
		out = append(out, int(id))
	}
	for _, id := range r.GetMergedIds() {
		out = append(out, int(id))
	}
	return out
}

// MergeEntities implements the contract.
func (s mergeService) MergeEntities(ctx context.Context, r *v1.MergeEntitiesRequest) (*v1.MergeEntitiesResponse, error) {
	v := gate.Of(ctx)
	m, err := s.store.Curate.Merge(ctx, curate.NewMerge{SurvivorID: int(r.GetId()), MergedIDs: merged(r), By: v.Actor()})
	if err != nil {
		return nil, err
	}
	e, err := s.store.Catalogue.Entity(ctx, m.Merge.SurvivorID, s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	return &v1.MergeEntitiesResponse{Merge: convert.Merge(m), Entity: convert.Entity(e)}, nil
}

// ListMerges implements the contract.
func (s mergeService) ListMerges(ctx context.Context, r *v1.ListMergesRequest) (*v1.ListMergesResponse, error) {
	limit := cmp.Or(int(r.GetLimit()), mergesPage)
	rows, total, err := s.store.Curate.Merges(ctx,
		curate.MergeFilter{EntityID: int(r.GetEntityId()), Limit: limit, Offset: int(r.GetOffset())})
	if err != nil {
		return nil, err
	}
	return &v1.ListMergesResponse{Merges: convert.All(rows, convert.Merge), Total: convert.Number(total)}, nil
}

// UndoMerge implements the contract.
func (s mergeService) UndoMerge(ctx context.Context, r *v1.UndoMergeRequest) (*v1.UndoMergeResponse, error) {
	m, err := s.store.Curate.UndoMerge(ctx, int(r.GetId()), gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.UndoMergeResponse{Merge: convert.Merge(m)}, nil
}

// MarkDistinct implements the contract.
func (s mergeService) MarkDistinct(ctx context.Context, r *v1.MarkDistinctRequest) (*v1.MarkDistinctResponse, error) {
	err := s.store.Curate.MarkDistinct(ctx, int(r.GetId()), int(r.GetOtherId()), gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.MarkDistinctResponse{}, nil
}

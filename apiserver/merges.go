package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/curate"
)

// mergesPage is how many merges a list shows when the caller names no limit.
const mergesPage = 50

type mergeService struct{ *Server }

// PreviewMerge implements the contract.
func (s mergeService) PreviewMerge(ctx context.Context, r *v1.PreviewMergeRequest) (*v1.PreviewMergeResponse, error) {
	p, err := s.Store.Curate.PreviewMerge(ctx, int(r.GetId()), int(r.GetMergedId()))
	if err != nil {
		return nil, err
	}
	out := &v1.PreviewMergeResponse{
		Survivor: s.entityMessage(p.Survivor), Merged: s.entityMessage(p.Merged),
		MentionsMoved: number(p.Mentions), EpisodesMoved: number(p.Episodes), LinksMoved: number(p.Links), FavoritesMoved: number(p.Favorites),
		AliasesAdded: p.Aliases, Reasons: p.Reasons, Warnings: p.Warnings, Confidence: p.Confidence,
	}
	for _, f := range p.Fields {
		out.Fields = append(out.Fields, &v1.FieldChange{Field: f.Field, Kept: f.Kept, Merged: f.Merged, Filled: f.Filled})
	}
	return out, nil
}

// MergeEntities implements the contract.
func (s mergeService) MergeEntities(ctx context.Context, r *v1.MergeEntitiesRequest) (*v1.MergeEntitiesResponse, error) {
	v := viewerOf(ctx)
	m, err := s.Store.Curate.Merge(ctx, curate.NewMerge{SurvivorID: int(r.GetId()), MergedID: int(r.GetMergedId()), By: actor(v)})
	if err != nil {
		return nil, err
	}
	e, err := s.Store.Catalogue.Entity(ctx, m.Merge.SurvivorID, s.sees(ctx, v))
	if err != nil {
		return nil, err
	}
	return &v1.MergeEntitiesResponse{Merge: mergeMessage(m), Entity: s.entityMessage(e)}, nil
}

// ListMerges implements the contract.
func (s mergeService) ListMerges(ctx context.Context, r *v1.ListMergesRequest) (*v1.ListMergesResponse, error) {
	limit := int(r.GetLimit())
	if limit == 0 {
		limit = mergesPage
	}
	rows, total, err := s.Store.Curate.Merges(ctx, curate.MergeFilter{EntityID: int(r.GetEntityId()), Limit: limit, Offset: int(r.GetOffset())})
	if err != nil {
		return nil, err
	}
	out := &v1.ListMergesResponse{Total: number(total)}
	for _, m := range rows {
		out.Merges = append(out.Merges, mergeMessage(m))
	}
	return out, nil
}

// UndoMerge implements the contract.
func (s mergeService) UndoMerge(ctx context.Context, r *v1.UndoMergeRequest) (*v1.UndoMergeResponse, error) {
	m, err := s.Store.Curate.UndoMerge(ctx, int(r.GetId()), actor(viewerOf(ctx)))
	if err != nil {
		return nil, err
	}
	return &v1.UndoMergeResponse{Merge: mergeMessage(m)}, nil
}

// MarkDistinct implements the contract.
func (s mergeService) MarkDistinct(ctx context.Context, r *v1.MarkDistinctRequest) (*v1.MarkDistinctResponse, error) {
	err := s.Store.Curate.MarkDistinct(ctx, int(r.GetId()), int(r.GetOtherId()), actor(viewerOf(ctx)))
	if err != nil {
		return nil, err
	}
	return &v1.MarkDistinctResponse{}, nil
}

// mergeMessage is a merge without who made it: the audit log tells that to those who may know.
func mergeMessage(m curate.Merged) *v1.Merge {
	return &v1.Merge{
		Id: number(m.Merge.ID), Type: string(m.Merge.Type), SurvivorId: number(m.Merge.SurvivorID), SurvivorName: m.SurvivorName,
		MergedId: number(m.Merge.MergedID), MergedName: m.MergedName, Reasons: m.Merge.Reasons, Automatic: m.Merge.Actor == "",
		CreatedAt: at(&m.Merge.CreatedAt), UndoneAt: at(m.Merge.UndoneAt), CanUndo: m.CanUndo,
	}
}

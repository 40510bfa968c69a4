package apiserver

import (
	"cmp"
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
)

// ListDuplicates implements the contract.
func (s qualityService) ListDuplicates(ctx context.Context, r *v1.ListDuplicatesRequest) (*v1.ListDuplicatesResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(int(r.GetLimit()), curationPage)
	rows, total, err := s.store.Curate.Duplicates(ctx, mention.Type(typ), limit, int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListDuplicatesResponse{Pairs: convert.All(rows, convert.DuplicatePair), Total: convert.Number(total)}, nil
}

// CompareEntities implements the contract.
func (s qualityService) CompareEntities(ctx context.Context, r *v1.CompareEntitiesRequest) (*v1.CompareEntitiesResponse, error) {
	c, err := s.store.Curate.Compare(ctx, int(r.GetId()), int(r.GetOtherId()))
	if err != nil {
		return nil, err
	}
	return convert.Comparison(c), nil
}

// UnmarkDistinct implements the contract.
func (s qualityService) UnmarkDistinct(ctx context.Context, r *v1.UnmarkDistinctRequest) (*v1.UnmarkDistinctResponse, error) {
	err := s.store.Curate.UnmarkDistinct(ctx, int(r.GetId()), int(r.GetOtherId()), gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.UnmarkDistinctResponse{}, nil
}

// ListCuratedEntities implements the contract.
func (s qualityService) ListCuratedEntities(
	ctx context.Context, r *v1.ListCuratedEntitiesRequest,
) (*v1.ListCuratedEntitiesResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	rows, total, err := s.store.Catalogue.CuratedEntities(ctx, catalogue.CuratedFilter{
		Type: typ, Search: r.GetSearch(), Show: r.GetShow(), Having: r.GetHaving(), Sort: r.GetSort(),
		Limit: cmp.Or(int(r.GetLimit()), curationPage), Offset: int(r.GetOffset()),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListCuratedEntitiesResponse{Entities: convert.All(rows, convert.CuratedEntity), Total: convert.Number(total)}, nil
}

// GetCuratedEntity implements the contract.
func (s qualityService) GetCuratedEntity(ctx context.Context, r *v1.GetCuratedEntityRequest) (*v1.GetCuratedEntityResponse, error) {
	e, err := s.store.Curate.Curated(ctx, int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.GetCuratedEntityResponse{Entity: convert.Curated(e)}, nil
}

// EditEntity implements the contract.
func (s qualityService) EditEntity(ctx context.Context, r *v1.EditEntityRequest) (*v1.EditEntityResponse, error) {
	in := curate.Edit{ID: int(r.GetId()), Name: r.GetName(), Facts: map[string]string{}, By: gate.Of(ctx).Actor()}
	for _, f := range r.GetFields() {
		in.Facts[f.GetField()] = f.GetValue()
	}
	if locks := r.GetLocks(); r.GetSetLocks() {
		in.Locks = &locks
	}
	c, err := s.store.Curate.Edit(ctx, in)
	if err != nil {
		return nil, err
	}
	return &v1.EditEntityResponse{Change: convert.Change(c)}, nil
}

// HideEntities implements the contract: one transaction an entity, so that one that fails stops nothing.
func (s qualityService) HideEntities(ctx context.Context, r *v1.HideEntitiesRequest) (*v1.HideEntitiesResponse, error) {
	by, do := gate.Of(ctx).Actor(), s.store.Curate.Hide
	if !r.GetHidden() {
		do = s.store.Curate.Show
	}
	results, err := s.each(ctx, r.GetIds(), func(id int) (curate.Changed, error) { return do(ctx, id, by) })
	return &v1.HideEntitiesResponse{Results: results}, err
}

// RetypeEntities implements the contract, an entity after the other like HideEntities.
func (s qualityService) RetypeEntities(ctx context.Context, r *v1.RetypeEntitiesRequest) (*v1.RetypeEntitiesResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	by := gate.Of(ctx).Actor()
	results, err := s.each(ctx, r.GetIds(), func(id int) (curate.Changed, error) {
		return s.store.Curate.Retype(ctx, id, mention.Type(typ), by)
	})
	return &v1.RetypeEntitiesResponse{Results: results}, err
}

// each changes entities one by one. What fails with one is its result; a call whose caller has gone ends.
func (s qualityService) each(ctx context.Context, ids []int32, do func(id int) (curate.Changed, error)) ([]*v1.CurationResult, error) {
	out := make([]*v1.CurationResult, 0, len(ids))
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := do(int(id))
		one := &v1.CurationResult{Id: id}
		if err == nil {
			one.Change = convert.Change(c)
		} else {
			f := fault.Of(err)
			if f.Kind == fault.Internal {
				s.refusals.Log(ctx, "one of many entities", f)
			}
			one.Error = s.refusals.Sentence(ctx, f)
		}
		out = append(out, one)
	}
	return out, nil
}

// SplitEntity implements the contract.
func (s qualityService) SplitEntity(ctx context.Context, r *v1.SplitEntityRequest) (*v1.SplitEntityResponse, error) {
	in := curate.Split{
		ID: int(r.GetId()), Names: r.GetNames(), IntoID: int(r.GetIntoId()), NewName: r.GetNewName(), By: gate.Of(ctx).Actor(),
	}
	for _, id := range r.GetMentionIds() {
		in.Mentions = append(in.Mentions, int(id))
	}
	c, err := s.store.Curate.Split(ctx, in)
	if err != nil {
		return nil, err
	}
	return &v1.SplitEntityResponse{Change: convert.Change(c)}, nil
}

// DecideLink implements the contract.
func (s qualityService) DecideLink(ctx context.Context, r *v1.DecideLinkRequest) (*v1.DecideLinkResponse, error) {
	c, err := s.store.Curate.DecideLink(ctx, curate.DecideLink{
		EntityID: int(r.GetId()), URL: r.GetUrl(), Decision: curate.LinkDecision(r.GetDecision()), NewURL: r.GetNewUrl(),
		By: gate.Of(ctx).Actor(),
	})
	if err != nil {
		return nil, err
	}
	return &v1.DecideLinkResponse{Change: convert.Change(c)}, nil
}

// DecideEdition implements the contract.
func (s qualityService) DecideEdition(ctx context.Context, r *v1.DecideEditionRequest) (*v1.DecideEditionResponse, error) {
	c, err := s.store.Curate.DecideEdition(ctx, curate.DecideEdition{
		EntityID: int(r.GetId()), Catalogue: r.GetCatalogue(), Work: r.GetWork(), Decision: curate.EditionDecision(r.GetDecision()),
		By: gate.Of(ctx).Actor(),
	})
	if err != nil {
		return nil, err
	}
	return &v1.DecideEditionResponse{Change: convert.Change(c)}, nil
}

// ListChanges implements the contract.
func (s qualityService) ListChanges(ctx context.Context, r *v1.ListChangesRequest) (*v1.ListChangesResponse, error) {
	rows, total, err := s.store.Curate.Changes(ctx, curate.ChangeFilter{
		EntityID: int(r.GetEntityId()), Limit: cmp.Or(int(r.GetLimit()), curationPage), Offset: int(r.GetOffset()),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListChangesResponse{Changes: convert.All(rows, convert.Change), Total: convert.Number(total)}, nil
}

// UndoChange implements the contract.
func (s qualityService) UndoChange(ctx context.Context, r *v1.UndoChangeRequest) (*v1.UndoChangeResponse, error) {
	c, err := s.store.Curate.UndoChange(ctx, int(r.GetId()), gate.Of(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return &v1.UndoChangeResponse{Change: convert.Change(c)}, nil
}

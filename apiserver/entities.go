package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/catalogue"
)

const (
	entityPageEpisodes = 100 // episodes on the page of an entity
	mentionsPage       = 50  // when the caller names no limit
)

type entityService struct{ *Server }

// ListEntities implements the contract.
func (s entityService) ListEntities(ctx context.Context, r *v1.ListEntitiesRequest) (*v1.ListEntitiesResponse, error) {
	typ, err := typeNamed(r.GetType())
	if err != nil {
		return nil, err
	}
	page, err := s.Store.Catalogue.Entities(ctx, catalogue.EntityFilter{
		Type: typ, Search: r.GetSearch(), Channel: r.GetChannel(), Sort: r.GetSort(), Limit: int(r.GetLimit()), Offset: int(r.GetOffset()),
		After: r.GetPageToken(), WithEpisodes: r.GetWithEpisodes(),
	})
	if err != nil {
		return nil, err
	}
	out := &v1.ListEntitiesResponse{Total: number(page.Total), NextPageToken: page.Next}
	for _, e := range page.Entities {
		out.Entities = append(out.Entities, s.entityWithEpisodes(e, page.Episodes[e.ID]))
	}
	return out, nil
}

// GetEntity implements the contract.
func (s entityService) GetEntity(ctx context.Context, r *v1.GetEntityRequest) (*v1.GetEntityResponse, error) {
	sees := s.sees(ctx, viewerOf(ctx))
	e, err := s.Store.Catalogue.Entity(ctx, int(r.GetId()), sees)
	if err != nil {
		return nil, err
	}
	episodes, _, err := s.Store.Catalogue.EntityEpisodes(ctx, e.ID, sees, entityPageEpisodes, 0)
	if err != nil {
		return nil, err
	}
	return &v1.GetEntityResponse{Entity: s.entityWithEpisodes(e, episodes)}, nil
}

// ListEntityMentions implements the contract; the store shortens what visitors read.
func (s entityService) ListEntityMentions(ctx context.Context, r *v1.ListEntityMentionsRequest) (*v1.ListEntityMentionsResponse, error) {
	v := viewerOf(ctx)
	limit := int(r.GetLimit())
	if limit == 0 {
		limit = mentionsPage
	}
	rows, total, err := s.Store.Catalogue.EntityMentions(ctx, int(r.GetId()), catalogue.MentionFilter{
		Limit: limit, Offset: int(r.GetOffset()), Viewer: s.sees(ctx, v), Public: !v.signedIn,
	})
	if err != nil {
		return nil, err
	}
	out := &v1.ListEntityMentionsResponse{Total: number(total)}
	for _, m := range rows {
		out.Mentions = append(out.Mentions, mentionMessage(m, m.Edges.Episode))
	}
	return out, nil
}

// ListSimilarEntities implements the contract.
func (s entityService) ListSimilarEntities(ctx context.Context, r *v1.ListSimilarEntitiesRequest) (*v1.ListSimilarEntitiesResponse, error) {
	rows, err := s.Store.Curate.SimilarEntities(ctx, int(r.GetId()), s.sees(ctx, viewerOf(ctx)))
	if err != nil {
		return nil, err
	}
	out := &v1.ListSimilarEntitiesResponse{}
	for _, x := range rows {
		one := &v1.SimilarEntity{Entity: s.entityMessage(x.Entity), MatchType: x.MatchType, Similarity: x.Score, Confidence: x.Confidence}
		for _, reason := range x.Reasons {
			one.Reasons = append(one.Reasons, reason.Text)
		}
		out.Results = append(out.Results, one)
	}
	return out, nil
}

package apiserver

import (
	"cmp"
	"context"
	"time"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

const (
	entityPageEpisodes = 100 // episodes on the page of an entity
	mentionsPage       = 50  // when the caller names no limit
)

// entityService is about entities and the passes over them.
type entityService struct {
	store     *store.Store
	gate      *gate.Gate
	passes    Passes
	messenger messenger
	now       func() time.Time
	poll      time.Duration   // how often a pass is looked at
	done      <-chan struct{} // closed when the server stops
}

// ListEntities implements the contract.
func (s entityService) ListEntities(ctx context.Context, r *v1.ListEntitiesRequest) (*v1.ListEntitiesResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	page, err := s.store.Catalogue.Entities(ctx, catalogue.EntityFilter{
		Type: typ, Search: r.GetSearch(), Channel: r.GetChannel(), Sort: r.GetSort(), Limit: int(r.GetLimit()), Offset: int(r.GetOffset()),
		After: r.GetPageToken(), WithEpisodes: r.GetWithEpisodes(), Recommended: r.GetRecommended(), Part: r.GetPart(),
		Topic: r.GetTopic(),
	})
	if err != nil {
		return nil, err
	}
	quotes, err := tellingQuotes(ctx, s.store, r.GetWithQuotes(), page.Entities, catalogue.QuotesFor{
		Stranger: !gate.Of(ctx).SignedIn, Channel: r.GetChannel(),
	})
	if err != nil {
		return nil, err
	}
	out := &v1.ListEntitiesResponse{Total: convert.Number(page.Total.N), MoreThanTotal: page.Total.AtLeast, NextPageToken: page.Next}
	for _, e := range page.Entities {
		out.Entities = append(out.Entities, convert.Quoted(convert.EntityWithEpisodes(e, page.Episodes[e.ID]), quotes[e.ID]))
	}
	return out, nil
}

// GetEntity implements the contract.
func (s entityService) GetEntity(ctx context.Context, r *v1.GetEntityRequest) (*v1.GetEntityResponse, error) {
	sees := s.gate.Sees(gate.Of(ctx))
	e, err := s.store.Catalogue.Entity(ctx, int(r.GetId()), sees)
	if err != nil {
		return nil, err
	}
	episodes, _, err := s.store.Catalogue.EntityEpisodes(ctx, e.ID, sees, entityPageEpisodes, 0)
	if err != nil {
		return nil, err
	}
	records, err := s.store.Catalogue.Records(ctx, e)
	if err != nil {
		return nil, err
	}
	editions, err := s.store.Catalogue.Editions(ctx, e)
	if err != nil {
		return nil, err
	}
	origins, err := s.store.Catalogue.LinkOrigins(ctx, e)
	if err != nil {
		return nil, err
	}
	private, err := s.store.Catalogue.PrivateCounts(ctx, e.ID, sees)
	if err != nil {
		return nil, err
	}
	return &v1.GetEntityResponse{Entity: convert.EntityPage(e, episodes, convert.Page{
		Records: records, Editions: editions, Origins: origins, Private: private,
	})}, nil
}

// ListEntityMentions implements the contract; the store shortens what visitors read.
func (s entityService) ListEntityMentions(ctx context.Context, r *v1.ListEntityMentionsRequest) (*v1.ListEntityMentionsResponse, error) {
	v := gate.Of(ctx)
	limit := cmp.Or(int(r.GetLimit()), mentionsPage)
	rows, total, err := s.store.Catalogue.EntityMentions(ctx, int(r.GetId()), catalogue.MentionFilter{
		Limit: limit, Offset: int(r.GetOffset()), Viewer: s.gate.Sees(v), Public: !v.SignedIn,
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListEntityMentionsResponse{
		Mentions: convert.All(rows, convert.EntityMention), Total: convert.Number(total.N), MoreThanTotal: total.AtLeast,
	}, nil
}

// GetEntityOverview implements the contract.
func (s entityService) GetEntityOverview(ctx context.Context, r *v1.GetEntityOverviewRequest) (*v1.GetEntityOverviewResponse, error) {
	found, err := s.store.Catalogue.EntityOverview(ctx, int(r.GetId()), s.gate.Sees(gate.Of(ctx)))
	if err != nil {
		return nil, err
	}
	return convert.EntityOverview(found), nil
}

// ListSimilarEntities implements the contract.
func (s entityService) ListSimilarEntities(ctx context.Context, r *v1.ListSimilarEntitiesRequest) (*v1.ListSimilarEntitiesResponse, error) {
	rows, err := s.store.Curate.SimilarEntities(ctx, int(r.GetId()), s.gate.Sees(gate.Of(ctx)))
	if err != nil {
		return nil, err
	}
	return &v1.ListSimilarEntitiesResponse{Results: convert.All(rows, convert.Similar)}, nil
}

package apiserver

import (
	"cmp"
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// searchHits is how many hits of each sort are answered when the caller names no limit.
const searchHits = 10

// searchService finds what is public and one's own.
type searchService struct {
	store *store.Store
	gate  *gate.Gate
}

// Search implements the contract; the store leaves passages out for visitors.
func (s searchService) Search(ctx context.Context, r *v1.SearchRequest) (*v1.SearchResponse, error) {
	v := gate.Of(ctx)
	limit := cmp.Or(int(r.GetLimit()), searchHits)
	found, err := s.store.Catalogue.Search(ctx, r.GetQuery(), limit, s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	quotes, err := tellingQuotes(ctx, s.store, r.GetWithQuotes(), found.Entities, catalogue.QuotesFor{Stranger: !v.SignedIn})
	if err != nil {
		return nil, err
	}
	quoted := func(e *store.Entity) *v1.Entity { return convert.Quoted(convert.Entity(e), quotes[e.ID]) }
	return &v1.SearchResponse{
		Episodes: convert.ListedEpisodes(found.Episodes, v.SignedIn), Entities: convert.All(found.Entities, quoted),
		Channels: convert.All(found.Channels, convert.FoundChannel), Passages: convert.All(found.Passages, convert.Passage),
	}, nil
}

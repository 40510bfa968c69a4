package apiserver

import (
	"cmp"
	"context"
	"strconv"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
)

// waitingPage is how many waiting episodes a list shows when the caller names no limit.
const waitingPage = 50

// publicationService is about private episodes that wait for a moderator.
type publicationService struct {
	store  *store.Store
	gate   *gate.Gate
	engine jobMessenger
}

// ListUnpublished implements the contract.
func (s publicationService) ListUnpublished(ctx context.Context, r *v1.ListUnpublishedRequest) (*v1.ListUnpublishedResponse, error) {
	limit := cmp.Or(int(r.GetLimit()), waitingPage)
	rows, total, err := s.store.Publish.Unpublished(ctx, limit, int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListUnpublishedResponse{Waiting: convert.All(rows, convert.Unpublished), Total: convert.Number(total)}, nil
}

// PublishEpisode implements the contract.
func (s publicationService) PublishEpisode(ctx context.Context, r *v1.PublishEpisodeRequest) (*v1.PublishEpisodeResponse, error) {
	v := gate.Of(ctx)
	done, err := s.store.Publish.PublishEpisode(ctx, int(r.GetId()), v.Actor())
	if err != nil {
		return nil, err
	}
	s.engine.tellProvided(ctx, done.Provided)
	e, err := s.store.Catalogue.Episode(ctx, strconv.Itoa(done.EpisodeID), s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	return &v1.PublishEpisodeResponse{Episode: convert.ListedEpisode(e, v.SignedIn)}, nil
}

// RefuseEpisode implements the contract. Refusing twice is the same as once.
func (s publicationService) RefuseEpisode(ctx context.Context, r *v1.RefuseEpisodeRequest) (*v1.RefuseEpisodeResponse, error) {
	v := gate.Of(ctx)
	if err := s.store.Publish.RefuseEpisode(ctx, int(r.GetId()), v.Actor()); err != nil {
		return nil, err
	}
	e, err := s.store.Catalogue.Episode(ctx, strconv.Itoa(int(r.GetId())), s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	return &v1.RefuseEpisodeResponse{Episode: convert.ListedEpisode(e, v.SignedIn)}, nil
}

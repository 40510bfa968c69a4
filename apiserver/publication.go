package apiserver

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/publish"
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
	state := cmp.Or(publish.UploadState(r.GetState()), publish.UploadWaiting)
	rows, total, err := s.store.Publish.Uploads(ctx, state, limit, int(r.GetOffset()))
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
	if err := s.store.Publish.RefuseEpisode(ctx, int(r.GetId()), gate.Of(ctx).Actor()); err != nil {
		return nil, err
	}
	e, err := s.listed(ctx, int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.RefuseEpisodeResponse{Episode: e}, nil
}

// UnpublishEpisode implements the contract. Doing it twice is the same as once.
func (s publicationService) UnpublishEpisode(ctx context.Context, r *v1.UnpublishEpisodeRequest) (*v1.UnpublishEpisodeResponse, error) {
	if err := s.store.Publish.UnpublishEpisode(ctx, int(r.GetId()), gate.Of(ctx).Actor()); err != nil {
		return nil, err
	}
	e, err := s.listed(ctx, int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.UnpublishEpisodeResponse{Episode: e}, nil
}

// EditEpisode implements the contract.
func (s publicationService) EditEpisode(ctx context.Context, r *v1.EditEpisodeRequest) (*v1.EditEpisodeResponse, error) {
	edit := publish.EpisodeEdit{}
	for field, to := range map[*string]**string{r.Title: &edit.Title, r.Channel: &edit.Channel} {
		if field == nil {
			continue
		}
		text := strings.Join(strings.Fields(*field), " ")
		if text == "" {
			return nil, fault.New(fault.BadInput, "Enter a title and the name of a channel. Neither may be blank.")
		}
		*to = &text
	}
	if at := r.GetPublishedAt(); at != nil {
		published := at.AsTime()
		edit.PublishedAt = &published
	}
	if err := s.store.Publish.EditEpisode(ctx, int(r.GetId()), edit, gate.Of(ctx).Actor()); err != nil {
		return nil, err
	}
	e, err := s.listed(ctx, int(r.GetId()))
	if err != nil {
		return nil, err
	}
	return &v1.EditEpisodeResponse{Episode: e}, nil
}

// listed is an episode as lists show it.
func (s publicationService) listed(ctx context.Context, id int) (*v1.Episode, error) {
	v := gate.Of(ctx)
	e, err := s.store.Catalogue.Episode(ctx, strconv.Itoa(id), s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	return convert.ListedEpisode(e, v.SignedIn), nil
}

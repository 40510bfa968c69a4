package apiserver

import (
	"context"
	"strconv"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// waitingPage is how many waiting episodes a list shows when the caller names no limit.
const waitingPage = 50

type publicationService struct{ *Server }

// ListUnpublished implements the contract.
func (s publicationService) ListUnpublished(ctx context.Context, r *v1.ListUnpublishedRequest) (*v1.ListUnpublishedResponse, error) {
	v := viewerOf(ctx)
	limit := int(r.GetLimit())
	if limit == 0 {
		limit = waitingPage
	}
	rows, total, err := s.Store.Publish.Unpublished(ctx, limit, int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	out := &v1.ListUnpublishedResponse{Total: number(total)}
	for _, u := range rows {
		waits := &v1.UnpublishedEpisode{
			Episode: s.listedEpisode(u.Episode, v), Sender: submitter(u.Episode.Edges.Owner),
			Words: number(u.Words), WaitingSince: at(u.Episode.ProcessedAt),
		}
		if u.For != nil {
			waits.GivenTo = s.listedEpisode(u.For, v)
		}
		out.Waiting = append(out.Waiting, waits)
	}
	return out, nil
}

// PublishEpisode implements the contract.
func (s publicationService) PublishEpisode(ctx context.Context, r *v1.PublishEpisodeRequest) (*v1.PublishEpisodeResponse, error) {
	v := viewerOf(ctx)
	done, err := s.Store.Publish.PublishEpisode(ctx, int(r.GetId()), actor(v))
	if err != nil {
		return nil, err
	}
	s.tellProvided(ctx, done.Provided)
	e, err := s.Store.Catalogue.Episode(ctx, strconv.Itoa(done.EpisodeID), s.sees(ctx, v))
	if err != nil {
		return nil, err
	}
	return &v1.PublishEpisodeResponse{Episode: s.listedEpisode(e, v)}, nil
}

// RefuseEpisode implements the contract. Refusing twice is the same as once.
func (s publicationService) RefuseEpisode(ctx context.Context, r *v1.RefuseEpisodeRequest) (*v1.RefuseEpisodeResponse, error) {
	v := viewerOf(ctx)
	if err := s.Store.Publish.RefuseEpisode(ctx, int(r.GetId()), actor(v)); err != nil {
		return nil, err
	}
	e, err := s.Store.Catalogue.Episode(ctx, strconv.Itoa(int(r.GetId())), s.sees(ctx, v))
	if err != nil {
		return nil, err
	}
	return &v1.RefuseEpisodeResponse{Episode: s.listedEpisode(e, v)}, nil
}

// review says how a private episode stands with moderators; empty when it is public.
func review(e *store.Episode) string {
	switch {
	case e.Visibility != "private":
		return ""
	case e.RefusedAt != nil:
		return "refused"
	default:
		return "waiting"
	}
}

// tellProvided tells the workflow engine what follows from a transcript that was given.
func (s *Server) tellProvided(ctx context.Context, given jobs.Provided) {
	calls := []func(context.Context) error{s.stop(given.Stopped)}
	if given.Live != nil {
		calls = append(calls, func(ctx context.Context) error { return s.Jobs.TellTranscript(ctx, *given.Live) })
	}
	for _, ref := range given.Jobs {
		calls = append(calls, s.resume(ref))
	}
	s.tell(ctx, calls...)
}

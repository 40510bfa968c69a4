package apiserver

import (
	"context"
	"time"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/showfinder"
	"mentionary/internal/source"
	"mentionary/internal/store"
)

// listingTime bounds how long a person waits for a page of a show's episodes.
const listingTime = 25 * time.Second

// ShowFinder finds shows by their names.
type ShowFinder interface {
	Find(ctx context.Context, words string) (showfinder.Found, error)
}

// showService finds shows and lists their episodes. Both ask servers outside, for people who are signed in.
type showService struct {
	store     *store.Store
	gate      *gate.Gate
	finder    ShowFinder
	covers    *showPictures
	sources   map[media.Platform]source.Source
	asks      *asks
	listening *Listening // nil where nobody listens
}

// SearchShows implements the contract.
func (s showService) SearchShows(ctx context.Context, r *v1.SearchShowsRequest) (*v1.SearchShowsResponse, error) {
	words := showfinder.PlainText(r.GetQ())
	if words == "" {
		return nil, fault.New(fault.BadInput, "q: please type the name of a show.").WithField("q")
	}
	if err := s.asks.admit(gate.Of(ctx).UserID()); err != nil {
		return nil, err
	}
	found, err := s.finder.Find(ctx, words)
	if err != nil {
		return nil, err
	}
	listed := func(show showfinder.Show) *v1.Show { return convert.Show(show, s.covers.ours(show.Picture)) }
	return &v1.SearchShowsResponse{Shows: convert.All(found.Shows, listed), Silent: found.Silent}, nil
}

// ListShowEpisodes implements the contract.
func (s showService) ListShowEpisodes(ctx context.Context, r *v1.ListShowEpisodesRequest) (*v1.ListShowEpisodesResponse, error) {
	v := gate.Of(ctx)
	ref, err := source.Recognize(r.GetAddress())
	if err != nil {
		return nil, err
	}
	lister := s.sources[ref.Platform]
	if !ref.Kind.Collection() || lister == nil {
		return nil, fault.New(fault.BadInput, "This is not the address of a show. Please enter the one of a feed, channel or playlist.").
			WithField("address")
	}
	if err := s.asks.admit(v.UserID()); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, listingTime)
	defer cancel()
	page, err := lister.List(limited, ref, time.Time{}, r.GetPageToken())
	if err != nil {
		if ctx.Err() == nil && limited.Err() != nil {
			return nil, fault.Wrap(fault.Unavailable, err, "The show's site took too long to answer. Try again later.")
		}
		return nil, err
	}
	ids := make([]string, 0, len(page.Episodes))
	for _, e := range page.Episodes {
		ids = append(ids, e.ExternalID)
	}
	analyzed, err := s.store.Catalogue.AnalyzedEpisodes(ctx, ref.Platform, ids, s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	out := convert.ListedShow(page, analyzed)
	if s.listening == nil || ref.Platform != media.Feed { // whether videos have captions is not told by their list
		return out, nil
	}
	out.ListeningPrice = &s.listening.Minute
	out.ListeningSpeed, err = s.listening.speed(ctx, s.store)
	return out, err
}

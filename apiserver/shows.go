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

// listingTime bounds how long a person waits for a show's episodes, on however many pages.
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
	now       func() time.Time
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
	ref, err := s.show(r.GetAddress())
	if err != nil {
		return nil, err
	}
	out, err := withinListingTime(ctx, func(ctx context.Context) (*v1.ListShowEpisodesResponse, error) {
		page, analyzed, err := s.list(ctx, ref, time.Time{}, r.GetPageToken())
		return convert.ListedShow(page, analyzed, s.listens(ref.Platform)), err
	})
	if err != nil {
		return nil, err
	}
	out.ListeningPrice, out.ListeningSpeed, err = s.listeningCosts(ctx)
	return out, err
}

// show reads the address of a show.
func (s showService) show(address string) (media.Ref, error) {
	ref, err := source.Recognize(address)
	if err == nil && (!ref.Kind.Collection() || s.sources[ref.Platform] == nil) {
		err = fault.New(fault.BadInput, "This is not the address of a show. Please enter the one of a feed, channel or playlist.").
			WithField("address")
	}
	return ref, err
}

// list asks a source for a page of a show and says which of its episodes have been analyzed: their public ids by the source's.
func (s showService) list(
	ctx context.Context, ref media.Ref, since time.Time, cursor string,
) (page source.Page, analyzed map[string]string, err error) {
	v := gate.Of(ctx)
	if err := s.asks.admit(v.UserID()); err != nil {
		return page, nil, err
	}
	page, err = s.sources[ref.Platform].List(ctx, ref, since, cursor)
	if err != nil {
		return page, nil, err
	}
	ids := make([]string, 0, len(page.Episodes))
	for _, e := range page.Episodes {
		ids = append(ids, e.ExternalID)
	}
	analyzed, err = s.store.Catalogue.AnalyzedEpisodes(ctx, ref.Platform, ids, s.gate.Sees(v))
	return page, analyzed, err
}

// withinListingTime asks a show's site, for no longer than a person waits.
func withinListingTime[T any](ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	limited, cancel := context.WithTimeout(ctx, listingTime)
	defer cancel()
	out, err := ask(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = fault.Wrap(fault.Unavailable, err, "The show's site took too long to answer. Try again later.")
	}
	return out, err
}

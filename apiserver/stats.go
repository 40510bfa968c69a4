package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/mention"
)

type statsService struct{ *Server }

// GetStats implements the contract.
func (s statsService) GetStats(ctx context.Context, _ *v1.GetStatsRequest) (*v1.GetStatsResponse, error) {
	t, err := s.Store.Catalogue.Totals(ctx)
	if err != nil {
		return nil, err
	}
	of := func(typ mention.Type) int32 { return number(t.Entities[typ]) }
	return &v1.GetStatsResponse{
		TotalEpisodes: number(t.Episodes), TotalChannels: number(t.Channels), TotalMentions: number(t.Mentions),
		TotalBooks: of(mention.Book), TotalProducts: of(mention.Product), TotalPeople: of(mention.Person), TotalCompanies: of(mention.Company),
		TotalLocations: of(mention.Location), TotalConcepts: of(mention.Concept), TotalSponsors: of(mention.Sponsor),
	}, nil
}

// GetTypeStats implements the contract.
func (s statsService) GetTypeStats(ctx context.Context, r *v1.GetTypeStatsRequest) (*v1.GetTypeStatsResponse, error) {
	typ, err := typeNamed(r.GetType())
	if err != nil {
		return nil, err
	}
	t, err := s.Store.Catalogue.TypeStats(ctx, mention.Type(typ))
	if err != nil {
		return nil, err
	}
	return &v1.GetTypeStatsResponse{
		Total: number(t.Total), Mentions: number(t.Mentions), EpisodeMentions: number(t.EpisodeMentions), Authors: number(t.Authors), Companies: number(t.Companies), Countries: number(t.Countries),
		WithLinks: number(t.WithLinks), WithLinkedin: number(t.WithLinkedIn),
	}, nil
}

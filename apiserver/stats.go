package apiserver

import (
	"context"

	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/apiserver/convert"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/mention"
	"mentionary/internal/store"
)

// statsService counts the directory.
type statsService struct {
	store *store.Store
}

// GetStats implements the contract.
func (s statsService) GetStats(ctx context.Context, _ *v1.GetStatsRequest) (*v1.GetStatsResponse, error) {
	t, err := s.store.Catalogue.Totals(ctx)
	if err != nil {
		return nil, err
	}
	out := &v1.GetStatsResponse{
		TotalEpisodes: convert.Number(t.Episodes), TotalChannels: convert.Number(t.Channels), TotalMentions: convert.Number(t.Mentions),
	}
	for typ, n := range t.Entities {
		out.ProtoReflect().Set(totalOf(typ), protoreflect.ValueOfInt32(convert.Number(n)))
	}
	return out, nil
}

// totalOf is the figure of a type: total_people.
func totalOf(typ mention.Type) protoreflect.FieldDescriptor {
	return (*v1.GetStatsResponse)(nil).ProtoReflect().Descriptor().Fields().ByName(protoreflect.Name("total_" + typ.Plural()))
}

// GetTypeStats implements the contract.
func (s statsService) GetTypeStats(ctx context.Context, r *v1.GetTypeStatsRequest) (*v1.GetTypeStatsResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	t, err := s.store.Catalogue.TypeStats(ctx, mention.Type(typ))
	if err != nil {
		return nil, err
	}
	return &v1.GetTypeStatsResponse{
		Total: convert.Number(t.Total), Mentions: convert.Number(t.Mentions), EpisodeMentions: convert.Number(t.EpisodeMentions),
		Authors: convert.Number(t.Authors), Companies: convert.Number(t.Companies), Countries: convert.Number(t.Countries),
		WithLinks: convert.Number(t.WithLinks), WithLinkedin: convert.Number(t.WithLinkedIn),
	}, nil
}

package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// channelService is about channels.
type channelService struct {
	store *store.Store
	gate  *gate.Gate
}

// ListChannelStats implements the contract.
func (s channelService) ListChannelStats(ctx context.Context, r *v1.ListChannelStatsRequest) (*v1.ListChannelStatsResponse, error) {
	rows, total, err := s.store.Catalogue.Channels(ctx,
		catalogue.ChannelFilter{Search: r.GetSearch(), Sort: r.GetSort(), Limit: int(r.GetLimit()), Offset: int(r.GetOffset())})
	if err != nil {
		return nil, err
	}
	return &v1.ListChannelStatsResponse{
		Channels: convert.All(rows, convert.ChannelStats), Total: convert.Number(total.N), MoreThanTotal: total.AtLeast,
	}, nil
}

// GetChannel implements the contract.
func (s channelService) GetChannel(ctx context.Context, r *v1.GetChannelRequest) (*v1.GetChannelResponse, error) {
	c, err := s.store.Catalogue.Channel(ctx, r.GetChannelId(), s.gate.Sees(gate.Of(ctx)))
	if err != nil {
		return nil, err
	}
	return &v1.GetChannelResponse{Channel: convert.Channel(c)}, nil
}

// ListChannelEpisodes implements the contract; a channel that does not exist is not found rather than empty.
func (s channelService) ListChannelEpisodes(
	ctx context.Context, r *v1.ListChannelEpisodesRequest,
) (*v1.ListChannelEpisodesResponse, error) {
	v := gate.Of(ctx)
	if _, err := s.store.Catalogue.Channel(ctx, r.GetChannelId(), s.gate.Sees(v)); err != nil {
		return nil, err
	}
	rows, total, err := s.store.Catalogue.Episodes(ctx, catalogue.EpisodeFilter{
		Channel: r.GetChannelId(), Search: r.GetSearch(), Unprocessed: true, Sort: catalogue.SortPublished,
		Limit: int(r.GetLimit()), Offset: int(r.GetOffset()), Viewer: s.gate.Sees(v),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListChannelEpisodesResponse{
		Episodes: convert.ListedEpisodes(rows, v.SignedIn), Total: convert.Number(total.N), MoreThanTotal: total.AtLeast,
	}, nil
}

// ListChannelEntities implements the contract.
func (s channelService) ListChannelEntities(
	ctx context.Context, r *v1.ListChannelEntitiesRequest,
) (*v1.ListChannelEntitiesResponse, error) {
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	v := gate.Of(ctx)
	rows, total, err := s.store.Catalogue.ChannelEntities(ctx, r.GetChannelId(), typ, s.gate.Sees(v), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	entities := convert.All(rows, func(e catalogue.ChannelEntry) *store.Entity { return e.Entity })
	quotes, err := tellingQuotes(ctx, s.store, r.GetWithQuotes(), entities, catalogue.QuotesFor{
		Stranger: !v.SignedIn, Channel: r.GetChannelId(),
	})
	if err != nil {
		return nil, err
	}
	quoted := func(e catalogue.ChannelEntry) *v1.Entity {
		return convert.Quoted(convert.ChannelEntity(e), quotes[e.Entity.ID])
	}
	return &v1.ListChannelEntitiesResponse{
		Entities: convert.All(rows, quoted), Total: convert.Number(total.N), MoreThanTotal: total.AtLeast,
	}, nil
}

package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/catalogue"
)

type channelService struct{ *Server }

// ListChannelStats implements the contract.
func (s channelService) ListChannelStats(ctx context.Context, r *v1.ListChannelStatsRequest) (*v1.ListChannelStatsResponse, error) {
	rows, total, err := s.Store.Catalogue.Channels(ctx, catalogue.ChannelFilter{Search: r.GetSearch(), Limit: int(r.GetLimit()), Offset: int(r.GetOffset())})
	if err != nil {
		return nil, err
	}
	out := &v1.ListChannelStatsResponse{Total: number(total)}
	for _, c := range rows {
		out.Channels = append(out.Channels, s.channelStatsMessage(c))
	}
	return out, nil
}

// GetChannel implements the contract.
func (s channelService) GetChannel(ctx context.Context, r *v1.GetChannelRequest) (*v1.GetChannelResponse, error) {
	c, err := s.Store.Catalogue.Channel(ctx, r.GetChannelId(), s.sees(ctx, viewerOf(ctx)))
	if err != nil {
		return nil, err
	}
	return &v1.GetChannelResponse{Channel: s.channelMessage(c)}, nil
}

// ListChannelEpisodes implements the contract; a channel that does not exist is not found rather than empty.
func (s channelService) ListChannelEpisodes(ctx context.Context, r *v1.ListChannelEpisodesRequest) (*v1.ListChannelEpisodesResponse, error) {
	v := viewerOf(ctx)
	if _, err := s.Store.Catalogue.Channel(ctx, r.GetChannelId(), s.sees(ctx, v)); err != nil {
		return nil, err
	}
	rows, total, err := s.Store.Catalogue.Episodes(ctx, catalogue.EpisodeFilter{
		Channel: r.GetChannelId(), Search: r.GetSearch(), Unprocessed: true, Sort: catalogue.SortPublished,
		Limit: int(r.GetLimit()), Offset: int(r.GetOffset()), Viewer: s.sees(ctx, v),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListChannelEpisodesResponse{Episodes: s.listedEpisodes(rows, v), Total: number(total)}, nil
}

// ListChannelEntities implements the contract.
func (s channelService) ListChannelEntities(ctx context.Context, r *v1.ListChannelEntitiesRequest) (*v1.ListChannelEntitiesResponse, error) {
	typ, err := typeNamed(r.GetType())
	if err != nil {
		return nil, err
	}
	rows, total, err := s.Store.Catalogue.ChannelEntities(ctx, r.GetChannelId(), typ, s.sees(ctx, viewerOf(ctx)), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	out := &v1.ListChannelEntitiesResponse{Total: number(total)}
	for _, e := range rows {
		out.Entities = append(out.Entities, s.channelEntity(e))
	}
	return out, nil
}

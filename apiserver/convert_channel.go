package apiserver

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// unknownChannel is the name of a channel that its source has not told yet.
const unknownChannel = "Unknown Channel"

func (s *Server) channelMessage(c catalogue.ChannelStats) *v1.Channel {
	return &v1.Channel{
		Id: number(c.Channel.ID), ChannelId: c.Channel.PublicID, Name: channelName(c.Channel),
		Description: optional(c.Channel.Description), ThumbnailUrl: optional(c.Channel.ThumbnailURL),
		SubscriberCount: c.Channel.SubscriberCount, Platform: c.Channel.Platform, Url: optional(c.Channel.URL), Featured: c.Featured,
		EpisodeCount: number(c.Channel.EpisodeCount), TotalEntities: number(c.Channel.EntityCount), TotalMentions: number(c.Channel.MentionCount),
	}
}

func (s *Server) channelStatsMessage(c catalogue.ChannelStats) *v1.ChannelStats {
	out := &v1.ChannelStats{
		Id: number(c.Channel.ID), ChannelId: c.Channel.PublicID, Name: channelName(c.Channel),
		Description: optional(cut(c.Channel.Description, listDescription)), ThumbnailUrl: optional(c.Channel.ThumbnailURL),
		SubscriberCount: c.Channel.SubscriberCount, Platform: c.Channel.Platform, Url: optional(c.Channel.URL), Featured: c.Featured,
		EpisodeCount: number(c.Channel.EpisodeCount), TotalEntities: number(c.Channel.EntityCount), TotalMentions: number(c.Channel.MentionCount),
	}
	for _, t := range c.Types {
		out.TopEntityTypes = append(out.TopEntityTypes, &v1.TypeCount{Type: t.Type, Count: number(t.Count)})
	}
	for _, e := range c.Recent {
		out.RecentEpisodes = append(out.RecentEpisodes, &v1.RecentEpisode{
			Id: number(e.ID), Title: e.Title, PublishedAt: at(e.PublishedAt), VideoId: e.VideoID, ThumbnailUrl: optional(e.ThumbnailURL),
		})
	}
	return out
}

// episodeChannel names the channel of an episode, nil when it has none.
func episodeChannel(c *store.Channel) *v1.EpisodeChannel {
	if c == nil {
		return nil
	}
	return &v1.EpisodeChannel{Id: number(c.ID), ChannelId: c.PublicID, Name: channelName(c)}
}

func channelName(c *store.Channel) string {
	if c == nil || c.Name == "" {
		return unknownChannel
	}
	return c.Name
}

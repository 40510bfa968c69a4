package convert

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/wording"
)

// unknownChannel is the name of a channel that its source has not told yet.
const unknownChannel = "Unknown Channel"

// Channel is a channel with its counts.
func Channel(c catalogue.ChannelStats) *v1.Channel {
	return &v1.Channel{
		Id: Number(c.Channel.ID), ChannelId: c.Channel.PublicID, Name: channelName(c.Channel),
		Description: Optional(c.Channel.Description), ThumbnailUrl: Optional(c.Channel.ThumbnailURL),
		SubscriberCount: c.Channel.SubscriberCount, Platform: c.Channel.Platform, Url: Optional(c.Channel.URL), Featured: c.Featured,
		EpisodeCount: Number(c.Channel.EpisodeCount), TotalEntities: Number(c.Channel.EntityCount), TotalMentions: Number(c.Channel.MentionCount),
	}
}

// FoundChannel is a channel as search shows it.
func FoundChannel(c *store.Channel) *v1.Channel { return Channel(catalogue.ChannelStats{Channel: c}) }

// ChannelStats is a channel as the list of channels shows it.
func ChannelStats(c catalogue.ChannelStats) *v1.ChannelStats {
	out := &v1.ChannelStats{
		Id: Number(c.Channel.ID), ChannelId: c.Channel.PublicID, Name: channelName(c.Channel),
		Description: Optional(wording.Shorten(c.Channel.Description, listDescription)), ThumbnailUrl: Optional(c.Channel.ThumbnailURL),
		SubscriberCount: c.Channel.SubscriberCount, Platform: c.Channel.Platform, Url: Optional(c.Channel.URL), Featured: c.Featured,
		EpisodeCount: Number(c.Channel.EpisodeCount), TotalEntities: Number(c.Channel.EntityCount), TotalMentions: Number(c.Channel.MentionCount),
	}
	for _, t := range c.Types {
		out.TopEntityTypes = append(out.TopEntityTypes, &v1.TypeCount{Type: t.Type, Count: Number(t.Count)})
	}
	for _, e := range c.Recent {
		out.RecentEpisodes = append(out.RecentEpisodes, &v1.RecentEpisode{
			Id: Number(e.ID), Title: e.Title, PublishedAt: At(e.PublishedAt), VideoId: e.VideoID, ThumbnailUrl: Optional(e.ThumbnailURL),
		})
	}
	return out
}

// episodeChannel names the channel of an episode, nil when it has none.
func episodeChannel(c *store.Channel) *v1.EpisodeChannel {
	if c == nil {
		return nil
	}
	return &v1.EpisodeChannel{Id: Number(c.ID), ChannelId: c.PublicID, Name: channelName(c)}
}

func channelName(c *store.Channel) string {
	if c == nil || c.Name == "" {
		return unknownChannel
	}
	return c.Name
}

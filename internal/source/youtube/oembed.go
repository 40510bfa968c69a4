package youtube

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
)

// oembed returns what is public about a video without a key. The channel's feed adds date, description and views when the
// video is among the 15 newest; that it cannot be read does not matter.
func (c client) oembed(ctx context.Context, id string) (media.Episode, error) {
	query := url.Values{"format": {"json"}, "url": {watchAddress + id}}
	a, err := c.get(ctx, c.site+"/oembed?"+query.Encode(), maxJSON, false)
	if err != nil {
		return media.Episode{}, err
	}
	if a.status == http.StatusUnauthorized || a.status == http.StatusForbidden {
		return media.Episode{}, fault.New(fault.Private, "This video is private, or its owner does not allow other sites to show it.")
	}
	if err := c.siteFault(a, "video"); err != nil {
		return media.Episode{}, err
	}
	var card struct {
		Title        string `json:"title"`
		AuthorName   string `json:"author_name"`
		AuthorURL    string `json:"author_url"`
		ThumbnailURL string `json:"thumbnail_url"`
	}
	if isHTML(a.body) {
		return media.Episode{}, robot()
	}
	if err := json.Unmarshal(a.body, &card); err != nil {
		return media.Episode{}, unreadable(err)
	}
	ep := newEpisode(id, card.Title, "")
	ep.ThumbnailURL = cmp.Or(source.CleanURL("", card.ThumbnailURL), ep.ThumbnailURL)
	author, err := source.Recognize(card.AuthorURL)
	if err != nil || author.Platform != media.YouTube || author.Kind != media.KindChannel {
		ep.Channel = newChannel("", card.AuthorName)
		return ep, nil
	}
	ep.Channel = newChannel(author.ExternalID, card.AuthorName)
	channelID, err := c.channelID(ctx, author.ExternalID)
	if err == nil {
		ep.Channel = newChannel(channelID, card.AuthorName)
		c.enrich(ctx, &ep)
	}
	return ep, ctx.Err()
}

// enrich adds what the channel's feed knows about the episode.
func (c client) enrich(ctx context.Context, ep *media.Episode) {
	f, err := c.publicFeed(ctx, url.Values{"channel_id": {ep.Channel.ExternalID}}, "channel")
	if err != nil {
		return
	}
	for _, e := range f.Entries {
		found, ok := e.episode()
		if !ok || found.ExternalID != ep.ExternalID {
			continue
		}
		ep.Description, ep.Links, ep.Chapters = found.Description, found.Links, found.Chapters
		ep.PublishedAt, ep.ViewCount = found.PublishedAt, found.ViewCount
	}
}

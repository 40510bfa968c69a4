package youtube

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// list returns a page of a channel's uploads or of a playlist: three units, four for a named channel. The cursor is the
// API's page token.
func (d *dataAPI) list(ctx context.Context, ref media.Ref, since time.Time, cursor string) (source.Page, error) {
	var page source.Page
	playlist := ref.ExternalID
	if ref.Kind == media.KindChannel {
		c, err := d.resolve(ctx, ref.ExternalID)
		if err != nil {
			return source.Page{}, err
		}
		page.Channel, page.Title = c.channel(), c.Snippet.Title
		playlist = c.ContentDetails.RelatedPlaylists.Uploads
		if playlist == "" {
			return page, nil // a channel that never uploaded anything
		}
	} else if cursor == "" {
		title, err := d.playlistTitle(ctx, playlist)
		if err != nil {
			return source.Page{}, err
		}
		page.Title = title
	}
	query := url.Values{"part": {"contentDetails"}, "playlistId": {playlist}, "maxResults": {strconv.Itoa(pageSize)}}
	if cursor != "" {
		query.Set("pageToken", cursor)
	}
	found, err := call[apiPlaylistItem](ctx, d, "playlistItems", query, string(ref.Kind))
	if err != nil {
		return source.Page{}, err
	}
	page.Title = transcript.CleanText(page.Title, source.MaxTitle)
	page.Next = found.NextPageToken
	var ids []string
	for _, it := range found.Items {
		at := it.ContentDetails.VideoPublishedAt
		if !since.IsZero() && at.Before(since) {
			if ref.Kind == media.KindChannel && !at.IsZero() {
				page.Next = "" // uploads come newest first: the rest is older
			}
			continue
		}
		if source.IsVideoID(it.ContentDetails.VideoID) {
			ids = append(ids, it.ContentDetails.VideoID)
		}
	}
	if page.Episodes, err = d.videos(ctx, ids); err != nil {
		return source.Page{}, err
	}
	if ref.Kind == media.KindChannel {
		newestFirst(page.Episodes)
	}
	return page, nil
}

// resolve finds a channel by id, handle or older name. The API knows no custom names (c/…); most of them became handles.
func (d *dataAPI) resolve(ctx context.Context, id string) (apiChannel, error) {
	query := url.Values{"part": {"snippet,contentDetails,statistics"}}
	switch {
	case source.IsChannelID(id):
		query.Set("id", id)
	case strings.HasPrefix(id, "user/"):
		query.Set("forUsername", strings.TrimPrefix(id, "user/"))
	default:
		query.Set("forHandle", "@"+strings.TrimPrefix(strings.TrimPrefix(id, "c/"), "@"))
	}
	found, err := call[apiChannel](ctx, d, "channels", query, "channel")
	if err != nil {
		return apiChannel{}, err
	}
	if len(found.Items) == 0 {
		return apiChannel{}, missing("channel")
	}
	return found.Items[0], nil
}

func (d *dataAPI) playlistTitle(ctx context.Context, id string) (string, error) {
	found, err := call[apiPlaylist](ctx, d, "playlists", url.Values{"part": {"snippet"}, "id": {id}}, "playlist")
	if err != nil {
		return "", err
	}
	if len(found.Items) == 0 {
		return "", missing("playlist")
	}
	return found.Items[0].Snippet.Title, nil
}

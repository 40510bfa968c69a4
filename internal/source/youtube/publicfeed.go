package youtube

import (
	"context"
	"encoding/xml"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// publicFeed is the Atom feed of a channel's 15 newest or a playlist's 15 first videos.
type publicFeed struct {
	XMLName xml.Name `xml:"feed"`
	Title   string   `xml:"title"`
	Author  struct {
		Name string `xml:"name"`
		URI  string `xml:"uri"`
	} `xml:"author"`
	Entries []feedEntry `xml:"entry"`
}

type feedEntry struct {
	VideoID   string    `xml:"videoId"`
	ChannelID string    `xml:"channelId"`
	Title     string    `xml:"title"`
	Published time.Time `xml:"published"`
	Author    struct {
		Name string `xml:"name"`
	} `xml:"author"`
	Group struct {
		Description string `xml:"description"`
		Thumbnail   struct {
			URL string `xml:"url,attr"`
		} `xml:"thumbnail"`
		Community struct {
			Statistics struct {
				Views string `xml:"views,attr"`
			} `xml:"statistics"`
		} `xml:"community"`
	} `xml:"group"`
}

var feedOfChannel = regexp.MustCompile(`/feeds/videos\.xml\?channel_id=(UC[A-Za-z0-9_-]{22})`)

// listPublicFeed returns the only page there is without a key.
func (c client) listPublicFeed(ctx context.Context, ref media.Ref, since time.Time) (source.Page, error) {
	query := url.Values{}
	if ref.Kind == media.KindPlaylist {
		query.Set("playlist_id", ref.ExternalID)
	} else {
		id, err := c.channelID(ctx, ref.ExternalID)
		if err != nil {
			return source.Page{}, err
		}
		query.Set("channel_id", id)
	}
	f, err := c.publicFeed(ctx, query, string(ref.Kind))
	if err != nil {
		return source.Page{}, err
	}
	page := source.Page{Title: transcript.CleanText(f.Title, source.MaxTitle)}
	for _, e := range f.Entries {
		if ep, ok := e.episode(); ok && !ep.PublishedAt.Before(since) {
			page.Episodes = append(page.Episodes, ep)
		}
	}
	if ref.Kind == media.KindChannel {
		page.Channel = newChannel(query.Get("channel_id"), f.Title)
		newestFirst(page.Episodes)
	}
	return page, nil
}

func (c client) publicFeed(ctx context.Context, query url.Values, what string) (publicFeed, error) {
	a, err := c.get(ctx, c.site+"/feeds/videos.xml?"+query.Encode(), maxFeed, false)
	if err != nil {
		return publicFeed{}, err
	}
	if err := c.siteFault(a, what); err != nil {
		return publicFeed{}, err
	}
	return parsePublicFeed(a.body)
}

func parsePublicFeed(body []byte) (publicFeed, error) {
	if isHTML(body) {
		return publicFeed{}, robot()
	}
	if err := source.CheckXML(body); err != nil {
		return publicFeed{}, err
	}
	var f publicFeed
	if err := xml.Unmarshal(body, &f); err != nil {
		return publicFeed{}, unreadable(err)
	}
	return f, nil
}

func (e feedEntry) episode() (media.Episode, bool) {
	if !source.IsVideoID(e.VideoID) {
		return media.Episode{}, false
	}
	ep := newEpisode(e.VideoID, e.Title, e.Group.Description)
	ep.PublishedAt = e.Published.UTC()
	ep.ViewCount = count(e.Group.Community.Statistics.Views)
	if u := source.CleanURL("", e.Group.Thumbnail.URL); u != "" {
		ep.ThumbnailURL = u
	}
	ep.Channel = newChannel(e.ChannelID, e.Author.Name)
	return ep, true
}

// channelID resolves a channel's name by the feed its page names. Channel ids pass unchanged.
func (c client) channelID(ctx context.Context, id string) (string, error) {
	if source.IsChannelID(id) {
		return id, nil
	}
	prefix, name, hasPrefix := strings.Cut(id, "/")
	path := url.PathEscape(prefix)
	if hasPrefix {
		path += "/" + url.PathEscape(name)
	}
	a, err := c.get(ctx, c.site+"/"+path, maxPage, true)
	if err != nil {
		return "", err
	}
	if err := c.siteFault(a, "channel"); err != nil {
		return "", err
	}
	m := feedOfChannel.FindSubmatch(a.body)
	if m == nil {
		return "", fault.New(fault.Blocked, "YouTube does not tell us which channel this name belongs to. Use the address with /channel/UC… "+
			"instead, or try again later.")
	}
	return string(m[1]), nil
}

// newEpisode fills what follows from the id and the description alone.
func newEpisode(id, title, description string) media.Episode {
	text := transcript.CleanParagraphs(description, source.MaxDescription)
	return media.Episode{
		Platform:     media.YouTube,
		ExternalID:   id,
		Title:        transcript.CleanText(title, source.MaxTitle),
		Description:  text,
		ThumbnailURL: "https://i.ytimg.com/vi/" + id + "/hqdefault.jpg",
		PageURL:      watchAddress + id,
		Links:        source.PlainLinks(text),
		Chapters:     source.PlainChapters(text),
	}
}

// newChannel fills what follows from the id and the name alone. id may be a handle when nothing better is known.
func newChannel(id, name string) media.Channel {
	c := media.Channel{Platform: media.YouTube, ExternalID: id, Name: transcript.CleanText(name, source.MaxTitle)}
	if id != "" {
		c.URL = defaultSiteBase + "/" + channelPath(id)
	}
	return c
}

func newestFirst(episodes []media.Episode) {
	slices.SortStableFunc(episodes, func(a, b media.Episode) int { return b.PublishedAt.Compare(a.PublishedAt) })
}

// count reads a number written in digits, with or without group separators; nil when it is none.
func count(s string) *float64 {
	n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	if err != nil || !(n >= 0 && n < 1e15) {
		return nil
	}
	return &n
}

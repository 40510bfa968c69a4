package demo

import (
	"encoding/xml"
	"fmt"
	"time"
)

// Feed is a podcast of the demo library.
type Feed struct {
	Title string
	URL   string // absolute address of the RSS document
}

// Feeds lists the podcasts, for a Handler mounted at base.
func Feeds(base string) []Feed {
	base = cleanBase(base)
	feeds := make([]Feed, 0, len(shows))
	for _, s := range library() {
		feeds = append(feeds, Feed{Title: s.Title, URL: base + s.feedPath()})
	}
	return feeds
}

// The types below are RSS 2.0 as podcasts write it. Prefixes are spelled out
// because encoding/xml would declare a namespace anew on every element.
type rss struct {
	XMLName xml.Name   `xml:"rss"`
	Version string     `xml:"version,attr"`
	Atom    string     `xml:"xmlns:atom,attr"`
	Content string     `xml:"xmlns:content,attr"`
	ITunes  string     `xml:"xmlns:itunes,attr"`
	Podcast string     `xml:"xmlns:podcast,attr"`
	Channel rssChannel `xml:"channel"`
}

type rssChannel struct {
	Title       string      `xml:"title"`
	Link        string      `xml:"link"`
	Self        atomLink    `xml:"atom:link"`
	Description string      `xml:"description"`
	Language    string      `xml:"language"`
	PubDate     string      `xml:"pubDate"`
	Author      string      `xml:"itunes:author"`
	Type        string      `xml:"itunes:type"`
	Explicit    bool        `xml:"itunes:explicit"`
	Category    textAttr    `xml:"itunes:category"`
	ITunesImage hrefAttr    `xml:"itunes:image"`
	Image       rssImage    `xml:"image"`
	GUID        string      `xml:"podcast:guid"`
	Medium      string      `xml:"podcast:medium"`
	People      []rssPerson `xml:"podcast:person"`
	Items       []rssItem   `xml:"item"`
}

type rssItem struct {
	Title       string        `xml:"title"`
	Link        string        `xml:"link"`
	GUID        rssGUID       `xml:"guid"`
	PubDate     string        `xml:"pubDate"`
	Description cdata         `xml:"description"`
	Encoded     cdata         `xml:"content:encoded"`
	Enclosure   rssEnclosure  `xml:"enclosure"`
	Summary     string        `xml:"itunes:summary"`
	Duration    int64         `xml:"itunes:duration"` // seconds
	Episode     int           `xml:"itunes:episode"`
	Kind        string        `xml:"itunes:episodeType"`
	Explicit    bool          `xml:"itunes:explicit"`
	Image       hrefAttr      `xml:"itunes:image"`
	Transcript  rssTranscript `xml:"podcast:transcript"`
	Chapters    *rssChapters  `xml:"podcast:chapters"`
	People      []rssPerson   `xml:"podcast:person"`
}

type cdata struct {
	Text string `xml:",cdata"`
}

type atomLink struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

type hrefAttr struct {
	Href string `xml:"href,attr"`
}

type textAttr struct {
	Text string `xml:"text,attr"`
}

type rssImage struct {
	URL   string `xml:"url"`
	Title string `xml:"title"`
	Link  string `xml:"link"`
}

type rssGUID struct {
	IsPermaLink bool   `xml:"isPermaLink,attr"`
	Value       string `xml:",chardata"`
}

type rssEnclosure struct {
	URL    string `xml:"url,attr"`
	Length int64  `xml:"length,attr"`
	Type   string `xml:"type,attr"`
}

type rssTranscript struct {
	URL      string `xml:"url,attr"`
	Type     string `xml:"type,attr"`
	Language string `xml:"language,attr"`
	Rel      string `xml:"rel,attr,omitempty"`
}

type rssChapters struct {
	URL  string `xml:"url,attr"`
	Type string `xml:"type,attr"`
}

type rssPerson struct {
	Role  string `xml:"role,attr"`
	Group string `xml:"group,attr"`
	Name  string `xml:",chardata"`
}

// feed renders the RSS document of a show.
func (s *show) feed(base string) []byte {
	channel := rssChannel{
		Title:       s.Title,
		Link:        base + s.pagePath(),
		Self:        atomLink{base + s.feedPath(), "self", "application/rss+xml"},
		Description: s.Description,
		Language:    s.Language,
		PubDate:     s.Episodes[0].Published.Format(time.RFC1123Z),
		Author:      s.Author,
		Type:        "episodic",
		Category:    textAttr{s.Category},
		ITunesImage: hrefAttr{base + s.coverPath()},
		Image:       rssImage{base + s.coverPath(), s.Title, base + s.pagePath()},
		GUID:        s.GUID,
		Medium:      "podcast",
	}
	for _, e := range s.Episodes {
		channel.Items = append(channel.Items, e.item(base))
	}
	for _, p := range channel.Items[0].People {
		if p.Role == "host" {
			channel.People = append(channel.People, p)
		}
	}
	data, err := xml.MarshalIndent(rss{
		Version: "2.0",
		Atom:    "http://www.w3.org/2005/Atom",
		Content: "http://purl.org/rss/1.0/modules/content/",
		ITunes:  "http://www.itunes.com/dtds/podcast-1.0.dtd",
		Podcast: "https://podcastindex.org/namespace/1.0",
		Channel: channel,
	}, "", " ")
	if err != nil {
		// Only a type that cannot be encoded could fail here.
		panic(fmt.Sprintf("demo: encode feed: %v", err))
	}
	return append([]byte(xml.Header), data...)
}

func (e *episode) item(base string) rssItem {
	contentType, _ := e.transcript()
	item := rssItem{
		Title:       e.Title,
		Link:        base + e.pagePath(),
		GUID:        rssGUID{Value: e.guid()},
		PubDate:     e.Published.Format(time.RFC1123Z),
		Description: cdata{e.notes},
		Encoded:     cdata{e.notes},
		Enclosure:   rssEnclosure{base + e.audioPath(), newSilence(e.duration()).size(), "audio/wav"},
		Summary:     e.Summary,
		Duration:    int64(e.duration().Seconds()),
		Episode:     e.Number,
		Kind:        "full",
		Image:       hrefAttr{base + e.show.coverPath()},
		Transcript:  rssTranscript{URL: base + e.transcriptPath(), Type: contentType, Language: e.show.Language},
	}
	if e.Format == formatCaptions {
		item.Transcript.Rel = "captions"
	}
	if e.Chapters {
		item.Chapters = &rssChapters{base + e.chaptersPath(), "application/json+chapters"}
	}
	for _, p := range e.People {
		item.People = append(item.People, rssPerson{p.Role, "cast", p.Name})
	}
	return item
}

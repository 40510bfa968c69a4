package feed

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	"golang.org/x/text/language"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

const (
	acceptFeed = "application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, " +
		"text/html;q=0.5, */*;q=0.1"
	maxFeedBytes = 8 << 20
	maxGUID      = 1_000 // characters
)

// document is a parsed feed, items newest first.
type document struct {
	channel            media.Channel
	items              []item
	etag, lastModified string
}

type item struct {
	guid        string
	chaptersURL string
	episode     media.Episode
}

// parse reads a feed that was found at the address.
func parse(address, contentType string, body []byte) (*document, error) {
	text, err := decode(contentType, body)
	if err != nil {
		return nil, err
	}
	if err := source.CheckXML(text); err != nil {
		return nil, err
	}
	f, err := gofeed.NewParser().Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fault.Wrap(fault.Unsupported, err, "This address does not lead to a podcast feed that can be read (RSS or Atom).")
	}
	doc := &document{channel: channelOf(address, f)}
	seen := map[string]bool{}
	for _, it := range f.Items {
		made := itemOf(address, f, it, doc.channel)
		if seen[made.guid] { // the first of two with one guid wins: feeds list the newest first
			continue
		}
		seen[made.guid] = true
		doc.items = append(doc.items, made)
	}
	slices.SortStableFunc(doc.items, func(a, b item) int { return b.episode.PublishedAt.Compare(a.episode.PublishedAt) })
	return doc, nil
}

func channelOf(address string, f *gofeed.Feed) media.Channel {
	c := media.Channel{
		Platform:    media.Feed,
		ExternalID:  address,
		Name:        line(f.Title),
		Description: plainNotes(address, f.Description).text,
		URL:         cmp.Or(source.CleanURL(address, f.Link), address),
		Language:    languageOf(f.Language),
	}
	if f.ITunesExt != nil {
		c.Author = line(f.ITunesExt.Author)
		c.ThumbnailURL = source.CleanURL(address, f.ITunesExt.Image)
		if c.Description == "" {
			c.Description = plainNotes(address, f.ITunesExt.Summary).text
		}
	}
	if c.Author == "" && len(f.Authors) > 0 && f.Authors[0] != nil {
		c.Author = line(f.Authors[0].Name)
	}
	if c.ThumbnailURL == "" && f.Image != nil {
		c.ThumbnailURL = source.CleanURL(address, f.Image.URL)
	}
	if c.Name == "" {
		c.Name = cmp.Or(c.Author, address)
	}
	return c
}

func itemOf(address string, f *gofeed.Feed, it *gofeed.Item, channel media.Channel) item {
	guid := guidOf(it)
	link := source.CleanURL(address, it.Link)
	if link == "" {
		link = source.CleanURL("", guid) // RSS allows the guid to be the page's address
	}
	base := cmp.Or(link, channel.URL)
	notes := bestNotes(base, it)
	podcast := podcastOf(base, f, it)
	ep := media.Episode{
		Platform:     media.Feed,
		ExternalID:   address + "#" + guid,
		Title:        line(it.Title),
		Description:  notes.text,
		ThumbnailURL: cmp.Or(imageOf(base, it), channel.ThumbnailURL),
		PageURL:      link,
		MediaURL:     mediaOf(base, it),
		PublishedAt:  published(it),
		Language:     channel.Language,
		Channel:      channel,
		People:       podcast.people,
		Transcripts:  podcast.transcripts,
		Chapters:     podcast.chapters,
		Links:        withChapterLinks(notes.links, podcast.chapters),
	}
	if it.ITunesExt != nil {
		ep.Duration, _ = source.ClockTime(it.ITunesExt.Duration)
	}
	if ep.Title == "" {
		ep.Title = cmp.Or(transcript.CleanText(notes.text, 80), "Untitled episode")
	}
	if len(ep.Chapters) == 0 {
		ep.Chapters = source.PlainChapters(notes.text)
	}
	return item{guid: guid, chaptersURL: podcast.chaptersURL, episode: ep}
}

// guidOf returns what tells the item from the others for good.
func guidOf(it *gofeed.Item) string {
	guid := transcript.CleanText(it.GUID, maxGUID)
	if guid == "" {
		guid = transcript.CleanText(it.Link, maxGUID)
	}
	if guid == "" && len(it.Enclosures) > 0 {
		guid = transcript.CleanText(it.Enclosures[0].URL, maxGUID)
	}
	if guid == "" {
		sum := sha256.Sum256([]byte(it.Title + "\n" + it.Published + "\n" + it.Updated))
		guid = hex.EncodeToString(sum[:16])
	}
	return guid
}

// mediaOf prefers sound and pictures over the booklets some shows enclose.
func mediaOf(base string, it *gofeed.Item) string {
	first := ""
	for _, e := range it.Enclosures {
		address := source.CleanURL(base, e.URL)
		if address != "" && (strings.HasPrefix(e.Type, "audio/") || strings.HasPrefix(e.Type, "video/")) {
			return address
		}
		first = cmp.Or(first, address)
	}
	return first
}

func imageOf(base string, it *gofeed.Item) string {
	if it.ITunesExt != nil && it.ITunesExt.Image != "" {
		return source.CleanURL(base, it.ITunesExt.Image)
	}
	if it.Image != nil {
		return source.CleanURL(base, it.Image.URL)
	}
	return ""
}

func published(it *gofeed.Item) time.Time {
	for _, at := range []*time.Time{it.PublishedParsed, it.UpdatedParsed} {
		if at != nil && at.Year() > 1990 && at.Year() < 2200 {
			return at.UTC()
		}
	}
	return time.Time{}
}

// languageOf writes a language tag the standard way ("en-us" becomes "en-US"), "" when it is none.
func languageOf(s string) string {
	tag, err := language.Parse(strings.TrimSpace(s))
	if err != nil || tag == language.Und {
		return ""
	}
	return tag.String()
}

// line makes one line of plain text out of a field that may carry markup.
func line(s string) string {
	return transcript.CleanText(plainNotes("", s).text, source.MaxTitle)
}

// bestNotes reads the fullest of the texts an item carries about itself.
func bestNotes(base string, it *gofeed.Item) notes {
	texts := []string{it.Content, it.Description}
	if it.ITunesExt != nil {
		texts = append(texts, it.ITunesExt.Summary)
	}
	var best notes
	for _, t := range texts {
		n := plainNotes(base, t)
		if len(n.links) > len(best.links) || len(n.links) == len(best.links) && len(n.text) > len(best.text) {
			best = n
		}
	}
	return best
}

package feed

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// PageSize is how many episodes a page of a listing holds.
const PageSize = 50

// Fetcher reads one document by GET. *outbound.Clients is one; its failures are faults.
type Fetcher interface {
	Fetch(ctx context.Context, r outbound.Request) (outbound.Response, error)
}

// ParseTranscript reads a transcript file; the name's extension tells the format. source/upload has it.
type ParseTranscript func(name string, r io.Reader) (transcript.Transcript, error)

// Source reads feeds. Use New. Safe for concurrent use.
type Source struct {
	fetch Fetcher
	parse ParseTranscript
	cache *cache
	apps  Apps // nil: links of apps are addresses like others
}

var _ source.Source = (*Source)(nil)

// New returns a source that reads feeds through fetch. now is the clock of its small cache of feeds.
func New(fetch Fetcher, parse ParseTranscript, now func() time.Time) *Source {
	return &Source{fetch: fetch, parse: parse, cache: newCache(now)}
}

// Platform is media.Feed.
func (s *Source) Platform() media.Platform { return media.Feed }

// List returns 50 episodes of the feed, newest first; episodes without a date come last and count as older than any
// since. An address of an episode's page lists that one episode of the feed the page names. Faults: those of fetching;
// BadInput for a feed without episodes; Unsupported for what is no feed; TooLarge for a feed over a cap.
func (s *Source) List(ctx context.Context, ref media.Ref, since time.Time, cursor string) (source.Page, error) {
	if ref.Kind == media.KindVideo {
		ep, err := s.Episode(ctx, ref)
		if err != nil {
			return source.Page{}, err
		}
		return source.Page{Channel: ep.Channel, Title: ep.Channel.Name, Episodes: []media.Episode{ep}}, nil
	}
	doc, only, err := s.open(ctx, ref.ExternalID)
	if err != nil {
		return source.Page{}, err
	}
	page := source.Page{Channel: doc.channel, Title: doc.channel.Name}
	if only != nil {
		page.Episodes = []media.Episode{only.episode}
		return page, nil
	}
	if len(doc.items) == 0 {
		return source.Page{}, fault.Newf(fault.BadInput, "The feed %q has no episodes yet.", doc.channel.Name)
	}
	page.Episodes, page.Next, err = doc.page(since, cursor)
	return page, err
}

// Episode returns the item of the feed, with the chapters of its chapter file. ref.ItemID is the item's guid; without
// it, ref.ExternalID may be an episode's external id or the address of an episode's page.
func (s *Source) Episode(ctx context.Context, ref media.Ref) (media.Episode, error) {
	address, guid := ref.ExternalID, ref.ItemID
	if guid == "" {
		address, guid, _ = strings.Cut(ref.ExternalID, "#")
	}
	doc, only, err := s.open(ctx, address)
	if err != nil {
		return media.Episode{}, err
	}
	found := only
	if i := slices.IndexFunc(doc.items, func(it item) bool { return it.guid == guid }); guid != "" && i >= 0 {
		found = &doc.items[i]
	}
	if found == nil {
		return media.Episode{}, fault.Newf(fault.NotFound, "The feed %q no longer lists this episode.", doc.channel.Name)
	}
	ep := found.episode
	if found.chaptersURL != "" {
		chapters, err := s.chapters(ctx, found.chaptersURL)
		if ctx.Err() != nil {
			return media.Episode{}, ctx.Err()
		}
		if err == nil { // a broken chapter file does not spoil the episode
			ep.Chapters = chapters
			ep.Links = withChapterLinks(ep.Links, chapters)
		}
	}
	return ep, nil
}

// open reads the feed at the address. If the address is an HTML page, the feed it names is read; the second result is
// then the item the page is about, nil when the page is the show's own.
func (s *Source) open(ctx context.Context, address string) (*document, *item, error) {
	if s.apps != nil {
		if pointed, known, err := s.apps.Feed(ctx, address); err != nil {
			return nil, nil, err
		} else if known {
			return s.openPointed(ctx, pointed)
		}
	}
	doc, page, err := s.get(ctx, address)
	if err != nil || doc != nil {
		return doc, nil, err
	}
	return s.openPage(ctx, address, readPage(address, page))
}

// openPage reads the feeds an HTML page names until one of them has the page as an episode.
func (s *Source) openPage(ctx context.Context, address string, page htmlPage) (*document, *item, error) {
	var last error = notAFeed()
	for _, feedAddress := range page.feeds {
		doc, _, err := s.get(ctx, feedAddress)
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			last = err
			continue
		}
		if doc == nil { // a page in place of a feed
			continue
		}
		if it := doc.itemOf(address, page.canonical); it != nil {
			return doc, it, nil
		}
		if isHome(address, doc.channel.URL) {
			return doc, nil, nil
		}
		last = fault.Newf(fault.Unsupported, "This page names the feed %q, but the feed has no episode with this address. Submit the feed's "+
			"own address instead: %s", doc.channel.Name, feedAddress).WithField("url")
	}
	return nil, nil, last
}

// get returns the feed at the address, from the cache while it is fresh, or the HTML that is there instead.
func (s *Source) get(ctx context.Context, address string) (*document, []byte, error) {
	known, fresh := s.cache.get(address)
	if fresh {
		return known, nil, nil
	}
	req := outbound.Request{URL: address, Accept: acceptFeed, MaxBytes: maxFeedBytes}
	if known != nil {
		req.ETag, req.LastModified = known.etag, known.lastModified
	}
	resp, err := s.fetch.Fetch(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	if resp.NotModified && known != nil {
		s.cache.put(address, known)
		return known, nil, nil
	}
	contentType := resp.Header.Get("Content-Type")
	if isHTML(contentType, resp.Body) {
		return nil, resp.Body, nil
	}
	doc, err := parse(address, contentType, resp.Body)
	if err != nil {
		return nil, nil, err
	}
	doc.etag, doc.lastModified = resp.Header.Get("ETag"), resp.Header.Get("Last-Modified")
	s.cache.put(address, doc)
	return doc, nil, nil
}

func notAFeed() *fault.Error {
	return fault.New(fault.Unsupported, "This address is neither a YouTube address nor a podcast feed, and the page there names no feed. "+
		"Please enter the address of a video, channel, playlist or feed.").WithField("url")
}

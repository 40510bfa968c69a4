package applink

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
	"mentionary/internal/showfinder"
	"mentionary/internal/source/feed"
	"mentionary/internal/work"
)

const (
	maxAnswer = 1 << 20 // of a page or a description; what we look for stands at its beginning
	slowest   = 10 * time.Second
	keptLinks = 500
	keptFor   = 6 * time.Hour
)

// Apple knows the feeds of shows by Apple's numbers; *itunes.Directory does.
type Apple interface {
	Lookup(ctx context.Context, show, episode int64) (feed, guid string, err error)
}

// Finder finds shows by their names; *showfinder.Finder does.
type Finder interface {
	Find(ctx context.Context, words string) (showfinder.Found, error)
}

// Links resolves links. Use New. Safe for concurrent use.
type Links struct {
	fetch showfinder.Fetcher
	apple Apple // nil: Apple is not asked
	shows Finder
	now   func() time.Time
	kept  *lru.Cache[string, kept]
}

type kept struct {
	pointed feed.Pointed
	at      time.Time
}

var _ feed.Apps = (*Links)(nil)

// New returns links whose pages are read through fetch. A nil apple is not asked.
func New(fetch showfinder.Fetcher, apple Apple, shows Finder, now func() time.Time) *Links {
	cache, err := lru.New[string, kept](keptLinks)
	if err != nil { // for a size below one only
		panic(err)
	}
	return &Links{fetch: fetch, apple: apple, shows: shows, now: now, kept: cache}
}

// app reads the links of one host.
type app func(l *Links, ctx context.Context, link *url.URL) (feed.Pointed, error)

var apps = map[string]app{
	"podcasts.apple.com": (*Links).ofApple, "itunes.apple.com": (*Links).ofApple,
	"overcast.fm": (*Links).ofSharedPage, "www.overcast.fm": (*Links).ofSharedPage,
	"pca.st": (*Links).ofSharedPage, "play.pocketcasts.com": (*Links).ofSharedPage, "pocketcasts.com": (*Links).ofSharedPage,
	"open.spotify.com": (*Links).ofSpotify,
}

// Feed implements feed.Apps.
func (l *Links) Feed(ctx context.Context, address string) (feed.Pointed, bool, error) {
	link, err := url.Parse(address)
	if err != nil {
		return feed.Pointed{}, false, nil
	}
	read := apps[strings.ToLower(link.Hostname())]
	if read == nil {
		return feed.Pointed{}, false, nil
	}
	if known, ok := l.kept.Get(address); ok && l.now().Sub(known.at) < keptFor {
		return known.pointed, true, nil
	}
	pointed, err := read(l, ctx, link)
	if err != nil {
		return feed.Pointed{}, true, err
	}
	l.kept.Add(address, kept{pointed, l.now()})
	return pointed, true, nil
}

var (
	appleShow = regexp.MustCompile(`/id([0-9]{1,18})(?:/|$)`)
	byNumber  = regexp.MustCompile(`^/itunes/?([0-9]{1,18})(?:/|$)`) // how Overcast and Pocket Casts name a show that Apple lists
)

func (l *Links) ofApple(ctx context.Context, link *url.URL) (feed.Pointed, error) {
	m := appleShow.FindStringSubmatch(link.Path)
	if m == nil {
		return feed.Pointed{}, refuse("This Apple Podcasts address names no show. Please enter the one of a show or an episode.")
	}
	return l.lookup(ctx, m[1], link.Query().Get("i"))
}

// lookup asks Apple for a show and, where it is a number, an episode.
func (l *Links) lookup(ctx context.Context, show, episode string) (feed.Pointed, error) {
	if l.apple == nil {
		return feed.Pointed{}, refuse("This installation does not ask Apple Podcasts. Please enter the address of the show's feed.")
	}
	id, err := strconv.ParseInt(show, 10, 64)
	if err != nil {
		return feed.Pointed{}, err
	}
	track, _ := strconv.ParseInt(episode, 10, 64) // anything else means the show
	address, guid, err := l.apple.Lookup(ctx, id, max(track, 0))
	return feed.Pointed{Feed: address, GUID: guid}, unanswered("Apple Podcasts", err)
}

// ofSharedPage reads what an app shows to people without it: a page that links to the show elsewhere.
func (l *Links) ofSharedPage(ctx context.Context, link *url.URL) (feed.Pointed, error) {
	if m := byNumber.FindStringSubmatch(link.Path); m != nil {
		return l.lookup(ctx, m[1], "")
	}
	answer, err := l.fetch.Fetch(ctx, outbound.Request{URL: link.String(), Accept: "text/html", MaxBytes: maxAnswer, Timeout: slowest})
	if err != nil {
		return feed.Pointed{}, unanswered(link.Hostname(), err)
	}
	page := readSharedPage(link, answer.Body)
	switch {
	case page.feed != "":
		return feed.Pointed{Feed: page.feed, Title: page.title}, nil
	case page.show != "":
		pointed, err := l.lookup(ctx, page.show, "")
		pointed.Title = page.title
		return pointed, err
	}
	return feed.Pointed{}, refuse("This page does not say where the show's feed is. Type the show's name instead.")
}

var spotifyShow = regexp.MustCompile(`^(?:/intl-[a-z]+)?/show/[0-9A-Za-z]{1,40}/?$`)

// ofSpotify finds a show by the title that Spotify gives it: it names no feeds. Only an equal title counts.
func (l *Links) ofSpotify(ctx context.Context, link *url.URL) (feed.Pointed, error) {
	unknown := refuse("Spotify does not say where this show's feed is. Type its name instead.")
	if !spotifyShow.MatchString(link.Path) {
		return feed.Pointed{}, unknown
	}
	plain := url.URL{Scheme: "https", Host: link.Host, Path: link.Path}
	answer, err := l.fetch.Fetch(ctx, outbound.Request{
		URL:    "https://open.spotify.com/oembed?" + url.Values{"url": {plain.String()}}.Encode(),
		Accept: "application/json", MaxBytes: maxAnswer, Timeout: slowest,
	})
	if err != nil {
		if ctx.Err() != nil {
			return feed.Pointed{}, ctx.Err()
		}
		return feed.Pointed{}, unknown
	}
	var said struct {
		Title string `json:"title"`
	}
	title := ""
	if json.Unmarshal(answer.Body, &said) == nil {
		title = showfinder.PlainText(said.Title)
	}
	if title == "" {
		return feed.Pointed{}, unknown
	}
	found, err := l.shows.Find(ctx, title)
	if err != nil && ctx.Err() != nil {
		return feed.Pointed{}, ctx.Err()
	}
	for _, s := range found.Shows {
		if strings.EqualFold(s.Title, title) && s.Kind == "feed" {
			return feed.Pointed{Feed: s.Address}, nil
		}
	}
	return feed.Pointed{}, unknown
}

// unanswered names who was asked in a failure that may pass: it is not the show's own server that people wait for. Others stay.
func unanswered(who string, err error) error {
	if f := fault.Of(err); f != nil && f.Kind.Retryable() && f.Kind != fault.Internal {
		return fault.Wrap(f.Kind, err, who+" did not answer, "+work.ShowUnknown).WithRetryAfter(f.RetryAfter)
	}
	return err
}

func refuse(sentence string) error { return fault.New(fault.Unsupported, sentence).WithField("url") }

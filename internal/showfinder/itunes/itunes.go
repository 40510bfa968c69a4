package itunes

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/showfinder"
)

const (
	// Base is the directory's address.
	Base = "https://itunes.apple.com"
	// Every is the least time between two calls: the directory allows about twenty a minute.
	Every = 3 * time.Second

	most = 200 // entries of one answer
)

// Directory is Apple's. Use New. Safe for concurrent use.
type Directory struct{ asker *showfinder.Asker }

var _ showfinder.Directory = (*Directory)(nil)

// New returns the directory as asker reaches it.
func New(asker *showfinder.Asker) *Directory { return &Directory{asker: asker} }

// Name implements showfinder.Directory.
func (*Directory) Name() string { return "Apple Podcasts" }

// listing is the shape of all answers. Entries of different kinds have different shapes.
type listing struct {
	Results []json.RawMessage `json:"results"`
}

// entry is a show or an episode; a show has no track of its own.
type entry struct {
	Kind     string    `json:"kind"`
	ShowID   int64     `json:"collectionId"`
	Show     string    `json:"collectionName"`
	Author   string    `json:"artistName"`
	Feed     string    `json:"feedUrl"` // shows that are only at Apple's have none
	Picture  string    `json:"artworkUrl600"`
	Smaller  string    `json:"artworkUrl100"`
	Episodes int       `json:"trackCount"`
	Latest   time.Time `json:"releaseDate"`
	TrackID  int64     `json:"trackId"`
	GUID     string    `json:"episodeGuid"`
	// Genres are names with a show, objects with an episode.
	Genres []json.RawMessage `json:"genres"`
}

// topics are the genres that say something: every show is a podcast.
func (e entry) topics() []string {
	var out []string
	showfinder.Each(e.Genres, most, func(name string) {
		if name != "Podcasts" {
			out = append(out, name)
		}
	})
	return out
}

const (
	kindShow    = "podcast"
	kindEpisode = "podcast-episode"
)

// Search implements showfinder.Directory.
func (d *Directory) Search(ctx context.Context, words string) ([]showfinder.Show, error) {
	var found listing
	query := url.Values{"media": {"podcast"}, "entity": {"podcast"}, "limit": {"20"}, "term": {words}}
	if err := d.asker.Ask(ctx, "/search", query, nil, &found); err != nil {
		return nil, err
	}
	var shows []showfinder.Show
	showfinder.Each(found.Results, most, func(e entry) {
		if e.Kind != kindShow || e.Feed == "" {
			return
		}
		picture := e.Picture
		if picture == "" {
			picture = e.Smaller
		}
		shows = append(shows, showfinder.Show{
			Title: e.Show, Author: e.Author, Address: e.Feed, Picture: picture, Episodes: e.Episodes, Latest: e.Latest,
			ID: strconv.FormatInt(e.ShowID, 10), Topics: e.topics(),
		})
	})
	return shows, nil
}

// Lookup returns the feed of a show by Apple's number, and the guid of one of its episodes where its number is not 0. Faults:
// NotFound when Apple knows no such show, Unsupported when it does not say where the feed is or which episode it is.
func (d *Directory) Lookup(ctx context.Context, show, episode int64) (feed, guid string, err error) {
	query := url.Values{"id": {strconv.FormatInt(show, 10)}, "media": {"podcast"}}
	if episode != 0 {
		query.Set("entity", "podcastEpisode")
		query.Set("limit", strconv.Itoa(most))
	}
	var found listing
	if err := d.asker.Ask(ctx, "/lookup", query, nil, &found); err != nil {
		return "", "", err
	}
	known := false
	showfinder.Each(found.Results, most+1, func(e entry) {
		if e.ShowID != show {
			return
		}
		known = true
		if feed == "" {
			feed = e.Feed
		}
		if e.Kind == kindEpisode && e.TrackID == episode {
			guid = e.GUID
		}
	})
	switch {
	case !known:
		return "", "", fault.New(fault.NotFound, "Apple Podcasts has no such show. Check the address, or type the show's name instead.")
	case feed == "":
		return "", "", fault.New(fault.Unsupported, "Apple Podcasts does not say where this show's feed is. Type its name instead.")
	case episode != 0 && guid == "":
		return "", "", fault.New(fault.Unsupported, "Apple Podcasts does not say which episode of the feed this is. Type the show's name "+
			"instead and choose the episode from its list.")
	}
	return feed, guid, nil
}

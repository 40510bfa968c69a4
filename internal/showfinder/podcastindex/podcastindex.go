package podcastindex

import (
	"cmp"
	"context"
	"crypto/sha1" //nolint:gosec // the directory's protocol asks for it; what is hashed is sent over TLS
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/showfinder"
)

const (
	// Base is the directory's address.
	Base = "https://api.podcastindex.org/api/1.0"
	// Every is the least time between two calls.
	Every = time.Second

	most = 100 // entries of one answer
)

// Directory is the Podcast Index. Use New. Safe for concurrent use.
type Directory struct {
	asker       *showfinder.Asker
	key, secret string
	now         func() time.Time
}

var _ showfinder.Directory = (*Directory)(nil)

// New returns the directory as asker reaches it, asked with a key and its secret.
func New(asker *showfinder.Asker, key, secret string, now func() time.Time) *Directory {
	return &Directory{asker: asker, key: key, secret: secret, now: now}
}

// Name implements showfinder.Directory.
func (*Directory) Name() string { return "Podcast Index" }

// feed is a show of an answer.
type feed struct {
	Title    string `json:"title"`
	URL      string `json:"url"`
	Author   string `json:"author"`
	Owner    string `json:"ownerName"`
	Image    string `json:"image"`
	Artwork  string `json:"artwork"`
	Episodes int    `json:"episodeCount"`
	Newest   int64  `json:"newestItemPubdate"` // Unix seconds
	Dead     int    `json:"dead"`              // 1: its server has not answered for long
	ID       int64  `json:"id"`
	AppleID  int64  `json:"itunesId"`
	Site     string `json:"link"`
	// Categories are names by number; [] or null when there are none.
	Categories json.RawMessage `json:"categories"`
}

// topics are the names of its categories, in order.
func (f feed) topics() []string {
	var named map[string]string
	if json.Unmarshal(f.Categories, &named) != nil {
		return nil // a list, which only an empty one is
	}
	return slices.Sorted(maps.Values(named))
}

// Search implements showfinder.Directory.
func (d *Directory) Search(ctx context.Context, words string) ([]showfinder.Show, error) {
	var found struct {
		Status string            `json:"status"` // a text: "true" or "false"
		Feeds  []json.RawMessage `json:"feeds"`
	}
	if err := d.asker.Ask(ctx, "/search/byterm", url.Values{"q": {words}, "max": {"20"}}, d.signed(), &found); err != nil {
		return nil, err
	}
	if found.Status != "true" {
		return nil, fault.New(fault.Unsupported, "The directory refused the question.")
	}
	var shows []showfinder.Show
	showfinder.Each(found.Feeds, most, func(f feed) {
		if f.Dead != 0 {
			return
		}
		s := showfinder.Show{
			Title: f.Title, Author: cmp.Or(f.Author, f.Owner), Address: f.URL, Picture: cmp.Or(f.Artwork, f.Image), Episodes: f.Episodes,
			ID: strconv.FormatInt(f.ID, 10), AppleID: strconv.FormatInt(f.AppleID, 10), Site: f.Site, Topics: f.topics(),
		}
		if f.Newest > 0 {
			s.Latest = time.Unix(f.Newest, 0)
		}
		shows = append(shows, s)
	})
	return shows, nil
}

// signed is what proves that a call is ours: the directory knows the secret and takes it for three minutes.
func (d *Directory) signed() http.Header {
	date := strconv.FormatInt(d.now().Unix(), 10)
	sum := sha1.Sum([]byte(d.key + d.secret + date)) //nolint:gosec // see the import
	return http.Header{"X-Auth-Key": {d.key}, "X-Auth-Date": {date}, "Authorization": {hex.EncodeToString(sum[:])}}
}

package feed

import (
	"bytes"
	"cmp"
	"mime"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mentionary/internal/source"
)

const (
	maxPageBytes = 1 << 20 // read of an HTML page: what we look for stands in its head
	maxPageFeeds = 3       // feeds tried of those a page names
)

// htmlPage is what an HTML page says about itself in its head.
type htmlPage struct {
	feeds     []string
	canonical string
}

// isHTML tells pages from feeds by their beginning; the Content-Type decides only when the beginning says nothing,
// because many feeds are served as text/html.
func isHTML(contentType string, body []byte) bool {
	head := bytes.ToLower(bytes.TrimLeft(body[:min(len(body), 2048)], "\ufeff \t\r\n"))
	for bytes.HasPrefix(head, []byte("<!--")) {
		_, after, _ := bytes.Cut(head, []byte("-->"))
		head = bytes.TrimLeft(after, " \t\r\n")
	}
	for _, start := range []string{"<!doctype html", "<html", "<head", "<body", "<script"} {
		if bytes.HasPrefix(head, []byte(start)) {
			return true
		}
	}
	if bytes.HasPrefix(head, []byte("<?xml")) {
		return bytes.Contains(head, []byte("<html"))
	}
	kind, _, _ := mime.ParseMediaType(contentType)
	return kind == "text/html" && !bytes.HasPrefix(head, []byte("<"))
}

// readPage collects <link rel="alternate"> feeds and the canonical address, resolved against the page's address.
func readPage(address string, body []byte) htmlPage {
	var page htmlPage
	z := html.NewTokenizer(bytes.NewReader(body[:min(len(body), maxPageBytes)]))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return page
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.DataAtom != atom.Link {
				continue
			}
			rel := strings.Fields(strings.ToLower(attribute(t, "rel")))
			target := source.CleanURL(address, attribute(t, "href"))
			switch {
			case target == "":
			case slices.Contains(rel, "canonical"):
				page.canonical = cmp.Or(page.canonical, target)
			case slices.Contains(rel, "alternate") && isFeedType(attribute(t, "type")) && !isCommentFeed(target) &&
				len(page.feeds) < maxPageFeeds && !slices.Contains(page.feeds, target):
				page.feeds = append(page.feeds, target)
			}
		}
	}
}

func isFeedType(s string) bool {
	kind, _, _ := mime.ParseMediaType(s)
	return kind == "application/rss+xml" || kind == "application/atom+xml" || kind == "application/rdf+xml"
}

// isCommentFeed recognizes the feeds of readers' comments that blog software names on every page.
func isCommentFeed(address string) bool { return strings.Contains(address, "/comments/") }

// itemOf finds the item whose page is one of the addresses.
func (d *document) itemOf(addresses ...string) *item {
	for _, a := range addresses {
		key := pageKey(a)
		if key == "" {
			continue
		}
		for i := range d.items {
			if pageKey(d.items[i].episode.PageURL) == key || pageKey(d.items[i].guid) == key {
				return &d.items[i]
			}
		}
	}
	return nil
}

// isHome reports whether the page is the show's own: the one its feed links to, or the front page of the site.
func isHome(page, channelURL string) bool {
	u, err := url.Parse(page)
	return err == nil && (strings.Trim(u.Path, "/") == "" && u.RawQuery == "" || pageKey(page) == pageKey(channelURL))
}

// pageKey makes addresses of one page equal: no scheme, "www.", trailing slash, fragment or campaign parameters.
func pageKey(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	q := u.Query()
	for name := range q {
		if strings.HasPrefix(name, "utm_") || name == "ref" || name == "source" {
			q.Del(name)
		}
	}
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.") + strings.TrimRight(u.Path, "/") + "?" + q.Encode()
}

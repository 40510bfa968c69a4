package applink

import (
	"bytes"
	"cmp"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mentionary/internal/showfinder"
	"mentionary/internal/source"
)

// sharedPage is what a page of a podcast app says about itself.
type sharedPage struct {
	feed  string // address of the show's feed, "" when it names none
	show  string // Apple's number of the show, "" when it links to none
	title string // of the show or the episode that it is about
}

// readSharedPage reads a page at an address: its title, and the first link to a feed or to Apple's page of the show.
func readSharedPage(at *url.URL, body []byte) sharedPage {
	var p sharedPage
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return p
		case html.StartTagToken, html.SelfClosingTagToken:
			p.read(at, z.Token())
		}
	}
}

func (p *sharedPage) read(at *url.URL, t html.Token) {
	has := map[string]string{}
	for _, a := range t.Attr {
		has[strings.ToLower(a.Key)] = a.Val
	}
	switch t.DataAtom {
	case atom.Meta:
		if has["property"] == "og:title" {
			p.title = cmp.Or(p.title, showfinder.PlainText(has["content"]))
		}
	case atom.A, atom.Link:
		target := source.CleanURL(at.String(), has["href"])
		switch {
		case target == "":
		case strings.HasPrefix(has["type"], "application/rss+xml"):
			p.feed = cmp.Or(p.feed, target)
		default:
			p.show = cmp.Or(p.show, numberIn(target))
		}
	}
}

// numberIn returns Apple's number of the show that an address leads to, "" when it leads elsewhere.
func numberIn(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	pattern := appleShow
	switch strings.ToLower(u.Hostname()) {
	case "podcasts.apple.com", "itunes.apple.com":
	case "overcast.fm", "www.overcast.fm", "pca.st":
		pattern = byNumber
	default:
		return ""
	}
	if m := pattern.FindStringSubmatch(u.Path); m != nil {
		return m[1]
	}
	return ""
}

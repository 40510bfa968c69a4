package wellknown

import (
	_ "embed"
	"net/url"
	"strings"
	"sync"

	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

var (
	//go:embed data/articles.tsv
	articles string
	//go:embed data/sites.tsv
	sites string
)

// Links returns the canonical addresses of a well-known thing, its own site before the article; none for what is not in the lists.
// A sponsor is looked for among firms and products.
func Links(t mention.Type, name string) []string {
	types := []mention.Type{t}
	if t == mention.Sponsor {
		types = []mention.Type{mention.Company, mention.Product}
	}
	for _, t := range types {
		var out []string
		key := match.Key(t, name)
		if _, site, ok := bySite().find(t, key); ok {
			out = appendCanonical(out, "https://"+site)
		}
		if name, title, ok := byArticle().find(t, key); ok {
			out = appendCanonical(out, article(name, title))
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func appendCanonical(out []string, raw string) []string {
	if address, err := link.Canonical(raw); err == nil {
		out = append(out, address)
	}
	return out
}

// article returns the address of an article whose title is the name where the list has no other.
func article(name, title string) string {
	if title == "" {
		title = name
	}
	u := url.URL{Scheme: "https", Host: "en.wikipedia.org", Path: "/wiki/" + strings.ReplaceAll(title, " ", "_")}
	return u.String()
}

var (
	byArticle = sync.OnceValue(func() *index { return indexOf(articles) })
	bySite    = sync.OnceValue(func() *index { return indexOf(sites) })
)

package wellknown

import (
	"embed"
	"net/url"
	"strings"
	"sync"

	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

//go:embed data/*.tsv
var files embed.FS

// thing is what a name of a type means.
type thing struct {
	typ mention.Type
	key string // match.Key
}

// addresses are where a thing is at home and what Wikipedia says of it; either may be empty.
type addresses struct{ site, article string }

// Links returns the canonical addresses of a well-known thing, its own site before the article; none for what is not in the lists.
// A sponsor is looked for among firms and products.
func Links(t mention.Type, name string) []string {
	types := []mention.Type{t}
	if t == mention.Sponsor {
		types = []mention.Type{mention.Company, mention.Product}
	}
	for _, t := range types {
		a := loaded()[thing{t, match.Key(t, name)}]
		var out []string
		for _, raw := range []string{a.site, a.article} {
			if raw == "" {
				continue
			}
			if address, err := link.Canonical(raw); err == nil {
				out = append(out, address)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

var loaded = sync.OnceValue(func() map[thing]addresses {
	out := map[thing]addresses{}
	each("articles.tsv", func(t mention.Type, name, title string) {
		at := thing{t, match.Key(t, name)}
		if title == "" {
			title = name
		}
		out[at] = addresses{site: out[at].site, article: article(title)}
	})
	each("sites.tsv", func(t mention.Type, name, site string) {
		at := thing{t, match.Key(t, name)}
		out[at] = addresses{site: "https://" + site, article: out[at].article}
	})
	return out
})

func article(title string) string {
	u := url.URL{Scheme: "https", Host: "en.wikipedia.org", Path: "/wiki/" + strings.ReplaceAll(title, " ", "_")}
	return u.String()
}

// each calls f for each line of a list that is not a comment.
func each(list string, f func(t mention.Type, name, value string)) {
	data, err := files.ReadFile("data/" + list)
	if err != nil {
		panic(err) // embedded: it is missing only when the program was built wrongly
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		typ, rest, _ := strings.Cut(line, "\t")
		name, value, _ := strings.Cut(rest, "\t")
		f(mention.Type(typ), name, value)
	}
}

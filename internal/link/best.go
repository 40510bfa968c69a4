package link

import (
	"net/url"
	"strings"

	"mentionary/internal/mention"
)

// Link is an address of an entity.
type Link struct {
	Kind   Kind
	URL    string
	Trust  Trust
	Broken bool
}

// Chosen are the addresses that an entity is shown with.
type Chosen struct {
	ByKind map[Kind]string
	Name   string // where the entity's name leads; empty when it leads nowhere
}

// Choose picks the link of each kind that is trusted most, of equals the address that comes first, so that the order of
// rows decides nothing. Broken links are never chosen. A location without a place on a map gets the search for it there.
//
// The name of an entity leads to the first of amazon, wikipedia, linkedin, maps and website that there is; the name of a
// location to the map.
func Choose(t mention.Type, name, country string, links []Link) Chosen {
	if len(links) == 0 && !t.OnMap() {
		return Chosen{}
	}
	best := map[Kind]Link{}
	for _, l := range links {
		if old, ok := best[l.Kind]; !l.Broken && (!ok || better(l, old)) {
			best[l.Kind] = l
		}
	}
	out := Chosen{ByKind: map[Kind]string{}}
	for kind, l := range best {
		out.ByKind[kind] = l.URL
	}
	order := []Kind{Amazon, Wikipedia, LinkedIn, Maps, Website}
	if t.OnMap() {
		order = []Kind{Maps} // there is always one
		if out.ByKind[Maps] == "" {
			out.ByKind[Maps] = mapSearch(name, country)
		}
	}
	for _, kind := range order {
		if out.Name == "" {
			out.Name = out.ByKind[kind]
		}
	}
	return out
}

func better(a, b Link) bool {
	if a.Trust != b.Trust {
		return a.Trust > b.Trust
	}
	return a.URL < b.URL
}

// mapSearch is the search for a place on a map. It proves nothing: it is never stored and never counted.
func mapSearch(name, country string) string {
	words := strings.Join(strings.Fields(name+" "+country), " ")
	return "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(words)
}

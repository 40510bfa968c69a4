package link

import (
	"net/url"
	"strings"

	"mentionary/internal/mention"
)

// Derived answers the search links for an entity, made from its name and, where it helps, its author or company or
// country (about). They prove nothing and are marked Derived.
func Derived(t mention.Type, name, about string) []Link {
	name, about = strings.Join(strings.Fields(name), " "), strings.Join(strings.Fields(about), " ")
	if name == "" {
		return nil
	}
	query := strings.TrimSpace(name + " " + about)
	web := Link{Kind: Website, URL: "https://duckduckgo.com/?q=" + url.QueryEscape(query), Derived: true}
	wiki := Link{Kind: Wikipedia, URL: "https://en.wikipedia.org/w/index.php?search=" + url.QueryEscape(name), Derived: true}
	switch t {
	case mention.Location:
		return []Link{{Kind: Maps, URL: "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(strings.ReplaceAll(query, "  ", " ")), Derived: true}, wiki}
	case mention.Book, mention.Product:
		return []Link{{Kind: Amazon, URL: "https://www.amazon.com/s?k=" + url.QueryEscape(query), Derived: true}, web}
	case mention.Person, mention.Company:
		return []Link{{Kind: LinkedIn, URL: "https://www.linkedin.com/search/results/all/?keywords=" + url.QueryEscape(query), Derived: true}, wiki, web}
	case mention.Concept:
		return []Link{wiki, web}
	default:
		return []Link{web}
	}
}

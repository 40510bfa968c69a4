package link

import (
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// Trust says where a link of an entity comes from; a higher value is never replaced by a lower one.
type Trust int

// The order of DECISIONS.md, weakest first.
const (
	Claimed   Trust = iota + 1 // one channel says so
	Agreed                     // two or more channels say so
	Catalogue                  // a public catalogue says so
	Admin                      // an admin set it
)

// TrustOf answers what channels distinct channels' word is worth.
func TrustOf(channels int) Trust {
	if channels >= 2 {
		return Agreed
	}
	return Claimed
}

// String answers the stored word.
func (t Trust) String() string {
	switch t {
	case Admin:
		return "admin"
	case Catalogue:
		return "catalogue"
	case Agreed:
		return "agreed"
	default:
		return "claimed"
	}
}

// Link is an address of an entity. Derived links are searches we built ourselves: shown as a fallback, never stored as
// metadata and never counted.
type Link struct {
	Kind    Kind
	URL     string
	Trust   Trust
	Derived bool
	Broken  bool
}

// Best answers the link behind an entity's name: for locations maps first, otherwise amazon, wikipedia, linkedin, maps,
// website. Broken and derived links never win (except a location's map search), higher trust wins within a kind. ok is
// false when there is none.
func Best(t mention.Type, links []Link) (best Link, ok bool) {
	order := []Kind{Amazon, Wikipedia, LinkedIn, Maps, Website}
	if t == mention.Location {
		order = []Kind{Maps, Amazon, Wikipedia, LinkedIn, Website}
	}
	for _, kind := range order {
		for _, l := range links {
			usable := !l.Broken && (!l.Derived || (t == mention.Location && kind == Maps))
			if l.Kind == kind && usable && (!ok || better(l, best)) {
				best, ok = l, true
			}
		}
		if ok {
			return best, true
		}
	}
	return Link{}, false
}

// better orders links of one kind: real before derived, then by trust, then by address, so the answer never depends on
// the order of rows.
func better(a, b Link) bool {
	if a.Derived != b.Derived {
		return !a.Derived
	}
	if a.Trust != b.Trust {
		return a.Trust > b.Trust
	}
	return a.URL < b.URL
}

// Replace reports whether a new link may take the place of an old one of the same kind: only with more trust, or with
// equal trust when the old one is broken.
func Replace(old, offered Link) bool {
	if offered.Derived || offered.Broken {
		return false
	}
	return offered.Trust > old.Trust || (offered.Trust == old.Trust && old.Broken && offered.URL != old.URL)
}

// Kinds answers the kinds present, sorted, without derived and broken links.
func Kinds(links []Link) []Kind {
	var kinds []Kind
	for _, l := range links {
		if !l.Derived && !l.Broken && !slices.Contains(kinds, l.Kind) {
			kinds = append(kinds, l.Kind)
		}
	}
	slices.SortFunc(kinds, func(a, b Kind) int { return strings.Compare(string(a), string(b)) })
	return kinds
}

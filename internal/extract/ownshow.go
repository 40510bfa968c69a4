package extract

import (
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// ownShowCues stand directly before the name of the show itself, last word first.
var ownShowCues = [][]string{
	{"to", "welcome"},
	{"to", "back", "welcome"},
	{"of", "episode", "this"},
	{"of", "episode", "another"},
	{"bei", "willkommen"},
	{"zu", "willkommen"},
	{"folge", "dieser"},
}

// dropOwnShow removes sponsors that are the show itself: a paid read sends listeners to an address with its name, but it does
// not pay for itself.
func (e *episode) dropOwnShow() {
	own := []string{Key(e.about.Show)}
	for _, g := range e.sorted() {
		if g.typ == mention.Sponsor && slices.ContainsFunc(g.hits, e.saidAsOwn) {
			own = append(own, g.key)
		}
	}
	for _, g := range e.sorted() {
		if g.typ == mention.Sponsor && slices.ContainsFunc(own, func(o string) bool { return o == g.key || strings.HasPrefix(o, g.key+" ") }) {
			delete(e.groups, groupKey{g.typ, g.key})
		}
	}
}

// saidAsOwn reports whether the words before a place speak of the show.
func (e *episode) saidAsOwn(h hit) bool {
	first := wordAt(e.words, h.start)
	return slices.ContainsFunc(ownShowCues, func(cue []string) bool {
		for n, w := range cue {
			if at := first - 1 - n; at < 0 || e.words[at].Fold != w {
				return false
			}
		}
		return true
	})
}

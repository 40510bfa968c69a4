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
		if g.typ == mention.Sponsor && (e.ownNames[g.key] || slices.ContainsFunc(g.hits, func(h hit) bool { return e.saidAsOwn(h.start) })) {
			own = append(own, g.key)
		}
	}
	for _, g := range e.sorted() {
		if g.typ == mention.Sponsor && slices.ContainsFunc(own, func(o string) bool { return shortOf(o, g.key) }) {
			delete(e.groups, groupKey{g.typ, g.key})
		}
	}
}

// showWords say of a name that it is a show's.
var showWords = map[string]bool{
	"podcast": true, "show": true, "radio": true, "fm": true, "talk": true, "talks": true, "cast": true, "live": true,
	"weekly": true, "daily": true,
}

// shortOf reports whether a name is a show's or short for it. One word of a longer name ("Linear" of "Linear Digressions") may be
// anybody's.
func shortOf(show, name string) bool {
	rest, begins := strings.CutPrefix(show, name+" ")
	return show == name || begins && (strings.Contains(name, " ") || showWords[rest])
}

// saidAsOwn reports whether the words before a place speak of the show.
func (e *episode) saidAsOwn(start int) bool {
	first := wordAt(e.words, start)
	return slices.ContainsFunc(ownShowCues, func(cue []string) bool {
		for n, w := range cue {
			if at := first - 1 - n; at < 0 || e.words[at].Fold != w {
				return false
			}
		}
		return true
	})
}

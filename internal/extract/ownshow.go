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
// not pay for itself. Nothing else is meant either where it stands in the show's name ("this is Marginal Costs").
func (e *episode) dropOwnShow() {
	e.dropOwnName()
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

// namedAfter are the types of what shows are called after. Who a show is named after speaks in it.
var namedAfter = map[mention.Type]bool{mention.Concept: true, mention.Product: true, mention.Company: true, mention.Location: true}

// dropOwnName removes places of things that are a part of the show's name where it is said ("The Marginalia Hour", "Talk Python To Me"),
// and of ideas that are its whole name, written as a name. A firm's own show may be called as the firm is, and a show of one word as any
// thing.
func (e *episode) dropOwnName() {
	show := strings.Fields(Key(e.about.Show))
	if len(show) < 2 {
		return
	}
	for _, g := range e.sorted() {
		if !namedAfter[g.typ] {
			continue
		}
		g.hits = slices.DeleteFunc(g.hits, func(h hit) bool { return e.inOwnName(g.typ, h, show) })
		if len(g.hits) == 0 {
			delete(e.groups, groupKey{g.typ, g.key})
		}
	}
}

// inOwnName reports whether a place is within the show's name, whose folded words are given.
func (e *episode) inOwnName(typ mention.Type, h hit, show []string) bool {
	first, behind := wordAt(e.words, h.start), wordAt(e.words, h.end)
	for begin := max(0, first-len(show)); begin <= first; begin++ {
		end, said := e.saysName(begin, show)
		if said && behind <= end {
			return first > begin || behind < end || typ == mention.Concept && e.words[first].Upper && e.words[behind-1].Upper
		}
	}
	return false
}

// saysName reports whether a name of folded words is said from word i on, and behind which word it ends. "and" may be said between them,
// because a sign is no word of a name ("Solder & Salt").
func (e *episode) saysName(i int, name []string) (end int, said bool) {
	for n, w := range name {
		if n > 0 && i < len(e.words) && ands[e.words[i].Fold] && !ands[w] {
			i++
		}
		if i >= len(e.words) || e.words[i].Fold != w {
			return 0, false
		}
		i++
	}
	return i, true
}

var ands = wordSet("and und")

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

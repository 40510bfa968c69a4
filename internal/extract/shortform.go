package extract

import (
	"strings"

	"mentionary/internal/mention"
)

// maxPeople bounds how many participants of an episode are looked at.
const maxPeople = 50

// joinShortForms attaches what is said shortly to what was said in full in the same episode: a family or given name to
// the only person who bears it, an acronym to the only name with these initials, a book's title to its form with
// subtitle. Where two could be meant nothing is joined.
func (e *episode) joinShortForms() {
	e.seedParticipants()
	e.dropPartsOfFullNames()
	e.joinMisheard()
	e.seedNamesakes()
	full := map[string][]*group{} // short form to the groups it may stand for
	for _, g := range e.sorted() {
		for _, s := range e.shortFormsOf(g) {
			full[s] = append(full[s], g)
		}
	}
	for _, g := range e.sorted() {
		owners := full[g.key]
		if len(owners) != 1 || owners[0] == g || g.typ == mention.Sponsor || owners[0].typ == mention.Sponsor {
			continue
		}
		owner := owners[0]
		if owner.typ == g.typ || owner.typ == mention.Person && !strings.Contains(g.key, " ") || isAcronymOf(g.name, owner.name) {
			if !e.mayOwn(owner, g) {
				continue
			}
			e.absorb(owner, g)
		}
	}
}

// seedParticipants makes a group for everybody the source names, so that first names can be joined to them. Groups that
// stay without a place in the text are dropped later.
func (e *episode) seedParticipants() {
	for i, p := range e.about.People {
		key := Key(p.Name)
		if i >= maxPeople || !strings.Contains(key, " ") {
			continue
		}
		k := groupKey{mention.Person, key}
		if e.groups[k] == nil {
			e.groups[k] = &group{typ: mention.Person, key: key, name: strings.Join(strings.Fields(p.Name), " ")}
		}
		e.groups[k].sign(mention.SignalParticipant)
	}
}

// dropPartsOfFullNames removes hits of a short name that lie within a hit of a longer one: "York" within "New York".
func (e *episode) dropPartsOfFullNames() {
	type place struct{ start, end int }
	longest := map[int]place{} // start of every word covered to the longest hit that covers it
	for _, g := range e.sorted() {
		for _, h := range g.hits {
			for at := h.start; at < h.end; at++ {
				if p := longest[at]; h.end-h.start > p.end-p.start {
					longest[at] = place{h.start, h.end}
				}
			}
		}
	}
	for _, g := range e.sorted() {
		kept := g.hits[:0]
		for _, h := range g.hits {
			p := longest[h.start]
			if (p.start == h.start && p.end == h.end) || p.end-p.start <= h.end-h.start || p.end < h.end {
				kept = append(kept, h)
			}
		}
		g.hits = kept
		if len(kept) == 0 && !containsSignal(g.signals, mention.SignalParticipant) {
			delete(e.groups, groupKey{g.typ, g.key})
		}
	}
}

func containsSignal(signals []mention.Signal, want mention.Signal) bool {
	for _, s := range signals {
		if s == want {
			return true
		}
	}
	return false
}

// shortForms lists the keys under which a full name may be said.
func shortForms(typ mention.Type, name string) []string {
	words := Words(name)
	if len(words) < 2 {
		return nil
	}
	var forms []string
	switch typ.Names() {
	case mention.PersonName:
		first, last := words[0].Fold, words[len(words)-1].Fold
		for _, w := range []string{last, first} {
			if len(w) >= 3 && !IsCommon(w) {
				forms = append(forms, w)
			}
		}
	case mention.WorkTitle:
		if title := titleHead(name); title != name {
			if key := Key(title); strings.Contains(key, " ") || len(key) > 6 && !IsCommon(key) {
				forms = append(forms, key)
			}
		}
	default:
		if a := initials(words); len(a) >= 3 {
			forms = append(forms, a)
		}
	}
	return forms
}

// titleHead is a title without its subtitle.
func titleHead(name string) string {
	head := name
	for _, sep := range []string{":", " – ", " — ", " - ", ". ", " (", "? ", "! "} {
		if at := strings.Index(head, sep); at > 0 {
			head = head[:at]
		}
	}
	return head
}

// initials returns the folded acronym of a name: its capitals' first letters ("International Space Station": "iss").
func initials(words []Word) string {
	var b strings.Builder
	for _, w := range words {
		if w.Upper && w.Fold[0] < 0x80 {
			b.WriteByte(w.Fold[0])
		}
	}
	return b.String()
}

func isAcronymOf(short, full string) bool {
	words := Words(short)
	return len(words) == 1 && words[0].AllCaps && words[0].Fold == initials(Words(full))
}

package extract

import (
	"maps"
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// SignalUsage says that the words around a name say what it is at several of its places, and hardly say anything else at the others.
const SignalUsage mention.Signal = "usage"

// readUses gives names that nobody has written down the type that their places in the whole episode speak for. A single place says little:
// "we use X" is said of a tool, a firm and a method alike. The words around a name are read in English.
func (e *episode) readUses() {
	if e.german() {
		return
	}
	byKey := map[string][]*group{}
	for _, g := range e.sorted() {
		byKey[g.key] = append(byKey[g.key], g)
	}
	lexicon := NewLexicon()
	var unknown [][]*group // those of one name each
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		if !slices.ContainsFunc(byKey[key], isKnownOtherwise) {
			lexicon.Add(key, int32(len(unknown)))
			lexicon.Add(key+"s", int32(len(unknown)))
			unknown = append(unknown, byKey[key])
		}
	}
	all := make([]uses, len(unknown))
	for _, m := range lexicon.Find(e.words, nil) {
		for _, v := range m.Values {
			all[v].add(e, m, unknown[v][0].key)
		}
	}
	for i, u := range all {
		if t, ok := u.elect(); ok {
			e.retypeAll(unknown[i], t)
		}
	}
}

// isKnownOtherwise reports whether more than the form of a group's name and a guess speak for it, or whether no type has names of this
// form.
func isKnownOtherwise(g *group) bool {
	return g.typ == mention.Sponsor || g.typ == mention.Book || slices.ContainsFunc(strings.Fields(g.name), IsMeeting) || isPeople(g.key) ||
		slices.ContainsFunc(g.signals, func(s mention.Signal) bool {
			return slices.Contains(naming, s) || s == SignalNamePattern || s == SignalGivenName
		})
}

// uses counts what the places of a name say it is.
type uses struct {
	product, company, concept, other int
	where                            int // places that say one is at it: at a firm, or at a place
	named, word                      int // places with and without a capital
	letters                          int // those of them with no other letters: the name is an abbreviation
	several                          int // places that speak of several: "CPUs"
}

// add counts a place of the name with a key, or of its plural.
func (u *uses) add(e *episode, m Match, key string) {
	switch {
	case !e.words[m.First].Upper:
		u.word++
		return
	case !strings.HasSuffix(key, e.words[m.Last].Fold):
		u.several++
		return
	case e.words[m.Last].AllCaps:
		u.letters++
	}
	u.named++
	switch e.around(m.First, m.Last).use() {
	case useProduct:
		u.product++
	case useCompany:
		u.company++
	case useConcept:
		u.concept++
	case useWhere:
		u.where++
	case useOther:
		u.other++
	}
}

const (
	leastUses     = 2 // places that say what a product or a firm is
	leastDoubtful = 3 // the same of an abbreviation, and of an idea
	timesOthers   = 3 // so many times as often as they say anything else
)

// elect returns the type that a name's places speak for. A firm is often called after what it makes: what more places say it is counts.
// A name that stands as often without a capital is a word, and an abbreviation of which there are several is a kind.
func (u uses) elect() (mention.Type, bool) {
	least, company := leastUses, u.company
	abbreviation := u.letters == u.named
	if abbreviation {
		least = leastDoubtful
	}
	if company > 0 {
		company += u.where
	}
	made := u.product + company
	switch {
	case u.named <= u.word, abbreviation && u.several > 0:
	case max(u.product, company) >= least && made >= timesOthers*(u.concept+u.other):
		if u.product > company {
			return mention.Product, true
		}
		return mention.Company, true
	case u.concept >= leastDoubtful && u.concept >= timesOthers*(made+u.other):
		return mention.Concept, true
	}
	return "", false
}

// retypeAll makes one group of a type of all groups of one name.
func (e *episode) retypeAll(groups []*group, t mention.Type) {
	g := groups[0]
	delete(e.groups, groupKey{g.typ, g.key})
	for _, other := range groups[1:] {
		e.absorb(g, other)
	}
	g.typ = t
	g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool {
		return s == SignalGuessedType || s == SignalTypeCue || s == SignalTagger
	})
	g.sign(SignalUsage)
	e.groups[groupKey{t, g.key}] = g
}

// IsMeeting reports whether a word of a name is built like the name of a conference: "NodeFest", "JSConf".
func IsMeeting(word string) bool {
	return slices.ContainsFunc([]string{"Con", "Conf", "Fest", "Camp"}, func(ending string) bool {
		return len(word) > len(ending) && strings.HasSuffix(word, ending)
	})
}

// isPeople reports whether a name is built like that of a people, a language or followers: "Ukrainian", "Zionist".
func isPeople(key string) bool {
	return len(key) >= 6 && slices.ContainsFunc([]string{"ian", "ese", "ish", "ist"}, func(ending string) bool {
		return strings.HasSuffix(key, ending)
	})
}

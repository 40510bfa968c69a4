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
// "we use X" is said of a tool, a firm and a method alike.
func (e *episode) readUses() {
	if e.german() {
		return
	}
	unknown := map[string][]*group{}
	for _, g := range e.sorted() {
		unknown[g.key] = append(unknown[g.key], g)
	}
	lexicon := NewLexicon()
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(unknown)) {
		if !slices.ContainsFunc(unknown[key], func(g *group) bool { return !g.onlyHeard() }) && !isMeeting(key) && !isPeople(key) {
			lexicon.Add(key, int32(len(keys)))
			keys = append(keys, key)
		}
	}
	uses := make([]uses, len(keys))
	for _, m := range lexicon.Find(e.words, nil) {
		uses[m.Values[0]].add(e, m)
	}
	for i, u := range uses {
		if t, ok := u.elect(); ok {
			e.retypeAll(unknown[keys[i]], t)
		}
	}
}

// onlyHeard reports whether only the form of a group's name and a guess speak for it.
func (g *group) onlyHeard() bool {
	return g.typ != mention.Sponsor && g.typ != mention.Book && !slices.ContainsFunc(g.signals, func(s mention.Signal) bool {
		return isListing(s) || s == mention.SignalCue || s == mention.SignalModel || s == SignalNamePattern || s == SignalGivenName
	})
}

// uses counts what the places of a name say it is.
type uses struct {
	product, company, concept, other int
	where                            int  // places that say one is at it: at a firm, or at a place
	named, word                      int  // places with and without a capital
	letters                          bool // the name is an abbreviation
}

func (u *uses) add(e *episode, m Match) {
	if !e.words[m.First].Upper {
		u.word++
		return
	}
	u.named++
	u.letters = e.words[m.Last].AllCaps
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
	leastUses    = 2 // places that say what a product or a firm is
	leastLetters = 3 // places that say what an abbreviation is, and that an idea is one
	timesOthers  = 3 // as often as they say anything else
)

// elect returns the type that a name's places speak for. A firm is often called after what it makes: what more places say it is counts.
// A name that stands more often without a capital is a word.
func (u uses) elect() (mention.Type, bool) {
	least, company := leastUses, u.company
	if u.letters {
		least = leastLetters
	}
	if company > 0 {
		company += u.where
	}
	made := u.product + company
	switch {
	case u.named <= u.word:
	case max(u.product, company) >= least && made >= timesOthers*(u.concept+u.other):
		if u.product > company {
			return mention.Product, true
		}
		return mention.Company, true
	case u.concept >= leastLetters && u.concept >= timesOthers*(made+u.other):
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

// isMeeting reports whether a name is built like that of a conference.
func isMeeting(key string) bool {
	last := lastWord(key)
	return slices.ContainsFunc([]string{"con", "conf", "fest", "camp", "summit", "days"}, func(ending string) bool {
		return strings.HasSuffix(last, ending)
	})
}

// isPeople reports whether a name is built like that of a people, a language or followers: "Ukrainian", "Zionist".
func isPeople(key string) bool {
	return len(key) >= 6 && slices.ContainsFunc([]string{"ian", "ese", "ish", "ist"}, func(ending string) bool {
		return strings.HasSuffix(key, ending)
	})
}

package extract

import (
	"cmp"
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// entry is a name to look for in the catalogue pass and what it stands for.
type entry struct {
	key    groupKey
	name   string
	signal mention.Signal // why it is known
	entity int            // in the directory, 0 for this episode's own
	spoken string         // the form to look for
	alias  bool           // a short form or another spelling: needs capitals where there are any
	taught bool           // a reviewer says so: everyday words or not
	alone  bool           // nobody but this episode says it
}

// maxCatalogueHits bounds the places that the catalogue pass adds, the first of the text: of one name in one sentence only
// one place is kept, and of all places the first MaxMentions. A text of one name said a million times must not cost a
// million places.
const maxCatalogueHits = 10 * MaxMentions

// cataloguePass finds every place where a name is said that was found in this episode, that the directory knows, or
// that belongs to a participant. Names that may mean several things are left to the extractor.
func (e *episode) cataloguePass() {
	own, lexicon := e.entries(), NewLexicon()
	for i, en := range own {
		lexicon.Add(en.spoken, int32(i))
	}
	entries, lexicons := &entries{own: own, met: map[int32]entry{}}, Lexicons{lexicon}
	for _, n := range e.known {
		for _, list := range n.lists {
			entries.known, lexicons = append(entries.known, list), append(lexicons, list.visible())
		}
	}
	covered := e.covered()
	matches := lexicons.Find(e.words, func(m Match) bool { return e.plausible(m, entries) })
	added := 0
	for _, m := range matches {
		if added == maxCatalogueHits {
			break
		}
		start, end := e.words[m.First].Start, e.words[m.Last].End
		context := mention.Editorial
		if InSpans(e.ads, start) {
			context = mention.Ad
		}
		en, ok := e.choose(m.Values, entries, context)
		if ok && en.alias && context == mention.Ad && en.key.typ == mention.Person && e.words[m.First].AllCaps && !e.lowerAt(start) {
			continue // a promotion code that is somebody's name
		}
		if !ok || covered[start] == en.key {
			continue
		}
		if en.key.typ == mention.Sponsor && context != mention.Ad && !en.taught { // who pays is named elsewhere, too, as anybody is
			e.ownNames[en.key.key] = e.ownNames[en.key.key] || e.saidAsOwn(start)
			continue
		}
		if other, taken := covered[start]; taken && other.key == en.key.key {
			continue // the extractor typed this very place
		}
		var signals []mention.Signal
		if en.signal != "" {
			signals = append(signals, en.signal)
			e.beyond[en.key] = e.beyond[en.key] || !en.alone
		}
		added++
		e.add(en.key.typ, en.key.key, en.name, signals, hit{
			start: start, end: end,
			candidate: mention.Candidate{Type: en.key.typ, Context: context},
		})
	}
}

func (e *episode) covered() map[int]groupKey {
	at := map[int]groupKey{}
	for _, g := range e.sorted() {
		for _, h := range g.hits {
			at[h.start] = groupKey{g.typ, g.key}
		}
	}
	return at
}

// entries are the names of this episode's own groups.
func (e *episode) entries() []entry {
	var entries []entry
	owners := map[string]map[groupKey]bool{} // short form to who may be meant
	for _, g := range e.sorted() {
		k := groupKey{g.typ, g.key}
		entries = append(entries, entry{key: k, name: g.name, spoken: g.name})
		for _, s := range append(e.shortFormsOf(g), e.saidForms(g)...) {
			if owners[s] == nil {
				owners[s] = map[groupKey]bool{}
			}
			owners[s][k] = true
			entries = append(entries, entry{key: k, name: g.name, spoken: s, alias: true})
		}
	}
	return slices.DeleteFunc(entries, func(en entry) bool { return en.alias && len(owners[en.spoken]) > 1 })
}

// saidForms are the other names that the built-in lists have for a group and that the episode uses: "AWS" of Amazon Web Services. A word
// without a capital is believed only where the extractor looked at it.
func (e *episode) saidForms(g *group) (forms []string) {
	seen := map[string]bool{g.key: true}
	for _, h := range g.hits {
		said := e.doc.Text[h.start:h.end]
		key := Key(said)
		if seen[key] || e.lowerAt(h.start) && !strings.Contains(key, " ") {
			continue
		}
		seen[key] = true
		if slices.ContainsFunc(h.candidate.Aliases, func(a string) bool { return Key(a) == key }) {
			forms = append(forms, said)
		}
	}
	return forms
}

// entries are all names to look for, as lexicons count them: those of each list on from those of the one before.
type entries struct {
	own   []entry
	known []*nameList
	met   map[int32]entry // of the known names those that the text says
}

func (all *entries) at(v int32) entry {
	if int(v) < len(all.own) {
		return all.own[v]
	}
	en, ok := all.met[v]
	if !ok {
		en = all.unpack(v - int32(len(all.own)))
		all.met[v] = en
	}
	return en
}

func (all *entries) unpack(v int32) entry {
	for _, list := range all.known {
		if int(v) < len(list.of) {
			return list.entry(v)
		}
		v -= int32(len(list.of))
	}
	panic("a value of no lexicon")
}

// choose picks what a found form stands for: what this episode already speaks of, else the only thing the directory
// knows under it. In a paid read the sponsor is meant, outside it anything else.
func (e *episode) choose(values []int32, entries *entries, context mention.Context) (entry, bool) {
	var found, fromCatalogue []entry
	taught := hasTaught(values, entries)
	for _, v := range values {
		en := entries.at(v)
		if taught && !en.taught {
			continue
		}
		if (en.key.typ == mention.Sponsor) != (context == mention.Ad) && hasBoth(values, entries) {
			continue
		}
		if e.groups[en.key] != nil {
			found = append(found, en)
		} else {
			fromCatalogue = append(fromCatalogue, en)
		}
	}
	candidates := found
	if len(candidates) == 0 {
		candidates = fromCatalogue
	}
	if len(candidates) == 0 {
		return entry{}, false
	}
	best := candidates[0] // the episode's own comes first
	own, alone := best.signal == "", e.alone(best)
	for _, en := range candidates[1:] {
		if en.key != best.key {
			return entry{}, false
		}
		alone = alone && e.alone(en)
		if own {
			best.signal = cmp.Or(en.signal, best.signal)
		} else if en.before(best) {
			best = en
		}
	}
	best.alone = alone
	return best, true
}

// alone reports whether nobody but this episode says a name: it is the episode's own, or that of an entity which only this episode holds.
func (e *episode) alone(en entry) bool { return en.signal == "" || e.about.OnlyHere[en.entity] }

// before reports whether of two known names for things with one key a comes first: names before aliases, then the better spelling, so that
// the order in which they are known plays no part.
func (a entry) before(b entry) bool {
	if a.alias != b.alias {
		return b.alias
	}
	return a.name != b.name && betterName(a.name, b.name)
}

// hasTaught reports whether a reviewer says what a form means.
func hasTaught(values []int32, entries *entries) bool {
	return slices.ContainsFunc(values, func(v int32) bool { return entries.at(v).taught })
}

// hasBoth reports whether a form names a sponsor as well as something else.
func hasBoth(values []int32, entries *entries) bool {
	sponsor, other := false, false
	for _, v := range values {
		if entries.at(v).key.typ == mention.Sponsor {
			sponsor = true
		} else {
			other = true
		}
	}
	return sponsor && other
}

// maxPhrase is the number of ordinary words that people say together without a title in mind: "the right side of history".
const maxPhrase = 5

// madeNames are the forms of names that somebody made up for a thing, often of ordinary words: "Linear", "Lobsters".
var madeNames = map[mention.NameForm]bool{mention.WorkTitle: true, mention.ProductName: true, mention.FirmName: true}

// plausible reports whether the words at a match can be the name: everyday words need the capitals of a name, and where
// the transcript has no capitals at all they need company.
func (e *episode) plausible(m Match, entries *entries) bool {
	switch {
	case hasTaught(m.Values, entries):
		return true
	case InSpans(e.unsaid, e.words[m.First].Start):
		return false
	}
	words := e.words[m.First : m.Last+1]
	uncommon, runes, upper, ordinary := 0, 0, 0, 0
	for _, w := range words {
		runes += len(w.Fold)
		if IsCommon(w.Fold) || hasLine(dictionary, w.Fold) {
			ordinary++
		}
		if !IsCommon(w.Fold) {
			uncommon++
		}
		if w.Upper {
			upper++
		}
	}
	concept, book, place, made, elsewhere := true, true, true, true, true
	for _, v := range m.Values {
		typ := entries.at(v).key.typ
		elsewhere = elsewhere && entries.at(v).signal == mention.SignalCatalogue
		concept = concept && typ == mention.Concept
		book = book && typ == mention.Book
		place = place && typ == mention.Location
		made = made && madeNames[typ.Names()]
	}
	if place && elsewhere && e.namesSchool(m.Last+1) {
		return false
	}
	single := len(words) == 1
	if e.lowerAt(words[0].Start) {
		switch {
		case single:
			return uncommon == 1 && runes >= 4 && !(ordinary == 1 && (made || concept && elsewhere))
		case book && elsewhere && ordinary == len(words):
			return len(words) > maxPhrase
		}
		return uncommon > 0 || len(words) >= 4
	}
	if book && elsewhere && ordinary == len(words) && (single || len(words) == 2 && words[0].Fold == "the") && !e.aboutBooks(m) {
		return false // "the grid", "Reels"
	}
	if single {
		w := words[0]
		switch {
		case runes < 2:
			return false
		case runes == 2 && !w.AllCaps: // "C#", "Qt"
			return uncommon == 1 && made && e.writtenVery(w, m.Values, entries)
		case e.spelledOtherwise(w, m.Values, entries), book && e.german(): // every German noun has a capital
			return false
		case uncommon == 0:
			return w.Upper && w.Gap != GapSentence && !e.german()
		case concept && elsewhere && ordinary == 1: // one episode's idea is everybody's word: "scope", "correction"
			return w.Upper && w.Gap != GapSentence && !e.german()
		case concept:
			return runes >= 4 || w.AllCaps
		}
		return w.Upper || made && ordinary == 0 && e.writtenVery(w, m.Values, entries) // "iPhone", "npm"
	}
	if uncommon == 0 && !concept && !e.writtenAs(words, m.Values, entries) {
		return false
	}
	return concept || upper > 0 && (words[0].Upper || words[len(words)-1].Upper) || uncommon == len(words) && runes >= 10
}

// namesSchool reports whether word i makes the name of a school of the place before it: "St. Paul University". An extractor may know
// more of what is named after places; names that the directory knows are looked for without it.
func (e *episode) namesSchool(i int) bool {
	return i < len(e.words) && e.words[i].Gap == GapSpace && (e.words[i].Fold == "university" || e.words[i].Fold == "college")
}

// aboutBooks reports whether the words around a match speak of books.
func (e *episode) aboutBooks(m Match) bool {
	around := e.words[max(0, m.First-nearTitle):min(len(e.words), m.Last+1+nearTitle)]
	return slices.ContainsFunc(around, func(w Word) bool { return IsBookTalk(w.Fold) })
}

const nearTitle = 12 // words

// writtenAs reports whether everyday words have the capitals of a name that they may be: "Why not?" is no mention of the book "Why Not".
func (e *episode) writtenAs(words []Word, values []int32, entries *entries) bool {
	return slices.ContainsFunc(values, func(v int32) bool {
		name := Words(entries.at(v).spoken)
		if len(name) != len(words) {
			return true // marks divide the words of one otherwise
		}
		for i, w := range words {
			if name[i].Upper && !w.Upper {
				return false
			}
		}
		return true
	})
}

// writtenVery reports whether a word has the very letters of the names that it may be.
func (e *episode) writtenVery(w Word, values []int32, entries *entries) bool {
	return !slices.ContainsFunc(values, func(v int32) bool { return entries.at(v).spoken != e.doc.Text[w.Start:w.End] })
}

// spelledOtherwise reports whether a word is another one than the name that it folds to: "Who" is not WHO, and "Böse" not Bose. Accents
// are left out of names, never added to them.
func (e *episode) spelledOtherwise(w Word, values []int32, entries *entries) bool {
	said := e.doc.Text[w.Start:w.End]
	for _, v := range values {
		name := entries.at(v).spoken
		shouted := strings.ToUpper(name) == name && IsCommon(w.Fold)
		if !(shouted && !w.AllCaps) && !AddsAccents(entries.at(v).key.typ, said, name) {
			return false
		}
	}
	return true
}

func (e *episode) german() bool {
	if e.language == "" {
		e.language = "en"
		if IsGerman(e.about.Language, e.words) {
			e.language = "de"
		}
	}
	return e.language == "de"
}

func (e *episode) lowerAt(offset int) bool { return InSpans(e.lower, offset) }

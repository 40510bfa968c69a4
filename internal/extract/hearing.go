package extract

import (
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// naming are the signals of somebody who knows the name.
var naming = []mention.Signal{
	mention.SignalParticipant, mention.SignalCatalogue, mention.SignalModel, mention.SignalCue, mention.SignalGazetteer,
	mention.SignalCreatorLink, mention.SignalShowNotes, SignalReviewed,
}

// How sure the voice must be, over all places of a name.
const (
	confirmsWord  = 0.75 // a name of one word with one place
	confirmsOnce  = 0.6  // a name with one place
	confirms      = 0.45 // a name with several
	retypes       = 0.6  // to give a guessed name another type
	certain       = 0.8  // that it is a place or a product
	outvotes      = 0.8  // to give a name that is built like a person's another type
	hardly        = 0.15 // what it takes for no name of that type
	seldom        = 0.35 // what it does not take for a name of that type, mostly
	manyPlaces    = 2    // fewer places are no reason to doubt
	severalPlaces = 5
)

// heardName is what the voice says of all places of a name.
type heardName struct {
	sum    Opinion
	places int
}

func (h heardName) mean() Opinion {
	var m Opinion
	if h.places > 0 {
		m.add(h.sum, 1/float32(h.places))
	}
	return m
}

// sure reports whether what is heard confirms a group's type. It has little ear for ideas: they need other evidence.
func (h heardName) sure(g *group) bool {
	likely := h.mean().For(g.typ)
	switch {
	case h.places == 0 || g.typ == mention.Concept:
		return false
	case h.places >= manyPlaces:
		return likely >= confirms
	case !strings.Contains(g.key, " "):
		return likely >= confirmsWord
	}
	return likely >= confirmsOnce
}

// listenTo lets a voice speak about every candidate name and its short forms, at all their places. The voice knows English.
func (e *episode) listenTo(voices []Voice) {
	if len(voices) == 0 || voices[0] == nil || e.german() {
		return
	}
	e.chorus = newChorus(voices[0], e.doc.Text, e.words)
	e.spoken = map[string]heardName{}
	lexicon := NewLexicon()
	var keys []string
	for _, g := range e.sorted() {
		for _, form := range append([]string{g.key}, shortForms(g.typ, g.name)...) {
			lexicon.Add(form, int32(len(keys)))
			keys = append(keys, form)
		}
	}
	for _, m := range lexicon.Find(e.words, e.written) {
		key := keys[m.Values[0]]
		h := e.spoken[key]
		if h.places == maxListened {
			continue
		}
		if o, ok := e.chorus.at(e.words[m.First].Start, e.words[m.Last].End); ok {
			h.sum.add(o, 1)
			h.places++
			e.spoken[key] = h
		}
	}
	e.retype()
}

// written reports whether a place is written like a name, where the transcript has capitals at all.
func (e *episode) written(m Match) bool {
	return e.words[m.First].Upper || e.words[m.Last].Upper || e.lowerAt(e.words[m.First].Start)
}

// retype gives names whose type is a guess the type that the voice hears at most of their places, and marks what it
// confirms, before rivals are compared.
func (e *episode) retype() {
	for _, g := range e.sorted() {
		h := e.spoken[g.key]
		if h.places == 0 || g.typ == mention.Sponsor {
			continue
		}
		mean := h.mean()
		if h.sure(g) {
			if !g.loneName() {
				g.sign(SignalTagger)
			}
			continue
		}
		t, likely := mean.best()
		if t == mention.Person && !likeSomebody(g.name) || t == g.typ || likely < retypes || mean.For(g.typ) > 1-outvotes || !g.guessed(likely) {
			continue
		}
		delete(e.groups, groupKey{g.typ, g.key})
		g.typ = t
		g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool {
			return s == SignalGuessedType || s == SignalTypeCue || s == SignalNamePattern || s == SignalGivenName
		})
		g.sign(SignalTagger)
		if other := e.groups[groupKey{t, g.key}]; other != nil {
			e.absorb(other, g)
			continue
		}
		e.groups[groupKey{t, g.key}] = g
	}
}

// doubtType takes back what a few places said for a type that the voice does not hear at all of them: "moved to poker" once
// makes no place of a game. Nor does a list of places: "Savannah" is a guest there, "Phoenix" a program.
func (e *episode) doubtType(g *group) {
	elsewhere := g.typ == mention.Location && len(g.hits) > 0 && !e.lowerAt(g.hits[0].start)
	g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool {
		return s == SignalTypeCue || elsewhere && s == mention.SignalGazetteer
	})
	if !settled(g.signals) {
		g.sign(SignalGuessedType)
	}
}

// likeSomebody reports whether a name can be a person's full name.
func likeSomebody(name string) bool {
	return strings.Contains(name, " ") && !strings.ContainsAny(name, "0123456789&_/")
}

// loneName reports whether a group is a person of whom one name alone is known: that it is somebody is no news, who it is
// nobody knows.
func (g *group) loneName() bool { return g.typ == mention.Person && !strings.Contains(g.key, " ") }

// best returns the type that is most likely, of those the voice may give.
func (o Opinion) best() (mention.Type, float32) {
	best := mention.Person
	for _, t := range []mention.Type{mention.Company, mention.Location, mention.Product} {
		if o.For(t) > o.For(best) {
			best = t
		}
	}
	return best, o.For(best)
}

// guessed reports whether nothing strong speaks for a group's type, so that a voice that is so sure of another may change
// it.
func (g *group) guessed(likely float32) bool {
	return !slices.ContainsFunc(g.signals, func(s mention.Signal) bool {
		switch s {
		case mention.SignalParticipant, mention.SignalCatalogue, mention.SignalModel, mention.SignalCue, mention.SignalGazetteer:
			return true
		case SignalNamePattern, SignalGivenName:
			return likely < outvotes
		}
		return false
	})
}

// heed adds what the voice says of all places of each group: that it confirms the type, or that it hears none.
func (e *episode) heed() {
	if e.chorus == nil {
		return
	}
	for _, g := range e.sorted() {
		if g.typ == mention.Sponsor || containsSignal(g.signals, mention.SignalParticipant) {
			continue
		}
		if containsSignal(g.signals, SignalUsage) { // the words around it are what the voice listens to
			continue
		}
		h := e.hear(g)
		mean := h.mean()
		g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool { return s == SignalTagger })
		switch {
		case h.places == 0 || g.typ == mention.Concept:
		case h.sure(g):
			if !g.loneName() {
				g.sign(SignalTagger)
			}
			if mean.For(g.typ) >= certain && (g.typ == mention.Location || g.typ == mention.Product) {
				g.sign(SignalTaggerSure)
			}
		case h.places > 0 && mean.Person < seldom && e.unwritten(g):
			g.sign(SignalTaggerDoubts)
		case h.places >= manyPlaces && mean.against(g.typ) && !containsSignal(g.signals, SignalDistinct):
			g.sign(SignalTaggerDoubts)
			e.doubtType(g)
		}
	}
}

// unwritten reports whether a person is known by nothing but a given name before some rare word, in a text without capitals:
// "stan commented" looks so, too.
func (e *episode) unwritten(g *group) bool {
	return g.typ == mention.Person && len(g.hits) > 0 && e.lowerAt(g.hits[0].start) && containsSignal(g.signals, SignalNamePattern) &&
		!slices.ContainsFunc(g.signals, func(s mention.Signal) bool { return slices.Contains(naming, s) })
}

// hear sums what the voice says of a group's places.
func (e *episode) hear(g *group) heardName {
	var h heardName
	seen := map[int]bool{}
	for _, hit := range g.hits {
		if seen[hit.start] || h.places == maxListened {
			continue
		}
		seen[hit.start] = true
		if o, ok := e.chorus.at(hit.start, hit.end); ok {
			h.sum.add(o, 1)
			h.places++
		}
	}
	return h
}

// against reports whether the voice speaks against a type. It knows people, companies and places well; of products, works
// and ideas it misses many, so that only another type counts there.
func (o Opinion) against(t mention.Type) bool {
	if o.For(t) >= hardly {
		return false
	}
	switch t {
	case mention.Person, mention.Company, mention.Location:
		return true
	}
	return o.Person+o.Company+o.Location > retypes
}

// shortFormsOf lists the short forms under which a group's name may be said. A person who is only a guess has none, nor
// does anybody own a word that the voice does not hear as a person ("China" of "Imperial China").
func (e *episode) shortFormsOf(g *group) []string {
	forms := shortForms(g.typ, g.name)
	if g.typ != mention.Person {
		return forms
	}
	if !g.typed() {
		return nil
	}
	return slices.DeleteFunc(append(forms, e.misspelled(g)...), func(form string) bool {
		h := e.spoken[form]
		return h.places >= manyPlaces && h.mean().Person < hardly || h.places >= severalPlaces && h.mean().Person < seldom
	})
}

// mayOwn reports whether a person's short form may take over another group: one that is known as something else stays what
// it is, unless the voice hears a person there.
func (e *episode) mayOwn(owner, g *group) bool {
	return owner.typ == g.typ || owner.typ != mention.Person || !containsSignal(g.signals, mention.SignalGazetteer) ||
		e.spoken[g.key].mean().Person >= confirms
}

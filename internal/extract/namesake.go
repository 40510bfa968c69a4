package extract

import (
	"cmp"
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// seedNamesakes makes a group for everybody whom the creator's notes name in full and the talk by one name only: "Adam" is
// Adam Stacoviak where the notes know one Adam, and so is the "Brian" of a machine Bryan Cantrill. Groups that stay without a place in the
// text are dropped later.
func (e *episode) seedNamesakes() {
	full := e.fullNamesInNotes()
	for _, g := range e.sorted() {
		name := full[g.key]
		for _, other := range e.heardAs(g.key) {
			if !e.bears(g.key) {
				name = cmp.Or(name, full[other])
			}
		}
		k := groupKey{mention.Person, Key(name)}
		if name == "" || !g.anybodys() || e.groups[k] != nil {
			continue
		}
		e.groups[k] = &group{typ: k.typ, key: k.key, name: name, signals: []mention.Signal{SignalNamePattern}}
	}
}

// heardAs returns the other spellings of a given name, any of which a machine may have written down: "Brian" for Bryan. None where people
// wrote the text.
func (e *episode) heardAs(given string) []string {
	if !e.machine {
		return nil
	}
	for _, alike := range givenAlike {
		if slices.Contains(alike, given) {
			return slices.DeleteFunc(slices.Clone(alike), func(other string) bool { return other == given })
		}
	}
	return nil
}

// bears reports whether somebody in the episode or its notes who is called by two names has a given name.
func (e *episode) bears(given string) bool {
	for _, g := range e.groups {
		if g.typ == mention.Person && g.typed() && strings.HasPrefix(g.key, given+" ") {
			return true
		}
	}
	_, noted := e.fullNamesInNotes()[given]
	return noted
}

// misspelled returns the other spellings of the given name of somebody who is named in writing, where nobody bears them.
func (e *episode) misspelled(g *group) []string {
	given, family, two := strings.Cut(g.key, " ")
	if !two || !containsSignal(g.signals, mention.SignalParticipant) && Key(e.fullNamesInNotes()[given]) != given+" "+family {
		return nil
	}
	return slices.DeleteFunc(e.heardAs(given), e.bears)
}

// anybodys reports whether a group is a given name and nothing else. Neither notes nor a directory that have it, nor words like
// "my guest", say who is meant.
func (g *group) anybodys() bool {
	return g.loneName() && containsSignal(g.signals, SignalGivenName) &&
		!slices.ContainsFunc(g.signals, func(s mention.Signal) bool {
			return s == mention.SignalParticipant || s == mention.SignalGazetteer || s == mention.SignalModel || s == SignalReviewed
		})
}

// forgetNobody takes back from a given name what would make it somebody.
func (g *group) forgetNobody() {
	if g.anybodys() {
		g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool {
			return s == mention.SignalCatalogue || s == mention.SignalCue || s == mention.SignalShowNotes || s == mention.SignalCreatorLink
		})
	}
}

// fullNamesInNotes returns the full name that the notes have for a given name, empty where they have several.
func (e *episode) fullNamesInNotes() map[string]string {
	if e.noted != nil {
		return e.noted
	}
	text := e.notesText()
	words := Words(text)
	full := map[string]string{}
	e.noted = full
	for i := 0; i+1 < len(words); i++ {
		if !surnameAfter(words, i) {
			continue
		}
		name := text[words[i].Start:words[i+1].End]
		if other, seen := full[words[i].Fold]; seen && Key(other) != Key(name) {
			name = ""
		}
		full[words[i].Fold] = name
	}
	return full
}

// surnameAfter reports whether a word of the notes is written like a given name that a family name follows.
func surnameAfter(words []Word, i int) bool {
	w, next := words[i], words[i+1]
	return w.Upper && next.Upper && !next.AllCaps && next.Gap == GapSpace && !IsCommon(next.Fold) && len(next.Fold) > 2 &&
		!strings.HasSuffix(next.Fold, "'s") && (i+2 == len(words) || !words[i+2].Upper || words[i+2].Gap != GapSpace)
}

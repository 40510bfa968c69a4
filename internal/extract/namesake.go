package extract

import (
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// seedNamesakes makes a group for everybody whom the creator's notes name in full and the talk by one name only: "Adam" is
// Adam Stacoviak where the notes know one Adam. Groups that stay without a place in the text are dropped later.
func (e *episode) seedNamesakes() {
	full := e.fullNamesInNotes()
	for _, g := range e.sorted() {
		name := full[g.key]
		k := groupKey{mention.Person, Key(name)}
		if name == "" || !g.anybodys() || e.groups[k] != nil {
			continue
		}
		e.groups[k] = &group{typ: k.typ, key: k.key, name: name, signals: []mention.Signal{SignalNamePattern}}
	}
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
	text := e.notesText()
	words := Words(text)
	full := map[string]string{}
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

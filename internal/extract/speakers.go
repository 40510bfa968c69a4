package extract

import (
	"slices"
	"strings"

	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

const (
	fewestTurns    = 3 // cues that carry a label before it is somebody who takes part
	longestSpeaker = 4 // words of a person's name
)

// WithSpeakers returns the context with those who speak in the cues, as far as labels are full names: the names of who takes part where
// the source tells none. Labels such as "Speaker 2" and "Voice Over" name nobody. At most maxPeople take part.
func (c Context) WithSpeakers(cues []transcript.Cue) Context {
	turns := map[string]int{}
	var speakers []string // in the order in which they speak
	for _, cue := range cues {
		name := withoutDegree(cue.Speaker)
		if turns[name]++; turns[name] == fewestTurns {
			speakers = append(speakers, name)
		}
	}
	people := slices.Clone(c.People)
	for _, name := range speakers {
		known := slices.ContainsFunc(people, func(p media.Person) bool { return Key(p.Name) == Key(name) })
		if len(people) < maxPeople && !known && isSomebody(name) {
			people = append(people, media.Person{Name: name})
		}
	}
	c.People = people
	return c
}

// isSomebody reports whether a speaker's label is a person's full name: capitals, no numbers, no everyday word for a family name.
func isSomebody(label string) bool {
	words := Words(label)
	if len(words) < 2 || len(words) > longestSpeaker || strings.ContainsAny(label, "0123456789()[]:&/") || !words[0].Upper {
		return false
	}
	last := words[len(words)-1]
	return last.Upper && (PeopleBear(Key(label)) || !IsCommon(last.Fold) && !hasLine(dictionary, last.Fold))
}

// ownAuthor returns who calls a book their own, empty when nobody does whose full name labels what they say.
func (e *episode) ownAuthor(g *group) string {
	if g.typ != mention.Book {
		return ""
	}
	for _, h := range g.hits {
		if i := e.doc.CueAt(h.start); h.candidate.Stance == mention.OwnWork && i >= 0 && i < len(e.cues) {
			if name := withoutDegree(e.cues[i].Speaker); isSomebody(name) {
				return name
			}
		}
	}
	return ""
}

// withoutDegree is the name in a label: "Nora Vint" of "Nora Vint, PhD".
func withoutDegree(label string) string {
	name, _, _ := strings.Cut(label, ",")
	return strings.TrimSpace(name)
}

package extract

import (
	"slices"
	"strings"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// joinMisheard attaches people who are known only by what was heard to the one of whom somebody has the name in writing (the notes of
// the episode, the source, a list) and whose name sounds like theirs. Half of the two names is the same word: "Nora Vindt" is Nora Vint
// where the notes have her, but "Norah Vindt" may be another. Where two could be meant nothing is joined, and of two who were only heard
// nobody knows which is right. Whose family name is a rare one and who is nobody known is the one well-known person who sounds so, and
// whose given name is only spelled otherwise is that person whatever the family name: "Jeff Hinton" is Geoff Hinton.
func (e *episode) joinMisheard() {
	written := e.peopleInNotes()
	notes := foldedWords(Words(e.notesText()))
	var heard []*group
	for _, g := range e.sorted() {
		switch {
		case !hasTwoNames(g):
		case slices.ContainsFunc(g.signals, isListing) || wellKnown(g.key):
			written[g.key] = g.name
		case !strings.Contains(notes, " "+g.key+" "):
			heard = append(heard, g)
		}
	}
	byName := map[string][]string{} // keys of who is written, by each of the two names
	for key := range written {
		given, family, _ := strings.Cut(key, " ")
		byName[given], byName[family] = append(byName[given], key), append(byName[family], key)
	}
	for _, g := range heard {
		key := meantBy(g.key, byName)
		name := written[key]
		if key == "" {
			key = wellKnownFor(g.key)
			name = people().names[key]
		}
		if key == "" {
			continue
		}
		k := groupKey{mention.Person, key}
		if e.groups[k] == nil {
			e.groups[k] = &group{typ: k.typ, key: k.key, name: name}
		}
		e.absorb(e.groups[k], g)
	}
}

// wellKnownFor returns the key of the well-known person who is meant by a name that was heard, empty without one.
func wellKnownFor(heard string) string {
	if key := spelledOtherwise(heard); key != "" {
		return key
	}
	if !rarely(heard) {
		return ""
	}
	return meantBy(heard, people().byName)
}

// meantBy returns the key of the only written name that sounds like one that was heard, empty without one.
func meantBy(heard string, byName map[string][]string) string {
	given, family, _ := strings.Cut(heard, " ")
	meant := ""
	for _, key := range slices.Concat(byName[given], byName[family]) {
		if key == meant || !soundLike(heard, key) {
			continue
		}
		if meant != "" {
			return ""
		}
		meant = key
	}
	return meant
}

// soundLike reports whether one of two names is the same in two keys and the other sounds alike. Given names that end otherwise are
// other people's: Daniel and Danielle.
func soundLike(a, b string) bool {
	givenA, familyA, _ := strings.Cut(a, " ")
	givenB, familyB, _ := strings.Cut(b, " ")
	switch {
	case a == b:
		return false
	case givenA == givenB:
		return len(familyA) > 2 && len(familyB) > 2 && match.SameName(mention.Company, familyA, familyB)
	case familyA == familyB:
		return endsInVowel(givenA) == endsInVowel(givenB) && match.SameName(mention.Company, givenA, givenB)
	}
	return false
}

// givenAlike are given names that are said alike and spelled otherwise. They are a list because names that only resemble each other sound
// alike, too, and because short forms of a name, which matching knows, are said otherwise.
var givenAlike = [][]string{
	{"alan", "allan", "allen"},
	{"ann", "anne"},
	{"anthony", "antony"},
	{"brian", "bryan"},
	{"carl", "karl"},
	{"catherine", "katherine", "kathryn"},
	{"cathy", "kathy"},
	{"chris", "kris"},
	{"christopher", "kristopher"},
	{"corey", "cory"},
	{"craig", "kraig"},
	{"curt", "kurt"},
	{"daryl", "darryl"},
	{"elisabeth", "elizabeth"},
	{"eric", "erik"},
	{"frances", "francis"},
	{"frederic", "frederick"},
	{"geoff", "jeff"},
	{"geoffrey", "jeffrey"},
	{"gerry", "jerry"},
	{"glen", "glenn"},
	{"greg", "gregg"},
	{"hanna", "hannah"},
	{"isabel", "isabelle"},
	{"john", "jon"},
	{"josef", "joseph"},
	{"kristen", "kristin"},
	{"laurence", "lawrence"},
	{"lesley", "leslie"},
	{"lewis", "louis"},
	{"lindsay", "lindsey"},
	{"marc", "mark"},
	{"mathew", "matthew"},
	{"neal", "neil"},
	{"nicholas", "nicolas"},
	{"philip", "phillip"},
	{"rachael", "rachel"},
	{"randal", "randall"},
	{"rebecca", "rebekah"},
	{"russel", "russell"},
	{"sara", "sarah"},
	{"sean", "shaun", "shawn"},
	{"sofia", "sophia"},
	{"stephen", "steven"},
	{"stewart", "stuart"},
	{"teresa", "theresa"},
	{"terri", "terry"},
	{"vivian", "vivien"},
	{"zach", "zack"},
}

// spelledOtherwise returns the key of the only well-known person whose given name is said like that of a name that was heard, and whose
// family name is the same; empty without one.
func spelledOtherwise(heard string) string {
	given, family, _ := strings.Cut(heard, " ")
	meant := ""
	for _, alike := range givenAlike {
		if !slices.Contains(alike, given) {
			continue
		}
		for _, other := range alike {
			key := other + " " + family
			if people().names[key] == "" {
				continue
			}
			if meant != "" {
				return ""
			}
			meant = key
		}
	}
	return meant
}

func endsInVowel(name string) bool { return strings.ContainsRune("aeiouy", rune(name[len(name)-1])) }

// hasTwoNames reports whether a group is a person of whom a given and a family name are known, and nothing between.
func hasTwoNames(g *group) bool { return g.typ == mention.Person && strings.Count(g.key, " ") == 1 }

func isListing(s mention.Signal) bool { return slices.Contains(listing, s) }

// peopleInNotes returns what the notes have that is written like the two names of somebody, by key.
func (e *episode) peopleInNotes() map[string]string {
	text := e.notesText()
	words := Words(text)
	names := map[string]string{}
	for i := 0; i+1 < len(words); i++ {
		within := i > 0 && words[i-1].Upper && words[i].Gap == GapSpace && !IsCommon(words[i-1].Fold) // a longer name
		if surnameAfter(words, i) && !IsCommon(words[i].Fold) && !greetings[words[i].Fold] && !within {
			name := text[words[i].Start:words[i].End] + " " + text[words[i+1].Start:words[i+1].End]
			names[Key(name)] = name
		}
	}
	return names
}

// greetings stand before names with a capital.
var greetings = map[string]bool{"hey": true, "hi": true, "hello": true, "dear": true, "thanks": true, "welcome": true, "hallo": true}

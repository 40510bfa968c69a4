package extract

import (
	"cmp"
	"slices"
	"strings"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// joinMisheard attaches people who are known only by what was heard to the one of the same episode whose name sounds like theirs and is
// better known: written in the notes, on a list, or heard more often. Half of the two names is the same word: "Nora Vindt" is Nora Vint
// where the notes have her, but "Nora Vint" and "Norah Vindt" may be two. Where two could be meant nothing is joined.
func (e *episode) joinMisheard() {
	noted := e.peopleInNotes()
	var heard []*group
	people := map[string][]*group{} // by each of the two names
	for _, g := range e.sorted() {
		given, family, ok := twoNames(g)
		if !ok {
			continue
		}
		people[given], people[family] = append(people[given], g), append(people[family], g)
		if _, isNoted := noted[g.key]; !isNoted && !slices.ContainsFunc(g.signals, isListing) {
			heard = append(heard, g)
		}
	}
	slices.SortStableFunc(heard, func(a, b *group) int { return cmp.Compare(e.timesSaid(a), e.timesSaid(b)) })
	for _, g := range heard {
		if name := e.meantBy(g, people, noted); name != "" {
			k := groupKey{mention.Person, Key(name)}
			if e.groups[k] == nil {
				e.groups[k] = &group{typ: k.typ, key: k.key, name: name}
			}
			e.absorb(e.groups[k], g)
		}
	}
}

// meantBy returns the name of the only better known person whose name sounds like a group's, empty without one.
func (e *episode) meantBy(g *group, people map[string][]*group, noted map[string]string) string {
	given, family, _ := twoNames(g)
	meant := ""
	for _, other := range slices.Concat(people[given], people[family]) {
		_, isNoted := noted[other.key]
		listed := isNoted || slices.ContainsFunc(other.signals, isListing)
		if other == g || e.groups[groupKey{other.typ, other.key}] != other || !listed && e.timesSaid(other) <= e.timesSaid(g) ||
			!soundLike(g.key, other.key) {
			continue
		}
		if meant != "" && Key(meant) != other.key {
			return ""
		}
		meant = other.name
	}
	for key, name := range noted {
		if !soundLike(g.key, key) || meant != "" && Key(meant) == key {
			continue
		}
		if meant != "" {
			return ""
		}
		meant = name
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

func endsInVowel(name string) bool { return strings.ContainsRune("aeiouy", rune(name[len(name)-1])) }

// twoNames are the given and the family name of a person who has just these.
func twoNames(g *group) (given, family string, ok bool) {
	given, family, ok = strings.Cut(g.key, " ")
	return given, family, ok && g.typ == mention.Person && !strings.Contains(family, " ")
}

// timesSaid is how often a name is said, as far as is known before all places are looked for.
func (e *episode) timesSaid(g *group) int { return max(g.places(), e.spoken[g.key].places) }

func isListing(s mention.Signal) bool { return slices.Contains(listing, s) }

// peopleInNotes returns what the notes have that is written like the two names of somebody, by key.
func (e *episode) peopleInNotes() map[string]string {
	text := e.notesText()
	words := Words(text)
	names := map[string]string{}
	for i := 0; i+1 < len(words); i++ {
		if surnameAfter(words, i) && !IsCommon(words[i].Fold) && (i == 0 || !words[i-1].Upper || words[i].Gap != GapSpace) {
			name := strings.Join(strings.Fields(text[words[i].Start:words[i+1].End]), " ")
			names[Key(name)] = name
		}
	}
	return names
}

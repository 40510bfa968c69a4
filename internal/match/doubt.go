package match

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"mentionary/internal/mention"
)

// Least likeness of two words, or of two surnames, that a person need not look at.
const (
	surelyHeard   = 0.85 // by sound
	surelySpelled = 0.85 // by letters: "Candy" sounds almost like "Kennedy" and is spelled otherwise
)

// doubt says why two names that are alike are not taken for one without a person, empty where likeness is enough. A wrong
// attachment is worse than a duplicate: it puts words into the directory that nobody said, and everything that is learned from
// it is wrong. So likeness joins only what is long enough to be misheard in one place and right in all others.
func doubt(a, b *Profile, s support) string {
	switch {
	case a.key == b.key:
		return ""
	case a.subject.Type == mention.Concept:
		return "a concept is attached under its own name only"
	case !slices.Equal(numerals(a), numerals(b)):
		return "one counts something that the other does not"
	case !slices.Equal(bearings(a), bearings(b)):
		return "they lie in different directions"
	case a.subject.Type == mention.Person:
		return personDoubt(&a.person, &b.person, s)
	case a.head == b.head && len(a.words) > 1 && len(b.words) > 1, tellingKey(a) == tellingKey(b):
		return ""
	case len(a.words) == 1 || len(b.words) == 1:
		return "a single word is too little to tell two names apart"
	case hasCapitals(a.subject.Name) && hasCapitals(b.subject.Name) && !slices.Equal(acronyms(a.subject.Name), acronyms(b.subject.Name)):
		return "letters that stand for words are not heard for others"
	case !everyWordFits(a, b) || !everyWordFits(b, a):
		return "a word of one is not in the other"
	}
	return ""
}

// personDoubt wants one half of the name to be certain and the other to be the same by ear and by eye. Where both halves
// differ, the person must be known here and named together with others of the episode.
func personDoubt(a, b *personName, s support) string {
	supported := s.inChannel && s.together > 0
	if a.mononym || b.mononym {
		if a.surname == b.surname && supported {
			return ""
		}
		return "half a name may be anybody's"
	}
	g := givenSimilarity(*a, *b)
	sameGivenName, sameSurname := g >= 0.95, a.surname == b.surname || a.rest == b.rest
	closeSurname := hearing(a.heard[1], b.heard[1]) >= surelyHeard && near(a.surname, b.surname) >= surelySpelled
	switch {
	case sameGivenName && sameSurname:
		return ""
	case sameSurname && g == 0.8 && s.inChannel: // an initial
		return ""
	case !sameSurname && !closeSurname:
		return "the surnames are not alike"
	case sameGivenName && closeSurname:
		return ""
	case commonGiven[a.given] && commonGiven[b.given]:
		return "two given names that people have"
	case g >= surelyHeard && supported:
		return ""
	}
	return "given names that may be two people's"
}

// countingWords count and are no digits in a key: "World War I", "First Foundation".
var countingWords = wordSet("i one first second third fourth fifth eins zwei drei vier funf erste erster zweite zweiter dritte dritter")

// numerals are the words of a name that count something, in their order.
func numerals(p *Profile) []string {
	var out []string
	for i, w := range p.words {
		first := i == 0 && len(w.text) == 1 // "I, Robot"
		if hasDigit(w.text) || countingWords[w.text] && !first {
			out = append(out, w.text)
		}
	}
	return out
}

// compass are the parts of words that name a direction: "Northeastern" and "Northwestern" sound alike and never are.
var compass = regexp.MustCompile(`north|south|east|west|nord|sud|ost`)

// bearings are the directions in the words of a name, in their order.
func bearings(p *Profile) []string { return compass.FindAllString(p.key, -1) }

// tellingKey is the key of a name without the words that say little ("Sentry.io", "the Sentry app").
func tellingKey(p *Profile) string {
	var ws []string
	for i := range p.words {
		if w := p.words[i].text; !functionWords[w] && !genericWords[w] {
			ws = append(ws, w)
		}
	}
	if len(ws) == 0 {
		return p.key
	}
	return joinWords(ws)
}

// acronyms are the words of a name that are written in capitals only, of two letters and more.
func acronyms(name string) []string {
	if strings.ToUpper(name) == name {
		return nil // all of it is in capitals: that says nothing
	}
	var out []string
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > 1 && strings.ToUpper(w) == w && strings.ToLower(w) != w {
			out = append(out, w)
		}
	}
	return out
}

func hasCapitals(name string) bool { return strings.ToLower(name) != name }

// everyWordFits reports whether each telling word of one name is a word of the other, by spelling or by sound.
func everyWordFits(p, other *Profile) bool {
	for i := range p.words {
		w := &p.words[i]
		if functionWords[w.text] || genericWords[w.text] || strings.Contains(other.key, w.text) && len(w.text) >= minInside {
			continue
		}
		if !slices.ContainsFunc(other.words, func(x word) bool {
			return wordPair(w, &x) >= surelyHeard && near(w.text, x.text) >= surelySpelled
		}) {
			return false
		}
	}
	return true
}

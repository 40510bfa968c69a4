package match

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	case a.form == mention.Term:
		return "a concept is attached under its own name only"
	case !slices.Equal(numerals(a), numerals(b)):
		return "one counts something that the other does not"
	case differInDirection(a, b):
		return "they lie in different directions"
	case a.form == mention.PersonName:
		return personDoubt(&a.person, &b.person, s)
	case !a.listing.soldLike(&b.listing):
		return "one is another edition, or for another system"
	case !slices.Equal(about(a), about(b)):
		return "one names something about the other"
	case a.head == b.head && len(a.words) > 1 && len(b.words) > 1, tellingKey(a) == tellingKey(b):
		return ""
	case len(a.words) == 1 || len(b.words) == 1:
		return "a single word is too little to tell two names apart"
	case !hasAcronyms(a, b) || !hasAcronyms(b, a):
		return "letters that stand for words are not heard for others"
	case !everyWordFits(a, b) || !everyWordFits(b, a):
		return "a word of one is not in the other"
	}
	return ""
}

// aboutWords name what is made about a thing, or by it, and is not the thing: "the Sublime Text book".
var aboutWords = wordSet(`blog podcast show channel series book buch paper article course newsletter video film movie album song game
	website site homepage repo repository docs documentation wiki conference foundation`)

// about lists the words of a name that say so.
func about(p *Profile) []string {
	var out []string
	for i := range p.words {
		if w := p.words[i].text; aboutWords[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
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
	g := givenSimilarity(a, b)
	sameGivenName, sameSurname := g >= 0.95, a.surname == b.surname || a.rest == b.rest
	closeSurname := hearing(a.heard[1], b.heard[1]) >= surelyHeard && near(a.surname, b.surname) >= surelySpelled
	switch {
	case sameGivenName && sameSurname:
		return ""
	case sameSurname && g == 0.8 && s.inChannel: // an initial
		return ""
	case !sameSurname && !closeSurname:
		return "the surnames are not alike"
	case a.given == b.given, sameGivenName && (s.inChannel || s.together > 0):
		return ""
	case sameGivenName:
		return "neither half of the name is the same"
	case a.common && b.common:
		return "two given names that people have"
	case g >= surelyHeard && supported:
		return ""
	}
	return "given names that may be two people's"
}

// countingWords are numbers that a key leaves as words, because they also mean other things: "World War I", "First Foundation".
var countingWords = map[string]string{
	"i": "1", "one": "1", "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "eins": "1", "zwei": "2", "drei": "3",
	"vier": "4", "funf": "5",
}

// germanOrdinal is an ordinal with any ending: "Zweiter Weltkrieg", "im Zweiten Weltkrieg".
var germanOrdinal = regexp.MustCompile(`^(erst|zweit|dritt|viert|funft)e[mnrs]?$`)

var germanNumbers = map[string]string{"erst": "1", "zweit": "2", "dritt": "3", "viert": "4", "funft": "5"}

// numerals are the numbers that the words of a name count with, in their order.
func numerals(p *Profile) []string {
	var out []string
	for i := range p.words {
		if n := p.numeral(i); n != "" {
			out = append(out, n)
		}
	}
	return out
}

// numeral is the number that a word counts with, empty for any other word.
func (p *Profile) numeral(i int) string {
	w := p.words[i].text
	switch {
	case hasDigit(w):
		return w
	case i == 0 && len(w) == 1: // "I, Robot"
		return ""
	}
	if m := germanOrdinal.FindStringSubmatch(w); m != nil {
		return germanNumbers[m[1]]
	}
	return countingWords[w]
}

// direction is the beginning of a word that names one: "Northwestern", "Südkorea".
var direction = regexp.MustCompile(`\b(?:north|south|east|west|nord|sud|ost)+`)

// differInDirection reports whether two names say the same of different directions: "Northeastern" and "Northwestern" sound
// alike and never are. Words that only begin like a direction ("Weston") stand against no other direction.
func differInDirection(a, b *Profile) bool {
	ta, tb := a.text(), b.text()
	return !slices.Equal(direction.FindAllString(ta, -1), direction.FindAllString(tb, -1)) &&
		near(direction.ReplaceAllString(ta, ""), direction.ReplaceAllString(tb, "")) >= surelySpelled
}

// text is the words of a name with spaces.
func (p *Profile) text() string {
	ws := make([]string, len(p.words))
	for i := range p.words {
		ws[i] = p.words[i].text
	}
	return strings.Join(ws, " ")
}

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

// hasAcronyms reports whether every word that one name writes in capitals is a word of the other, however that writes it. A name
// that is in capitals as a whole has no acronyms, and one without any was only heard.
func hasAcronyms(p, other *Profile) bool {
	name := p.subject.Name
	if strings.ToUpper(name) == name || !hasCapitals(other.subject.Name) {
		return true
	}
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if utf8.RuneCountInString(w) > 1 && strings.ToUpper(w) == w && strings.ToLower(w) != w &&
			!slices.ContainsFunc(other.words, func(x word) bool { return x.text == fold(w) }) {
			return false
		}
	}
	return true
}

func hasCapitals(name string) bool { return strings.ToLower(name) != name }

// everyWordFits reports whether each telling word of one name is a word of the other, by spelling or by sound.
func everyWordFits(p, other *Profile) bool {
	for i := range p.words {
		w := &p.words[i]
		if functionWords[w.text] || genericWords[w.text] || p.numeral(i) != "" || // numbers are compared before
			strings.Contains(other.key, w.text) && len(w.text) >= minInside {
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

package match

import (
	"cmp"
	"strings"

	"mentionary/internal/mention"
)

// personName is a name in its parts, folded. A single word stands in surname, with given empty.
type personName struct {
	given      string
	middle     []string
	surname    string // last word with its particles joined
	rest       string // everything after the given name, joined: tolerates hyphens and split words
	heard      [3]string
	generation string // jr, sr, 2, 3, 4
	mononym    bool
	common     bool // the given name is one that many have
}

var generations = map[string]string{"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "2", "iii": "3", "iv": "4"}

var particles = wordSet("von van de der den del della di da dos du la le el al bin ibn ben mac mc st zu zur ter ten")

func parsePerson(ws []string) personName {
	var p personName
	if len(ws) > 2 {
		if g := generations[ws[len(ws)-1]]; g != "" {
			p.generation = g
			ws = ws[:len(ws)-1]
		}
	}
	switch len(ws) {
	case 0:
		return p
	case 1:
		p.surname, p.rest, p.mononym = ws[0], ws[0], true
	default:
		last := len(ws) - 1
		start := last
		for start > 1 && particles[ws[start-1]] {
			start--
		}
		p.given, p.middle = ws[0], ws[1:start]
		p.surname = strings.Join(ws[start:], "")
		p.rest = strings.Join(ws[1:], "")
	}
	p.heard = [3]string{spoken(p.given), spoken(p.surname), spoken(p.rest)}
	p.common = commonGiven[p.given]
	return p
}

// givenSimilarity says how well two given names fit: 1 the same, 0.95 nicknames and names that sound the same, 0.8 an
// initial, -1 one is missing.
func givenSimilarity(a, b *personName) float64 {
	switch {
	case a.given == "" || b.given == "":
		return -1
	case a.given == b.given:
		return 1
	case sameGiven(a.given, b.given), a.heard[0] == b.heard[0]:
		return 0.95
	case isInitials(a.given, b.given) || isInitials(b.given, a.given):
		return 0.8
	case a.common && b.common:
		return 0.5 * hearing(a.heard[0], b.heard[0]) // two names everybody knows are seldom misheard for each other
	default:
		return max(hearing(a.heard[0], b.heard[0]), near(a.given, b.given))
	}
}

// isInitials reports whether short is the first letter of long, or initials that begin with it ("gdh" for "george").
func isInitials(short, long string) bool {
	return short != "" && long != "" && short[0] == long[0] &&
		(len(short) == 1 || len(short) <= 3 && !strings.ContainsAny(short, "aeiouy") && len(long) > len(short))
}

// surnameSimilarity compares last names by letters and by sound, allowing for words joined, split or added.
func surnameSimilarity(a, b *personName) float64 {
	if a.surname == b.surname {
		return 1
	}
	best := max(near(a.surname, b.surname), hearing(a.heard[1], b.heard[1]))
	if a.rest != a.surname || b.rest != b.surname {
		best = max(best, near(a.rest, b.rest), hearing(a.heard[2], b.heard[2]))
		for _, m := range a.middle {
			if len(m) > 3 {
				best = max(best, 0.92*hearing(spoken(m), b.heard[1]))
			}
		}
		for _, m := range b.middle {
			if len(m) > 3 {
				best = max(best, 0.92*hearing(a.heard[1], spoken(m)))
			}
		}
	}
	return best
}

// samePerson reports whether two author names can be one person: equal surnames by ear and given names that agree.
func samePerson(a, b *personName) bool {
	g := givenSimilarity(a, b)
	return surnameSimilarity(a, b) >= 0.85 && (g < 0 || g >= 0.75)
}

// IsHalf reports whether a name is only half of a person's: a single word.
func IsHalf(t mention.Type, name string) bool {
	return t.Names() == mention.PersonName && name != "" && Prepare(Subject{Type: t, Name: name}).person.mononym
}

// Standing is what decides which of two entities of one type takes the other in.
type Standing struct {
	Name   string
	Listed bool // something sure is said of it
}

// Before reports whether the first of two entities of one type stands before the other: where both mean one thing that is called by
// each, the first one takes the other in. A whole name comes before half of one, then what lists show, which alone speaks for others in
// its channel, then the fuller name, then the alphabet: neither who was heard first nor how often plays a part. What the entity is
// called is decided by evidence.
func Before(t mention.Type, a, b Standing) bool {
	if ha, hb := IsHalf(t, a.Name), IsHalf(t, b.Name); ha != hb {
		return hb
	}
	ka, kb := Key(t, a.Name), Key(t, b.Name)
	if a.Listed != b.Listed && ka != kb { // one name is no other reading of itself
		return a.Listed
	}
	return cmp.Or(cmp.Compare(len(strings.Fields(b.Name)), len(strings.Fields(a.Name))), cmp.Compare(ka, kb)) < 0
}

package match

import "mentionary/internal/mention"

// Least likeness by sound at which words that were said are a name. Single words are short and need more.
const (
	leastHeard     = 0.78
	leastHeardWord = 0.8
)

// SameName reports whether what was said is the name: the same normal key ("FreshBooks" and "fresh books"), the same
// person under a nickname or initials, or the same name by ear ("Trebor Scholz" and "Trevor Schultz"). It compares the
// names alone and knows nothing else of the things; a part of a name is not the name.
func SameName(t mention.Type, name, said string) bool {
	a, b := Prepare(Subject{Type: t, Name: name}), Prepare(Subject{Type: t, Name: said})
	if name == "" || said == "" {
		return false
	}
	if a.key == b.key || withoutDots(a) == withoutDots(b) {
		return true
	}
	if ownNumbers(a, b) || len(a.numbers) != len(b.numbers) || separates(a, b) != "" {
		return false
	}
	if t.Names() == mention.PersonName && a.person.given != "" && b.person.given != "" && samePerson(&a.person, &b.person) {
		return true
	}
	return heardAs(a, b)
}

// withoutDots is the key of a name without dots that are spoken: "sentry dot io", ".NET" as "dot net".
func withoutDots(p *Profile) string {
	var ws []string
	for i := range p.words {
		if w := p.words[i].text; w != "dot" && w != "punkt" {
			ws = append(ws, w)
		}
	}
	return joinWords(ws)
}

// heardAs reports whether two names sound alike from their first sound to their last. Names in scripts that are not
// respelled are compared by their letters.
func heardAs(a, b *Profile) bool {
	if len(a.heard) < 3 || len(b.heard) < 3 || 4*min(len(a.heard), len(b.heard)) < 3*max(len(a.heard), len(b.heard)) {
		return false
	}
	if !isPlainASCII(a.heard) || !isPlainASCII(b.heard) {
		return near(a.key, b.key) >= 0.93
	}
	if swapCost(a.heard[0], b.heard[0]) > 0.5 {
		return false // the beginning of a name is heard best
	}
	if max(len(a.heard), len(b.heard)) > maxHeard { // too long to compare as a whole
		sharedA, sharedB := wordOverlap(a, b)
		return sharedA >= 0.85*a.weight && sharedB >= 0.85*b.weight
	}
	least := leastHeard
	if len(a.words) == 1 && len(b.words) == 1 {
		least = leastHeardWord
	}
	return hearing(a.heard, b.heard) >= least
}

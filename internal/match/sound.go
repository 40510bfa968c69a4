package match

import (
	"strings"

	"mentionary/internal/wording"
)

// Sounds are compared in two strengths: code gives a coarse consonant skeleton for finding candidates, hearing measures
// how easily speech recognition writes one word for the other.

// respell maps spellings to one letter a sound, longest first. The targets are single ASCII letters; X stands for the
// sounds of "sh", "ch" and "j" before coarse coding.
var respell = strings.NewReplacer(
	"tsch", "x", "sch", "x", "tch", "x", "chr", "kr", "ch", "x", "sh", "x", "dge", "j", "ph", "f", "gh", "", "th", "t", "ck", "k",
	"qu", "kw", "wh", "w", "wr", "r", "kn", "n", "gn", "n", "tz", "s", "ts", "s", "cz", "x", "dt", "t", "tion", "xn", "ce", "se", "ci", "si",
	"cy", "sy",
	"c", "k", "q", "k", "z", "s", "y", "i", "j", "x", "eau", "o", "ou", "u", "oo", "u", "ee", "i", "ea", "i", "ie", "i", "ei", "i", "oe", "o",
	"ae", "e", "ue", "u",
)

// spoken respells a folded word by sound. Words of other scripts are returned as they are.
func spoken(word string) string {
	if !isPlainASCII(word) {
		return word
	}
	s := respell.Replace(word)
	var b strings.Builder
	var last byte
	for i := range len(s) {
		if s[i] != last { // doubled letters sound once
			b.WriteByte(s[i])
		}
		last = s[i]
	}
	return b.String()
}

// soundClass puts consonants that are confused in speech into one class. 0 means "not heard": vowels, h, w.
var soundClass = [256]byte{
	'b': 'P', 'p': 'P', 'f': 'P', 'v': 'P', 'd': 'T', 't': 'T', 'g': 'K', 'k': 'K', 'x': 'X', 's': 'S', 'm': 'M', 'n': 'N', 'l': 'L', 'r': 'R',
}

// code is the consonant skeleton of a folded word, at most 6 letters: "trevor" and "trebor" are both TRPR. A leading
// vowel counts as A.
func code(word string) string {
	s := spoken(word)
	if !isPlainASCII(s) {
		return wording.FirstRunes(s, 3)
	}
	out := make([]byte, 0, 6)
	for i := 0; i < len(s) && len(out) < 6; i++ {
		c := soundClass[s[i]]
		switch {
		case isDigit(s[i]):
			c = s[i]
		case c == 0 && len(out) == 0 && s[i] != 'h':
			c = 'A'
		}
		if c != 0 && (len(out) == 0 || out[len(out)-1] != c) {
			out = append(out, c)
		}
	}
	return string(out)
}

func isVowel(b byte) bool { return b == 'a' || b == 'e' || b == 'i' || b == 'o' || b == 'u' }

// swapCost is the price of hearing b for a, 0 (same) to 1.
func swapCost(a, b byte) float64 {
	switch {
	case a == b:
		return 0
	case isVowel(a) && isVowel(b):
		return 0.3
	case soundClass[a] != 0 && soundClass[a] == soundClass[b]:
		return 0.35
	case (a == 's' && b == 'x') || (a == 'x' && b == 's'):
		return 0.4
	case (a == 'm' && b == 'n') || (a == 'n' && b == 'm'):
		return 0.45
	case (a == 'w' && (b == 'v' || b == 'u')) || (b == 'w' && (a == 'v' || a == 'u')):
		return 0.3
	case (a == 'l' && b == 'r') || (a == 'r' && b == 'l'):
		return 0.7
	default:
		return 1
	}
}

// dropCost is the price of not hearing a letter, or of hearing one too many.
func dropCost(b byte) float64 {
	switch {
	case b == 'h' || b == 'w':
		return 0.35
	case isVowel(b):
		return 0.45
	default:
		return 0.85
	}
}

// swaps and drops hold the costs, because comparing sounds is the inner loop of everything.
var swaps, drops = soundCosts()

func soundCosts() (swap [256][256]float32, drop [256]float32) {
	for a := range 256 {
		drop[a] = float32(dropCost(byte(a)))
		for b := range 256 {
			swap[a][b] = float32(swapCost(byte(a), byte(b)))
		}
	}
	return swap, drop
}

// maxHeard bounds the quadratic comparison of sounds, in bytes.
const maxHeard = 40

// hearing says how alike two respelled words sound, 0 to 1: an edit distance with cheap confusions, divided by the
// longer length.
func hearing(a, b string) float64 { return hearingFrom(a, b, 0) }

// hearingFrom is hearing where it is at least so much, else 0: it stops as soon as it cannot be.
func hearingFrom(a, b string, least float64) float64 {
	if a == b {
		return 1
	}
	if len(a) > maxHeard {
		a = a[:maxHeard]
	}
	if len(b) > maxHeard {
		b = b[:maxHeard]
	}
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	var row [maxHeard + 1]float32
	for j := range len(b) {
		row[j+1] = row[j] + drops[b[j]]
	}
	longer := float64(max(len(a), len(b)))
	for i := range len(a) {
		diagonal, drop, swap := row[0], drops[a[i]], &swaps[a[i]]
		row[0] += drop
		left := row[0]
		lowest := left // no later row has less
		for j := range len(b) {
			above := row[j+1]
			left = min(diagonal+swap[b[j]], above+drop, left+drops[b[j]])
			diagonal = above
			row[j+1] = left
			lowest = min(lowest, left)
		}
		if 1-float64(lowest)/longer < least {
			return 0
		}
	}
	if alike := 1 - float64(row[len(b)])/longer; alike >= least {
		return alike
	}
	return 0
}

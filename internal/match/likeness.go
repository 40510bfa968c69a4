package match

import (
	"strings"

	"mentionary/internal/wording"
)

// near is the Jaro-Winkler similarity of two folded strings, 0 to 1. Bytes are compared when both are ASCII.
func near(a, b string) float64 {
	if a == b {
		return 1
	}
	a, b = wording.FirstBytes(a, maxHeard), wording.FirstBytes(b, maxHeard)
	if isPlainASCII(a) && isPlainASCII(b) {
		return jaroWinkler([]byte(a), []byte(b))
	}
	return jaroWinkler([]rune(a), []rune(b))
}

func jaroWinkler[T byte | rune](a, b []T) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	window := max(0, max(len(a), len(b))/2-1)
	var usedA, usedB [maxHeard + 1]bool
	matches := 0
	for i := range a {
		for j := max(0, i-window); j < min(len(b), i+window+1); j++ {
			if !usedB[j] && a[i] == b[j] {
				usedA[i], usedB[j] = true, true
				matches++
				break
			}
		}
	}
	if matches == 0 {
		return 0
	}
	swaps, j := 0, 0
	for i := range a {
		if !usedA[i] {
			continue
		}
		for !usedB[j] {
			j++
		}
		if a[i] != b[j] {
			swaps++
		}
		j++
	}
	m := float64(matches)
	jaro := (m/float64(len(a)) + m/float64(len(b)) + (m-float64(swaps)/2)/m) / 3
	prefix := 0
	for prefix < min(4, len(a), len(b)) && a[prefix] == b[prefix] {
		prefix++
	}
	return jaro + float64(prefix)*0.1*(1-jaro)
}

// wordPair says how well two words fit: 1 the same, otherwise spelling or sound, 0 below what could be a slip.
func wordPair(a, b *word) float64 {
	if a.text == b.text {
		return 1
	}
	if a.digit || b.digit {
		return 0 // 5090 is not nearly 5080
	}
	if d := len(a.heard) - len(b.heard); d > 3 || d < -3 || a.heard == "" || b.heard == "" {
		return 0
	}
	if swaps[a.heard[0]][b.heard[0]] > 0.5 {
		return 0 // the beginning of a word is heard best
	}
	return hearingFrom(a.heard, b.heard, 0.75)
}

// wordOverlap aligns the words of two names, each used once, best first in the order of a. shared is the weight of what
// fits, seen from a and from b. A word that stands inside a longer or split one of the other name fits too ("backpack"
// and "back pack").
func wordOverlap(a, b *Profile) (sharedA, sharedB float64) {
	var usedA, usedB [maxWords]bool
	for i := range a.words {
		wa := &a.words[i]
		best, at := 0.0, -1
		for j := range b.words {
			if usedB[j] {
				continue
			}
			if s := wordPair(wa, &b.words[j]); s > best {
				best, at = s, j
				if s == 1 {
					break
				}
			}
		}
		if at >= 0 {
			usedA[i], usedB[at] = true, true
			sharedA += best * wa.weight
			sharedB += best * b.words[at].weight
		}
	}
	return sharedA + inside(a, b, &usedA), sharedB + inside(b, a, &usedB)
}

// minInside is the shortest word, in bytes, that is looked for inside the other name.
const minInside = 4

// inside is the weight of the unused words of p that stand somewhere in the other name's key.
func inside(p, other *Profile, used *[maxWords]bool) float64 {
	var sum float64
	for i := range p.words {
		w := &p.words[i]
		if !used[i] && len(w.text) >= minInside && len(w.text) < len(other.key) && strings.Contains(other.key, w.text) {
			sum += 0.9 * w.weight
		}
	}
	return sum
}

// isAcronym reports whether short stands for long's first letters: "LLNL", or "VS Code" for "Visual Studio Code".
func isAcronym(short, long *Profile) bool {
	if len(long.words) < 2 || len(short.words) == 0 || len(short.words) >= len(long.words) {
		return false
	}
	if len(short.words) == 1 {
		w := short.words[0].text
		return len(w) >= 3 && (w == long.initial || w == long.key)
	}
	j, letters := 0, false
	for _, w := range short.words {
		switch {
		case j < len(long.words) && w.text == long.words[j].text:
			j++
		case len(w.text) >= 2 && j+len(w.text) <= len(long.words):
			for k := range len(w.text) {
				if long.words[j].text[0] != w.text[k] {
					return false
				}
				j++
			}
			letters = true
		default:
			return false
		}
	}
	return letters && j == len(long.words)
}

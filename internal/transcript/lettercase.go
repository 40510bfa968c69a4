package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	minCasedWords   = 10   // fewer words prove nothing
	lowerCaseShare  = 0.01 // of words within sentences; talk without names has few capitals, too, so this alone proves nothing
	wordsPerStop    = 60   // sentences longer than this on average: there is no punctuation
	allCapitalShare = 0.9
)

// withoutCapitals reports whether capitals say nothing in text. That is so when (nearly) no word within a sentence begins
// with one and either there are no sentences (no punctuation) or they do not begin with capitals; and when nearly every
// word is in capitals. "I" and its forms do not count: automatic captions write them with a capital.
func withoutCapitals(text string) bool {
	inner, innerCapital, starts, startCapital, all := 0, 0, 0, 0, 0
	begins := false // the next word begins a sentence; the first word of a chunk proves nothing
	for w := range strings.FieldsSeq(text) {
		first := begins
		begins = endsSentence(w)
		bare := strings.TrimLeftFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		r, size := utf8.DecodeRuneInString(bare)
		if size == 0 || (!unicode.IsUpper(r) && !unicode.IsLower(r)) || strings.HasPrefix(w, "[") || isPronounI(bare) {
			continue
		}
		if len(bare) > size && bare == strings.ToUpper(bare) {
			all++
		}
		capital := 0
		if unicode.IsUpper(r) {
			capital = 1
		}
		if first {
			starts++
			startCapital += capital
		} else {
			inner++
			innerCapital += capital
		}
	}
	if inner < minCasedWords {
		return false
	}
	if float64(all) > allCapitalShare*float64(inner+starts) {
		return true
	}
	unmarked := starts*wordsPerStop < inner || startCapital*2 < starts
	return unmarked && float64(innerCapital) < lowerCaseShare*float64(inner)+1
}

func isPronounI(w string) bool {
	return w[0] == 'I' && (len(w) == 1 || w[1] == '\'' || strings.HasPrefix(w[1:], "’") || w[1] == ',' || w[1] == '.')
}

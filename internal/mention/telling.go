package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	enoughWords = 15 // telling words with which a sentence says enough: more of them make it no better
	tooMany     = 30 // telling words from which on a sentence is tedious
	shortWord   = 3  // letters; words of so many or fewer ("and", "I", "der") tell nothing
)

// stanceTells is what a speaker's attitude adds: readers want to know who recommends a thing more than that it was named.
var stanceTells = map[Stance]int{Recommended: 6, Criticised: 6, Used: 3, OwnWork: 3, Discussed: 2}

// Telling returns how much a quote says about the thing that its surface names, for choosing the one that readers see first:
// 0 for the bare name, up to 21. It counts words of more than three letters beside the name, and the speaker's attitude; a
// sentence that goes on and on loses again. Scripts whose letters are syllables or words count two of them as a word. It is
// a rule of thumb of our own, not a measure of truth: Confidence is.
func Telling(quote, surface string, stance Stance) int {
	words := tellingWords(strings.Replace(quote, surface, " ", 1))
	return max(0, min(words, enoughWords)-max(0, words-tooMany)/2) + stanceTells[stance]
}

func tellingWords(text string) int {
	words, dense := 0, 0
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' }
	for _, w := range strings.FieldsFunc(text, between) {
		letters := utf8.RuneCountInString(w)
		switch first, _ := utf8.DecodeRuneInString(w); {
		case unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
			dense += letters
		case letters > shortWord:
			words++
		}
	}
	return words + dense/2
}

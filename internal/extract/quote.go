package extract

import (
	"strings"
	"unicode/utf8"
)

// MaxQuoteRunes bounds the quote stored with a mention.
const MaxQuoteRunes = 240

// QuoteAround returns the stretch of text to store with what stands at [start, end): its sentence, or, when that is
// longer than MaxQuoteRunes or the text has no punctuation, as much around it as fits, cut at word borders. The answer
// always contains [start, end).
func QuoteAround(text string, start, end int) (from, to int) {
	from, to = sentenceStart(text, start), sentenceEnd(text, end)
	if utf8.RuneCountInString(text[from:to]) <= MaxQuoteRunes {
		return trimSpace(text, from, to)
	}
	room := max(0, MaxQuoteRunes-utf8.RuneCountInString(text[start:end]))
	before := back(text, from, start, room/2)
	after := forward(text, end, to, room-utf8.RuneCountInString(text[before:start]))
	before = back(text, from, start, room-utf8.RuneCountInString(text[end:after]))
	if before > from {
		before = start - len(afterFirstSpace(text[before:start]))
	}
	if after < to {
		after = end + len(beforeLastSpace(text[end:after]))
	}
	return trimSpace(text, before, after)
}

const sentenceReach = 4 * MaxQuoteRunes // bytes looked through for a sentence's border; no stored quote is longer

func sentenceStart(text string, at int) int {
	low := max(0, at-sentenceReach)
	for i := at - 1; i >= low; i-- {
		if endsSentenceAt(text, i) {
			return min(at, i+1)
		}
	}
	for low > 0 && low < at && !utf8.RuneStart(text[low]) {
		low++
	}
	return low
}

func sentenceEnd(text string, at int) int {
	high := min(len(text), at+sentenceReach)
	for i := at; i < high; i++ {
		if endsSentenceAt(text, i) {
			if text[i] == '\n' {
				return i
			}
			i++
			for i < high && strings.IndexByte(".!?\"')", text[i]) >= 0 {
				i++
			}
			return i
		}
	}
	for high > at && high < len(text) && !utf8.RuneStart(text[high]) {
		high--
	}
	return high
}

// endsSentenceAt reports whether the byte at i ends a sentence: a line break, or a stop followed by a space that does not
// belong to an initial or an abbreviation.
func endsSentenceAt(text string, i int) bool {
	switch text[i] {
	case '\n':
		return true
	case '?', '!', '.':
	default:
		return false
	}
	if i+1 < len(text) && strings.IndexByte(" \n\t\"'", text[i+1]) < 0 {
		return false
	}
	if text[i] != '.' {
		return true
	}
	word := text[max(0, i-6):i]
	word = word[strings.LastIndexAny(word, " \n\t.")+1:]
	initial := len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' && word != "I"
	return !initial && !abbreviations[strings.ToLower(word)]
}

// back returns the offset that lies up to runes runes before at, not before low.
func back(text string, low, at, runes int) int {
	for ; runes > 0 && at > low; runes-- {
		_, size := utf8.DecodeLastRuneInString(text[low:at])
		at -= size
	}
	return at
}

// forward returns the offset that lies up to runes runes after at, not after high.
func forward(text string, at, high, runes int) int {
	for ; runes > 0 && at < high; runes-- {
		_, size := utf8.DecodeRuneInString(text[at:high])
		at += size
	}
	return at
}

func afterFirstSpace(s string) string {
	if i := strings.IndexAny(s, " \n\t"); i >= 0 {
		return s[i+1:]
	}
	return ""
}

func beforeLastSpace(s string) string {
	if i := strings.LastIndexAny(s, " \n\t"); i >= 0 {
		return s[:i]
	}
	return ""
}

func trimSpace(text string, from, to int) (int, int) {
	for from < to && strings.IndexByte(" \n\t\r", text[from]) >= 0 {
		from++
	}
	for to > from && strings.IndexByte(" \n\t\r", text[to-1]) >= 0 {
		to--
	}
	return from, to
}

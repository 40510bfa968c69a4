package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const ellipsis = "…"

// Shorten is for people: it returns at most limit characters of a text, ends at a word where that loses less than half,
// and marks the cut with an ellipsis. Letters keep their accents and joined emoji their parts. Bytes that are no text are
// dropped. limit is at least 1.
func Shorten(s string, limit int) string {
	s = strings.ToValidUTF8(s, "")
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	short := FirstRunes(s, limit-1)
	for short != "" && splits(short, s[len(short):]) {
		_, size := utf8.DecodeLastRuneInString(short)
		short = short[:len(short)-size]
	}
	if i := strings.LastIndexByte(short, ' '); i > len(short)/2 && s[len(short)] != ' ' {
		short = short[:i]
	}
	return strings.TrimSpace(short) + ellipsis
}

// splits reports whether a cut between the two texts, neither of them empty, goes through what people see as one sign.
func splits(before, after string) bool {
	const joiner = '\u200d'
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return last == joiner || next == joiner || unicode.Is(unicode.M, next) || next >= 0x1f3fb && next <= 0x1f3ff // tones of skin
}

// FirstRunes returns at most the first n characters (code points) of a text, without a mark.
func FirstRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// FirstBytes is for columns and logs: it returns at most the first n bytes of a text, up to the end of a character.
func FirstBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

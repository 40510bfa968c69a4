package speech

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/transcript"
)

// token is a word in a cue, or one character in scripts that are written without spaces.
type token struct {
	cue, from, to int    // index of the cue, bytes in its text
	key           string // letters and digits in lower case, to compare by
	ms            int    // about when its middle is said
}

// tokensOf takes cues apart. Times within a cue are even by characters.
func tokensOf(cues []transcript.Cue) []token {
	var out []token
	for i, c := range cues {
		total := max(1, utf8.RuneCountInString(c.Text))
		begun, at := -1, 0
		take := func(to, runes int) {
			if begun < 0 {
				return
			}
			text := c.Text[begun:to]
			middle := 2*runes - utf8.RuneCountInString(text)
			out = append(out, token{
				cue: i, from: begun, to: to, key: keyOf(text), ms: c.StartMS + (c.EndMS-c.StartMS)*middle/(2*total),
			})
			begun = -1
		}
		for offset, r := range c.Text {
			switch {
			case unicode.IsSpace(r):
				take(offset, at)
			case dense(r):
				take(offset, at)
				begun = offset
				take(offset+utf8.RuneLen(r), at+1)
			case begun < 0:
				begun = offset
			}
			at++
		}
		take(len(c.Text), at)
	}
	return out
}

// dense reports whether a character belongs to a script that is written without spaces.
func dense(r rune) bool {
	return r > 0xe00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
		unicode.Myanmar)
}

// keyOf is what two words have in common that differ in case and punctuation only.
func keyOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mentionary/internal/wording"
)

// maxMarks is how many combining marks may follow one character. Real orthographies need three or four; without a bound a
// single character could cover half a page.
const maxMarks = 8

// CleanText makes text from outside fit for one line of display and storage: valid UTF-8 in NFC, no control, bidirectional,
// zero-width, tag or variation characters (those that hold emoji together stay), white space collapsed to single spaces and
// trimmed, at most maxRunes runes (0 or less: no limit). It is for titles, names, quotes and cues.
func CleanText(s string, maxRunes int) string {
	if isClean(s) {
		return cutRunes(s, maxRunes)
	}
	s = norm.NFC.String(stripInvisible(norm.NFC.String(strings.ToValidUTF8(s, ""))))
	return cutRunes(strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " "), maxRunes)
}

// isClean reports whether s is what most text is: ASCII to be seen, with single spaces inside. There is nothing to clean
// in it, and nothing to copy.
func isClean(s string) bool {
	before := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= 0x7f || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return s == "" || before != ' '
}

// CleanParagraphs is CleanText for longer text: line breaks stay, at most one blank line in a row.
func CleanParagraphs(s string, maxRunes int) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n\n", "\u0085", "\n").Replace(s)
	var b strings.Builder
	blank := 0
	for line := range strings.SplitSeq(s, "\n") {
		if line = CleanText(line, 0); line == "" {
			blank++
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
			if blank > 0 {
				b.WriteString("\n")
			}
		}
		blank = 0
		b.WriteString(line)
	}
	return cutRunes(b.String(), maxRunes)
}

// stripInvisible removes what people cannot see and machines may misread.
func stripInvisible(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	var last rune // last rune that was kept
	marks := 0
	for i, r := range s {
		switch {
		case unicode.IsSpace(r):
			marks = 0
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			continue
		case r < 0x300:
			if r == softHyphen {
				continue
			}
			marks = 0
		case !visible(r) && !holdsEmoji(last, r, s[i+utf8.RuneLen(r):]):
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				continue
			}
		default:
			marks = 0
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

const (
	softHyphen = 0x00ad
	joiner     = 0x200d
	textStyle  = 0xfe0e
	emojiStyle = 0xfe0f
	keycap     = 0x20e3
)

// visible reports whether r shows by itself: no format, tag, variation or other default-ignorable character, no
// non-character, no surrogate. Arabic number signs are format characters that do show.
func visible(r rune) bool {
	if unicode.Is(unicode.Cf, r) {
		return unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return !unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Noncharacter_Code_Point, unicode.Zl, unicode.Zp) && (r < 0xe0000 || r > 0xe0fff)
}

// holdsEmoji reports whether the invisible r belongs to an emoji sequence between last and rest.
func holdsEmoji(last, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case joiner:
		return (pictograph(last) || last == emojiStyle) && pictograph(next)
	case emojiStyle, textStyle:
		return pictograph(last) || next == keycap && (last >= '0' && last <= '9' || last == '#' || last == '*')
	default:
		return false
	}
}

// pictograph is a coarse test for characters that emoji sequences are built from; it errs on the side of symbols, never
// of letters.
func pictograph(r rune) bool {
	switch {
	case r >= 0x1f000 && r <= 0x1faff, r >= 0x2600 && r <= 0x27bf, r >= 0x2300 && r <= 0x23ff, r >= 0x25a0 && r <= 0x25ff,
		r >= 0x2190 && r <= 0x21ff, r >= 0x2b00 && r <= 0x2bff, r >= 0x2900 && r <= 0x297f:
		return true
	}
	switch r {
	case 0xa9, 0xae, 0x203c, 0x2049, 0x2122, 0x2139, 0x24c2, 0x3030, 0x303d, 0x3297, 0x3299:
		return true
	}
	return false
}

// cutRunes keeps the first n runes (all for n <= 0) and never leaves a dangling joiner or space at the end.
func cutRunes(s string, n int) string {
	if n <= 0 || len(s) <= n {
		return s
	}
	if first := wording.FirstRunes(s, n); len(first) < len(s) {
		return strings.TrimRight(first, " \n\u200d")
	}
	return s
}

// closers may stand between the end of a sentence and the next word.
const closers = "\"'”’»)]} "

// endsSentence reports whether s ends with a full stop, question or exclamation mark, closing quotes and brackets aside.
func endsSentence(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, closers))
	return strings.ContainsRune(".?!…。？！؟", r)
}

// CountWords counts words: runs without white space, and for scripts written without spaces every two characters.
func CountWords(s string) int {
	words, dense, in := 0, 0, false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			in = false
		case r > 0xe00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
			unicode.Myanmar):
			dense++
			in = false
		case !in:
			words++
			in = true
		}
	}
	return words + (dense+1)/2
}

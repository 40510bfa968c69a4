package match

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"mentionary/internal/wording"
)

// maxNameRunes bounds the work on one name. Stored names are shorter; a longer one is compared by its beginning.
const maxNameRunes = 500

// letters that carry no combining mark in Unicode's decomposition but are written without their stroke by most people.
var plainLetters = strings.NewReplacer("ø", "o", "ł", "l", "æ", "ae", "œ", "oe", "đ", "d", "ð", "d", "þ", "th", "ı", "i", "ħ", "h")

// fold gives the comparable form of a text: compatibility characters unified, case folded, marks of alphabets stripped,
// invisible characters dropped. Marks of other scripts stay, because there they make another letter (か and が).
func fold(s string) string {
	s = wording.FirstRunes(strings.ToValidUTF8(s, " "), maxNameRunes)
	if isPlainASCII(s) {
		return strings.ToLower(s)
	}
	s = norm.NFKC.String(s)
	s = strings.ToLower(cases.Fold().String(s)) // cases swaps the two cases of Cherokee
	var b strings.Builder
	b.Grow(len(s))
	alphabet := false
	for _, r := range norm.NFD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
			if !alphabet {
				b.WriteRune(r)
			}
			continue
		case unicode.Is(unicode.Cf, r), r == unicode.ReplacementChar:
			continue
		}
		alphabet = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic)
		b.WriteRune(r)
	}
	return plainLetters.Replace(norm.NFKC.String(b.String()))
}

func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// words splits a folded text into runs of letters and digits. Signs that make another name become words of their own:
// "C++" is c plus plus, "C#" is c sharp, "AT&T" is at and t. Apostrophes and, for acronyms, single dots join.
func words(folded string) []string {
	var out []string
	var b strings.Builder
	run := 0 // where initials may begin to be one word
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	runes := []rune(folded)
	for i, r := range runes {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
			b.WriteRune(r)
		case r == '\'' || r == '’' || r == '‘' || r == 'ʼ':
			// "Fry's" is one word.
		case r == '+' && i > 0 && (unicode.IsLetter(runes[i-1]) || runes[i-1] == '+'):
			flush()
			out = append(out, "plus")
		case r == '#' && i > 0 && unicode.IsLetter(runes[i-1]):
			flush()
			out = append(out, "sharp")
		case r == '&':
			flush()
			out = append(out, "and")
		default:
			flush()
			if strings.ContainsRune(":;,()[]|/!?–—", r) { // "World War I: A History" has no initials
				out = append(out[:run:run], joinInitials(out[run:])...)
				run = len(out)
			}
		}
	}
	flush()
	return append(out[:run:run], joinInitials(out[run:])...)
}

// joinInitials unites runs of at least two single letters: "g d h cole" (from "G.D.H. Cole") becomes "gdh cole".
func joinInitials(in []string) []string {
	out := in[:0:0]
	for i := 0; i < len(in); {
		j := i
		for j < len(in) && len(in[j]) == 1 && in[j][0] >= 'a' && in[j][0] <= 'z' {
			j++
		}
		if j-i >= 2 {
			out = append(out, strings.Join(in[i:j], ""))
			i = j
			continue
		}
		out = append(out, in[i])
		i++
	}
	return out
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// hasDigit reports whether a word carries a number.
func hasDigit(w string) bool {
	for i := range len(w) {
		if isDigit(w[i]) {
			return true
		}
	}
	return false
}

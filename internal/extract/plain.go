package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/mention"
)

// Bounds of names. Titles of books may be long, with their subtitles.
const (
	maxNameWords  = 14
	maxTitleWords = 32
	maxTitleRunes = MaxNameRunes
	maxOtherRunes = 120
	maxInName     = 8 // words of a person's name
	sentenceWords = 5 // "Yahoo! Inc." is none
)

// IsName reports whether a text can be the name of a thing of this type, whatever the text is about: it has a letter or,
// for titles and products, a digit ("1984"), no markup, no address, no invisible character, and is no sentence.
func IsName(t mention.Type, s string) bool {
	form, words, runes, limit := t.Names(), Words(s), maxOtherRunes, maxNameWords
	switch form {
	case mention.WorkTitle:
		runes, limit = maxTitleRunes, maxTitleWords
	case mention.PersonName:
		limit = maxInName
	}
	if len(words) == 0 || len(words) > limit || utf8.RuneCountInString(s) > runes || !isPlain(s) {
		return false
	}
	if !strings.ContainsFunc(s, unicode.IsLetter) && form != mention.WorkTitle && form != mention.ProductName {
		return false
	}
	return form == mention.WorkTitle || len(words) < sentenceWords || !holdsSentenceEnd(s)
}

// isPlain reports whether a text is what a person could have said or written: no markup, no address, no invisible or
// control character.
func isPlain(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, notInText) && !HasAddress(s) && !characterReference.MatchString(s)
}

// notInText are characters that no name, sentence or code has: brackets of markup and templates, and everything invisible.
func notInText(r rune) bool {
	return strings.ContainsRune("<>{}`\\|\u2028\u2029\uFFFD", r) || r != ' ' && unicode.IsSpace(r) || unicode.Is(unicode.C, r)
}

var characterReference = regexp.MustCompile(`&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z]{2,20});`)

// transcribersNote is what a transcriber could not hear, with its time: "[foreign language 02:08:08]", "[inaudible 00:03:00]".
var transcribersNote = regexp.MustCompile(`\[[\p{L}' ]{2,40} \d{1,2}(?::\d\d){1,2}(?:\.\d+)?\\?\]`)

// UnsaidSpans returns what stands in a transcript and nobody says, sorted: addresses that are written out, scheme and all, and notes of the
// transcriber.
func UnsaidSpans(text string) []Span {
	var spans []Span
	for at := 0; ; {
		i := strings.Index(text[at:], "://")
		if i < 0 {
			break
		}
		start, end := at+i, len(text)
		if space := strings.IndexAny(text[start:], " \n\t"); space >= 0 {
			end = start + space
		}
		spans = append(spans, Span{start, end})
		at = end
	}
	for _, m := range transcribersNote.FindAllStringIndex(text, -1) {
		spans = append(spans, Span{m[0], m[1]})
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	return spans
}

// HasAddress reports whether a text carries an address. Spoken names of sites ("sentry.io") are not addresses.
func HasAddress(s string) bool {
	s = strings.ToLower(s)
	for _, sign := range []string{"://", "www.", "javascript:", "mailto:", "data:text", "]("} {
		if strings.Contains(s, sign) {
			return true
		}
	}
	return false
}

// holdsSentenceEnd reports whether a sentence ends inside a text: "Yahoo!" and "Dr. Seuss" hold none.
func holdsSentenceEnd(s string) bool {
	s = strings.TrimSpace(s)
	for i := 1; i+2 < len(s); i++ {
		ends := strings.IndexByte(".!?", s[i]) >= 0 && s[i+1] == ' ' && endsSentenceAt(s, i)
		if ends && strings.IndexByte("&-", s[i+2]) < 0 {
			return true
		}
	}
	return false
}

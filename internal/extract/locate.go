package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxQuoteBytes bounds a quote somebody claims; longer ones prove nothing and are not looked for.
const MaxQuoteBytes = 4000

// Locate finds where a quote stands in a text: the first half of the proof behind every mention (the other: naming.go). It looks for the
// quote as it is first
// (exact), then with case, typographic quotes and dashes, spacing and compatibility forms folded on both sides; start
// and end are bytes of the original text in either case. Only whole words count: "art" is not in "party". The work is
// linear in both lengths, whatever they hold.
func Locate(text, quote string) (start, end int, exact, ok bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" || len(quote) > MaxQuoteBytes {
		return 0, 0, false, false
	}
	if at := find(text, quote); at >= 0 {
		return at, at + len(quote), true, true
	}
	folded, offsets := foldWithOffsets(text)
	wanted, _ := foldWithOffsets(quote)
	wanted = strings.TrimFunc(wanted, func(r rune) bool { return !isWordRune(r) })
	if wanted == "" {
		return 0, 0, false, false
	}
	at := find(folded, wanted)
	if at < 0 {
		return 0, 0, false, false
	}
	return offsets[at], offsets[at+len(wanted)], false, true
}

// find returns the first place where pattern stands in text as whole words, -1 when there is none (Knuth, Morris and
// Pratt: hostile repetitions cost no more than others).
func find(text, pattern string) int {
	fail := make([]int, len(pattern))
	for i, k := 1, 0; i < len(pattern); i++ {
		for k > 0 && pattern[i] != pattern[k] {
			k = fail[k-1]
		}
		if pattern[i] == pattern[k] {
			k++
		}
		fail[i] = k
	}
	for i, k := 0, 0; i < len(text); i++ {
		for k > 0 && text[i] != pattern[k] {
			k = fail[k-1]
		}
		if text[i] == pattern[k] {
			k++
		}
		if k == len(pattern) {
			if at := i + 1 - k; wholeWords(text, at, i+1) {
				return at
			}
			k = fail[k-1]
		}
	}
	return -1
}

// wholeWords reports whether text[start:end] cuts no word at either side.
func wholeWords(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	first, _ := utf8.DecodeRuneInString(text[start:])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !(isWordRune(before) && isWordRune(first)) && !(isWordRune(last) && isWordRune(after))
}

// foldWithOffsets folds a text and answers, for every byte of the result and for its end, the byte of the original it
// stands for. What one original stretch became maps to the stretch's start, so a match always covers whole stretches.
func foldWithOffsets(text string) (string, []int) {
	var b strings.Builder
	b.Grow(len(text))
	offsets := make([]int, 0, len(text)+1)
	put := func(s string, at int) {
		b.WriteString(s)
		for range len(s) {
			offsets = append(offsets, at)
		}
	}
	space := true // leading spaces vanish, later ones become one
	contentEnd := 0
	var it norm.Iter
	it.InitString(norm.NFKC, text)
	for !it.Done() {
		at := it.Pos()
		segment := it.Next()
		for len(segment) > 0 {
			r, size := utf8.DecodeRune(segment)
			segment = segment[size:]
			switch {
			case unicode.IsSpace(r):
				if !space {
					put(" ", at)
				}
				space = true
				continue
			case r == '‘' || r == '’' || r == '‚' || r == '`' || r == '´' || r == 'ʼ':
				r = '\''
			case r == '“' || r == '”' || r == '„' || r == '«' || r == '»':
				r = '"'
			case r == '–' || r == '—' || r == '‑' || r == '‐' || r == '−':
				r = '-'
			case r == '\u00AD' || r == '\u200B' || r == '\uFEFF':
				continue // invisible
			}
			space = false
			if r == 'ß' || r == 'ẞ' {
				put("ss", at)
			} else {
				put(string(unicode.ToLower(r)), at)
			}
		}
		contentEnd = it.Pos()
	}
	offsets = append(offsets, contentEnd)
	return b.String(), offsets
}

package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mentionary/internal/mention"
)

// Gap says what stands between a word and the word before it.
type Gap uint8

// The gaps, weakest first.
const (
	GapSpace    Gap = iota // spaces, hyphens, quotation marks
	GapMark                // the mark of a list, a sign, a hyphen between spaces: no name goes on behind it
	GapComma               // a comma, colon, semicolon, bracket or dash
	GapSentence            // a sentence ends, or the speaker changes
)

// Word is one word of a text. A trailing possessive "'s" is not part of it.
type Word struct {
	Start, End int    // bytes in the text
	Fold       string // lower case, without accents: what comparisons use
	Gap        Gap
	Upper      bool // begins with a capital
	AllCaps    bool // two or more letters, all capitals
}

// Words splits a text to words in one pass. Letters, digits and marks form words; an apostrophe, a full stop or an
// ampersand between two of them stays inside ("O'Reilly", "Node.js", "AT&T"), as do "+" and "#" at the end ("C++").
// Hyphens separate.
func Words(text string) []Word {
	words := make([]Word, 0, len(text)/5+1)
	gap := GapSentence
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isWordRune(r) {
			gap = max(gap, gapOf(text, i, r, words))
			i += size
			continue
		}
		end := wordEnd(text, i)
		w := Word{Start: i, End: trimPossessive(text, i, end), Gap: gap}
		w.shape(text[w.Start:w.End])
		words = append(words, w)
		i, gap = end, GapSpace
	}
	return words
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// wordEnd returns the offset after the word that begins at i.
func wordEnd(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case isWordRune(r):
			i += size
			continue
		case r == '\'' || r == '’' || r == '.' || r == '&':
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			if isWordRune(next) {
				i += size
				continue
			}
		case r == '+' || r == '#':
			for i < len(text) && (text[i] == '+' || text[i] == '#') {
				i++
			}
		}
		return i
	}
	return i
}

func trimPossessive(text string, start, end int) int {
	for _, suffix := range []string{"'s", "’s", "'S", "’S"} {
		if end-len(suffix) > start && strings.HasSuffix(text[start:end], suffix) {
			return end - len(suffix)
		}
	}
	return end
}

func (w *Word) shape(s string) {
	ascii, letters, capitals := true, 0, 0
	for i, r := range s {
		switch {
		case r >= utf8.RuneSelf:
			ascii = false
			fallthrough
		default:
			if unicode.IsLetter(r) {
				letters++
				if unicode.IsUpper(r) {
					capitals++
					w.Upper = w.Upper || i == 0
				}
			}
		}
	}
	w.AllCaps = letters >= 2 && capitals == letters
	if ascii && capitals == 0 {
		w.Fold = s // shares memory with the text
		return
	}
	w.Fold = FoldWord(s)
}

// wordAt returns the index of the first word that does not begin before an offset.
func wordAt(words []Word, offset int) int {
	i, _ := slices.BinarySearchFunc(words, offset, func(w Word, at int) int { return cmp.Compare(w.Start, at) })
	return i
}

// AddsAccents reports whether a word is the name of a firm or a product with accents that the name does not have: "Böse" for "Bose".
// Who owns such a name says how it is written, and speech recognition leaves accents out and never adds them.
func AddsAccents(t mention.Type, said, name string) bool {
	if t != mention.Company && t != mention.Product {
		return false
	}
	accents := func(s string) (n int) {
		for _, r := range s {
			if r > unicode.MaxASCII {
				n++
			}
		}
		return n
	}
	return FoldWord(said) == FoldWord(name) && accents(said) > accents(name)
}

// FoldWord returns a word as comparisons see it: compatibility form, lower case, without accents, "ß" as "ss".
func FoldWord(s string) string {
	ascii := true
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß' || r == 'ẞ':
			b.WriteString("ss")
		case r == '’':
			b.WriteByte('\'')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = map[string]bool{
	"mr": true, "mrs": true, "ms": true, "dr": true, "st": true, "prof": true, "jr": true, "sr": true,
	"vs": true, "mt": true, "ft": true, "no": true, "bzw": true, "ca": true, "etc": true,
}

func gapOf(text string, i int, r rune, words []Word) Gap {
	switch r {
	case '\n', '?', '!', '…':
		return GapSentence
	case '.':
		if len(words) == 0 {
			return GapSentence
		}
		if i > 0 && text[i-1] == ' ' && beginsName(text[i+1:]) {
			return GapSpace
		}
		last := words[len(words)-1]
		if last.End == i && (last.End-last.Start == 1 && last.Upper && last.Fold != "i" || abbreviations[last.Fold]) {
			return GapSpace
		}
		return GapSentence
	case ',', ':', ';', '(', ')', '[', ']', '–', '—', '|', '/':
		return GapComma
	case '*', '•', '·', '×', '@', '=', '<', '>', '{', '}', '\\', '"', '“', '”', '„':
		return GapMark
	case '-', '+':
		if spaced := i > 0 && text[i-1] == ' ' && i+1 < len(text) && text[i+1] == ' '; spaced || strings.HasPrefix(text[i:], "--") {
			return GapMark
		}
	}
	return GapSpace
}

// beginsName reports whether what follows a full stop goes on as names do that begin with one, and no sentence: ".NET", ".js".
func beginsName(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	return isWordRune(first) && (!unicode.IsUpper(first) || unicode.IsUpper(second))
}

// Key returns the name as names are compared within an episode: folded words joined by spaces, without a leading
// article.
func Key(name string) string {
	words := Words(name)
	if len(words) > 1 && articles[words[0].Fold] {
		words = words[1:]
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Fold)
	}
	return b.String()
}

var articles = map[string]bool{"the": true, "a": true, "an": true, "der": true, "die": true, "das": true, "den": true, "dem": true}

// bookTalk are folded words of talk about books, English and German.
var bookTalk = wordSet(`book books novel novels author read reading reads wrote written writes chapter memoir copy trilogy saga
	buch bucher roman autor autorin gelesen lese lesen`)

// IsBookTalk reports whether a folded word is one of talk about books: "author", "gelesen".
func IsBookTalk(fold string) bool { return bookTalk[fold] }

// functionWords hold sentences together and name nothing, however many stand together.
var functionWords = wordSet(`a an the this that these those i you he she it we they me him her us them my your his its our their of in on at
	to for from by with as and or but not no so if then than is are was were be been am do does did has have had will would can could may
	might must shall should there here what which who when where why how all any some each every very just also too only der die das den
	dem des ein eine einen einem einer und oder aber nicht kein ist sind war waren von zu zum zur im in am an auf mit für aus bei nach ich
	du er sie es wir ihr sich auch nur so wie was wer wo`)

// determiners stand before a word for a thing, hardly ever before a name.
var determiners = wordSet(`the a an this that these those my your his her its our their one two each every some any no another der
	die das ein eine einen einem einer den dem`)

// IsDeterminer reports whether a folded word stands before words for things: "the", "my", "einem".
func IsDeterminer(fold string) bool { return determiners[fold] }

package catalogue

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/wording"
)

// Bounds of a search.
const (
	maxQueryRunes = 200
	maxTerms      = 10
	trigramRunes  = 3 // shorter texts have no trigram
)

// terms is a query as search compares it: folded, without anything that a query language could read.
type terms struct {
	words    []string
	phrase   string // the words with single spaces
	unspaced bool   // has characters of a script that does not put spaces between words
}

// readTerms reads what somebody typed. No words means that nothing can be found.
func readTerms(query string) terms {
	words := wording.FoldedWords(wording.FirstRunes(query, maxQueryRunes))
	t := terms{words: words[:min(len(words), maxTerms)]}
	t.phrase = strings.Join(t.words, " ")
	t.unspaced = strings.ContainsFunc(t.phrase, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	})
	return t
}

// substring reports whether the phrase can be looked for inside words.
func (t terms) substring() bool { return t.unspaced || len([]rune(t.phrase)) >= trigramRunes }

// scan reports whether that needs LIKE, because an index of trigrams cannot hold so short a text.
func (t terms) scan() bool { return t.unspaced && len([]rune(t.phrase)) < trigramRunes }

// telling are the terms without single letters, unless there is nothing else: a letter is where somebody is still typing, and hardly any
// text has no word that begins with it.
func (t terms) telling() terms {
	long := slices.DeleteFunc(slices.Clone(t.words), func(w string) bool {
		r, size := utf8.DecodeRuneInString(w)
		return size == len(w) && unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
	})
	if len(long) > 0 {
		t.words = long
	}
	return t
}

// sqliteWords is the query for FTS5's word index: every word as a prefix, quoted.
func (t terms) sqliteWords() string {
	quoted := make([]string, 0, len(t.words))
	for _, w := range t.words {
		quoted = append(quoted, quote(w)+"*")
	}
	return strings.Join(quoted, " AND ")
}

// postgresWords is the same for to_tsquery.
func (t terms) postgresWords() string {
	quoted := make([]string, 0, len(t.words))
	for _, w := range t.words {
		quoted = append(quoted, "'"+w+"':*") // words hold letters, digits and marks only
	}
	return strings.Join(quoted, " & ")
}

// manyTrigrams is from how many trigrams on every other one is enough to find texts that share many with a phrase.
const manyTrigrams = 8

// anyTrigram is the query for FTS5's trigram index that finds texts sharing some of the phrase's trigrams.
func (t terms) anyTrigram() string {
	runes := []rune(t.phrase)
	step := 1
	if len(runes)-trigramRunes >= manyTrigrams {
		step = 2
	}
	var quoted []string
	for i := 0; i+trigramRunes <= len(runes); i += step {
		quoted = append(quoted, quote(string(runes[i:i+trigramRunes])))
	}
	return strings.Join(quoted, " OR ")
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// inName is the condition that a column with folded names has all words, each at the beginning of a word, or the phrase inside words.
func (t terms) inName(column string) (condition string, args []any) {
	var all []string
	for _, w := range t.words {
		all, args = append(all, "' ' || "+column+` LIKE ? ESCAPE '\'`), append(args, like(" "+w))
	}
	condition = strings.Join(all, " AND ")
	if t.substring() {
		condition, args = column+` LIKE ? ESCAPE '\' OR `+condition, append([]any{like(t.phrase)}, args...)
	}
	return "(" + condition + ")", args
}

// like is a pattern for LIKE ... ESCAPE '\' that finds the text anywhere.
func like(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

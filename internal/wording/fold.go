package wording

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a name as search compares it: words of lower-case letters and digits with single spaces between them, Latin letters
// without their marks. Whoever changes it has names folded anew (internal/store/database/folded.go).
func Fold(name string) string { return strings.Join(FoldedWords(name), " ") }

// FoldedWords returns the words of Fold.
func FoldedWords(text string) []string {
	table := LatinFold()
	folded := strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if plain, ok := table[r]; ok {
			return plain
		}
		return r
	}, norm.NFC.String(text))
	return strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
}

// LatinFold maps each Latin letter with marks to its plain lower-case letter.
var LatinFold = sync.OnceValue(func() map[rune]rune {
	table := map[rune]rune{}
	for _, block := range [][2]rune{{0xC0, 0x24F}, {0x1E00, 0x1EFF}} {
		for r := block[0]; r <= block[1]; r++ {
			plain := []rune(norm.NFD.String(string(r)))
			if len(plain) > 1 && plain[0] < 0x80 && unicode.IsLetter(plain[0]) {
				table[r] = unicode.ToLower(plain[0])
			}
		}
	}
	return table
})

package extract

import (
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// codeWords stand before what listeners type to pay less.
var codeWords = wordSet("code gutscheincode rabattcode")

// offersCode are words before "code" where one is offered: in "the VS Code Lantern plug-in" nobody offers any.
var offersCode = wordSet("use using with promo coupon discount offer our my dem den")

// dropPromoCodes removes places that are codes of paid reads and no names: "use code LANTERN20", "using code Nora".
func (e *episode) dropPromoCodes() {
	at, codes := map[int]bool{}, map[string]bool{}
	for i := 1; i < len(e.words); i++ {
		if mixed := lettersAndDigits(e.words[i].Fold); e.isPromoCode(i, mixed) {
			at[i] = true
			if mixed {
				codes[e.words[i].Fold] = true // wherever it is said again
			}
		}
	}
	if len(at) == 0 {
		return
	}
	for _, g := range e.sorted() {
		if g.typ == mention.Sponsor {
			continue
		}
		g.hits = slices.DeleteFunc(g.hits, func(h hit) bool {
			first := wordAt(e.words, h.start)
			return at[first] || first < len(e.words) && codes[e.words[first].Fold]
		})
		if len(g.hits) == 0 {
			delete(e.groups, groupKey{g.typ, g.key})
		}
	}
}

// isPromoCode reports whether word i stands behind "code" where a paid read offers that, or is built like one.
func (e *episode) isPromoCode(i int, mixed bool) bool {
	if !codeWords[e.words[i-1].Fold] || e.words[i].Gap == GapSentence {
		return false
	}
	before := func(n int) string {
		if i < n {
			return ""
		}
		return e.words[i-n].Fold
	}
	offered := e.words[i-1].Fold != "code" || offersCode[before(2)] || before(2) == "the" && offersCode[before(3)]
	return mixed || offered && InSpans(e.ads, e.words[i].Start)
}

func lettersAndDigits(word string) bool {
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	return strings.ContainsFunc(word, isDigit) && strings.ContainsFunc(word, func(r rune) bool { return !isDigit(r) })
}

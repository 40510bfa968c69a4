package extract

import (
	"slices"
	"strings"
	"unicode"

	"mentionary/internal/mention"
)

// codeWords stand before what listeners type to pay less.
var codeWords = wordSet("code gutscheincode rabattcode")

// offersCode are words before "code" where one is offered: in "the VS Code Lantern plug-in" nobody offers any.
var offersCode = wordSet("use using with promo coupon discount offer our my dem den")

// dropPromoCodes removes places that are codes of paid reads and no names: "use code LANTERN20", "using code Nora". A code with digits is
// none wherever else it is said.
func (e *episode) dropPromoCodes() {
	at, codes := map[int]bool{}, map[string]bool{}
	for i := 1; i < len(e.words); i++ {
		if e.isPromoCode(i) {
			at[i] = true
			if w := e.words[i].Fold; mixed(w) {
				codes[w] = true
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

// isPromoCode reports whether word i stands behind "code" and is meant as one. Two things of three say so: that it is offered, that
// this is a paid read, and that it has letters and digits. In "Claude Code, GPT-5" only the last does.
func (e *episode) isPromoCode(i int) bool {
	if !codeWords[e.words[i-1].Fold] || e.words[i].Gap == GapSentence {
		return false
	}
	says := 0
	for _, yes := range []bool{e.offersCode(i - 1), InSpans(e.ads, e.words[i].Start), mixed(e.words[i].Fold)} {
		if yes {
			says++
		}
	}
	return says > 1
}

// offersCode reports whether the words before word i, "code", offer one; "Gutscheincode" always does.
func (e *episode) offersCode(i int) bool {
	before := func(n int) string {
		if i < n {
			return ""
		}
		return e.words[i-n].Fold
	}
	return e.words[i].Fold != "code" || offersCode[before(1)] || before(1) == "the" && offersCode[before(2)]
}

// mixed reports whether a word has letters and digits.
func mixed(word string) bool { return hasDigit(word) && strings.ContainsFunc(word, unicode.IsLetter) }

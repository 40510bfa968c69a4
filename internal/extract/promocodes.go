package extract

import (
	"slices"
	"strings"
	"unicode"

	"mentionary/internal/mention"
)

// codeWords stand before what listeners type to pay less.
var codeWords = wordSet("code gutscheincode rabattcode")

// dropPromoCodes removes places that are codes of the episode's sponsors and no names: "LANTERN20", "using code Nora".
func (e *episode) dropPromoCodes() {
	codes := map[string]bool{}
	for _, g := range e.groups {
		for _, h := range g.hits {
			if code := h.candidate.Claims.PromoCode; g.typ == mention.Sponsor && code != "" {
				codes[FoldWord(code)] = true
			}
		}
	}
	if len(codes) == 0 {
		return
	}
	for _, g := range e.sorted() {
		if g.typ == mention.Sponsor {
			continue
		}
		g.hits = slices.DeleteFunc(g.hits, func(h hit) bool { return e.isPromoCode(wordAt(e.words, h.start), codes) })
		if len(g.hits) == 0 {
			delete(e.groups, groupKey{g.typ, g.key})
		}
	}
}

// isPromoCode reports whether word i is one of the codes: wherever it is said when it has letters and digits, else behind "code".
func (e *episode) isPromoCode(i int, codes map[string]bool) bool {
	if i >= len(e.words) || !codes[e.words[i].Fold] {
		return false
	}
	w := e.words[i].Fold
	return hasDigit(w) && strings.ContainsFunc(w, unicode.IsLetter) || i > 0 && codeWords[e.words[i-1].Fold]
}

package lookup

import (
	"slices"
	"strings"

	"mentionary/internal/extract"
)

// Words of descriptions that say little: nobody is told from another by them.
var plain = wordsOf(`british french italian spanish european austrian swiss canadian australian multinational subsidiary privately
	founded headquartered based born died former various several wikimedia`)

const (
	leastWord = 5 // letters of a word that tells something
	stem      = 6 // letters by which two forms of a word agree: economist, economics
)

// sharedWords returns telling words that stand in what the catalog says about a record and in what is said about the
// subject, each once. Everyday words, words of the name and names of peoples tell nothing.
func sharedWords(s Subject, r Record) []string {
	said := map[string]bool{}
	for _, t := range s.Texts {
		for w := range wordsOf(t) {
			said[stemOf(w)] = true
		}
	}
	own := wordsOf(strings.Join(append([]string{s.Name, r.Name}, s.Names...), " "))
	var out []string
	seen := map[string]bool{}
	for w := range wordsOf(strings.Join(append([]string{r.Facts.Description}, r.Topics...), " ")) {
		k := stemOf(w)
		if len(w) < leastWord || extract.IsCommon(w) || plain[w] || own[w] || !said[k] || seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, w)
	}
	slices.Sort(out)
	return out
}

func wordsOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range extract.Words(text) {
		out[w.Fold] = true
	}
	return out
}

func stemOf(w string) string { return w[:min(len(w), stem)] }

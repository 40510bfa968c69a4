package match

import (
	"regexp"
	"strings"

	"mentionary/internal/mention"
)

// maxAuthors bounds the authors that are compared.
const maxAuthors = 12

var (
	betweenAuthors = regexp.MustCompile(`\s*(?:;|,?\s+(?:and|und|&)\s)\s*`)
	moreAuthors    = regexp.MustCompile(`,?\s+(?:et al|u\. a)\.?.*$`)
)

// parseAuthors reads who wrote a work: "Ada Lovelace, C. Babbage", "Lovelace, Ada; Babbage, Charles", "Ada Lovelace and others".
func parseAuthors(s string) []personName {
	var out []personName
	for _, part := range betweenAuthors.Split(moreAuthors.ReplaceAllString(s, ""), -1) {
		for _, name := range authorNames(part) {
			if ws := coreWords(mention.Person, name); len(ws) > 0 && len(out) < maxAuthors {
				out = append(out, parsePerson(ws))
			}
		}
	}
	return out
}

// authorNames takes a list with commas apart. "Lovelace, Ada" is one name.
func authorNames(list string) []string {
	names := strings.Split(list, ",")
	if len(names) == 2 && !strings.Contains(strings.TrimSpace(names[0]), " ") {
		return []string{list}
	}
	return names
}

// shareAuthors reports whether two works may be by the same people: at least half of those that the shorter list names are in the
// other, in any order, because later authors are often left out and given names shortened.
func shareAuthors(a, b *Profile) bool {
	few, many := a.authors, b.authors
	if len(few) > len(many) || len(few) == len(many) && a.subject.Author > b.subject.Author { // the order of a pair is nothing
		few, many = many, few
	}
	common := 0
	for i := range few {
		for j := range many {
			if samePerson(&few[i], &many[j]) {
				common++
				break
			}
		}
	}
	return 2*common >= len(few)
}

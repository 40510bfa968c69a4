package offline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// Two entries for one thing under two names become two entities, and what an episode says is divided between them.
func TestNoFormOfTheListsStandsForTwoNames(t *testing.T) {
	t.Parallel()
	names := map[form]string{}
	for _, k := range loaded().entries {
		for _, written := range k.forms {
			f := form{k.typ, extract.Key(written)}
			if other, ok := names[f]; ok {
				assert.Equal(t, extract.Key(other), extract.Key(k.name), "what %q stands for", written)
			}
			names[f] = k.name
		}
	}
}

// A title and the same with its subtitle are one book, so the second is another spelling of the first.
func TestNoBookIsListedTwice(t *testing.T) {
	t.Parallel()
	type book struct{ author, title string }
	names := map[book]string{}
	for _, k := range loaded().entries {
		if k.typ != mention.Book {
			continue
		}
		title, _, _ := strings.Cut(k.name, ":")
		b := book{k.claims.Author, extract.Key(title)}
		assert.NotContains(t, names, b, "%q beside %q", k.name, names[b])
		names[b] = k.name
	}
}

package offline

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"mentionary/internal/extract"
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

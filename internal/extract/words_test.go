package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
)

// A full stop that a name begins with ends no sentence; one that is only set in the wrong place does.
func TestAFullStopBeforeAWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]extract.Gap{
		"all .NET here": extract.GapSpace, "a .js file": extract.GapSpace, "went home .Then she": extract.GapSentence,
		"went home. Then she": extract.GapSentence,
	} {
		gap := extract.GapSpace
		for _, w := range extract.Words(text)[1:] {
			gap = max(gap, w.Gap)
		}
		require.Equal(t, want, gap, text)
	}
}

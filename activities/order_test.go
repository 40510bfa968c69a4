package activities_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract/offline"
	"mentionary/internal/store/storetest"
)

// The same episodes give the same directory in whichever order they are analyzed, once each was published again with what the others
// taught.
func TestTheOrderOfEpisodesPlaysNoPart(t *testing.T) {
	t.Parallel()
	var first []string
	for seed := range uint64(10) {
		w := newWorld(t, storetest.SQLite, offline.New())
		w.publish.Voice = offline.Voice()
		random := rand.New(rand.NewPCG(seed, 0))
		runs := w.analyzeLibrary(random.Perm)
		random.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
		for _, run := range runs {
			w.publishes(run)
		}
		if first == nil {
			first = w.published()
		}
		require.Equal(t, first, w.published(), "order %d", seed)
	}
	t.Logf("%d mentions", len(first))
}

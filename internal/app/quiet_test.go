package app

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestABusyTimeEndsOnceAndAtTheFirstQuietSpell(t *testing.T) {
	t.Parallel()
	b := busyness{busy: true}
	total := uint64(0)
	for i, spell := range []struct {
		allocated uint64
		ended     bool
	}{
		{100 << 20, false}, // the start
		{50 << 20, false},
		{1 << 20, true},
		{1 << 20, false}, // still quiet: nothing to give back
		{quietBytes, false},
		{quietBytes + 1, false}, // busy again
		{0, true},
	} {
		total += spell.allocated
		require.Equal(t, spell.ended, b.ended(total), "spell %d", i)
	}
}

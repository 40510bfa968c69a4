package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
)

func TestALittleSpaceIsSaidInTime(t *testing.T) {
	t.Parallel()
	for free, want := range map[uint64]string{
		0: apiserver.CheckDown, 99 << 20: apiserver.CheckDown, 100 << 20: apiserver.CheckDegraded, 1<<30 - 1: apiserver.CheckDegraded, 1 << 30: apiserver.CheckOK,
	} {
		state, text := spaceVerdict(free)
		require.Equal(t, want, state, "%d bytes: %s", free, text)
		require.Contains(t, text, "GB are free")
	}
}

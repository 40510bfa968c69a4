package curate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestADayProvesEveryEntity(t *testing.T) {
	t.Parallel()
	for _, newest := range []int{0, 1, proveWhole, proveWhole + 1, 1_000_003} {
		at := 0
		for hour := range 24 {
			after, until := provePart(newest, hour)
			if newest <= proveWhole {
				require.Equal(t, []int{0, newest}, []int{after, until}, "each hour the whole")
				at = newest
				continue
			}
			require.Equal(t, at, after)
			require.LessOrEqual(t, until-after, newest/20)
			at = until
		}
		require.Equal(t, newest, at)
	}
}

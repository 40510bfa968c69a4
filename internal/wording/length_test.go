package wording_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/wording"
)

func TestLengthsAreSaidAsPeopleDo(t *testing.T) {
	t.Parallel()
	for ms, want := range map[int]string{
		0: "0 s", 30_400: "30 s", 59_400: "59 s", 60_000: "1 min", 42*60_000 + 12_000: "42 min", 3_600_000: "1 h", 3_599_000: "1 h",
		3_900_000: "1 h 5 min", 12 * 3_600_000: "12 h",
	} {
		require.Equal(t, want, wording.Length(ms), "%d", ms)
	}
}

package match

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHearingStopsOnlyWhereTooLittleIsAlike(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	made := func() string {
		w := make([]byte, r.IntN(9))
		for i := range w {
			w[i] = "aeioubdfklmnrst5"[r.IntN(16)]
		}
		return string(w)
	}
	reached := 0
	for range 20_000 {
		a, b := made(), made()
		if r.IntN(2) == 0 && len(a) > 0 {
			at := r.IntN(len(a))
			b = a[:at] + string("aeiot"[r.IntN(5)]) + a[at+1:]
		}
		whole := hearing(a, b)
		for _, least := range []float64{0.3, 0.75, 0.9} {
			want := whole
			if whole < least {
				want = 0
			} else {
				reached++
			}
			require.Equal(t, want, hearingFrom(a, b, least), "%q and %q from %v", a, b, least) //nolint:testifylint // the very same
		}
	}
	require.Greater(t, reached, 10_000)
}

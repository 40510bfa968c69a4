package refusal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
)

func TestEveryKindOfFaultHasACode(t *testing.T) {
	t.Parallel()
	for _, k := range append(fault.Final(), fault.Blocked, fault.RateLimited, fault.Unavailable, fault.Budget, fault.Internal) {
		require.NotZero(t, codes[k], "%s", k)
	}
}

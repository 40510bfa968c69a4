package mention_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func TestParseTypeReadsAllTypesAndTheAlias(t *testing.T) {
	t.Parallel()
	for _, want := range mention.Types() {
		got, ok := mention.ParseType(" " + string(want) + " ")
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	got, ok := mention.ParseType("Organization")
	require.True(t, ok)
	require.Equal(t, mention.Company, got)
	_, ok = mention.ParseType("animal")
	require.False(t, ok)
}

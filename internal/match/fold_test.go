package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInitialsAreOneWordOnlyWithinAName(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"world", "war", "i", "a", "history"}, words(fold("World War I: A History")))
	require.Equal(t, []string{"gdh", "cole"}, words(fold("G. D. H. Cole")))
	require.Equal(t, []string{"jp", "morgan", "a", "b"}, words(fold("J.P. Morgan (A), B")))
}

package extract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOneWordOfAShowsNameMayBeAnybodys(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]bool{
		"linear digressions": true, "linear": false, "talk harbour": true, "talk": false, "quillford": true,
	} {
		show := map[string]string{"talk harbour": "talk harbour to me", "talk": "talk harbour to me", "quillford": "quillford podcast"}[name]
		if show == "" {
			show = "linear digressions"
		}
		require.Equal(t, own, shortOf(show, name), name)
	}
}

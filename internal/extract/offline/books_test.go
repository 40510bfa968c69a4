package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func TestAGermanNounBeforeAnAuthorIsNoTitle(t *testing.T) {
	t.Parallel()
	about := extract.Context{Language: "de"}
	for _, c := range run(t, about, "Ich habe in dem Buch ein Zitat von Petra Lind gelesen.") {
		require.False(t, c.Type == mention.Book && c.Name == "Zitat", "%+v", c)
	}
	get(t, run(t, about, "Gelesen habe ich zuletzt Stille Wasser von Petra Lind."), mention.Book, "Stille Wasser")
}

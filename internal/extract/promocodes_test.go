package extract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

func TestPromoCodesAreNoNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name string
		left       int
	}{
		{"Go to it and use code LANTERN20. Our code still works, it's LANTERN20. LANTERN20 is a lot.", "LANTERN20", 0},
		{"This is brought to you by Lantern. Go to lantern.example, free for a year using code Nora. Nora is here.", "Nora", 1},
		{"This is brought to you by Lantern. Sign up with the code LANTERNTALK, all caps.", "LANTERNTALK", 0},
		{"Diese Folge wird unterstützt von Lantern. Mit dem Gutscheincode KERZE gibt es Rabatt, sagt Kerze.", "Kerze", 1},
		{"It runs in VS Code, Lantern and others. We code Lantern all day.", "Lantern", 2},
		{"I have tried Lantern Code, Plimsoft-5 and others. Plimsoft-5 is good.", "Plimsoft-5", 2},
	} {
		e := newEpisode(transcript.Document{Text: c.text}, nil, nil, nil, Context{})
		g := e.everySaid(mention.Company, c.name)
		e.dropPromoCodes()
		require.Len(t, g.hits, c.left, c.text)
		require.Equal(t, c.left > 0, e.groups[groupKey{g.typ, g.key}] != nil, c.text)
	}
}

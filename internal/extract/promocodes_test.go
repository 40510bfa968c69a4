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
		text, code, name string
		left             int
	}{
		{"Plimsoft pays. Our code works, it's LANTERN20. LANTERN20 is a lot.", "LANTERN20", "LANTERN20", 0},
		{"Plimsoft pays, free for a year using code Nora. Nora is here.", "NORA", "Nora", 1},
		{"Plimsoft pays. Mit dem Gutscheincode KERZE gibt es Rabatt, sagt Kerze.", "KERZE", "Kerze", 1},
		{"Plimsoft pays. I have tried Lantern Code, Vesper-5 and others. Vesper-5 is good.", "LANTERN20", "Vesper-5", 2},
		{"Plimsoft pays, and it runs in VS Code, Lantern and others.", "", "Lantern", 1},
	} {
		e := newEpisode(transcript.Document{Text: c.text}, nil, nil, nil, Context{})
		e.everySaid(mention.Sponsor, "Plimsoft").hits[0].candidate.Claims.PromoCode = c.code
		g := e.everySaid(mention.Company, c.name)
		e.dropPromoCodes()
		require.Len(t, g.hits, c.left, c.text)
		require.Equal(t, c.left > 0, e.groups[groupKey{g.typ, g.key}] != nil, c.text)
	}
}

package wellknown

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/mention"
)

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		typ  mention.Type
		name string
		want []string
	}{
		{mention.Product, "React", []string{"https://react.dev/", "https://en.wikipedia.org/wiki/React_%28software%29"}},
		{mention.Location, "portland", []string{"https://en.wikipedia.org/wiki/Portland,_Oregon"}},
		{mention.Concept, "Constitution", []string{"https://en.wikipedia.org/wiki/Constitution_of_the_United_States"}},
		{mention.Book, "Do Androids Dream of Electric Sheep", []string{"https://en.wikipedia.org/wiki/Do_Androids_Dream_of_Electric_Sheep"}},
		{mention.Sponsor, "Sentry", []string{"https://sentry.io/"}},
		{mention.Person, "George Bush", nil}, // two presidents
		{mention.Person, "Sentry", nil},
		{mention.Company, "Fluxbench", nil},
	} {
		require.Equal(t, c.want, Links(c.typ, c.name), "%s %s", c.typ, c.name)
	}
}

func TestAllAddressesMayBeOpened(t *testing.T) {
	all := loaded()
	require.Greater(t, len(all), 8000)
	for of, a := range all {
		require.NotEmpty(t, of.key)
		require.NotEmpty(t, Links(of.typ, of.key), "%s %s", of.typ, of.key)
		for _, raw := range []string{a.site, a.article} {
			if raw == "" {
				continue
			}
			canonical, err := link.Canonical(raw)
			require.NoError(t, err, raw)
			require.NotContains(t, canonical, " ")
		}
	}
}

package wellknown

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
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
		{mention.Company, "Lotus Development Corporation", []string{"https://en.wikipedia.org/wiki/Lotus_Development"}}, // the last of two
	} {
		require.Equal(t, c.want, Links(c.typ, c.name), "%s %s", c.typ, c.name)
	}
}

func TestAllAddressesMayBeOpened(t *testing.T) {
	all := 0
	for _, list := range []string{articles, sites} {
		for line := range strings.Lines(list) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			all++
			typ, name, value := split(line)
			require.NotEmpty(t, Links(typ, match.Key(typ, name)), line)
			address := article(name, value)
			if list == sites {
				address = "https://" + value
			}
			canonical := appendCanonical(nil, address)
			require.Len(t, canonical, 1, line)
			require.NotContains(t, canonical[0], " ", line)
		}
	}
	require.Greater(t, all, 8000)
}

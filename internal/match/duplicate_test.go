package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

func TestDecideDuplicate(t *testing.T) {
	t.Parallel()
	site := []string{"website:sentry.io"}
	entry := func(id int, name string, aliases ...string) match.Entry {
		return match.Entry{Known: match.Known{ID: id, Name: name, Aliases: aliases}}
	}
	with := func(e match.Entry, authorities, trusted []string) match.Entry {
		e.Authorities, e.Trusted = authorities, trusted
		return e
	}
	apart := func(e match.Entry, disambiguator string) match.Entry {
		e.Disambiguator = disambiguator
		return e
	}
	for _, c := range []struct {
		name   string
		typ    mention.Type
		e      match.Entry
		others []match.Entry
		action match.Action
		id     int
	}{
		{"nothing known", mention.Company, entry(1, "Sentry"), nil, match.Create, 0},
		{"nothing alike", mention.Company, entry(1, "Sentry"), []match.Entry{entry(2, "Eppo")}, match.Create, 0},
		{"the same name", mention.Company, entry(1, "Acme GmbH"), []match.Entry{entry(2, "Eppo"), entry(3, "ACME")}, match.Attach, 3},
		{
			"the surest of its names counts", mention.Product, entry(1, "Kubernetes", "k8s"),
			[]match.Entry{entry(2, "K8s")},
			match.Attach, 2,
		},
		{"spelled alike", mention.Company, entry(1, "Sentry.io"), []match.Entry{entry(2, "Sentry")}, match.Review, 2},
		{
			"the same site, by more than one channel", mention.Company, with(entry(1, "Sentry.io"), site, site),
			[]match.Entry{with(entry(2, "Sentry"), site, site)},
			match.Attach, 2,
		},
		{
			"the same site, but one channel's claim proves nothing", mention.Company, with(entry(1, "Sentry.io"), site, site),
			[]match.Entry{with(entry(2, "Sentry"), site, nil)},
			match.Review, 2,
		},
		{
			"told apart when it was made", mention.Company, apart(entry(1, "ACME"), "channel 4"),
			[]match.Entry{entry(2, "Acme GmbH")},
			match.Review, 2,
		},
		{
			"told apart alike", mention.Company, apart(entry(1, "ACME"), "channel 4"),
			[]match.Entry{apart(entry(2, "Acme GmbH"), "channel 4")},
			match.Attach, 2,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := match.DecideDuplicate(c.typ, c.e, c.others)
			require.Equal(t, c.action, d.Action, "%+v", d)
			require.Equal(t, c.id, d.ID)
		})
	}
}

func TestEntitiesAreComparedUnderAllTheirNames(t *testing.T) {
	t.Parallel()
	names := func(name string, aliases ...string) match.Names {
		return match.NamesOf(mention.Product, match.Known{Name: name, Aliases: aliases})
	}
	own := names("Kubernetes").Compare(names("kubernetes"))
	require.Equal(t, match.MatchExact, own.MatchType)
	alias := names("Kubernetes", "K8s").Compare(names("k8s"))
	require.Equal(t, match.MatchAlias, alias.MatchType)
	require.InDelta(t, own.Score, alias.Score, 1e-9)
	require.Less(t, names("Kubernetes", "K8s").Compare(names("Nomad")).Score, match.ThresholdReview)
}

func TestWhatMayBeTheSameIsWhatComparingSendsToReview(t *testing.T) {
	t.Parallel()
	list := []match.Known{
		{Name: "Bryan Cantrill"},
		{Name: "Brian Cantrell", Aliases: []string{"Brian Cantrill"}},
		{Name: "Joe"},
		{Name: "joe"},
		{Name: "Trevor Schultz", Company: "Acme"},
		{Name: "Trebor Scholz", Company: "Eppo"},
		{Name: "Ada Lovelace Jr"},
		{Name: "Ada Lovelace Sr"},
		{Name: "Sentry.io", Authorities: []string{"website:sentry.io"}},
		{Name: "Sentry", Authorities: []string{"wikidata:Q1"}},
		{Name: "Observability", Authorities: []string{"website:sentry.io"}},
		{Name: "Sentry", Authorities: []string{"wikidata:Q2"}},
		{Name: "SPARCstation 1"},
		{Name: "SPARCstation 2"},
		{Name: "Influence", Author: "Robert Cialdini"},
		{Name: "Influence", Author: "Gloria Swanson"},
		{Name: "Paris", Country: "France"},
		{Name: "Paris", Country: "USA"},
		{Name: "Visual Studio Code"},
		{Name: "VS Code"},
	}
	yes, all := 0, 0
	for _, typ := range mention.Types() {
		for _, a := range list {
			for _, b := range list {
				one, other := match.NamesOf(typ, a), match.NamesOf(typ, b)
				same := one.Compare(other).Score >= match.ThresholdReview
				require.Equal(t, same, one.MayBeSame(other), "%s: %v and %v", typ, a, b)
				if all++; same {
					yes++
				}
			}
		}
	}
	require.Greater(t, yes, all/20)
	require.Less(t, yes, all/2)
}

package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

func TestDecideWorkedExamples(t *testing.T) {
	t.Parallel()
	person := func(name string) match.Subject { return match.Subject{Type: mention.Person, Name: name} }
	for _, c := range []struct {
		name   string
		s      match.Subject
		known  []match.Known
		action match.Action
		id     int
		kind   string
	}{
		{"misheard without support", person("Trevor Schultz"), []match.Known{{ID: 1, Name: "Trebor Scholz"}}, match.Review, 1, match.MatchHeard},
		{
			"misheard in his channel", person("Trevor Schultz"),
			[]match.Known{{ID: 1, Name: "Trebor Scholz", InChannel: true, CoMentions: 2}},
			match.Attach, 1, match.MatchHeard,
		},
		{
			"two people with like names", person("Brian Cantrell"),
			[]match.Known{{ID: 1, Name: "Bryan Cantrill"}},
			match.Review, 1,
			match.MatchHeard,
		},
		{
			"the channel supports it", person("Brian Cantrell"),
			[]match.Known{{ID: 1, Name: "Bryan Cantrill", InChannel: true, CoMentions: 3}},
			match.Attach, 1, match.MatchHeard,
		},
		{
			"exact beats support", person("Brian Cantrell"),
			[]match.Known{{ID: 1, Name: "Bryan Cantrill", InChannel: true, CoMentions: 9}, {ID: 2, Name: "Brian Cantrell"}},
			match.Attach, 2,
			match.MatchExact,
		},
		{"a short name misheard", match.Subject{Type: mention.Company, Name: "Eco"}, []match.Known{{ID: 1, Name: "Eppo"}}, match.Create, 0, ""},
		{
			"a short name misheard, with support",
			match.Subject{Type: mention.Company, Name: "Eco", Company: "Eppo"},
			[]match.Known{{ID: 1, Name: "Eppo", Company: "Eppo", InChannel: true, CoMentions: 6}},
			match.Review, 1, match.MatchSimilar,
		},
		{
			"subtitle",
			match.Subject{Type: mention.Book, Name: "DEC Is Dead, Long Live DEC: The Lasting Legacy of Digital Equipment"},
			[]match.Known{{ID: 1, Name: "DEC is Dead, Long Live DEC"}},
			match.Attach, 1, match.MatchSimilar,
		},
		{
			"subtitle behind a comma",
			match.Subject{Type: mention.Book, Name: "Walk Home with the Lantern, Not the Moth"},
			[]match.Known{{ID: 1, Name: "Walk Home with the Lantern"}},
			match.Attach, 1, match.MatchSimilar,
		},
		{
			"a subtitle said further",
			match.Subject{Type: mention.Book, Name: "Walk Home with the Lantern, Not the Moth, A Handbook for Walkers"},
			[]match.Known{{ID: 1, Name: "Walk Home with the Lantern, Not the Moth"}},
			match.Attach, 1, match.MatchSimilar,
		},
		{
			"a list in a title is no subtitle",
			match.Subject{Type: mention.Book, Name: "Lanterns, Moths, and Walks"},
			[]match.Known{{ID: 1, Name: "Lanterns, Rivers, and Rain"}},
			match.Create, 0, "",
		},
		{
			"subtitle and a word misheard",
			match.Subject{Type: mention.Book, Name: "deck is dead long live deck"},
			[]match.Known{{ID: 1, Name: "DEC is Dead, Long Live DEC"}},
			match.Attach, 1, match.MatchHeard,
		},
		{
			"another volume",
			match.Subject{Type: mention.Book, Name: "Harbour Notes VI"},
			[]match.Known{{ID: 1, Name: "Harbour Notes V"}},
			match.Create, 0, "",
		},
		{
			"another subject of a series",
			match.Subject{Type: mention.Book, Name: "Gardens in Action"},
			[]match.Known{{ID: 1, Name: "Kitchens in Action"}},
			match.Create, 0, "",
		},
		{
			"a part of the company",
			match.Subject{Type: mention.Company, Name: "Google Fonts"},
			[]match.Known{{ID: 1, Name: "Google", InChannel: true}},
			match.Review, 1, match.MatchSimilar,
		},
		{
			"another author",
			match.Subject{Type: mention.Book, Name: "Foundation", Author: "Mercedes Lackey"},
			[]match.Known{{ID: 1, Name: "Foundation", Author: "Isaac Asimov"}},
			match.Create, 0, "",
		},
		{
			"the same author, misheard",
			match.Subject{Type: mention.Book, Name: "Foundation", Author: "Isak Asimof"},
			[]match.Known{{ID: 1, Name: "Foundation", Author: "Isaac Asimov"}},
			match.Attach, 1, match.MatchExact,
		},
		{
			"another model number",
			match.Subject{Type: mention.Product, Name: "SPARCstation 2"},
			[]match.Known{{ID: 1, Name: "SPARCstation 1", InChannel: true, CoMentions: 50}},
			match.Create, 0, "",
		},
		{
			"site suffix",
			match.Subject{Type: mention.Company, Name: "Sentry.io"},
			[]match.Known{{ID: 1, Name: "Sentry"}},
			match.Review, 1,
			match.MatchSimilar,
		},
		{
			"site suffix in its channel",
			match.Subject{Type: mention.Company, Name: "Sentry.io"},
			[]match.Known{{ID: 1, Name: "Sentry", InChannel: true, CoMentions: 1}},
			match.Attach, 1, match.MatchSimilar,
		},
		{
			"site suffix with the same site",
			match.Subject{Type: mention.Company, Name: "Sentry.io", Authorities: []string{"website:sentry.io"}},
			[]match.Known{{ID: 1, Name: "Sentry", Authorities: []string{"website:sentry.io"}}},
			match.Attach, 1, match.MatchAuthority,
		},
		{
			"company form",
			match.Subject{Type: mention.Company, Name: "ACME"},
			[]match.Known{{ID: 1, Name: "Acme GmbH"}},
			match.Attach, 1,
			match.MatchExact,
		},
		{
			"alias",
			match.Subject{Type: mention.Product, Name: "k8s"},
			[]match.Known{{ID: 1, Name: "Kubernetes", Aliases: []string{"K8s"}}},
			match.Attach, 1, match.MatchAlias,
		},
		{
			"another country",
			match.Subject{Type: mention.Location, Name: "Paris", Country: "United States"},
			[]match.Known{{ID: 1, Name: "Paris", Country: "France", InChannel: true}},
			match.Create, 0, "",
		},
		{
			"the country written otherwise",
			match.Subject{Type: mention.Location, Name: "Paris", Country: "U.S."},
			[]match.Known{{ID: 1, Name: "Paris", Country: "United States"}},
			match.Attach, 1, match.MatchExact,
		},
		{
			"homonyms, one supported", person("John Smith"),
			[]match.Known{{ID: 1, Name: "John Smith", Mentions: 90}, {ID: 2, Name: "John Smith", InChannel: true}},
			match.Attach, 2, match.MatchExact,
		},
		{
			"homonyms, none supported", person("John Smith"),
			[]match.Known{{ID: 1, Name: "John Smith", Mentions: 90}, {ID: 2, Name: "John Smith"}},
			match.Review, 1, match.MatchExact,
		},
		{"which Joe", person("Joe"), []match.Known{{ID: 1, Name: "Joe"}}, match.Review, 1, match.MatchExact},
		{"our Joe", person("Joe"), []match.Known{{ID: 1, Name: "Joe", InChannel: true}}, match.Attach, 1, match.MatchExact},
		{"Plato is one", person("Plato"), []match.Known{{ID: 1, Name: "Plato"}}, match.Attach, 1, match.MatchExact},
		{"nickname", person("Liz Porter"), []match.Known{{ID: 1, Name: "Elizabeth Porter"}}, match.Attach, 1, match.MatchSimilar},
		{"initial", person("D. Knuth"), []match.Known{{ID: 1, Name: "Donald Knuth"}}, match.Review, 1, match.MatchSimilar},
		{
			"initial in his channel", person("D. Knuth"),
			[]match.Known{{ID: 1, Name: "Donald Knuth", InChannel: true}},
			match.Attach, 1,
			match.MatchSimilar,
		},
		{
			"same given name only", person("David Olsen"),
			[]match.Known{{ID: 1, Name: "David Marquez", InChannel: true, CoMentions: 9}},
			match.Create, 0, "",
		},
		{"same surname only", person("Alison Kern"), []match.Known{{ID: 1, Name: "Emmanuel Kern", InChannel: true}}, match.Create, 0, ""},
		{"surname alone", person("Hallenberg"), []match.Known{{ID: 1, Name: "Tom Hallenberg"}}, match.Review, 1, match.MatchSimilar},
		{
			"surname alone in his channel", person("Hallenberg"),
			[]match.Known{{ID: 1, Name: "Tom Hallenberg", InChannel: true, CoMentions: 4}},
			match.Attach, 1, match.MatchSimilar,
		},
		{"son and father", person("Martin King Jr."), []match.Known{{ID: 1, Name: "Martin King Sr.", InChannel: true}}, match.Create, 0, ""},
		{
			"a plural more",
			match.Subject{Type: mention.Concept, Name: "Actor Networks Theory"},
			[]match.Known{{ID: 1, Name: "Actor Network Theory"}},
			match.Review, 1, match.MatchSimilar,
		},
		{
			"one article per language",
			match.Subject{Type: mention.Concept, Name: "Cybersyn", Authorities: []string{"wikipedia:en:Cybersyn"}},
			[]match.Known{{ID: 1, Name: "Cybersyn", Authorities: []string{"wikipedia:de:Cybersyn"}}},
			match.Attach, 1, match.MatchExact,
		},
		{
			"two articles",
			match.Subject{Type: mention.Concept, Name: "Mercury", Authorities: []string{"wikipedia:en:Mercury (planet)"}},
			[]match.Known{{ID: 1, Name: "Mercury", Authorities: []string{"wikipedia:en:Mercury (element)"}}},
			match.Create, 0, "",
		},
		{"nothing known", person("Ada Lovelace"), nil, match.Create, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := match.Decide(c.s, c.known, nil)
			require.Equal(t, c.action, d.Action, "%+v", d)
			require.Equal(t, c.id, d.ID)
			require.Equal(t, c.kind, d.Type, "%+v", d)
			require.Equal(t, len(c.known) > 0, len(d.Reasons) > 0, "a decision among candidates says why")

			supported := make([]match.Known, 0, len(c.known))
			for _, k := range c.known { // what supports a candidate may be learned after it was prepared
				ready := match.Known{
					ID: k.ID, Name: k.Name, Aliases: k.Aliases, Author: k.Author, Company: k.Company, Country: k.Country, Title: k.Title,
					Authorities: k.Authorities, Mentions: k.Mentions,
				}.Prepared(c.s.Type)
				ready.InChannel, ready.CoMentions = k.InChannel, k.CoMentions
				supported = append(supported, ready)
			}
			require.Equal(t, d, match.Decide(c.s, supported, nil), "prepared candidates are judged alike")
		})
	}
}

func TestDistinctPairsAreNeverChosen(t *testing.T) {
	t.Parallel()
	d := match.Decide(match.Subject{Type: mention.Person, Name: "Ada Lovelace"}, []match.Known{{ID: 7, Name: "Ada Lovelace"}},
		func(id int) bool { return id == 7 })
	require.Equal(t, match.Create, d.Action)
	require.Len(t, d.Reasons, 1)
	require.Equal(t, 7, d.Reasons[0].ID)
	require.Contains(t, d.Reasons[0].Text, "declared")
}

func TestDecisionDoesNotDependOnTheOrderOfCandidates(t *testing.T) {
	t.Parallel()
	known := []match.Known{
		{ID: 3, Name: "John Smith", Mentions: 5},
		{ID: 1, Name: "John Smith", Mentions: 5},
		{ID: 2, Name: "Jon Smith", InChannel: true},
		{ID: 4, Name: "John Smyth", CoMentions: 2},
	}
	want := match.Decide(match.Subject{Type: mention.Person, Name: "John Smith"}, known, nil)
	require.Equal(t, match.Review, want.Action, "two of that name")
	require.Equal(t, 1, want.ID, "the lower id of two equals")
	for range known {
		known = append(known[1:], known[0])
		require.Equal(t, want, match.Decide(match.Subject{Type: mention.Person, Name: "John Smith"}, known, nil))
	}
}

func TestReasonsAreBoundedAndNameTheChosenFirst(t *testing.T) {
	t.Parallel()
	var known []match.Known
	for i := range 40 {
		known = append(known, match.Known{ID: i + 1, Name: "Ada Lovelace", Author: "x", InChannel: i == 20, CoMentions: i})
	}
	known[20].CoMentions = 100
	d := match.Decide(match.Subject{Type: mention.Person, Name: "Ada Lovelace"}, known, nil)
	require.Equal(t, match.Attach, d.Action)
	require.Equal(t, 21, d.ID)
	require.Len(t, d.Reasons, match.MaxReasons)
	require.Equal(t, 21, d.Reasons[0].ID)
	require.Contains(t, d.Reasons[0].Text, "attach")
}

func TestDifferentTypesAreNeverTheSame(t *testing.T) {
	t.Parallel()
	s := compare(match.Subject{Type: mention.Sponsor, Name: "Acme"}, match.Subject{Type: mention.Company, Name: "Acme"})
	require.Less(t, s.Score, match.ThresholdReview)
}

func TestAKeyIsEnoughForWhatStandsOut(t *testing.T) {
	t.Parallel()
	smith := match.Subject{Type: mention.Person, Name: "John Smith"}
	one, two := match.Known{ID: 1, Name: "John Smith"}, match.Known{ID: 2, Name: "John Smith"}
	supported := match.Known{ID: 3, Name: "John Smith", InChannel: true}
	for _, c := range []struct {
		name    string
		sameKey []match.Known
		former  map[int]bool
		id      int
		ok      bool
	}{
		{"nobody has the key", nil, map[int]bool{9: true}, 0, false},
		{"one has it", []match.Known{one}, nil, 1, true},
		{"two have it", []match.Known{one, two}, nil, 0, false},
		{"one of two is supported", []match.Known{one, supported}, nil, 3, true},
		{"the episode meant the other one before", []match.Known{two, supported}, map[int]bool{2: true}, 2, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			id, ok := match.DecideByKey(smith, c.sameKey, c.former)
			require.Equal(t, c.ok, ok)
			require.Equal(t, c.id, id)
		})
	}
}

func TestDisambiguatorIsWhatIsSaidElseWhereItWasMentioned(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]match.Subject{
		"robertcialdini": {Type: mention.Book, Name: "Influence", Author: "Robert Cialdini", Company: "Harper", ChannelID: 4},
		"france":         {Type: mention.Location, Name: "Paris", Country: "France", ChannelID: 4},
		"channel 4":      {Type: mention.Location, Name: "Paris", ChannelID: 4},
		"episode 7":      {Type: mention.Location, Name: "Paris"},
	} {
		require.Equal(t, want, match.Disambiguator(s, 7))
	}
}

func TestADecisionIsKeptAsASentence(t *testing.T) {
	t.Parallel()
	s := match.Subject{Type: mention.Person, Name: "Brian Cantrell"}
	require.Regexp(t, `^review 12 0\.\d\d: "Brian Cantrell" and "Bryan Cantrill" sound alike: review, because neither half of the name is `+
		`the same$`,
		match.Decide(s, []match.Known{{ID: 12, Name: "Bryan Cantrill"}}, nil).String())
	require.Regexp(t, `^create 0\.\d\d: .*differ: refused$`, match.Decide(s, []match.Known{{ID: 12, Name: "Ada Lovelace"}}, nil).String())
	require.Empty(t, match.Decide(s, nil, nil).String(), "there was nothing to compare with")
}

// Names that were attached by likeness in real transcripts and mean other things. Nothing that speaks for the known one attaches
// them: not the channel, not what was mentioned together.
func TestLikenessNeverJoinsOtherThings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ         mention.Type
		heard, name string
	}{
		{mention.Company, "CIA", "CIO"},
		{mention.Company, "Dell", "DLL"},
		{mention.Company, "IEEE", "III"},
		{mention.Company, "Linode", "Lindy"},
		{mention.Product, "Bluesky", "Flask"},
		{mention.Company, "Northeastern University", "Northwestern University"},
		{mention.Company, "Python Typing Council", "Python Steering Council"},
		{mention.Company, "KTZ Systems", "CSS"},
		{mention.Concept, "World War I", "World War II"},
		{mention.Concept, "Moore's law", "Murphy's law"},
		{mention.Concept, "fission", "fusion"},
		{mention.Concept, "planning", "urban planning"},
		{mention.Concept, "quantum", "quantum mechanics"},
		{mention.Book, "First Foundation", "Second Foundation"},
		{mention.Person, "Bernie Sanders", "Barry Sanders"},
		{mention.Person, "Larry Sanger", "Barry Sanders"},
		{mention.Person, "John F. Kennedy", "John Candy"},
		{mention.Person, "Jan Philipp", "Jan Philipp Dapprich"},
		{mention.Sponsor, "Cinch", "Sinch"},
	} {
		d := match.Decide(match.Subject{Type: c.typ, Name: c.heard}, []match.Known{{ID: 1, Name: c.name, InChannel: true, CoMentions: 9}}, nil)
		require.NotEqual(t, match.Attach, d.Action, "%s is not %s: %s", c.heard, c.name, d)
	}
}

// Half a name means the person here; it is nothing to know them by elsewhere.
func TestHalfANameIsToldApart(t *testing.T) {
	t.Parallel()
	known := []match.Known{{ID: 1, Name: "Tom Hallenberg", InChannel: true, CoMentions: 4}}
	require.True(t, match.Decide(match.Subject{Type: mention.Person, Name: "Hallenberg"}, known, nil).Half)
	require.False(t, match.Decide(match.Subject{Type: mention.Person, Name: "Thomas Hallenberg"}, known, nil).Half)
}

func TestDoubtIsExplained(t *testing.T) {
	t.Parallel()
	known := []match.Known{{ID: 1, Name: "Linode", InChannel: true, CoMentions: 9}}
	d := match.Decide(match.Subject{Type: mention.Company, Name: "Linodes"}, known, nil)
	require.Equal(t, match.Review, d.Action)
	require.Contains(t, d.String(), "review, because a single word is too little to tell two names apart")
}

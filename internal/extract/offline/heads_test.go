package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func published(cs []mention.Candidate) map[string]mention.Type {
	out := map[string]mention.Type{}
	for _, c := range cs {
		if confidence(c) >= extract.Published {
			out[c.Name] = c.Type
		}
	}
	return out
}

// Who says the name of a university does not speak of its town.
func TestANameHoldsAnotherName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"She studied at Helsinki University for a year.":       "Helsinki University",
		"She works for the University of Helsinki these days.": "University of Helsinki",
		"she works for the university of helsinki these days":  "University of Helsinki",
		"she studied at helsinki university for a year":        "Helsinki University",
	} {
		found := published(run(t, extract.Context{Language: "en"}, text))
		require.Equal(t, map[string]mention.Type{want: mention.Company}, found, text)
	}
	require.Equal(t, map[string]mention.Type{"Oslo": mention.Location, "Helsinki": mention.Location},
		published(run(t, extract.Context{Language: "en"}, "He played Oslo Helsinki and a village.")), "a list without commas")
	require.Equal(t, map[string]mention.Type{"Nora Ford": mention.Person},
		published(run(t, extract.Context{Language: "en"}, "And then Nora Ford, who was there, told me so.")))
}

func TestAHeadNounSaysWhatANameNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]mention.Type{
		"They sailed the Vesper Sea for weeks.":        mention.Location,
		"We stopped at Nora Springs on the way.":       mention.Location,
		"He joined the Velmora Society as a boy.":      mention.Company,
		"She ran the Ministry of Velmoran Works then.": mention.Company,
	} {
		for _, c := range run(t, extract.Context{Language: "en"}, text) {
			require.Equal(t, want, c.Type, "%s: %s", text, c.Name)
		}
	}
	c := get(t, run(t, extract.Context{Language: "en"}, "He joined the Velmora Society as a boy."), mention.Company, "Velmora Society")
	require.Less(t, confidence(c), extract.Published, "its noun alone says too little")
	require.GreaterOrEqual(t, extract.Confidence(c.Type, append(c.Signals, extract.SignalTagger), 1), extract.Published)
}

// The names of towns are many other things as well: they count where places stand.
func TestAPlaceOfTheWorldIsOneWherePlacesStand(t *testing.T) {
	t.Parallel()
	for text, language := range map[string]string{
		"Nobody in Poughkeepsie knew about it.":      "en",
		"nobody in poughkeepsie knew about it":       "en",
		"We went to Poughkeepsie and had some rest.": "en",
		"Er wohnt seit Jahren in Poughkeepsie.":      "de",
	} {
		require.Equal(t, map[string]mention.Type{"Poughkeepsie": mention.Location},
			published(run(t, extract.Context{Language: language}, text)), text)
	}
	for _, text := range []string{"And Poughkeepsie was his answer.", "and poughkeepsie was his answer"} {
		require.Empty(t, published(run(t, extract.Context{Language: "en"}, text)), text)
	}
}

// A name that nothing else has needs no sentences that sound like a firm's; "linear" does.
func TestAKnownNameIsDistinctOrAWord(t *testing.T) {
	t.Parallel()
	signals := func(text, language string, typ mention.Type, name string) []mention.Signal {
		return get(t, run(t, extract.Context{Language: language}, text), typ, name).Signals
	}
	require.Contains(t, signals("It is on the GitLab server.", "en", mention.Company, "GitLab"), extract.SignalDistinct)
	require.Contains(t, signals("It is in the Wall Street Journal.", "en", mention.Company, "Wall Street Journal"), extract.SignalDistinct)
	require.NotContains(t, signals("We did it with Linear then.", "en", mention.Company, "Linear"), extract.SignalDistinct)
	require.Empty(t, published(run(t, extract.Context{Language: "de"}, "Wenn man dann den Knopf drückt.")))
}

func TestWhatIsNoNameOfItsType(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"In my early days I wrote a Sinatra app for that.",
		"It is an update for the Phoenix app, they say.",
		"The Seros General Catalog lists them all.",
		"So we went back to Plimsoft again.",
		"Everybody lives in Velmorian houses there.",
	} {
		for name, typ := range published(run(t, extract.Context{Language: "en"}, text)) {
			require.NotContains(t, []mention.Type{mention.Person, mention.Location}, typ, "%s: %s", text, name)
		}
	}
	for _, c := range run(t, extract.Context{Language: "de"}, "Per Banküberweisung geht es auch.") {
		require.NotEqual(t, mention.Person, c.Type, c.Name)
	}
}

// The name of an organization or a place may begin with everyday words and go on behind "and"; a department or a committee is nobody
// without its owner.
func TestTheWholeNameOfOrganizationsAndPlaces(t *testing.T) {
	t.Parallel()
	companies := func(text string) (names []string) {
		for _, c := range run(t, extract.Context{Language: "en"}, text) {
			if c.Type == mention.Company {
				names = append(names, c.Name)
			}
		}
		return names
	}
	for text, want := range map[string]string{
		"It is the creation of Very Good Velmora Ventures, a firm.":           "Very Good Velmora Ventures",
		"They run a school that is called the Peak Walking Institute.":        "Peak Walking Institute",
		"She works for the Institute of Women and Zorvex Studies these days.": "Institute of Women and Zorvex Studies",
		"I joined Big Velmora Labs today.":                                    "Big Velmora Labs",
		"Great news. Velmora Labs is here.":                                   "Velmora Labs",
	} {
		require.Equal(t, []string{want}, companies(text), text)
	}
	bay := run(t, extract.Context{Language: "en"}, "We live in Half Velmora Bay now.")
	get(t, bay, mention.Location, "Half Velmora Bay")
	for _, text := range []string{
		"She is at the School of Mathematics now.", "The Department of Women met.", "He sat on the Technical Steering Committee then.",
		"They renamed the firm, Inc or so.",
	} {
		require.Empty(t, companies(text), text)
	}
}

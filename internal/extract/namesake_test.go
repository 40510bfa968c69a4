package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
)

func lone(name, quote string) mention.Candidate {
	return mention.Candidate{Type: mention.Person, Name: name, Quote: quote, Signals: []mention.Signal{extract.SignalGivenName}}
}

// Notes that speak of "Adam" do not say who he is; notes that name him in full do, while they know one Adam.
func TestNotesSayWhoAFirstNameIs(t *testing.T) {
	t.Parallel()
	said := []string{"We met Orla there.", "And Orla laughed."}
	for _, c := range []struct {
		notes     string
		published string
	}{
		{"Orla and the others talk about boats.", ""},
		{"A talk about boats with Orla Vintner, who builds them.", "Orla Vintner"},
		{"With Orla Vintner and Orla Brask.", ""},
		{"ORLA VINTNER", ""},
		{"What Orla Does All Day", ""},
		{"", ""},
	} {
		about := extract.Context{Title: "Boats", Description: c.notes}
		r := consolidate(t, about, nil, []mention.Candidate{lone("Orla", "We met Orla there.")}, said...)
		var published []string
		for _, m := range r.Mentions {
			if m.Confidence >= extract.Published {
				published = append(published, m.Name)
			}
		}
		if c.published == "" {
			require.Empty(t, published, c.notes)
		} else {
			require.Equal(t, []string{c.published, c.published}, published, c.notes)
		}
	}
}

// A machine does not know how somebody in the notes spells a given name; who wrote the text does, and so does a Brian who is there, too.
func TestAMachineSpellsGivenNamesAsItHearsThem(t *testing.T) {
	t.Parallel()
	talk := strings.Repeat("We talked of boats, and of the river that they go down in the spring.\n", 100)
	for _, c := range []struct {
		about     extract.Context
		filler    string
		published string
	}{
		{extract.Context{Description: "A talk about boats with Bryan Vintner."}, talk, "Bryan Vintner"},
		{extract.Context{People: []media.Person{{Name: "Bryan Vintner"}}}, talk, "Bryan Vintner"},
		{extract.Context{Description: "With Bryan Vintner and Brian Osk."}, talk, "Brian Osk"},
		{extract.Context{People: []media.Person{{Name: "Bryan Vintner"}}, Description: "Brian Osk comes by."}, talk, "Brian Osk"},
		{extract.Context{Description: "A talk about boats with Bryan Vintner."}, strings.ReplaceAll(talk, "boats", `"boats" (small ones)`), ""},
		{extract.Context{Description: "A talk about boats with Orla Vintner."}, talk, ""},
	} {
		lines := append(strings.Split(strings.TrimSpace(c.filler), "\n"), "We met Brian there.", "And Brian laughed.")
		r := consolidate(t, c.about, nil, []mention.Candidate{lone("Brian", "We met Brian there.")}, lines...)
		var published []string
		for _, m := range r.Mentions {
			if m.Confidence >= extract.Published {
				published = append(published, m.Name)
			}
		}
		if c.published == "" {
			require.Empty(t, published, "%+v", c.about)
		} else {
			require.Equal(t, []string{c.published, c.published}, published, "%+v", c.about)
		}
	}
}

// Neither the directory, which may know another Orla, nor an introduction makes a first name somebody.
func TestNobodyKnowsWhoAFirstNameIs(t *testing.T) {
	t.Parallel()
	known := []extract.Known{{EntityID: 7, Type: mention.Person, Name: "Orla"}}
	introduced := lone("Orla", "We met Orla there.")
	introduced.Signals = append(introduced.Signals, mention.SignalCue)
	r := consolidate(t, extract.Context{}, known, []mention.Candidate{introduced}, "We met Orla there.", "And Orla laughed.")
	require.NotEmpty(t, r.Mentions)
	for _, m := range r.Mentions {
		require.Less(t, m.Confidence, extract.Published, "%v", m.Signals)
	}
	r = consolidate(t, extract.Context{People: []media.Person{{Name: "Orla Vintner"}}}, known, []mention.Candidate{introduced},
		"We met Orla there.", "And Orla laughed.")
	require.Equal(t, []string{"person:Orla Vintner"}, slices.Compact(names(r)), "who takes part is known")
}

// The directory may have learned a type from a guess; it does not confirm the same guess against what the voice hears.
func TestTheDirectoryDoesNotConfirmADoubtedGuess(t *testing.T) {
	t.Parallel()
	guess := []mention.Signal{mention.SignalCapitalised, extract.SignalGuessedType, mention.SignalCatalogue, mention.SignalRepeated}
	require.GreaterOrEqual(t, extract.Confidence(mention.Person, guess, 5), extract.Published)
	require.Less(t, extract.Confidence(mention.Person, append(guess, extract.SignalTaggerDoubts), 5), extract.Published)
	known := append(guess, extract.SignalTaggerDoubts, mention.SignalGazetteer)
	require.GreaterOrEqual(t, extract.Confidence(mention.Person, known, 5), extract.Published, "what else settles it still does")
}

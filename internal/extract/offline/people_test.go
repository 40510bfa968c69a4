package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// peopleIn are the people of several words that are found in a text.
func peopleIn(t *testing.T, text string) (names []string) {
	t.Helper()
	for _, f := range run(t, extract.Context{Language: "en"}, text) {
		if f.Type == mention.Person && len(extract.Words(f.Name)) > 1 {
			names = append(names, f.Name)
		}
	}
	return names
}

func TestNamesOfPeopleBeginAndEndWhereTheyDo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"I was talking with Nora Nora Brekkevik about it.":             {"Nora Brekkevik"},
		"My guest is Nora Nora Brekkevik today.":                       {"Nora Brekkevik"},
		"He saw Nora Brekkevik Nora Brekkevik last night.":             {"Nora Brekkevik"},
		"It was Nora Brekkevik Peter Oskarsund who did it.":            {"Nora Brekkevik", "Peter Oskarsund"},
		"All right Nora I'll see you. Bye Nora - I'm late.":            nil,
		"Then came Bo-Henning Brekkevik and played.":                   {"Bo-Henning Brekkevik"},
		"I left Nora College for Nora Ventures, with two Nora CPUs.":   nil,
		"We moved to Victoria British Columbia when I was two.":        nil,
		"They sell to General Dynamics and to General Brekkevik, too.": nil,
		"Links * Nora Brekkevik * Peter Oskarsund":                     {"Nora Brekkevik", "Peter Oskarsund"},
		"We heard Nora Brekkevik - Peter Oskarsund spoke.":             {"Nora Brekkevik", "Peter Oskarsund"},
		`It was Nora Brekkevik "Lanterns" again.`:                      {"Nora Brekkevik"},
		"I took Agnes’ New Course and Agnes' Advanced Course.":         nil,
		"Thanks to Nora & Peter, and to Ivo-- Yeah, to him.":           nil,
		"Der Park heißt Nora-Brekkevik-Park, glaube ich.":              nil,
	} {
		require.Equal(t, want, peopleIn(t, text), text)
	}
	require.False(t, has(run(t, extract.Context{Language: "en"}, "He worked at General Dynamics then."), mention.Person, "Dynamics"))
}

// What belongs to a queen is nobody's name.
func TestATitleThatOwnsSomethingStandsBeforeNoName(t *testing.T) {
	t.Parallel()
	for _, f := range run(t, extract.Context{Language: "en"}, "He opened with the Queen's Gambit, and the King's Chamber was closed.") {
		require.NotEqual(t, mention.Person, f.Type, f.Name)
	}
}

// A family name of the lists behind another given name is another person's.
func TestAGivenNameMakesAFamilyNameAnothers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Then Nora Darwin came in.", "Then Nora Heisenberg and I ate."} {
		for _, f := range run(t, extract.Context{Language: "en"}, text) {
			require.NotContains(t, f.Signals, mention.SignalGazetteer, f.Name)
		}
	}
	require.Contains(t, peopleIn(t, "He asked what Darwin would say."), "Charles Darwin")
}

package extract_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// hearsay returns how somebody who was only heard is mentioned in a long text.
func hearsay(t *testing.T, name string, edited bool) mention.Mention {
	t.Helper()
	said := []string{"Then " + name + " came in."}
	for range 150 {
		said = append(said, "So we baked some bread and then we ate it all.")
		if edited {
			said = append(said, "I said “bread” (the white one).")
		}
	}
	voice := scripted{}
	for word := range strings.FieldsSeq(strings.ToLower(name)) {
		voice[word] = extract.Opinion{Person: 0.9}
	}
	found := heardIn(t, voice, extract.Context{Language: "en"}, []mention.Candidate{heardPerson(name, said[0])}, said...)
	require.Contains(t, found, "person:"+name)
	return found["person:"+name]
}

func TestWhoseNameAMachineHeardIsBelievedWhenOthersBearIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		edited    bool
		published bool
		signals   []mention.Signal
	}{
		{"Orla Vindtner", false, false, []mention.Signal{extract.SignalUnedited, extract.SignalRareFamily}},
		{"Orla Harrison", false, true, []mention.Signal{extract.SignalUnedited}},
		{"Johann Sebastian Bach", false, true, []mention.Signal{extract.SignalWellKnown}},
		{"Orla Vindtner", true, true, nil},
	} {
		m := hearsay(t, c.name, c.edited)
		require.Equal(t, c.published, m.Confidence >= extract.Published, "%+v: %v", c, m.Confidence)
		for _, s := range []mention.Signal{extract.SignalUnedited, extract.SignalRareFamily, extract.SignalWellKnown} {
			require.Equal(t, slices.Contains(c.signals, s), slices.Contains(m.Signals, s), "%+v: %v", c, m.Signals)
		}
	}
}

// What a machine heard once and nobody has written down is another name more often than not.
func TestFirmsAndProductsThatAMachineHeardOnceWait(t *testing.T) {
	t.Parallel()
	for _, c := range []mention.Candidate{
		{Type: mention.Company, Name: "Quonlight", Signals: []mention.Signal{mention.SignalCapitalised, extract.SignalTypeCue}},
		{Type: mention.Product, Name: "OPQ55", Signals: []mention.Signal{mention.SignalCapitalised, extract.SignalTypeCue}},
	} {
		for _, edited := range []bool{false, true} {
			c.Quote = "Then " + c.Name + " came in."
			said := []string{c.Quote}
			for range 150 {
				said = append(said, "So we baked some bread and then we ate it all.")
				if edited {
					said = append(said, "I said “bread” (the white one).")
				}
			}
			m := heardIn(t, scripted{}, extract.Context{Language: "en"}, []mention.Candidate{c}, said...)[string(c.Type)+":"+c.Name]
			require.Equal(t, edited, m.Confidence >= extract.Published, "%s: %v", c.Name, m)
			require.Equal(t, !edited, slices.Contains(m.Signals, extract.SignalUnedited), c.Name)
		}
	}
}

// A firm's name that the tagger alone hears ends in no English word: "the Harbor Rescue Plan".
func TestWhatTheTaggerAloneHearsAsAFirm(t *testing.T) {
	t.Parallel()
	said := []string{"We have the Brunnvale Plan.", "The Brunnvale Plan passed."}
	voice := scripted{"brunnvale": {Company: 0.9}, "plan": {Company: 0.9}}
	confidence := func(signals ...mention.Signal) float64 {
		c := mention.Candidate{
			Type: mention.Company, Name: "Brunnvale Plan", Quote: said[0],
			Signals: append(signals, mention.SignalCapitalised, extract.SignalGuessedType),
		}
		return heardIn(t, voice, extract.Context{Language: "en"}, []mention.Candidate{c}, said...)["company:Brunnvale Plan"].Confidence
	}
	require.Less(t, confidence(), extract.Published)
	require.GreaterOrEqual(t, confidence(mention.SignalCue), extract.Published)
}

// Machines and editors alike write words with capitals: nobody is called Router unless somebody says that they are.
func TestAnEverydayWordIsNoFamilyName(t *testing.T) {
	t.Parallel()
	said := []string{"Then Orla Router came in.", "Orla Router left."}
	voice := scripted{"orla": {Person: 0.9}, "router": {Person: 0.9}}
	confidence := func(about extract.Context, more ...mention.Signal) float64 {
		c := heardPerson("Orla Router", said[0])
		c.Signals = append(c.Signals, more...)
		return heardIn(t, voice, about, []mention.Candidate{c}, said...)["person:Orla Router"].Confidence
	}
	require.Less(t, confidence(extract.Context{Language: "en"}), extract.Published)
	require.GreaterOrEqual(t, confidence(extract.Context{Language: "en"}, mention.SignalCue), extract.Published, "a cue introduces her")
	noted := extract.Context{Language: "en", Description: "Orla Router visits."}
	require.GreaterOrEqual(t, confidence(noted), extract.Published, "the notes name her")
}

// A short text does not tell who wrote it down.
func TestAShortTextIsNobodys(t *testing.T) {
	t.Parallel()
	voice := scripted{"orla": {Person: 0.9}, "vindtner": {Person: 0.9}}
	said := "Then Orla Vindtner came in."
	m := heardIn(t, voice, extract.Context{}, []mention.Candidate{heardPerson("Orla Vindtner", said)}, said)["person:Orla Vindtner"]
	require.NotContains(t, m.Signals, extract.SignalUnedited)
	require.GreaterOrEqual(t, m.Confidence, extract.Published)
}

// The names that people are called have no two spellings.
func TestWellKnownPeopleAreListedOnce(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("data/people.txt")
	require.NoError(t, err)
	others, err := os.ReadFile("data/wellknown.txt")
	require.NoError(t, err)
	seen := map[string]bool{}
	for line := range strings.Lines(string(others)) {
		seen[strings.TrimSuffix(line, "\n")] = true
	}
	for line := range strings.Lines(string(raw)) {
		key := extract.Key(line)
		require.Contains(t, key, " ", line)
		require.False(t, seen[key], line)
		seen[key] = true
	}
}

// The lists are looked up by their order, under the keys that names have.
func TestListsOfNamesAreSortedKeys(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"data/wellknown.txt", "data/familynames.txt", "data/placenames.txt", "data/dictionary.txt"} {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
		require.Greater(t, len(lines), 2000)
		require.True(t, slices.IsSorted(lines), file)
		require.Len(t, slices.Compact(slices.Clone(lines)), len(lines), file)
		for _, line := range lines {
			require.Equal(t, line, extract.Key(line), file)
		}
	}
}

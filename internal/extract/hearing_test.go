package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// scripted is a voice that hears what it is told, by folded word.
type scripted map[string]extract.Opinion

func (s scripted) Read(_ string, words []extract.Word, into []extract.Opinion) []extract.Opinion {
	for _, w := range words {
		into = append(into, s[w.Fold])
	}
	return into
}

// heardIn consolidates candidates with a voice and returns the mentions by "type:name".
func heardIn(t *testing.T, voice extract.Voice, about extract.Context, candidates []mention.Candidate, sentences ...string,
) map[string]mention.Mention {
	t.Helper()
	doc, cues, chunk := talk(sentences...)
	r := extract.Consolidate(doc, cues, []extract.ChunkCandidates{{Chunk: chunk, Candidates: candidates}}, nil, about, voice)
	found := map[string]mention.Mention{}
	for _, m := range r.Mentions {
		found[string(m.Type)+":"+m.Name] = m
	}
	return found
}

// guess is a candidate that capitals alone gave away.
func guess(t mention.Type, name, quote string, more ...mention.Signal) mention.Candidate {
	return mention.Candidate{
		Type: t, Name: name, Quote: quote, Surface: name,
		Signals: append([]mention.Signal{mention.SignalCapitalised, extract.SignalGuessedType}, more...),
	}
}

func TestANameThatTheVoiceHearsAsWellIsPublished(t *testing.T) {
	t.Parallel()
	person := scripted{"zorvan": {Person: 0.9}, "tellik": {Person: 0.9}}
	candidates := []mention.Candidate{guess(mention.Person, "Zorvan Tellik", "Then Zorvan Tellik came in")}
	m := heardIn(t, person, extract.Context{}, candidates, "Then Zorvan Tellik came in.")["person:Zorvan Tellik"]
	require.Contains(t, m.Signals, extract.SignalTagger)
	require.GreaterOrEqual(t, m.Confidence, extract.Published)

	unheard := heardIn(t, scripted{}, extract.Context{}, candidates, "Then Zorvan Tellik came in.")["person:Zorvan Tellik"]
	require.Less(t, unheard.Confidence, extract.Published)
	require.NotContains(t, unheard.Signals, extract.SignalTaggerDoubts, "one place is no reason to doubt")
}

func TestAGuessedTypeYieldsToTheVoice(t *testing.T) {
	t.Parallel()
	place := scripted{"giza": {Location: 0.8}, "plateau": {Location: 0.7}}
	found := heardIn(t, place, extract.Context{}, []mention.Candidate{guess(mention.Person, "Giza Plateau", "at the Giza Plateau in")},
		"We stood at the Giza Plateau in March.", "The Giza Plateau is old.")
	require.Contains(t, found, "location:Giza Plateau")
	require.GreaterOrEqual(t, found["location:Giza Plateau"].Confidence, extract.Published)
	require.NotContains(t, found, "person:Giza Plateau")

	known := mention.Candidate{
		Type: mention.Person, Name: "Giza Plateau", Quote: "at the Giza Plateau in", Signals: []mention.Signal{mention.SignalCue},
	}
	found = heardIn(t, place, extract.Context{}, []mention.Candidate{known}, "We stood at the Giza Plateau in March.")
	require.Contains(t, found, "person:Giza Plateau", "it is a voice, no judge: what introduced the name weighs more")
}

func TestTheVoiceOfAllPlacesOutweighsTheWordsAtOne(t *testing.T) {
	t.Parallel()
	candidates := []mention.Candidate{guess(mention.Location, "Plok", "moved to Plok once", extract.SignalTypeCue)}
	said := []string{"She moved to Plok once.", "I play Plok.", "You bluff in Plok.", "Plok is a game."}
	found := heardIn(t, scripted{}, extract.Context{}, candidates, said...)["location:Plok"]
	require.Contains(t, found.Signals, extract.SignalTaggerDoubts)
	require.Less(t, found.Confidence, extract.Published)
	found = heardIn(t, nil, extract.Context{}, candidates, said...)["location:Plok"]
	require.GreaterOrEqual(t, found.Confidence, extract.Published)
}

func TestAListedPlaceThatIsNeverHeardAsOneIsSomethingElse(t *testing.T) {
	t.Parallel()
	listed := []mention.Candidate{{
		Type: mention.Location, Name: "Savannah", Quote: "and Savannah said", Signals: []mention.Signal{mention.SignalGazetteer},
	}}
	said := []string{"Then Patrick and Savannah said so.", "I'm Savannah.", "And Savannah, you know it.", "It is what Savannah built."}
	found := heardIn(t, scripted{"savannah": {Person: 0.7}}, extract.Context{}, listed, said...)["location:Savannah"]
	require.Contains(t, found.Signals, extract.SignalTaggerDoubts)
	require.Less(t, found.Confidence, extract.Published)
	found = heardIn(t, scripted{"savannah": {Location: 0.7}}, extract.Context{}, listed, said...)["location:Savannah"]
	require.GreaterOrEqual(t, found.Confidence, extract.Published)
}

func TestALoneFirstNameIsNobodyForTheVoiceEither(t *testing.T) {
	t.Parallel()
	lone := mention.Candidate{
		Type: mention.Person, Name: "Claude", Quote: "ask Claude first", Signals: []mention.Signal{extract.SignalGivenName},
	}
	m := heardIn(t, scripted{"claude": {Person: 0.99}}, extract.Context{}, []mention.Candidate{lone}, "I ask Claude first.", "Claude knows.")
	require.Less(t, m["person:Claude"].Confidence, extract.Published)
}

// Without capitals a given name before any rare word looks like a name. Only there, and only while nothing else knows the name,
// it needs to be heard as one.
func TestWithoutCapitalsANameMustBeHeard(t *testing.T) {
	t.Parallel()
	pattern := func(more ...mention.Signal) []mention.Candidate {
		return []mention.Candidate{{
			Type: mention.Person, Name: "Stan Kobrell", Quote: "then stan kobrell said so",
			Signals: append(more, extract.SignalNamePattern, mention.SignalLowerCase),
		}}
	}
	confidence := func(heard float32, candidates []mention.Candidate) float64 {
		text := strings.Repeat("so we went on and on about that and then some more of it ", 20) + "and then stan kobrell said so"
		voice := scripted{"stan": {Person: heard}, "kobrell": {Person: heard}}
		return heardIn(t, voice, extract.Context{}, candidates, text)["person:Stan Kobrell"].Confidence
	}
	require.Less(t, confidence(0.1, pattern()), extract.Published)
	require.GreaterOrEqual(t, confidence(0.9, pattern()), extract.Published)
	require.GreaterOrEqual(t, confidence(0.1, pattern(mention.SignalGazetteer)), extract.Published)
}

func TestAGuessedPersonOwnsNoWords(t *testing.T) {
	t.Parallel()
	candidates := []mention.Candidate{
		guess(mention.Person, "Imperial Velmora", "of Imperial Velmora is"),
		{Type: mention.Location, Name: "Velmora", Quote: "moved to Velmora again", Signals: []mention.Signal{mention.SignalGazetteer}},
	}
	for _, voice := range []extract.Voice{nil, scripted{"velmora": {Location: 0.9}}} {
		found := heardIn(t, voice, extract.Context{}, candidates,
			"The history of Imperial Velmora is long.", "We moved to Velmora again.", "Velmora was warm.")
		require.Contains(t, found, "location:Velmora")
		require.Less(t, found["person:Imperial Velmora"].Confidence, extract.Published)
	}
}

func TestTheVoiceIsNotAskedAboutGerman(t *testing.T) {
	t.Parallel()
	everything := scripted{"funktion": {Company: 0.9}, "plimsoft": {Company: 0.9}}
	candidates := []mention.Candidate{guess(mention.Company, "Funktion", "die Funktion der Dinge")}
	for _, about := range []extract.Context{{}, {Language: "de"}} {
		m := heardIn(t, everything, about, candidates, "Das ist die Funktion der Dinge.", "Es ist eine Funktion von vielen.")
		require.NotContains(t, m["company:Funktion"].Signals, extract.SignalTagger)
	}
	english := strings.Repeat("And that is what they have in the house of the man. ", 20)
	m := heardIn(t, everything, extract.Context{}, []mention.Candidate{
		guess(mention.Company, "Funktion", "die Funktion der Dinge"), guess(mention.Company, "Plimsoft", "work at Plimsoft now"),
	}, english, "Das ist die Funktion der Dinge.", "They work at Plimsoft now.")
	require.NotContains(t, m["company:Funktion"].Signals, extract.SignalTagger, "a German sentence in an English text")
	require.Contains(t, m["company:Plimsoft"].Signals, extract.SignalTagger)
}

func TestTheLanguageOfATextIsReadFromItsLittleWords(t *testing.T) {
	t.Parallel()
	german := extract.Words("Und das ist die Frage, die wir uns auch in der Folge stellen wollen.")
	english := extract.Words("And that is the question we want to ask in this episode.")
	require.True(t, extract.IsGerman("", german))
	require.False(t, extract.IsGerman("", english))
	require.False(t, extract.IsGerman("", nil))
	require.False(t, extract.IsGerman("en-US", german), "the source's word counts")
	require.True(t, extract.IsGerman("de-AT", english))
}

func TestTheShowDoesNotPayForItself(t *testing.T) {
	t.Parallel()
	candidates := []mention.Candidate{
		{Type: mention.Sponsor, Name: "Velmora Talk", Quote: "welcome to Velmora Talk today", Signals: []mention.Signal{mention.SignalCue}},
		{Type: mention.Sponsor, Name: "Velmora", Quote: "go to Velmora now", Signals: []mention.Signal{mention.SignalCue}},
		{Type: mention.Sponsor, Name: "Plimsoft", Quote: "brought to you by Plimsoft here", Signals: []mention.Signal{mention.SignalCue}},
	}
	found := heardIn(t, nil, extract.Context{}, candidates,
		"And welcome to Velmora Talk today.", "It is brought to you by Plimsoft here.", "So go to Velmora now.")
	require.Contains(t, found, "sponsor:Plimsoft")
	require.Len(t, found, 1)
	named := heardIn(t, nil, extract.Context{Show: "Plimsoft"}, candidates[2:], "It is brought to you by Plimsoft here.")
	require.Empty(t, named, "nor does one that is called so")
}

func TestNobodySaysTheWordsOfAnAddress(t *testing.T) {
	t.Parallel()
	text := "See https://example.org/Nora-Vint/x and http://a.example"
	spans := extract.UnsaidSpans(text)
	require.Len(t, spans, 2)
	require.Equal(t, "://example.org/Nora-Vint/x", text[spans[0].Start:spans[0].End])
	require.Equal(t, "://a.example", text[spans[1].Start:spans[1].End])
	note := "It is called [foreign language 02:08:08] there. See [Nora] and https://nora.example now."
	spans = extract.UnsaidSpans(note)
	require.Len(t, spans, 2, "a speaker's name is said")
	require.Equal(t, "[foreign language 02:08:08]", note[spans[0].Start:spans[0].End])
	require.Empty(t, extract.UnsaidSpans("nora.example, you know: // it"))

	m := heardIn(t, nil, extract.Context{}, []mention.Candidate{{
		Type: mention.Person, Name: "Nora Vint", Quote: "I met Nora Vint there", Signals: []mention.Signal{extract.SignalNamePattern},
	}}, "I met Nora Vint there.", "Read https://example.org/Nora-Vint/x on that.")
	require.NotContains(t, m["person:Nora Vint"].Signals, mention.SignalRepeated)
}

func TestAVoiceIsHeardForEveryType(t *testing.T) {
	t.Parallel()
	everything := extract.Opinion{Person: 1, Company: 1, Location: 1, Product: 1, Work: 1, Concept: 1, Other: 1}
	for _, typ := range mention.Types() {
		require.NotZero(t, everything.For(typ), "Opinion.For does not know the type %s: names of it would be doubted", typ)
	}
}

// Of a place or a product the voice may be so certain that it alone publishes the name.
func TestTheVoiceAloneMayKnowAPlace(t *testing.T) {
	t.Parallel()
	said := "We had a small office over in Brunnvale back then."
	for likely, published := range map[float32]bool{0.78: false, 0.95: true} {
		voice := scripted{"brunnvale": {Location: likely}}
		m := heardIn(t, voice, extract.Context{}, []mention.Candidate{guess(mention.Location, "Brunnvale", said)}, said)["location:Brunnvale"]
		require.Equal(t, published, containsSure(m.Signals), likely)
		require.GreaterOrEqual(t, m.Confidence, 0.5)
		require.Equal(t, published, m.Confidence >= extract.Published, "%v: %v", likely, m.Confidence)
	}
}

func containsSure(signals []mention.Signal) bool {
	return slices.Contains(signals, extract.SignalTaggerSure)
}

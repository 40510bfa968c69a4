package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// talk lays sentences out as cues of ten seconds, in one chunk.
func talk(sentences ...string) (transcript.Document, []transcript.Cue, transcript.Chunk) {
	var cues []transcript.Cue
	for i, s := range sentences {
		cues = append(cues, transcript.Cue{StartMS: i * 10_000, EndMS: (i + 1) * 10_000, Speaker: "Ann", Text: s})
	}
	doc := transcript.Layout(cues)
	lower := doc.Text == strings.ToLower(doc.Text)
	return doc, cues, transcript.Chunk{Start: 0, End: len(doc.Text), LastCue: len(cues) - 1, Text: doc.Text, LowerCase: lower}
}

func consolidate(t *testing.T, about extract.Context, known []extract.Known, candidates []mention.Candidate,
	sentences ...string,
) extract.Result {
	t.Helper()
	doc, cues, chunk := talk(sentences...)
	prepared := []*extract.Names{extract.NewNames(known)}
	result := extract.Consolidate(doc, cues, []extract.ChunkCandidates{{Chunk: chunk, Candidates: candidates}}, prepared, about)
	for _, m := range result.Mentions {
		require.Equal(t, doc.Text[m.QuoteStart:m.QuoteEnd], m.Quote, "every quote is verbatim")
		require.Equal(t, doc.Text[m.Start:m.End], m.Surface)
		require.Contains(t, m.Quote, m.Surface)
	}
	reversed := slices.Clone(candidates)
	slices.Reverse(reversed)
	again := extract.Consolidate(doc, cues, []extract.ChunkCandidates{{Chunk: chunk, Candidates: reversed}}, prepared, about)
	require.Equal(t, names(result), names(again), "the order of candidates plays no part")
	return result
}

func names(r extract.Result) []string {
	var out []string
	for _, m := range r.Mentions {
		out = append(out, string(m.Type)+":"+m.Name)
	}
	return out
}

func TestEveryPlaceOfANameByTheListsCounts(t *testing.T) {
	t.Parallel()
	law := mention.Candidate{
		Type: mention.Concept, Name: "Osk's law", Aliases: []string{"Osk's law", "Osks Gesetz", "the river rule"}, Quote: "Osks Gesetz.",
		Surface: "Osks Gesetz",
	}
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{law}, "Osks Gesetz.", "Osks Gesetz, thank you.", "No, the river rule.")
	require.Equal(t, []string{"concept:Osk's law", "concept:Osk's law"}, names(r), "what nothing says is meant is not looked for")
}

// A name that begins without a capital is looked for as it is written.
func TestPlacesOfANameWithoutACapital(t *testing.T) {
	t.Parallel()
	zorp := mention.Candidate{
		Type: mention.Product, Name: "zorpSQL", Quote: "We use zorpSQL.", Signals: []mention.Signal{mention.SignalGazetteer},
	}
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{zorp}, "We use zorpSQL.", "And zorpSQL is nice.", "A zorpsql is none.")
	require.Len(t, r.Mentions, 2, "%v", names(r))
}

// A name of two letters is looked for with its very letters: "Qo", but not "qo".
func TestPlacesOfAShortName(t *testing.T) {
	t.Parallel()
	qo := mention.Candidate{Type: mention.Product, Name: "Qo", Quote: "We use Qo.", Signals: []mention.Signal{mention.SignalGazetteer}}
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{qo}, "We use Qo.", "And Qo is nice.", "A qo is none.")
	require.Len(t, r.Mentions, 2, "%v", names(r))
}

func TestUnprovenCandidatesAreDroppedAndCounted(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{
		{Type: mention.Person, Name: "Daniel Kahneman", Quote: "Daniel Kahneman wrote it"},
		{Type: mention.Person, Name: "Amos Tversky", Quote: "Amos Tversky helped him"},            // never said
		{Type: mention.Person, Name: "Richard Thaler", Quote: "Daniel Kahneman wrote it"},         // the quote names somebody else
		{Type: "planet", Name: "Daniel Kahneman", Quote: "Daniel Kahneman wrote it"},              // no such type
		{Type: mention.Person, Name: strings.Repeat("x", 500), Quote: "Daniel Kahneman wrote it"}, // over the limit
	}, "Daniel Kahneman wrote it.")
	require.Equal(t, []string{"person:Daniel Kahneman"}, names(r))
	require.Equal(t, 4, r.Rejected)
	require.Len(t, r.Unproven, 2)
}

func TestMentionsCarryPlaceTimeSpeakerAndSentence(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{{
		Type: mention.Book, Name: "Deep Work", Quote: "Deep Work",
		Claims: mention.Claims{Author: "Cal Newport"},
	}},
		"Hello there.", "Then I read Deep Work by Cal.", "Nice.")
	require.Len(t, r.Mentions, 1)
	m := r.Mentions[0]
	require.Equal(t, "Then I read Deep Work by Cal.", m.Quote)
	require.Equal(t, "Deep Work", m.Surface)
	require.Equal(t, []any{1, 10_000, 20_000, "Ann"}, []any{m.CueIndex, m.StartMS, m.EndMS, m.Speaker})
	require.Equal(t, "Cal Newport", m.Claims.Author)
	require.Equal(t, mention.Editorial, m.Context)
}

func TestShortFormsBelongToTheFullName(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{People: []media.Person{{Name: "Berta Quist", Role: "host"}}}, nil, []mention.Candidate{
		{Type: mention.Person, Name: "Daniel Kahneman", Quote: "Daniel Kahneman came."},
		{Type: mention.Person, Name: "Kahneman", Quote: "Kahneman laughed."},
		{Type: mention.Company, Name: "Northern Lamp Works", Quote: "The Northern Lamp Works paid."},
		{Type: mention.Company, Name: "NLW", Quote: "NLW paid twice."},
	}, "Daniel Kahneman came.", "Kahneman laughed.", "The Northern Lamp Works paid.", "NLW paid twice.", "And Quist agreed with Kahneman.")
	require.ElementsMatch(t, []string{
		"person:Daniel Kahneman", "person:Daniel Kahneman", "person:Daniel Kahneman",
		"company:Northern Lamp Works", "company:Northern Lamp Works", "person:Berta Quist",
	}, names(r))
	for _, m := range r.Mentions {
		if m.Name == "Berta Quist" {
			require.Contains(t, m.Signals, mention.SignalParticipant)
			require.GreaterOrEqual(t, m.Confidence, extract.High)
		}
	}
}

func TestAShortFormOfTwoPeopleIsNotJoined(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{
		{Type: mention.Person, Name: "Nora Vint", Quote: "Nora Vint came."},
		{Type: mention.Person, Name: "Karl Vint", Quote: "Karl Vint left."},
		{Type: mention.Person, Name: "Vint", Quote: "Vint spoke."},
	}, "Nora Vint came.", "Karl Vint left.", "Vint spoke.")
	require.ElementsMatch(t, []string{"person:Nora Vint", "person:Karl Vint", "person:Vint"}, names(r))
}

func TestTheCataloguePassFindsEveryPlace(t *testing.T) {
	t.Parallel()
	known := []extract.Known{
		{EntityID: 1, Type: mention.Person, Name: "Ada Lovelace", Aliases: []string{"Countess of Lovelace"}},
		{EntityID: 2, Type: mention.Company, Name: "Target"},
		{EntityID: 3, Type: mention.Product, Name: "Mercury"},
		{EntityID: 4, Type: mention.Company, Name: "Mercury"},
	}
	r := consolidate(t, extract.Context{}, known, nil, "We spoke of Ada Lovelace.", "The Countess of Lovelace it was, said Ada Lovelace.",
		"The target was missed.", "I buy at Target.", "Mercury rises.")
	require.Equal(t, []string{"person:Ada Lovelace", "person:Ada Lovelace", "company:Target"}, names(r),
		"everyday words need capitals, ambiguous names are left alone")
	require.Contains(t, r.Mentions[0].Signals, mention.SignalCatalogue)
	require.Contains(t, r.Mentions[0].Signals, mention.SignalRepeated)
}

// An episode that is read again finds its own names in the directory: that is no support.
func TestWhatAnEpisodeSaysIsNoSupportOfItself(t *testing.T) {
	t.Parallel()
	known := []extract.Known{{EntityID: 7, Type: mention.Product, Name: "Plimsoft"}}
	said := []string{"I have a Plimsoft.", "A Plimsoft is dear."}
	found := []mention.Candidate{{
		Type: mention.Product, Name: "Plimsoft", Quote: said[0],
		Signals: []mention.Signal{mention.SignalCapitalised, extract.SignalTypeCue},
	}}
	first := consolidate(t, extract.Context{}, nil, found, said...).Mentions
	again := consolidate(t, extract.Context{OnlyHere: map[int]bool{7: true}}, known, found, said...).Mentions
	require.Equal(t, first, again)
	elsewhere := consolidate(t, extract.Context{}, known, found, said...).Mentions
	require.Contains(t, elsewhere[0].Signals, mention.SignalCatalogue)
	require.Greater(t, elsewhere[0].Confidence, first[0].Confidence)

	noted := extract.Context{OnlyHere: map[int]bool{7: true}, Description: "We bought a Plimsoft."}
	written := consolidate(t, noted, known, found, said...).Mentions
	require.Contains(t, written[0].Signals, mention.SignalCatalogue, "the creator has it written down")
	two := slices.Concat(known, []extract.Known{{EntityID: 8, Type: mention.Product, Name: "Plimsoft"}})
	both := consolidate(t, extract.Context{OnlyHere: map[int]bool{7: true}}, two, found, said...).Mentions
	require.Contains(t, both[0].Signals, mention.SignalCatalogue, "another thing of the name is known elsewhere")
}

func TestOnePlaceOfManyDoesNotSayWhatAThingIs(t *testing.T) {
	t.Parallel()
	confidence := func(had, places int, about extract.Context) float64 {
		var said []string
		var found []mention.Candidate
		for i := range places {
			line := fmt.Sprintf("Plimsoft number %d was nice.", i)
			c := mention.Candidate{
				Type: mention.Concept, Name: "Plimsoft", Signals: []mention.Signal{mention.SignalCapitalised, extract.SignalGuessedType},
			}
			if i < had {
				c.Type, c.Signals[1], line = mention.Product, extract.SignalTypeCue, "And a "+line
			}
			c.Quote = line
			said, found = append(said, line), append(found, c)
		}
		r := consolidate(t, about, nil, found, said...)
		require.Len(t, r.Mentions, places)
		return r.Mentions[0].Confidence
	}
	require.Less(t, confidence(1, 5, extract.Context{}), extract.Published)
	require.GreaterOrEqual(t, confidence(2, 5, extract.Context{}), extract.Published)
	require.GreaterOrEqual(t, confidence(1, 4, extract.Context{}), extract.Published, "four places are not many")
	noted := extract.Context{Description: "We speak of Plimsoft."}
	require.GreaterOrEqual(t, confidence(1, 5, noted), extract.Published, "the creator has it written down")
}

func TestATitleOfEverydayWordsHasItsCapitals(t *testing.T) {
	t.Parallel()
	known := []extract.Known{{Type: mention.Book, Name: "Why Not"}, {Type: mention.Book, Name: "The Hidden Brunnvale"}}
	r := consolidate(t, extract.Context{}, known, nil, "Why not tell her?", "Why Not is out in May.", "The hidden Brunnvale sold well.")
	require.Equal(t, []string{"book:Why Not", "book:The Hidden Brunnvale"}, names(r))
	require.Equal(t, "Why Not is out in May.", r.Mentions[0].Quote)
}

func TestThePlaceOfASchoolIsNotMeant(t *testing.T) {
	t.Parallel()
	known := []extract.Known{{Type: mention.Location, Name: "St. Brunnvale"}}
	r := consolidate(t, extract.Context{}, known, nil, "She is at St. Brunnvale University.", "He lives in St. Brunnvale.")
	require.Equal(t, []string{"location:St. Brunnvale"}, names(r))
	require.Contains(t, r.Mentions[0].Quote, "lives")
}

func TestATitleOfOneOrdinaryWordStandsBesideBooks(t *testing.T) {
	t.Parallel()
	known := []extract.Known{
		{Type: mention.Book, Name: "The Grid"}, {Type: mention.Book, Name: "Reels"}, {Type: mention.Book, Name: "Brunnvale"},
	}
	r := consolidate(t, extract.Context{}, known, nil, "We sent it to TikTok and Reels.", "So the Grid has columns, and Brunnvale is long.",
		strings.Repeat("And so on it went. ", 9), "Then The Grid, which I read, was great.")
	require.Equal(t, []string{"book:Brunnvale", "book:The Grid"}, names(r))
	require.Contains(t, r.Mentions[1].Quote, "which I read")
}

func TestAnOrdinaryWordIsAnIdeaOnlyWhereItIsTreatedAsOne(t *testing.T) {
	t.Parallel()
	known := []extract.Known{{Type: mention.Concept, Name: "correction"}, {Type: mention.Concept, Name: "brunnvalism"}}
	lines := []string{"One correction, if I may.", "They call it the Correction, and brunnvalism is its cause."}
	r := consolidate(t, extract.Context{}, known, nil, lines...)
	require.Equal(t, []string{"concept:correction", "concept:brunnvalism"}, names(r))
	require.Equal(t, "They call it the Correction, and brunnvalism is its cause.", r.Mentions[0].Quote)
	told := []mention.Candidate{{Type: mention.Concept, Name: "correction", Quote: lines[0], Signals: []mention.Signal{mention.SignalCue}}}
	r = consolidate(t, extract.Context{}, known, told, lines...)
	require.Equal(t, []string{"concept:correction", "concept:correction", "concept:brunnvalism"}, names(r))
}

func TestFactsOfAThingOfAnotherTypeAreDropped(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{
		{
			Type: mention.Location, Name: "Brunnvale", Quote: "I come from Brunnvale.", Signals: []mention.Signal{extract.SignalGuessedType},
			Description: "Place in Australia", Claims: mention.Claims{Country: "Australia"},
		},
		{
			Type: mention.Company, Name: "Brunnvale", Quote: "Brunnvale makes tents.", Description: "Maker of tents",
			Signals: []mention.Signal{mention.SignalGazetteer},
		},
	}, "I come from Brunnvale.", "Brunnvale makes tents.")
	require.Equal(t, []string{"company:Brunnvale", "company:Brunnvale"}, names(r))
	for _, m := range r.Mentions {
		require.Equal(t, "Maker of tents", m.Description)
		require.Empty(t, m.Claims.Country)
	}
}

func TestWithoutCapitalsEverydayWordsNameNothing(t *testing.T) {
	t.Parallel()
	known := []extract.Known{
		{Type: mention.Company, Name: "Target"},
		{Type: mention.Book, Name: "Deep Work"},
		{Type: mention.Person, Name: "Ada Lovelace"},
		{Type: mention.Company, Name: "Lobsters"}, // rarer, and yet a word of the dictionary
		{Type: mention.Concept, Name: "correction"},
		{Type: mention.Book, Name: "The Right Side of History"},
	}
	r := consolidate(t, extract.Context{}, known, nil, "we met the target with deep work and lobsters and a correction then ada lovelace "+
		"came by on the right side of history")
	require.Equal(t, []string{"person:Ada Lovelace"}, names(r))
	require.Contains(t, r.Mentions[0].Signals, mention.SignalLowerCase)
}

func TestOneNameGetsOneTypeButASponsorStandsApart(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{
		{
			Type: mention.Sponsor, Name: "Lantern", Quote: "This episode is brought to you by Lantern.", Context: mention.Ad,
			Signals: []mention.Signal{mention.SignalCue},
		},
		{Type: mention.Company, Name: "Lantern", Quote: "Years ago I worked at Lantern.", Signals: []mention.Signal{mention.SignalCue}},
		{Type: mention.Product, Name: "Lantern", Quote: "Years ago I worked at Lantern."},
	}, "This episode is brought to you by Lantern.", "Lantern mattresses are soft and your first order "+
		"ships free.", "Go to lantern.com and use code SLEEP for 20 percent off.",
		"So how did the study of medieval bridges begin, since that is what we are here for and what the listeners wrote letters about all "+
			"winter long?",
		"It all began with a long walk along the river when nobody had told us yet that the old mill would be torn down the week after.",
		"My uncle had drawn every arch of it on brown paper, and those drawings were the only thing left when the archive of the town "+
			"burned down.",
		"I copied them by hand, first badly and then a little better, and somewhere between the third and the fourth arch it became a "+
			"profession.",
		"Years ago I worked at Lantern.")
	byType := map[mention.Type]int{}
	for _, m := range r.Mentions {
		byType[m.Type]++
		if m.Type == mention.Sponsor {
			require.Equal(t, mention.Ad, m.Context)
		} else {
			require.Equal(t, mention.Editorial, m.Context)
		}
	}
	require.Equal(t, map[mention.Type]int{mention.Sponsor: 2, mention.Company: 1}, byType)
	require.Len(t, r.AdSpans, 1)
}

func TestNotesAndLinksSupportANameTheyHold(t *testing.T) {
	t.Parallel()
	about := extract.Context{Title: "Walking with Nora Vint", Links: []media.Link{{URL: "https://example.com/", Text: "Nora Vint's page"}}}
	r := consolidate(t, about, nil, []mention.Candidate{
		{Type: mention.Person, Name: "Nora Vint", Quote: "Nora Vint came."},
		{Type: mention.Person, Name: "Karl Ost", Quote: "Karl Ost left."},
	}, "Nora Vint came.", "Karl Ost left.")
	require.Contains(t, r.Mentions[0].Signals, mention.SignalShowNotes)
	require.Contains(t, r.Mentions[0].Signals, mention.SignalCreatorLink)
	require.Empty(t, r.Mentions[1].Signals)
}

func TestChunksOfAnotherTranscriptProveNothing(t *testing.T) {
	t.Parallel()
	doc, cues, _ := talk("Hello there.")
	foreign := transcript.Chunk{Start: 0, End: 9, Text: "Ada Spoke"}
	r := extract.Consolidate(doc, cues, []extract.ChunkCandidates{{
		Chunk:      foreign,
		Candidates: []mention.Candidate{{Type: mention.Person, Name: "Ada", Quote: "Ada Spoke"}},
	}}, nil, extract.Context{})
	require.Empty(t, r.Mentions)
	require.Equal(t, 1, r.Rejected)
	require.Empty(t, extract.Consolidate(transcript.Layout(nil), nil, nil, nil, extract.Context{}).Mentions)
}

func TestConfidenceComesFromEvidenceAlone(t *testing.T) {
	t.Parallel()
	one := []mention.Signal{mention.SignalCapitalised}
	require.Less(t, extract.Confidence(mention.Person, one, 1), extract.Published, "capitals alone are reviewed")
	require.GreaterOrEqual(t, extract.Confidence(mention.Person, []mention.Signal{mention.SignalGazetteer}, 1), extract.Published)
	require.GreaterOrEqual(t, extract.Confidence(mention.Person, []mention.Signal{mention.SignalCreatorLink, mention.SignalCue}, 1),
		extract.High)
	require.Less(t, extract.Confidence(mention.Person, []mention.Signal{extract.SignalGivenName, mention.SignalRepeated}, 99),
		extract.Published,
		"a given name alone is nobody")
	require.Zero(t, extract.Confidence(mention.Person, nil, 5))
	require.Equal(t, extract.Confidence(mention.Person, one, 1), extract.Confidence(mention.Person, append(one, one...), 1),
		"a signal counts once")
	last := 0.0
	for n := 2; n < 10; n++ {
		c := extract.Confidence(mention.Person, []mention.Signal{mention.SignalCapitalised, mention.SignalRepeated}, n)
		require.GreaterOrEqual(t, c, last)
		last = c
	}
	require.Less(t, extract.Confidence(mention.Person, append(one, mention.SignalFuzzyQuote), 1), extract.Confidence(mention.Person, one, 1))
}

func TestAGuessedTypeStaysInReview(t *testing.T) {
	t.Parallel()
	guess := []mention.Signal{mention.SignalCapitalised, mention.SignalRepeated, mention.SignalShowNotes, extract.SignalGuessedType}
	require.Less(t, extract.Confidence(mention.Person, guess, 50), extract.Published)
	require.Less(t, extract.Confidence(mention.Person, append(guess, mention.SignalCreatorLink), 50), extract.Published,
		"a creator's link does not say what a thing is")
	require.GreaterOrEqual(t, extract.Confidence(mention.Person, append(guess, extract.SignalTypeCue), 50), extract.Published,
		"the words around it do")
	require.GreaterOrEqual(t, extract.Confidence(mention.Person, append(guess, mention.SignalGazetteer), 2), extract.High,
		"what is known is no guess")
}

func TestATypeSomethingSpeaksForBeatsAGuess(t *testing.T) {
	t.Parallel()
	guess := mention.Candidate{
		Type: mention.Concept, Name: "Plimsoft", Quote: "Then Plimsoft came.",
		Signals: []mention.Signal{mention.SignalCapitalised, mention.SignalShowNotes, extract.SignalGuessedType},
	}
	typed := mention.Candidate{
		Type: mention.Product, Name: "Plimsoft", Quote: "I have a Plimsoft.",
		Signals: []mention.Signal{mention.SignalCapitalised, extract.SignalTypeCue},
	}
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{guess, typed}, "Then Plimsoft came.", "I have a Plimsoft.")
	for _, m := range r.Mentions {
		require.Equal(t, mention.Product, m.Type)
	}
}

func TestEverydayWordsNeedMoreThanBeingKnown(t *testing.T) {
	t.Parallel()
	word := []mention.Signal{mention.SignalGazetteer, extract.SignalEverydayWord}
	require.Less(t, extract.Confidence(mention.Person, word, 1), extract.Published)
	require.Less(t, extract.Confidence(mention.Person, append(word, mention.SignalRepeated), 3), extract.Published)
	require.GreaterOrEqual(t, extract.Confidence(mention.Person, append(word, mention.SignalShowNotes), 1), extract.Published)
}

func TestSpeakersLabelsInTheTextAreNoMentions(t *testing.T) {
	t.Parallel()
	about := extract.Context{People: []media.Person{{Name: "Nora Vint", Role: "host"}}}
	r := consolidate(t, about, nil, []mention.Candidate{{Type: mention.Person, Name: "Nora Vint", Quote: "Nora Vint: Good morning."}},
		"Nora Vint: Good morning.", "Nora Vint: And welcome.", "Karl: Thank you, Nora Vint, for the tea.")
	require.Len(t, r.Mentions, 1)
	require.Contains(t, r.Mentions[0].Quote, "for the tea")
}

func TestACompanyOnlyKnownFromItsAdvertisementIsTheSponsor(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{
		{
			Type: mention.Sponsor, Name: "Quillford", Quote: "sponsored by Quillford.", Context: mention.Ad,
			Signals: []mention.Signal{mention.SignalCue},
		},
		{
			Type: mention.Company, Name: "Quillford", Quote: "Quillford is where you type a letter.",
			Signals: []mention.Signal{mention.SignalCreatorLink},
		},
	}, "Today's episode is sponsored by Quillford.", "Quillford is where you type a letter.")
	require.NotEmpty(t, r.Mentions)
	for _, m := range r.Mentions {
		require.Equal(t, mention.Sponsor, m.Type)
		require.Equal(t, mention.Ad, m.Context)
	}
}

func TestAPromotionCodeIsNobodysName(t *testing.T) {
	t.Parallel()
	about := extract.Context{People: []media.Person{{Name: "Zelma Okoro", Role: "host"}}}
	r := consolidate(t, about, nil, nil, "This episode is brought to you by Plimsoft. Go to plimsoft.com and use code ZELMA at checkout "+
		"for your first order.", "Zelma laughed about it all.")
	require.Len(t, r.Mentions, 1)
	require.Equal(t, "Zelma", r.Mentions[0].Surface)
}

func BenchmarkConsolidate(b *testing.B) {
	var known []extract.Known
	for i := range 20_000 {
		known = append(known, extract.Known{EntityID: i, Type: mention.Person, Name: fmt.Sprintf("Given%d Family%d", i, i%999)})
	}
	sentence := "We spoke with Nora Vint about the rivers of the north and the people who live next to them for a while."
	var sentences []string
	for range 500 {
		sentences = append(sentences, sentence)
	}
	doc, cues, chunk := talk(sentences...)
	candidates := []extract.ChunkCandidates{{
		Chunk:      chunk,
		Candidates: []mention.Candidate{{Type: mention.Person, Name: "Nora Vint", Quote: sentence}},
	}}
	names := []*extract.Names{extract.NewNames(known)}
	for b.Loop() {
		extract.Consolidate(doc, cues, candidates, names, extract.Context{})
	}
}

func TestWhoPaysElsewhereIsNoSponsorForBeingNamedOnceInAPaidRead(t *testing.T) {
	t.Parallel()
	known := []extract.Known{{Type: mention.Sponsor, Name: "Quillmoor"}}
	paid := mention.Candidate{
		Type: mention.Sponsor, Name: "Lantern", Quote: "This episode is brought to you by Lantern.", Context: mention.Ad,
		Signals: []mention.Signal{mention.SignalCue},
	}
	text := []string{
		"This episode is brought to you by Lantern.", "Join teams like Quillmoor and go to lantern.com with code SLEEP for 20 percent off.",
	}
	require.NotContains(t, names(consolidate(t, extract.Context{}, known, []mention.Candidate{paid}, text...)), "sponsor:Quillmoor")
	text = append(text, "Quillmoor is for teams.", "Go to quillmoor.com and use code SLEEP for 20 percent off Quillmoor.")
	require.Contains(t, names(consolidate(t, extract.Context{}, known, []mention.Candidate{paid}, text...)), "sponsor:Quillmoor")
}

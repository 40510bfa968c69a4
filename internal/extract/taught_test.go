package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func taught(heard string, blocked bool, meant string, typ mention.Type) extract.Taught {
	return extract.Taught{Heard: heard, Key: extract.Key(heard), Blocked: blocked, Meant: meant, MeantType: typ}
}

func TestWhatIsHeardOnAChannelIsFoundAsWhatIsMeant(t *testing.T) {
	t.Parallel()
	known := extract.TaughtNames([]extract.Taught{
		taught("cloud code", false, "Claude Code", mention.Product), taught("Will", true, "", ""),
		taught("Claude Code", false, "Claude Code", mention.Product),
	})
	require.Len(t, known, 1, "what means itself and what names nothing is no further name")
	r := consolidate(t, extract.Context{}, known, nil, "I wrote it with cloud code in an hour.", "The cloud was down.")
	require.Equal(t, []string{"product:Claude Code"}, names(r), "although everyday words are written small")
	require.Equal(t, "cloud code", r.Mentions[0].Surface)
	require.Contains(t, r.Mentions[0].Signals, extract.SignalReviewed)
	require.GreaterOrEqual(t, r.Mentions[0].Confidence, extract.High)
}

func TestAModelsClaimIsProvenByWhatAChannelHears(t *testing.T) {
	t.Parallel()
	claim := []mention.Candidate{{Type: mention.Person, Name: "Zelma Okoro", Quote: "Sell my cocoa came by.", Surface: "Sell my cocoa"}}
	r := consolidate(t, extract.Context{}, nil, claim, "Sell my cocoa came by.")
	require.Empty(t, r.Mentions)
	require.Len(t, r.Unproven, 1)
	require.Equal(t, "Sell my cocoa came by.", r.Unproven[0].Quote, "kept with its place, for a reviewer")
	require.Positive(t, r.Unproven[0].QuoteEnd)
	known := extract.TaughtNames([]extract.Taught{taught("Sell my cocoa", false, "Zelma Okoro", mention.Person)})
	require.Equal(t, []string{"person:Zelma Okoro"}, names(consolidate(t, extract.Context{}, known, claim, "Sell my cocoa came by.")))
}

func TestGlossariesAreObeyed(t *testing.T) {
	t.Parallel()
	at := func(typ mention.Type, name string, start int) mention.Mention {
		return mention.Mention{
			Candidate: mention.Candidate{
				Type: typ, Name: name, Surface: name, Quote: "About " + name + ".", Context: mention.Editorial, Description: "a claim",
			},
			Start: start, QuoteStart: start, Confidence: 0.3,
		}
	}
	lines := []extract.Taught{
		taught("Will", true, "", ""), taught("Plimsoft", false, "Plimsoft", mention.Product),
		taught("Cow Newport", false, "Cal Newport", mention.Person),
		{Heard: "Apple", Key: "apple", Sentence: extract.SentenceKey("About Apple."), Blocked: true},
		{Heard: "Apple", Key: "apple", Meant: "Apple", MeantType: mention.Company, EntityID: 7},
	}
	other := at(mention.Company, "Apple", 60)
	other.Quote = "Apple made it."
	got, blocked := extract.Obey([]mention.Mention{
		at(mention.Person, "Will", 0), at(mention.Concept, "Plimsoft", 10), at(mention.Person, "Cow Newport", 20),
		at(mention.Sponsor, "Will", 30), at(mention.Company, "Apple", 50), other, at(mention.Book, "Deep Work", 70),
	}, lines)
	require.Equal(t, 2, blocked)
	r := extract.Result{Mentions: got}
	require.Equal(t, []string{"product:Plimsoft", "person:Cal Newport", "sponsor:Will", "company:Apple", "book:Deep Work"}, names(r))
	require.Equal(t, "a claim", got[0].Description, "what is said about the thing itself stays")
	require.Empty(t, got[1].Description, "what was said about another thing does not")
	require.Equal(t, 7, got[3].EntityID)
	for _, m := range []mention.Mention{got[0], got[1], got[3]} {
		require.GreaterOrEqual(t, m.Confidence, extract.Published)
	}
	require.InDelta(t, 0.3, got[4].Confidence, 0.001)
	again, blocked := extract.Obey(got, lines)
	require.Zero(t, blocked)
	require.Equal(t, got, again, "obeying twice is the same as once")
}

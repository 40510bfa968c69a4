package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// What a name is, is decided by all its places, and only where they agree.
func TestTheWordsAroundANameSayWhatItIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		talk []string
		want mention.Type // empty: it stays a guess
	}{
		{"Latchwork", []string{"We use Latchwork every day.", "Then I installed Latchwork."}, mention.Product},
		{"Latchwork", []string{"Latchwork is a small web framework.", "The Latchwork plugin broke."}, mention.Product},
		{"Latchwork", []string{"The framework Latchwork came first.", "It is written in Latchwork."}, mention.Product},
		{"Latchwork", []string{"She works at Latchwork.", "My guest is the founder of Latchwork."}, mention.Company},
		{"Latchwork", []string{"His company, Latchwork, grew.", "Latchwork's investors were happy."}, mention.Company},
		{"Latchwork", []string{"I joined Latchwork in May.", "You can download Latchwork.", "I was at Latchwork."}, mention.Company},
		{"Latchwork", []string{"The idea of Latchwork.", "The Latchwork movement.", "Latchwork is a mindset."}, mention.Concept},
		{"Latchwork", []string{"We use Latchwork every day.", "Latchwork was nice."}, ""},
		{"Latchwork", []string{"I was at Latchwork.", "We met at Latchwork."}, ""},
		{"Latchwork", []string{"We use Latchwork.", "I installed Latchwork.", "I lived in Latchwork."}, ""},
		{"Latchwork", []string{"The Latchwork people.", "Latchwork culture.", "They learned Latchwork.", "We use Latchwork."}, ""},
		{"Latchwork", []string{"We use Latchwork.", "I installed Latchwork.", "No latchwork, no latchwork at all."}, ""},
		{"LWX", []string{"We use LWX.", "I installed LWX.", "It is built with LWX."}, mention.Product},
		{"LWX", []string{"We use LWX.", "I installed LWX.", "Nice."}, ""},
		{"LWX", []string{"We use LWX.", "I installed LWX.", "It is built with LWX.", "A LWX.", "All LWXs."}, ""},
		{"LatchCon", []string{"We use LatchCon.", "I installed LatchCon."}, ""},
		{"Latchworkian", []string{"We use Latchworkian.", "I installed Latchworkian."}, ""},
	} {
		candidate := mention.Candidate{
			Type: mention.Concept, Name: c.name, Surface: c.name, Quote: c.talk[0],
			Signals: []mention.Signal{mention.SignalCapitalised, extract.SignalGuessedType},
		}
		r := consolidate(t, extract.Context{}, nil, []mention.Candidate{candidate}, c.talk...)
		require.NotEmpty(t, r.Mentions, "%v", c.talk)
		for _, m := range r.Mentions {
			if c.want == "" {
				require.Equal(t, mention.Concept, m.Type, "%v", c.talk)
				require.Less(t, m.Confidence, extract.Published, "%v", c.talk)
				continue
			}
			require.Equal(t, c.want, m.Type, "%v", c.talk)
			require.Contains(t, m.Signals, extract.SignalUsage)
			require.GreaterOrEqual(t, m.Confidence, extract.Published, "%v: %v", c.talk, m.Signals)
		}
	}
}

// Whoever has the name written down knows better than the words around it.
func TestUsageChangesNothingThatIsKnown(t *testing.T) {
	t.Parallel()
	for _, signal := range []mention.Signal{mention.SignalGazetteer, mention.SignalCue, mention.SignalModel} {
		candidate := mention.Candidate{
			Type: mention.Book, Name: "Latchwork", Surface: "Latchwork", Quote: "We use Latchwork.", Signals: []mention.Signal{signal},
		}
		r := consolidate(t, extract.Context{}, nil, []mention.Candidate{candidate}, "We use Latchwork.", "I installed Latchwork.")
		require.Equal(t, []string{"book:Latchwork", "book:Latchwork"}, names(r), "%s", signal)
	}
}

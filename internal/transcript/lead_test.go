package transcript_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/transcript"
)

func TestAChunkIsLedByTheSentenceBeforeIt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 60)
	for _, c := range []struct{ before, lead string }{
		{"First things first. Then I read The Soul of a", "Then I read The Soul of a"},
		{"First things first. Then I read it.", "Then I read it."},
		{"Only this", "Only this"},
		{long, strings.TrimSpace(long[len(long)-200:])},
		{strings.Repeat("a", 300), ""},
	} {
		before := strings.TrimSpace(c.before)
		cues := []transcript.Cue{{Text: before}, {Text: "New Machine again."}}
		doc := transcript.Layout(cues)
		at := len(before) + 1
		got := doc.WithLead(transcript.Chunk{Index: 1, Start: at, End: len(doc.Text), Text: doc.Text[at:], Hash: "h"})
		want := strings.TrimSpace(c.lead + " New Machine again.")
		require.Equal(t, want, got.Text)
		require.Equal(t, "h", got.Hash)
	}
	require.Equal(t, transcript.Chunk{Text: "x"}, transcript.Document{Text: "x"}.WithLead(transcript.Chunk{Text: "x"}), "the first has none")
}

func TestALeadIsPartOfTheDocument(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var cues []transcript.Cue
		for _, text := range rapid.SliceOfN(rapid.StringMatching(`[a-zéñ語.!? ]{1,80}x`), 2, 30).Draw(t, "cues") {
			cues = append(cues, transcript.Cue{Text: text, Speaker: rapid.SampledFrom([]string{"A", "B"}).Draw(t, "speaker")})
		}
		doc := transcript.Layout(cues)
		for _, c := range transcript.Chunks(transcript.Transcript{Cues: cues}, 20) {
			led := doc.WithLead(c)
			require.Equal(t, doc.Text[led.Start:led.End], led.Text)
			require.True(t, strings.HasSuffix(led.Text, c.Text))
			require.LessOrEqual(t, len(led.Text)-len(c.Text), 201)
			require.True(t, utf8.ValidString(led.Text))
		}
	})
}

package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/extract"
)

func find(l *extract.Lexicon, text string) []string {
	words := extract.Words(text)
	var out []string
	for _, m := range l.Find(words, nil) {
		out = append(out, text[words[m.First].Start:words[m.Last].End])
	}
	return out
}

func TestLexiconFindsWholeWordsLongestFirst(t *testing.T) {
	t.Parallel()
	l := extract.NewLexicon()
	for i, name := range []string{"New York", "New York Times", "Žižek", "C++", "Thinking, Fast and Slow", "art", "AT&T"} {
		require.True(t, l.Add(name, int32(i)))
	}
	require.False(t, l.Add("...", 9))
	require.Equal(t, []string{"New York Times", "new-york"}, find(l, "The New York Times of new-york. New. York"))
	require.Equal(t, []string{"Zizek", "c++"}, find(l, "Zizek's c++ party"))
	require.Equal(t, []string{"thinking fast and slow", "AT&T"}, find(l, "thinking fast and slow at AT&T"))
}

func TestLongNamesAreFoundAcrossSentenceEnds(t *testing.T) {
	t.Parallel()
	l := extract.NewLexicon()
	l.Add("DEC Is Dead, Long Live DEC", 0)
	l.Add("Paris Hilton", 1)
	require.Empty(t, find(l, "We flew to Paris. Hilton was full."))
	require.Len(t, find(l, "It was called DEC is dead. Long live DEC."), 1)
}

func TestWordsKnowShapesAndGaps(t *testing.T) {
	t.Parallel()
	words := extract.Words("Dr. Müller's NASA, yes. Node.js\nStraße")
	var folds []string
	for _, w := range words {
		folds = append(folds, w.Fold)
	}
	require.Equal(t, []string{"dr", "muller", "nasa", "yes", "node.js", "strasse"}, folds)
	require.Equal(t, extract.GapSpace, words[1].Gap)
	require.Equal(t, extract.GapComma, words[3].Gap)
	require.Equal(t, extract.GapSentence, words[4].Gap)
	require.Equal(t, extract.GapSentence, words[5].Gap)
	require.True(t, words[2].AllCaps)
	require.False(t, words[3].Upper)
	require.Equal(t, extract.Key("The Beatles"), extract.Key("beatles"))
}

// Many lexicons find what one would that has all their names.
func TestLexiconsFindWhatOneWould(t *testing.T) {
	t.Parallel()
	words := []string{"new", "york", "times", "art", "of", "the", "deal"}
	rapid.Check(t, func(r *rapid.T) {
		phrase := rapid.Custom(func(r *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 4).Draw(r, "words"), " ")
		})
		names := rapid.SliceOfN(phrase, 0, 12).Draw(r, "names")
		cuts := rapid.SliceOfN(rapid.IntRange(0, len(names)), 2, 2).Draw(r, "cuts")
		slices.Sort(cuts)
		whole, parts := extract.NewLexicon(), extract.Lexicons{}
		for i, n := range names {
			whole.Add(n, int32(i))
		}
		for _, part := range [][]string{names[:cuts[0]], names[cuts[0]:cuts[1]], names[cuts[1]:]} {
			l := extract.NewLexicon()
			for i, n := range part {
				l.Add(n, int32(i))
			}
			parts = append(parts, l)
		}
		text := extract.Words(strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(words, "deal.", "so")), 0, 40).Draw(r, "text"), " "))
		odd := func(m extract.Match) bool { return (m.First+m.Last)%3 != 1 }
		require.Equal(r, whole.Find(text, odd), parts.Find(text, odd))
	})
}

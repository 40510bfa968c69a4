package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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

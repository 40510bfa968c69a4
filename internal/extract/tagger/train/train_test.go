package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract/offline"
	"mentionary/internal/extract/tagger"
)

func TestAnnotatedTokensBecomeTheWordsOfRunningText(t *testing.T) {
	t.Parallel()
	wnut := source{kinds: wnutKinds, marks: named}
	s, ok := wnut.sentence([]token{
		{"@somebody", "O"},
		{"Nora", "B-person"},
		{"Vint", "I-person"},
		{"'s", "O"},
		{"Jean-Luc", "B-person"},
		{"saw", "O"},
		{"#Velmora", "B-location"},
		{"(", "O"},
		{"Plimsoft", "B-corporation"},
		{")", "O"},
		{".", "O"},
		{"http://t.co/x", "O"},
	})
	require.True(t, ok)
	require.Equal(t, " Nora Vint's Jean-Luc saw Velmora (Plimsoft).", s.text)
	var got []string
	for i, w := range s.words {
		got = append(got, s.text[w.Start:w.End]+" "+[]string{"O", "B-p", "I-p", "B-c", "I-c", "B-l"}[s.gold[i]])
	}
	require.Equal(t, []string{"Nora B-p", "Vint I-p", "Jean B-p", "Luc I-p", "saw O", "Velmora B-l", "Plimsoft B-c"}, got)
	require.False(t, s.allowed[tagger.Begin(tagger.Concept)], "nobody looked for ideas there")

	lower := s.lowered()
	require.Equal(t, "nora vint jean luc saw velmora plimsoft ", lower.text)
	require.Equal(t, s.gold, lower.gold)
	require.False(t, lower.words[0].Upper)
	require.True(t, s.titled().words[4].Upper)
}

func TestTwitterNamesThatGoOnAreOneName(t *testing.T) {
	t.Parallel()
	twitter := source{kinds: twitterKinds, marks: three}
	s, ok := twitter.sentence([]token{{"met", "O"}, {"Nora", "B-PER"}, {"Vint", "I-PER"}, {"in", "O"}, {"Velmora", "B-LOC"}})
	require.True(t, ok)
	require.Equal(t, []int{0, 1, 2, 0, 5}, s.gold)
}

func TestTrainingLearnsAndRepeatsItselfBitForBit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.conll")
	require.NoError(t, os.WriteFile(path, []byte(
		"Zorvan\tB-person\nTellik\tI-person\nlives\tO\nin\tO\nVelmora\tB-location\n\n"+
			"Nora\tB-person\nVint\tI-person\nlives\tO\nin\tO\nNordal\tB-location\n\nnobody\tO\nlives\tO\nhere\tO\n"), 0o600))
	var train []sentence
	require.NoError(t, tokens(path, func(ts []token) {
		s, ok := source{kinds: wnutKinds, marks: named}.sentence(ts)
		require.True(t, ok)
		train = append(train, s)
	}))
	make := func() ([]byte, float64) {
		lists := offline.Lists()
		numbers := countFeatures(train, lists, 1)
		examples := number(train, lists, numbers)
		c := newCRF(len(numbers), 0.1, 0, seed)
		loss := 0.0
		for range 40 {
			loss = c.epoch(examples)
		}
		return tagger.Encode(c.weightsOf(numbers, 0)), loss
	}
	file, loss := make()
	again, _ := make()
	require.Equal(t, file, again)
	require.Less(t, loss, 0.01)
	m, err := tagger.Load(file)
	require.NoError(t, err)
	beliefs := tagger.New(m, offline.Lists()).Read(train[0].text, train[0].words, nil)
	require.Greater(t, beliefs[1][tagger.Person], float32(0.9))
	require.Greater(t, beliefs[4][tagger.Location], float32(0.9))
	require.Less(t, beliefs[2][tagger.Person], float32(0.1))
}

package tagger_test

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/extract/tagger"
)

// noLists knows no names.
type noLists struct{}

func (noLists) Given(string) bool { return false }

func (noLists) Marks(words []extract.Word, into []uint8) []uint8 {
	return append(into, make([]uint8, len(words))...)
}

// weights prefer a place for every word that stands where "Velmora" stands in the text.
func weights(text string, at int, k tagger.Kind) tagger.Weights {
	w := tagger.Weights{Features: map[uint32][tagger.Tags]float32{}}
	features := tagger.Features(text, extract.Words(text), noLists{})
	for i, word := range features {
		tag := 0
		if i == at {
			tag = tagger.Begin(k)
		}
		for _, f := range word {
			row := w.Features[f]
			row[tag]++
			w.Features[f] = row
		}
	}
	return w
}

const sentence = "They moved to Velmora in spring."

func TestWeightsThatWereWrittenSayTheSameWhenRead(t *testing.T) {
	t.Parallel()
	file := tagger.Encode(weights(sentence, 3, tagger.Location))
	require.Equal(t, file, tagger.Encode(weights(sentence, 3, tagger.Location)), "the same weights, the same bytes")
	m, err := tagger.Load(file)
	require.NoError(t, err)
	beliefs := tagger.New(m, noLists{}).Read(sentence, extract.Words(sentence), nil)
	require.Len(t, beliefs, 6)
	for i, b := range beliefs {
		require.Equal(t, i == 3, b[tagger.Location] > 0.9, "word %d: %v", i, b)
		sum := float32(0)
		for _, p := range b {
			require.GreaterOrEqual(t, p, float32(0))
			sum += p
		}
		require.LessOrEqual(t, sum, float32(1.0001))
	}
}

func TestADamagedFileIsRefused(t *testing.T) {
	t.Parallel()
	file := tagger.Encode(weights(sentence, 3, tagger.Location))
	for _, at := range []int{0, 5, 13, 17, len(file) / 2, len(file) - 1} {
		bad := append([]byte(nil), file...)
		bad[at] ^= 0x40
		_, err := tagger.Load(bad)
		require.Error(t, err, "byte %d", at)
	}
	for _, n := range []int{0, 3, 20, len(file) / 2, len(file) - 1} {
		_, err := tagger.Load(file[:n])
		require.Error(t, err, "cut to %d bytes", n)
	}
	_, err := tagger.Load(append(append([]byte(nil), file...), 0))
	require.Error(t, err)
}

func TestAFileOfAnotherVersionIsRefused(t *testing.T) {
	t.Parallel()
	file := tagger.Encode(weights(sentence, 3, tagger.Location))
	file[4]++
	body := file[:len(file)-4]
	_, err := tagger.Load(binary.LittleEndian.AppendUint32(append([]byte(nil), body...), crc32.ChecksumIEEE(body)))
	require.ErrorContains(t, err, "version")
}

func TestEveryWordHasABeliefHoweverLongTheText(t *testing.T) {
	t.Parallel()
	m, err := tagger.Load(tagger.Encode(weights(sentence, 3, tagger.Location)))
	require.NoError(t, err)
	tag := tagger.New(m, noLists{})
	for _, text := range []string{
		"", "One.", strings.Repeat("velmora ", 1000), strings.Repeat("Velmora. ", 200),
		"Ünïcödé 東京 naïve 💡 ß", strings.Repeat("a", 100_000),
	} {
		words := extract.Words(text)
		require.Len(t, tag.Read(text, words, nil), len(words))
	}
}

func BenchmarkReadASentence(b *testing.B) {
	m, err := tagger.Load(tagger.Encode(weights(sentence, 3, tagger.Location)))
	require.NoError(b, err)
	tag := tagger.New(m, noLists{})
	text := "They moved to Velmora in spring."
	words := extract.Words(text)
	beliefs := make([]tagger.Belief, 0, len(words))
	b.ReportAllocs()
	for b.Loop() {
		beliefs = tag.Read(text, words, beliefs[:0])
	}
}

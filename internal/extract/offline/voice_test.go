package offline_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/extract/offline"
)

// hear returns what the tagger says of the words of a text that stand in name.
func hear(text, name string) extract.Opinion {
	words := extract.Words(text)
	opinions := offline.Voice().Read(text, words, nil)
	var sum extract.Opinion
	for i, w := range words {
		if strings.Contains(" "+name+" ", " "+text[w.Start:w.End]+" ") {
			sum = opinions[i]
		}
	}
	return sum
}

func TestTheTaggerHearsPeoplePlacesAndCompaniesItNeverSaw(t *testing.T) {
	t.Parallel()
	require.Greater(t, hear("Yesterday I talked to Maria Tellik about her life and why she left.", "Tellik").Person, float32(0.5))
	require.Greater(t, hear("yesterday i talked to maria tellik about her life and why she left", "tellik").Person, float32(0.5))
	require.Greater(t, hear("She was born in Velmora, a town near Paris.", "Velmora").Location, float32(0.5))
	require.Less(t, hear("I was thinking about it for a long time.", "thinking").Name(), float32(0.1))
}

func TestTheTaggerSaysTheSameToEverybody(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("Nora Vint moved to Berlin and joined Google. She wrote a book there. ", 20)
	words := extract.Words(text)
	want := offline.Voice().Read(text, words, nil)
	require.Len(t, want, len(words))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			require.Equal(t, want, offline.Voice().Read(text, words, nil))
		})
	}
	wait.Wait()
}

func BenchmarkTagger(b *testing.B) {
	text := strings.Repeat("Nora Vint moved to Berlin and joined Google, you know, because she wanted to write a book there. ", 100)
	words := extract.Words(text)
	voice := offline.Voice()
	var room []extract.Opinion
	b.ReportAllocs()
	for b.Loop() {
		room = voice.Read(text, words, room[:0])
	}
	b.ReportMetric(float64(len(words)*b.N)/b.Elapsed().Seconds(), "words/s")
}

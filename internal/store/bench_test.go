package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// BenchmarkPublish publishes an episode of 400 mentions of 250 entities into a directory of about 20,000 entities.
func BenchmarkPublish(b *testing.B) {
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(b.TempDir(), "bench.db"))
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, s.Close()) })
	require.NoError(b, s.Migrate(ctx))
	random := rand.New(rand.NewPCG(1, 2))
	n := 0
	publish := func(entities, mentions int) time.Duration {
		n++
		run, text := startRun(b, s, fmt.Sprintf("v%d", n))
		list := make([]mention.Mention, 0, mentions)
		for i := range mentions {
			k := random.IntN(20_000)
			if i >= entities {
				k = i % entities
			}
			typ := mention.Types()[k%6]
			name := madeUp(k)
			list = append(list, mention.Mention{
				Candidate: mention.Candidate{
					Type: typ, Name: name, Surface: name, Quote: "We talked about " + name + ".", Context: mention.Editorial,
					Stance: mention.Passing,
				},
				Start: i * 100, End: i*100 + len(name), QuoteStart: i * 100, QuoteEnd: i*100 + 50, StartMS: i * 1000, EndMS: i*1000 + 900,
				Confidence: 0.8,
			})
		}
		begin := time.Now()
		_, err := s.Publish.Publish(ctx, publish.PublishInput{RunID: run, TranscriptID: text, Mentions: list})
		require.NoError(b, err)
		return time.Since(begin)
	}
	for range 14 {
		publish(1500, 1500)
	}
	b.ResetTimer()
	var total time.Duration
	for range b.N {
		total += publish(250, 400)
	}
	b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms/publish")
}

// madeUp makes a name of two made-up words that is the same for the same number.
func madeUp(k int) string {
	random := rand.New(rand.NewPCG(uint64(k), 7))
	word := func() string {
		const vowels, consonants = "aeiou", "bcdfghklmnprstvwz"
		w := ""
		for i := range 4 + random.IntN(5) {
			if i%2 == 0 {
				w += string(consonants[random.IntN(len(consonants))])
			} else {
				w += string(vowels[random.IntN(len(vowels))])
			}
		}
		return w
	}
	return word() + " " + word()
}

func startRun(b *testing.B, s *store.Store, id string) (run, text int) {
	ctx := context.Background()
	ref := media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id}
	j, _, err := s.Jobs.CreateJob(ctx, jobs.NewJob{Kind: media.KindVideo, Input: id, Ref: ref})
	require.NoError(b, err)
	_, err = s.Jobs.AddItems(ctx, j.ID, []jobs.NewItem{{Ref: ref, Title: id}}, "", "", true)
	require.NoError(b, err)
	w, err := s.Jobs.NextItems(ctx, j.ID, 1)
	require.NoError(b, err)
	got, err := s.Jobs.WantEpisode(ctx, j.ID, w.Start[0], extract.Recipe{Extractor: "offline"})
	require.NoError(b, err)
	require.NoError(b, s.Jobs.SaveEpisode(ctx, got.Run.RunID,
		media.Episode{
			Platform: media.YouTube, ExternalID: id, Title: id,
			Channel: media.Channel{Platform: media.YouTube, ExternalID: "UC1", Name: "Show"},
		}))
	text, err = s.Jobs.SaveTranscript(ctx, got.Run.RunID,
		transcript.Transcript{Origin: transcript.Captions, Cues: []transcript.Cue{{Text: id}}})
	require.NoError(b, err)
	require.NoError(b, s.Jobs.SetStep(ctx, got.Run.RunID, work.StageExtract, jobs.StepProgress{State: work.StepDone}))
	return got.Run.RunID, text
}

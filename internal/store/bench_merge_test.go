package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/publish"
)

// said is a mention of a name; k orders the places.
func said(typ mention.Type, name string, k int) mention.Mention {
	return mention.Mention{
		Candidate: mention.Candidate{
			Type: typ, Name: name, Surface: name, Quote: "We talked about " + name + ".", Context: mention.Editorial,
			Stance: mention.Passing,
		},
		Start: k * 100, End: k*100 + len(name), QuoteStart: k * 100, QuoteEnd: k*100 + 50, StartMS: k * 1000, EndMS: k*1000 + 900,
		Confidence: 0.8,
	}
}

func benchStore(b *testing.B) *store.Store {
	b.Helper()
	s, err := store.Open(context.Background(), filepath.Join(b.TempDir(), "bench.db"))
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, s.Close()) })
	require.NoError(b, s.Migrate(context.Background()))
	return s
}

func named(b *testing.B, s *store.Store, typ, name string) int {
	b.Helper()
	page, err := s.Catalogue.Entities(context.Background(), catalogue.EntityFilter{Type: typ, Search: name})
	require.NoError(b, err)
	for _, e := range page.Entities {
		if e.Name == name {
			return e.ID
		}
	}
	require.Fail(b, "no such entity", name)
	return 0
}

// BenchmarkMerge merges an entity with 20,000 mentions in 1,000 episodes, half of which mention the survivor too, partly at
// the same places, and takes that back.
func BenchmarkMerge(b *testing.B) {
	ctx := context.Background()
	s := benchStore(b)
	const episodes, each = 1000, 20
	random := rand.New(rand.NewPCG(1, 2))
	for e := range episodes {
		run, text := startRun(b, s, fmt.Sprintf("v%d", e))
		var list []mention.Mention
		for k := range each {
			list = append(list, said(mention.Product, "Hedge Cutter", k))
			if e%2 == 0 {
				list = append(list, said(mention.Product, "Garden Shears", k+10))
			}
		}
		for k := range random.IntN(2 * each) { // so that the ids of rows have gaps of all sizes
			list = append(list, said(mention.Concept, madeUp(e*each+k), k))
		}
		_, err := s.Publish.Publish(ctx, publish.PublishInput{RunID: run, TranscriptID: text, Mentions: list})
		require.NoError(b, err)
	}
	survivor, merged := named(b, s, "product", "Garden Shears"), named(b, s, "product", "Hedge Cutter")
	by := store.Actor{PublicID: "bench"}
	var merging, undoing time.Duration
	b.ResetTimer()
	for range b.N {
		begin := time.Now()
		m, err := s.Curate.Merge(ctx, curate.NewMerge{SurvivorID: survivor, MergedIDs: []int{merged}, By: by})
		require.NoError(b, err)
		merging += time.Since(begin)
		b.StopTimer()
		stored, err := s.RO.Merge.Get(ctx, m.Merge.ID)
		require.NoError(b, err)
		text, err := json.Marshal(stored.Inverse)
		require.NoError(b, err)
		b.ReportMetric(float64(len(text)), "inverse-bytes")
		b.StartTimer()
		begin = time.Now()
		_, err = s.Curate.UndoMerge(ctx, m.Merge.ID, by)
		require.NoError(b, err)
		undoing += time.Since(begin)
	}
	b.ReportMetric(float64(merging.Milliseconds())/float64(b.N), "ms/merge")
	b.ReportMetric(float64(undoing.Milliseconds())/float64(b.N), "ms/undo")
}

// BenchmarkMergeOfTwenty makes nineteen entities part of a twentieth at once, each with 1,000 mentions in 500 episodes, which all
// twenty share, and takes that back.
func BenchmarkMergeOfTwenty(b *testing.B) {
	ctx := context.Background()
	s := benchStore(b)
	const episodes, each, spellings = 500, 2, 20
	spelling := func(n int) string { return fmt.Sprintf("Garden Shears %c", 'A'+n) }
	for e := range episodes {
		run, text := startRun(b, s, fmt.Sprintf("v%d", e))
		var list []mention.Mention
		for n := range spellings {
			for k := range each {
				list = append(list, said(mention.Product, spelling(n), n*each+k))
			}
		}
		_, err := s.Publish.Publish(ctx, publish.PublishInput{RunID: run, TranscriptID: text, Mentions: list})
		require.NoError(b, err)
	}
	survivor := named(b, s, "product", spelling(0))
	var merged []int
	for n := 1; n < spellings; n++ {
		merged = append(merged, named(b, s, "product", spelling(n)))
	}
	by := store.Actor{PublicID: "bench"}
	var merging, undoing time.Duration
	b.ResetTimer()
	for range b.N {
		begin := time.Now()
		m, err := s.Curate.Merge(ctx, curate.NewMerge{SurvivorID: survivor, MergedIDs: merged, By: by})
		require.NoError(b, err)
		merging += time.Since(begin)
		begin = time.Now()
		_, err = s.Curate.UndoMerge(ctx, m.Merge.ID, by)
		require.NoError(b, err)
		undoing += time.Since(begin)
	}
	b.ReportMetric(float64(merging.Milliseconds())/float64(b.N), "ms/merge")
	b.ReportMetric(float64(undoing.Milliseconds())/float64(b.N), "ms/undo")
}

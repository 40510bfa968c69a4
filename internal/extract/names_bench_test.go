package extract_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// madeUp makes n things with 4n/3 names of about two words: a tenth of the words are everybody's, the others are their own.
func madeUp(n int) []extract.Known {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	word := func(k uint64) string {
		const vowels, consonants = "aeiou", "bcdfghklmnprstvwz"
		r := rand.New(rand.NewPCG(k, 7))
		var b strings.Builder
		for i := range 4 + r.IntN(5) {
			if i%2 == 0 {
				b.WriteByte(consonants[r.IntN(len(consonants))])
			} else {
				b.WriteByte(vowels[r.IntN(len(vowels))])
			}
		}
		return strings.ToUpper(b.String()[:1]) + b.String()[1:]
	}
	known := make([]extract.Known, n)
	types := mention.Types()
	for i := range known {
		k := extract.Known{EntityID: i + 1, Type: types[r.IntN(len(types))], Name: word(r.Uint64N(2000)) + " " + word(r.Uint64N(uint64(n)))}
		if i%3 == 0 {
			k.Aliases = []string{word(r.Uint64N(2000)) + " " + word(r.Uint64N(uint64(n)))}
		}
		known[i] = k
	}
	return known
}

func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// BenchmarkNames prepares names and tells what they take in memory.
func BenchmarkNames(b *testing.B) {
	for _, n := range []int{100_000, extract.MaxKnown} {
		b.Run(fmt.Sprint(n, " things"), func(b *testing.B) {
			known := madeUp(n)
			var names *extract.Names
			var took float64
			for range b.N {
				b.StopTimer()
				runtime.KeepAlive(names) // those of the last round, and no longer
				before := heap()
				b.StartTimer()
				names = extract.NewNames(known)
				b.StopTimer()
				took = heap() - before
				b.StartTimer()
			}
			b.ReportMetric(took/1e6, "MB")
			b.ReportMetric(took/float64(names.Len()*4/3), "B/name")
			runtime.KeepAlive(known)
		})
	}
}

// BenchmarkLookups looks for the names of a directory in an episode of 10,000 words, 500 of which are names of it.
func BenchmarkLookups(b *testing.B) {
	known := madeUp(100_000)
	names := extract.NewNames(known)
	var cues []transcript.Cue
	for i := range 500 {
		text := "then we went on and talked for a while about what is behind all of " + known[i*199].Name + " and so on."
		cues = append(cues, transcript.Cue{StartMS: i * 1000, EndMS: i*1000 + 900, Text: text})
	}
	doc := transcript.Layout(cues)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		extract.Consolidate(doc, cues, nil, []*extract.Names{names}, extract.Context{})
	}
}

// BenchmarkNamesWith changes 20 of 100,000 things and adds 20, as a publication may, again and again.
func BenchmarkNamesWith(b *testing.B) {
	all := madeUp(100_000)
	names := extract.NewNames(all)
	r := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		var ids []int
		var known []extract.Known
		for j := range 40 {
			k := all[r.IntN(len(all))]
			if j < 20 {
				k.EntityID = len(all) + 20*i + j + 1
			}
			ids, known = append(ids, k.EntityID), append(known, k)
		}
		if names = names.With(ids, known); names.Scattered() {
			b.StopTimer() // nobody waits for it
			names = names.Joined()
			b.StartTimer()
		}
	}
}

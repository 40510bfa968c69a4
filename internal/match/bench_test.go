package match_test

import (
	"math/rand/v2"
	"testing"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// people makes names from syllables; the seed is fixed, so that every run measures the same.
func people(n int) []string {
	rng := rand.New(rand.NewPCG(1, 2))
	syllables := []string{
		"ba", "ro", "mi", "tel", "kan", "dor", "lis", "ver", "so", "han", "gre", "pol", "wi", "stein", "man", "cho", "nu",
		"fer", "ri", "zak",
	}
	word := func() string {
		s := ""
		for range 2 + rng.IntN(3) {
			s += syllables[rng.IntN(len(syllables))]
		}
		return s
	}
	out := make([]string, n)
	for i := range out {
		out[i] = word() + " " + word()
	}
	return out
}

// BenchmarkCompare reports prepared pairs per second.
func BenchmarkCompare(b *testing.B) {
	for _, kind := range []mention.Type{mention.Person, mention.Product} {
		b.Run(string(kind), func(b *testing.B) {
			var profiles []*match.Profile
			for _, n := range people(1024) {
				profiles = append(profiles, match.Prepare(match.Subject{Type: kind, Name: n}))
			}
			for i := 0; b.Loop(); i++ {
				profiles[i%1024].Compare(profiles[(i*7+1)%1024])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}

// BenchmarkOneAgainst100k decides one new name against 100,000 known ones through an index of blocks.
func BenchmarkOneAgainst100k(b *testing.B) {
	names := people(100_000)
	index := map[string][]int{}
	for id, n := range names {
		for _, block := range match.Blocks(mention.Person, n) {
			index[block] = append(index[block], id)
		}
	}
	fresh, candidates := people(101_000)[100_000:], 0
	for i := 0; b.Loop(); i++ {
		name := fresh[i%len(fresh)]
		seen := map[int]bool{}
		var known []match.Known
		for _, block := range match.Blocks(mention.Person, name) {
			for _, id := range index[block] {
				if !seen[id] && len(known) < 200 {
					seen[id] = true
					known = append(known, match.Known{ID: id, Name: names[id]})
				}
			}
		}
		candidates += len(known)
		match.Decide(match.Subject{Type: mention.Person, Name: name}, known, nil)
	}
	b.ReportMetric(float64(candidates)/float64(b.N), "candidates")
}

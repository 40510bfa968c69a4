package eval

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/transcript"
)

const (
	speedWords  = 300_000 // that are read
	speedRounds = 5       // of which the median counts
)

// measureSpeed adds how many words a second of computing time are read. It counts the time that the processor worked for this
// process, collecting garbage included, so that what else the machine does matters little.
func measureSpeed(ctx context.Context, r *Report, in *imported, clock func() time.Duration) error {
	var list []*episode
	for _, e := range in.episodes {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b *episode) int { return cmp.Compare(a.id, b.id) })
	words := 0
	for i, e := range list {
		if words += transcript.CountWords(e.text); words > speedWords {
			list = list[:i+1]
			break
		}
	}
	var alone, both, voiced []float64
	for range speedRounds {
		p, silent := newPipeline(clock), newPipeline(clock)
		silent.voice = nil
		for _, e := range list {
			for _, x := range []*pipeline{p, silent} {
				if _, _, err := x.read(ctx, e.cues, extract.Context{Language: e.language, Title: e.title}); err != nil {
					return err
				}
			}
		}
		alone = append(alone, float64(p.words)/p.extracting.Seconds())
		both = append(both, float64(p.words)/(p.extracting+p.consolidating).Seconds())
		voiced = append(voiced, p.consolidating.Seconds()/silent.consolidating.Seconds())
	}
	r.add(speedPart, "words a second, extraction", Count, median(alone), words, "")
	r.add(speedPart, "words a second, with consolidation", Count, median(both), words, ">= 100000")
	r.add(speedPart, "consolidation with the second voice, times that without", Number, median(voiced), words, "")
	return nil
}

const speedPart = "Computing time"

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

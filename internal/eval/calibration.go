package eval

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"mentionary/internal/mention"
)

const (
	bandWidth = 0.1
	bandLeast = 0.4 // what is less sure stands in one band
	fewCases  = 20  // a band with fewer cases says nothing
)

// bands count, by type and by signal, how often what was said with some confidence is right.
type bands map[string]map[int]*band

type band struct {
	n, right int
	said     float64 // sum of the confidence
}

func (b bands) add(t mention.Type, signals []mention.Signal, confidence float64, right bool) {
	n := max(int(math.Floor(confidence/bandWidth+1e-9)), int(bandLeast/bandWidth)-1)
	keys := []string{"all", "type " + string(t)}
	for _, s := range signals {
		keys = append(keys, "signal "+string(s))
	}
	for _, k := range keys {
		if b[k] == nil {
			b[k] = map[int]*band{}
		}
		if b[k][n] == nil {
			b[k][n] = &band{}
		}
		x := b[k][n]
		x.n++
		x.said += confidence
		if right {
			x.right++
		}
	}
}

func bandName(n int) string {
	if float64(n)*bandWidth < bandLeast-1e-9 {
		return fmt.Sprintf("below %.1f", bandLeast)
	}
	return fmt.Sprintf("%.1f to %.1f", float64(n)*bandWidth, float64(n+1)*bandWidth)
}

// report adds the share that is right in each band with enough cases, beside the confidence that was said.
func (b bands) report(r *Report, part string) {
	worst, of := 0.0, 0
	for _, k := range slices.Sorted(maps.Keys(b)) {
		for _, n := range slices.Sorted(maps.Keys(b[k])) {
			x := b[k][n]
			if x.n < fewCases {
				continue
			}
			meant := x.said / float64(x.n)
			r.share(part, k+", "+bandName(n), x.right, x.n, fmt.Sprintf("%.2f was said", meant))
			if gap := math.Abs(ratio(x.right, x.n) - meant); k == "all" && gap > worst {
				worst, of = gap, x.n
			}
		}
	}
	r.add(part, "largest gap of a band", Share, worst, of, "<= 0.05")
}

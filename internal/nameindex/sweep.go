package nameindex

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Names are looked at by several processors at once where there are so many that it is worth it.
const (
	namesAPart = 100_000
	mostParts  = 4            // others search as well
	stripe     = 256 * apiece // names of one length that a part takes at once
)

// sweep looks at all names with a number of letters between two, in several parts, and returns the best of what look finds. Each part
// takes stripes in turn. x is locked.
func (x *Index) sweep(fewest, most, want int, look func(letters, from, until int, b *best)) *best {
	parts := max(1, min(runtime.GOMAXPROCS(0), mostParts, x.names/namesAPart))
	of := make([]best, parts)
	var floor atomic.Uint32
	part := func(p int) {
		of[p].want, of[p].floor = want, &floor
		turn := 0
		for letters := max(fewest, 0); letters <= min(most, longest); letters++ {
			n := len(x.byLength[letters].of)
			for from := 0; from < n; from += stripe {
				if turn++; turn%parts == p {
					look(letters, from, min(from+stripe, n), &of[p])
				}
			}
		}
	}
	var wait sync.WaitGroup
	for p := range parts - 1 {
		wait.Go(func() { part(p) })
	}
	part(parts - 1)
	wait.Wait()
	all := &of[0]
	for _, part := range of[1:] {
		for _, f := range part.found {
			all.add(f)
		}
	}
	return all
}

package nameindex

import (
	"runtime"
	"sync"
)

// Names are looked at by several processors at once where there are so many that it is worth it.
const (
	namesAPart = 100_000
	mostParts  = 4 // others search as well
)

// sweep looks at all names with a number of letters between two, part by part, and returns the best of what look finds. Each part
// begins a word of the columns. x is locked.
func (x *Index) sweep(fewest, most, want int, look func(letters, from, until int, b *best)) *best {
	parts := max(1, min(runtime.GOMAXPROCS(0), mostParts, x.names/namesAPart))
	of := make([]best, parts)
	part := func(p int) {
		of[p].want = want
		for letters := max(fewest, 0); letters <= min(most, longest); letters++ {
			n := len(x.byLength[letters].of)
			share := (n/parts/apiece + 1) * apiece
			look(letters, min(p*share, n), min((p+1)*share, n), &of[p])
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

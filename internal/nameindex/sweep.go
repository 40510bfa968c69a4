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

// sweep looks at all names, part by part, and returns the best of what look finds. x is locked.
func (x *Index) sweep(want int, look func(from, until int, b *best)) *best {
	parts := max(1, min(runtime.GOMAXPROCS(0), mostParts, len(x.of)/namesAPart))
	of := make([]best, parts)
	var wait sync.WaitGroup
	for p := range of {
		of[p].want = want
		from, until := p*len(x.of)/parts, (p+1)*len(x.of)/parts
		if p == parts-1 {
			look(from, until, &of[p])
			break
		}
		wait.Go(func() { look(from, until, &of[p]) })
	}
	wait.Wait()
	all := &of[0]
	for _, part := range of[1:] {
		for _, f := range part.found {
			all.add(f)
		}
	}
	return all
}

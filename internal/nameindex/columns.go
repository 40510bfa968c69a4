package nameindex

import (
	"iter"
	"math/bits"
)

// apiece is how many names stand in a word of a column.
const apiece = 64

// columns say of names which pairs of letters they have: a column for each pair, with a bit for each name. Whoever looks for names that
// have some pairs reads those columns, 64 names at once (Li and Patel, BitWeaving, 2013).
type columns [64][]uint64

// add notes the pairs of the next name, which is the i-th.
func (c *columns) add(i int, pairs uint64) {
	if i%apiece == 0 {
		for p := range c {
			c[p] = append(c[p], 0)
		}
	}
	for ; pairs != 0; pairs &= pairs - 1 {
		c[bits.TrailingZeros64(pairs)][i/apiece] |= 1 << (i % apiece)
	}
}

// having returns the names from one that begins a word until another that have all pairs, in their order.
func (c *columns) having(pairs uint64, from, until int) iter.Seq[int] {
	return func(yield func(int) bool) {
		var of [64][]uint64
		n := 0
		for ; pairs != 0; pairs &= pairs - 1 {
			of[n] = c[bits.TrailingZeros64(pairs)]
			n++
		}
		for w := from / apiece; w*apiece < until; w++ {
			names := ^uint64(0)
			if left := until - w*apiece; left < apiece {
				names = 1<<left - 1
			}
			for _, column := range of[:n] {
				if names &= column[w]; names == 0 {
					break
				}
			}
			for ; names != 0; names &= names - 1 {
				if !yield(w*apiece + bits.TrailingZeros64(names)) {
					return
				}
			}
		}
	}
}

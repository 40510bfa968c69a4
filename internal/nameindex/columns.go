package nameindex

import "math/bits"

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

// of returns the columns of some pairs.
func (c *columns) of(pairs uint64) [][]uint64 {
	some := make([][]uint64, 0, bits.OnesCount64(pairs))
	for ; pairs != 0; pairs &= pairs - 1 {
		some = append(some, c[bits.TrailingZeros64(pairs)])
	}
	return some
}

// having returns which of the 64 names of a word stand in all of some columns, as bits. There are none from until on.
func having(some [][]uint64, word, until int) uint64 {
	names := ^uint64(0)
	if left := until - word*apiece; left < apiece {
		names = 1<<left - 1
	}
	for _, column := range some {
		if names &= column[word]; names == 0 {
			break
		}
	}
	return names
}

package nameindex

import "math/bits"

// marks say of a text which pairs of neighboring letters and which letters it has, as bits: two pairs may share one. Spaces are no letters.
// A text has all marks of each of its words.
type marks struct {
	pairs   uint64
	letters uint32
}

func marksOf(text string) (m marks) {
	before := ' '
	for _, r := range text {
		if r != ' ' {
			m.letters |= 1 << (uint32(r) % 32)
			if before != ' ' {
				m.pairs |= 1 << pairBit(before, r)
			}
		}
		before = r
	}
	return m
}

// pairBit spreads pairs of letters over 64 bits (multiplicative hashing, Knuth, The Art of Computer Programming 3, 6.4).
func pairBit(a, b rune) uint32 {
	h := (uint32(a)*31 + uint32(b)) * 2654435769
	return h >> 26
}

// Marks that one wrong letter takes away at most, and adds at most: of two letters that were swapped the pairs before, between and behind
// them.
const (
	pairsOfAnEdit   = 3
	lettersOfAnEdit = 1
)

// apart reports that more than so many letters of one of two texts are wrong for the other.
func (m marks) apart(letters uint32, pairs uint64, edits int) bool {
	return bits.OnesCount32(m.letters^letters) > 2*lettersOfAnEdit*edits || bits.OnesCount64(m.pairs^pairs) > 2*pairsOfAnEdit*edits
}

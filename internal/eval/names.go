package eval

import (
	"strings"

	"mentionary/internal/extract"
)

// same reports whether two names name the same: equal keys, or more than half of their words in common. It is the loose
// measure; what is called exact asks for equal keys.
func same(a, b string) bool {
	ka, kb := extract.Key(a), extract.Key(b)
	if ka == "" || kb == "" {
		return false
	}
	if ka == kb {
		return true
	}
	inA := map[string]bool{}
	for w := range strings.FieldsSeq(ka) {
		inA[w] = true
	}
	common, inB := 0, map[string]bool{}
	for w := range strings.FieldsSeq(kb) {
		if inA[w] && !inB[w] {
			common++
		}
		inB[w] = true
	}
	return 2*common > len(inA)+len(inB)-common-1 && common > 0 && 2*common >= max(len(inA), len(inB))
}

// sameKey reports whether two names are written alike but for case and typography.
func sameKey(a, b string) bool { return extract.Key(a) == extract.Key(b) }

package nameindex

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"
)

// Hit is an entity that was found, by the name that fits best.
type Hit struct {
	ID       int
	Mentions int
	Name     string
	Fit      Fit // Nothing where spelling was compared
	Edits    int // wrong letters; of names that resemble a query what is missing to a score of 1, in hundredths
}

// found is a name that fits.
type found struct {
	among        *names
	name, slot   uint32
	fit          Fit
	edits        int
	mentions, id int
}

func (f found) compare(o found) int {
	return cmp.Or(cmp.Compare(f.fit, o.fit), cmp.Compare(f.edits, o.edits), cmp.Compare(o.mentions, f.mentions), cmp.Compare(f.id, o.id))
}

// best keeps the best of what is found, each entity once.
type best struct {
	want  int
	found []found
	full  bool // worst is the last of those that are wanted
	worst found
	floor *atomic.Uint32 // heardLess of whichever part of the search knows most
}

// least returns how a name has to fit at least to be wanted.
func (b *best) least() Fit {
	if b.full {
		return b.worst.fit
	}
	return Words
}

// heardLess returns below how many mentions an entity is behind all that are wanted, when its name only begins with the query.
func (b *best) heardLess() uint32 { return b.floor.Load() }

// raise raises the floor to what this part has found.
func (b *best) raise() {
	var to uint32
	switch {
	case !b.full || b.worst.fit > Beginning:
		return
	case b.worst.fit < Beginning:
		to = math.MaxUint32
	default:
		to = heardOf(b.worst.mentions)
	}
	for {
		now := b.floor.Load()
		if now >= to || b.floor.CompareAndSwap(now, to) {
			return
		}
	}
}

// tooBad reports that an entity that is heard so often, and has a name that fits so, is behind all that are wanted.
func (b *best) tooBad(fit Fit, heard uint32) bool {
	return b.full && (fit > b.worst.fit || fit == b.worst.fit && heard < heardOf(b.worst.mentions))
}

// spare is how many are kept beyond those that are wanted before they are put in order.
const spare = 256

func (b *best) add(f found) {
	if b.full && f.compare(b.worst) >= 0 {
		return
	}
	b.found = append(b.found, f)
	if len(b.found) >= 2*b.want+spare {
		b.cut()
	}
}

// cut puts in order what was found, and leaves the best of each entity, of as many entities as are wanted.
func (b *best) cut() {
	slices.SortFunc(b.found, found.compare)
	seen := make(map[uint32]bool, b.want)
	b.found = slices.DeleteFunc(b.found, func(f found) bool {
		if seen[f.slot] || len(seen) == b.want {
			return true
		}
		seen[f.slot] = true
		return false
	})
	if b.full = len(b.found) == b.want; b.full {
		b.worst = b.found[b.want-1]
		b.raise()
	}
}

// hits returns the best, best first.
func (b *best) hits() []Hit {
	b.cut()
	out := make([]Hit, len(b.found))
	for i, f := range b.found {
		out[i] = Hit{f.id, f.mentions, string(f.among.name(int(f.name))), f.fit, f.edits}
	}
	return out
}

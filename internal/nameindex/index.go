package nameindex

import (
	"math"
	"slices"
	"sync"
	"unicode/utf8"

	"mentionary/internal/mention"
)

// Entity is what can be searched of one.
type Entity struct {
	ID       int
	Type     mention.Type
	Mentions int
	Names    []string // folded (wording.Fold)
}

// Index holds the names of entities. It may be asked and changed at the same time. A million entities with a name of 13 letters each take
// some 130 MB.
type Index struct {
	mu       sync.RWMutex
	byLength [longest + 1]names // by how many letters they have
	entities []entity
	slots    map[int]uint32 // of entities, by id
	names    int            // how many there are
	gone     int            // how many of them are names of entities that are gone
}

// names are packed, one column for each thing that is known of them.
type names struct {
	text    []byte
	ends    []uint32 // in text
	pairs   []uint64 // marks
	columns columns  // the same once more
	letters []uint32
	of      []uint32 // the slot of the entity
	heard   []uint32 // mentions of the entity
	loudest []uint32 // of 64 names each, the most mentions that one of them has or had
}

type entity struct {
	id       int
	mentions int
	names    uint32
	gone     bool
	typ      mention.Type
}

const (
	longest = 64 // letters; longer names stand with those of so many
	// A quarter of the names may be gone before the others are packed anew.
	packedAnew = 4
)

// New returns an index without names.
func New() *Index { return &Index{slots: map[int]uint32{}} }

// Change takes away what is known of some entities, and adds what is known of others instead: whoever is in changed and not in known is
// gone.
func (x *Index) Change(changed []int, known []Entity) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range changed {
		x.remove(id)
	}
	for _, e := range known {
		x.remove(e.ID)
		x.add(e)
	}
	if x.gone > x.names/packedAnew {
		x.pack()
	}
}

// Pack puts names that are mentioned most before others, which finds the best sooner, and leaves out what is gone.
func (x *Index) Pack() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.pack()
}

// Len returns how many entities have names.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.slots)
}

// Known returns those of some entities that have names and are of a type, or of any when it is empty, in the order of the ids. Their names
// were not looked at: Name is empty.
func (x *Index) Known(ids []int, typ mention.Type) []Hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	out := make([]Hit, 0, len(ids))
	for _, id := range ids {
		slot, known := x.slots[id]
		if !known {
			continue
		}
		if e := &x.entities[slot]; typ == "" || e.typ == typ {
			out = append(out, Hit{ID: id, Mentions: e.mentions, Fit: Nothing})
		}
	}
	return out
}

func (x *Index) remove(id int) {
	slot, known := x.slots[id]
	if !known {
		return
	}
	e := &x.entities[slot]
	e.gone = true
	x.gone += int(e.names)
	delete(x.slots, id)
}

func (x *Index) add(e Entity) {
	slot := uint32(len(x.entities))
	for _, n := range e.Names {
		x.byLength[lettersOf(n)].add(n, marksOf(n), slot, heardOf(e.Mentions))
	}
	x.names += len(e.Names)
	x.entities = append(x.entities, entity{id: e.ID, mentions: e.Mentions, names: uint32(len(e.Names)), typ: e.Type})
	x.slots[e.ID] = slot
}

func (x *Index) pack() {
	live := make([]uint64, 0, len(x.slots)) // slots behind what puts them in order
	for slot, e := range x.entities {
		if !e.gone {
			live = append(live, uint64(math.MaxUint32-heardOf(e.mentions))<<32|uint64(slot))
		}
	}
	slices.Sort(live)
	kept, now := make([]entity, len(live)), make([]uint32, len(x.entities))
	for slot, before := range live {
		e := x.entities[uint32(before)]
		kept[slot], now[uint32(before)], x.slots[e.id] = e, uint32(slot), uint32(slot)
	}
	for i := range x.byLength {
		old, packed := &x.byLength[i], names{}
		for _, key := range old.live(x.entities, now) {
			n := int(uint32(key))
			packed.add(string(old.name(n)), marks{old.pairs[n], old.letters[n]}, now[old.of[n]], old.heard[n])
		}
		*old = packed
	}
	x.entities, x.names, x.gone = kept, x.names-x.gone, 0
}

// live returns the names of entities that are not gone behind their new slots, in order.
func (n *names) live(entities []entity, now []uint32) (order []uint64) {
	for i, slot := range n.of {
		if !entities[slot].gone {
			order = append(order, uint64(now[slot])<<32|uint64(i))
		}
	}
	slices.Sort(order)
	return order
}

func (n *names) add(name string, m marks, slot, heard uint32) {
	n.columns.add(len(n.of), m.pairs)
	if len(n.of)%apiece == 0 {
		n.loudest = append(n.loudest, 0)
	}
	last := &n.loudest[len(n.loudest)-1]
	*last = max(*last, heard)
	n.text = append(n.text, name...)
	n.ends = append(n.ends, uint32(len(n.text)))
	n.pairs, n.letters, n.of, n.heard = append(n.pairs, m.pairs), append(n.letters, m.letters), append(n.of, slot), append(n.heard, heard)
}

// name returns the text of a name.
func (n *names) name(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = n.ends[i-1]
	}
	return n.text[from:n.ends[i]]
}

// heardOf is a number of mentions as the names keep it.
func heardOf(mentions int) uint32 { return uint32(min(uint64(max(mentions, 0)), math.MaxUint32)) }

// lettersOf counts the letters of a name, up to longest.
func lettersOf(name string) int { return min(utf8.RuneCountInString(name), longest) }

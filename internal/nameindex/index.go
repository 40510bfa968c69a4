package nameindex

import (
	"math"
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

// Index holds the names of entities. It may be asked and changed at the same time. A million entities with 1,300,000 names of 15 letters
// take some 100 MB.
type Index struct {
	mu sync.RWMutex
	names
	entities []entity
	slots    map[int]uint32 // of entities, by id
	dead     int            // names that are gone
}

// names are packed, one column for each thing that is known of them. The names of an entity stand together.
type names struct {
	text    []byte
	ends    []uint32 // in text
	runes   []uint8  // letters, at most longest
	pairs   []uint64 // marks
	letters []uint32
	of      []uint32 // the slot of the entity, gone when the name is
	heard   []uint32 // mentions of the entity
}

type entity struct {
	id       int
	mentions int
	first    uint32 // name
	names    uint32
	typ      mention.Type
}

const (
	gone    = math.MaxUint32
	longest = math.MaxUint8
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
	if x.dead > len(x.of)/packedAnew {
		x.pack()
	}
}

// Len returns how many entities have names.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.slots)
}

func (x *Index) remove(id int) {
	slot, known := x.slots[id]
	if !known {
		return
	}
	e := x.entities[slot]
	for i := e.first; i < e.first+e.names; i++ {
		x.of[i] = gone
	}
	x.dead += int(e.names)
	delete(x.slots, id)
}

func (x *Index) add(e Entity) {
	slot := uint32(len(x.entities))
	first := len(x.of)
	for _, n := range e.Names {
		m := marksOf(n)
		x.text = append(x.text, n...)
		x.ends = append(x.ends, uint32(len(x.text)))
		x.runes = append(x.runes, runesOf(n))
		x.pairs, x.letters, x.of = append(x.pairs, m.pairs), append(x.letters, m.letters), append(x.of, slot)
		x.heard = append(x.heard, heardOf(e.Mentions))
	}
	x.entities = append(x.entities, entity{
		e.ID, e.Mentions, uint32(first), uint32(len(x.of) - first), e.Type,
	})
	x.slots[e.ID] = slot
}

// pack leaves out what is gone.
func (x *Index) pack() {
	old := x.names
	alive := x.entities
	x.names, x.entities, x.dead = names{text: make([]byte, 0, len(old.text))}, make([]entity, 0, len(x.slots)), 0
	for slot, e := range alive {
		if now, known := x.slots[e.id]; !known || now != uint32(slot) {
			continue
		}
		list := make([]string, 0, e.names)
		for i := e.first; i < e.first+e.names; i++ {
			list = append(list, string(old.name(int(i))))
		}
		x.add(Entity{e.id, e.typ, e.mentions, list})
	}
}

// heardOf is a number of mentions as the names keep it.
func heardOf(mentions int) uint32 { return uint32(min(uint64(max(mentions, 0)), math.MaxUint32)) }

// runesOf counts the letters of a name, up to longest.
func runesOf(name string) uint8 { return uint8(min(utf8.RuneCountInString(name), longest)) }

// name returns the text of a name.
func (n *names) name(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = n.ends[i-1]
	}
	return n.text[from:n.ends[i]]
}

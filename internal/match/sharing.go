package match

import "slices"

// Sharing says which of many entities of one type share most blocks, as Shared does for one of them. It is made once for all and
// kept in memory, some hundred bytes an entity.
type Sharing struct {
	ids    []int // of the entities, ascending; what follows names them by their places here
	groups []group
	in     [][]int32 // the groups of each entity
	gone   []bool    // what was merged into another entity
	seen   []seen    // of each entity
}

// seen is what an entity was compared with: all that shared more than least with it, and of those that shared as much the places up to
// last. The zero value is that of an entity that was not compared.
type seen struct {
	least, last int32
	compared    bool
	changed     bool    // since others were compared with it
	alike       []int32 // which of them may be the same
}

// group is what entities share: a block, or their key.
type group struct {
	members []int32
	worth   int32
	key     bool
}

// NewSharing prepares for entities, by ascending ids. Others are left out of what is added.
func NewSharing(ids []int) *Sharing {
	return &Sharing{ids: ids, in: make([][]int32, len(ids)), gone: make([]bool, len(ids)), seen: make([]seen, len(ids))}
}

// AddBlock adds the entities of a block. Of those that more than MaxBlockSize entities share, listed or not, none is added.
func (s *Sharing) AddBlock(ids []int) {
	if len(ids) <= MaxBlockSize {
		s.add(ids, group{worth: 1})
	}
}

// AddSameKey adds entities that have the very key.
func (s *Sharing) AddSameKey(ids []int) { s.add(ids, group{worth: MaxBlocks, key: true}) }

func (s *Sharing) add(ids []int, g group) {
	for _, id := range ids {
		if at, ok := s.Place(id); ok {
			g.members = append(g.members, at)
		}
	}
	if len(g.members) < 2 {
		return
	}
	for _, at := range g.members {
		s.in[at] = append(s.in[at], int32(len(s.groups)))
	}
	s.groups = append(s.groups, g)
}

// Place returns the place of an entity, and whether it is one of those that this was made for.
func (s *Sharing) Place(id int) (int32, bool) {
	at, ok := slices.BinarySearch(s.ids, id)
	return int32(at), ok
}

// ID returns the id of the entity at a place.
func (s *Sharing) ID(at int32) int { return s.ids[at] }

// Compared says which of the nearest of an entity may be the same, by their places. Those need not be compared again from their side.
func (s *Sharing) Compared(n Nearest, alike []int32) {
	if n.At >= 0 {
		of := &s.seen[n.At]
		of.least, of.last, of.compared, of.alike = n.least, n.last, true, alike
	}
}

// Changed says that what came of comparing an entity counts no more, from neither side.
func (s *Sharing) Changed(id int) {
	if at, ok := s.Place(id); ok {
		s.seen[at] = seen{changed: true}
	}
}

// Merge makes an entity part of another one, which gets its blocks and is changed.
func (s *Sharing) Merge(gone, into int) {
	from, known := s.Place(gone)
	to, ok := s.Place(into)
	s.Changed(into)
	if known {
		s.gone[from] = true
	}
	if !known || !ok {
		return
	}
	for _, g := range s.in[from] {
		of := &s.groups[g]
		if !of.key && !slices.Contains(of.members, to) {
			of.members = append(of.members, to)
			s.in[to] = append(s.in[to], g)
		}
	}
}

// With returns an entity and all that share a block or the key with it, in no order, some more than once. What was merged into another
// entity still shares what it did.
func (s *Sharing) With(id int) []int {
	out := []int{id}
	if at, ok := s.Place(id); ok {
		for _, g := range s.in[at] {
			for _, m := range s.groups[g].members {
				out = append(out, s.ids[m])
			}
		}
	}
	return out
}

// Counting counts what entities share. It is for one goroutine; several may count in one Sharing that does not change meanwhile.
type Counting struct {
	of     *Sharing
	worth  []int32 // by place, of those that share something with the entity in question
	shares []int32 // their places
	some   []int32 // those of them that share as much as the least that has room
}

// NewCounting begins to count.
func (s *Sharing) NewCounting() *Counting { return &Counting{of: s, worth: make([]int32, len(s.ids))} }

// Nearest are the places of an entity and of what shares most with it, in no order.
type Nearest struct {
	At    int32   // of the entity; -1 when it is not among those that are known
	All   []int32 // of all others
	Open  []int32 // of those that were not compared with it
	Alike []int32 // of those that were compared with it, from the other side, and may be the same

	least, last int32 // as in seen
}

// Most returns what shares most with an entity, at most limit, of equals the lower ids, without those that are apart from it.
func (c *Counting) Most(id, limit int, apart map[int]bool) Nearest {
	at, ok := c.of.Place(id)
	if !ok || c.of.gone[at] {
		return Nearest{At: -1}
	}
	for _, g := range c.of.in[at] {
		for _, m := range c.of.groups[g].members {
			if c.worth[m] == 0 {
				c.shares = append(c.shares, m)
			}
			c.worth[m] += c.of.groups[g].worth
		}
	}
	defer c.forget()
	var many []int // how many share so much
	list := c.shares[:0]
	for _, m := range c.shares {
		if m == at || c.of.gone[m] || len(apart) > 0 && apart[c.of.ids[m]] {
			c.worth[m] = 0
			continue
		}
		list = append(list, m)
		for int(c.worth[m]) >= len(many) {
			many = append(many, 0)
		}
		many[c.worth[m]]++
	}
	c.shares = list
	return c.pick(at, many, limit)
}

// pick returns the limit first of what shares something: all that share more than the least of them, and the lowest that share as much.
func (c *Counting) pick(at int32, many []int, limit int) Nearest {
	least, left := int32(len(many)), limit
	for least > 1 && left >= many[least-1] {
		least--
		left -= many[least]
	}
	least-- // of these only some have room
	n := min(limit, len(c.shares))
	out := Nearest{At: at, All: make([]int32, 0, n), Open: make([]int32, 0, n), least: least, last: -1}
	c.some = c.some[:0]
	for _, m := range c.shares {
		switch {
		case c.worth[m] > least:
			c.put(&out, m)
		case c.worth[m] == least:
			c.some = append(c.some, m)
		}
	}
	for _, m := range lowest(c.some, left) {
		c.put(&out, m)
		out.last = max(out.last, m)
	}
	return out
}

// lowest returns the n lowest of a list, in no order, and changes the order of the list. They are parted around one of them until the
// n-th is found: putting all in order costs several times as much.
func lowest(list []int32, n int) []int32 {
	if n >= len(list) || n == 0 {
		return list[:min(n, len(list))]
	}
	for low, high := 0, len(list)-1; low < high; {
		middle, i, j := list[(low+high)/2], low, high
		for i <= j {
			for list[i] < middle {
				i++
			}
			for list[j] > middle {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n-1 <= j:
			high = j
		case n-1 >= i:
			low = i
		default:
			low = high
		}
	}
	return list[:n]
}

// put adds one of the nearest.
func (c *Counting) put(n *Nearest, m int32) {
	n.All = append(n.All, m)
	of := &c.of.seen[m]
	switch worth := c.worth[m]; {
	case !of.compared || c.of.seen[n.At].changed || worth < of.least || worth == of.least && n.At > of.last:
		n.Open = append(n.Open, m)
	case slices.Contains(of.alike, n.At):
		n.Alike = append(n.Alike, m)
	}
}

func (c *Counting) forget() {
	for _, m := range c.shares {
		c.worth[m] = 0
	}
	c.shares = c.shares[:0]
}

package match

import "slices"

// Sharing says which of many entities of one type share most blocks, as Shared does for one of them. It is made once for all and
// kept in memory, some hundred bytes an entity.
type Sharing struct {
	ids    []int // of the entities, ascending; what follows names them by their places here
	groups []group
	in     [][]int32 // the groups of each entity
	gone   []bool    // what was merged into another entity
}

// group is what entities share: a block, or their key.
type group struct {
	members []int32
	worth   int32
	key     bool
}

// NewSharing prepares for entities, by ascending ids. Others are left out of what is added.
func NewSharing(ids []int) *Sharing {
	return &Sharing{ids: ids, in: make([][]int32, len(ids)), gone: make([]bool, len(ids))}
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
		if at, ok := s.at(id); ok {
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

func (s *Sharing) at(id int) (int32, bool) {
	at, ok := slices.BinarySearch(s.ids, id)
	return int32(at), ok
}

// Merge makes an entity part of another one, which gets its blocks.
func (s *Sharing) Merge(gone, into int) {
	from, known := s.at(gone)
	to, ok := s.at(into)
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
	if at, ok := s.at(id); ok {
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
}

// NewCounting begins to count.
func (s *Sharing) NewCounting() *Counting { return &Counting{of: s, worth: make([]int32, len(s.ids))} }

// Most returns the ids that share most with an entity, at most limit, of equals the lower ids, in no order, without those that are apart
// from it.
func (c *Counting) Most(id, limit int, apart map[int]bool) []int {
	at, ok := c.of.at(id)
	if !ok || c.of.gone[at] {
		return nil
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
		if m == at || c.of.gone[m] || apart[c.of.ids[m]] {
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
	return c.pick(many, limit)
}

// pick returns the limit first of what shares something: all that share more than the least of them, and the lowest that share as much.
func (c *Counting) pick(many []int, limit int) []int {
	least, left := int32(len(many)), limit
	for least > 1 && left >= many[least-1] {
		least--
		left -= many[least]
	}
	least-- // of these only some have room
	var out []int
	var some []int32
	for _, m := range c.shares {
		switch {
		case c.worth[m] > least:
			out = append(out, c.of.ids[m])
		case c.worth[m] == least:
			some = append(some, m)
		}
	}
	slices.Sort(some)
	for _, m := range some[:min(len(some), left)] {
		out = append(out, c.of.ids[m])
	}
	return out
}

func (c *Counting) forget() {
	for _, m := range c.shares {
		c.worth[m] = 0
	}
	c.shares = c.shares[:0]
}

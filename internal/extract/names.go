package extract

import (
	"slices"

	"mentionary/internal/mention"
)

// Names are names that are known before an episode is read, prepared to be looked for: those of the whole directory are prepared once and
// shared by all episodes. They never change and are safe for concurrent use: what changes in the directory makes other names, which share
// with these what stays. In which order things became known plays no part.
type Names struct {
	lists []*nameList // large ones first; none is empty
}

const (
	// joinedAtOnce bounds the things of lists that With joins: it is to cost milliseconds.
	joinedAtOnce = 1000
	// manyLists is how many lists are looked into before it pays to join some of them.
	manyLists = 8
)

// NewNames prepares names, of long lists the first MaxKnown.
func NewNames(known []Known) *Names {
	var b NamesBuilder
	for _, k := range known {
		b.Add(k)
	}
	return b.Names()
}

// NamesBuilder prepares names one by one. Its zero value is ready to use.
type NamesBuilder struct{ list listBuilder }

// Add adds a thing; what comes after MaxKnown things is left out.
func (b *NamesBuilder) Add(k Known) {
	if len(b.list.ids) < MaxKnown {
		b.list.add(k)
	}
}

// Names returns what was added. The builder is not to be used afterwards.
func (b *NamesBuilder) Names() *Names {
	n := &Names{}
	if len(b.list.ids) > 0 {
		n.lists = []*nameList{b.list.finish()}
	}
	return n
}

// With returns the names after a change of some entities: known is what those with the ids of changed are now, as far as they are known.
func (n *Names) With(changed []int, known []Known) *Names {
	lists := n.without(changed)
	if len(known) > 0 {
		lists = append(lists, NewNames(known).lists...)
	}
	for last := len(lists) - 1; last > 0; last-- {
		a, b := lists[last-1], lists[last]
		if a.left >= 2*b.left || a.left+b.left > joinedAtOnce {
			break
		}
		lists = append(lists[:last-1], join(a, b))
	}
	return &Names{lists}
}

func (n *Names) without(ids []int) []*nameList {
	lists := make([]*nameList, 0, len(n.lists)+1)
	for _, l := range n.lists {
		if l = l.without(ids); l.left > 0 {
			lists = append(lists, l)
		}
	}
	return lists
}

// Scattered reports whether the names lie in so many lists that Joined makes looking for them faster.
func (n *Names) Scattered() bool { return len(n.lists) > manyLists }

// Joined returns the same names in few lists. It takes as long as preparing those that it joins: a list is joined with smaller ones
// only when they have come to a quarter of it.
func (n *Names) Joined() *Names {
	lists := slices.Clone(n.lists)
	for last := len(lists) - 1; last > 0; last-- {
		if a, b := lists[last-1], lists[last]; a.left < 4*b.left {
			lists = append(lists[:last-1], join(a, b))
		} else if last > 1 && lists[last-2].left < 4*(a.left+b.left) { // two that only together are worth it
			lists = append(lists[:last-2], join(lists[last-2], a, b))
			last--
		} else {
			break
		}
	}
	return &Names{lists}
}

// All returns what is known, in no order.
func (n *Names) All() []Known {
	out := make([]Known, 0, n.Len())
	for _, l := range n.lists {
		for k := range l.all() {
			out = append(out, k)
		}
	}
	return out
}

// Len returns how many things are known.
func (n *Names) Len() (things int) {
	for _, l := range n.lists {
		things += l.left
	}
	return things
}

// knows reports whether something of a type is known by a key, as its name or an alias.
func (n *Names) knows(t mention.Type, key string) bool {
	return slices.ContainsFunc(n.lists, func(l *nameList) bool {
		for range l.under(t, key) {
			return true
		}
		return false
	})
}

// sameThing reports whether one thing of a type is known by both keys.
func (n *Names) sameThing(t mention.Type, key, other string) bool {
	return slices.ContainsFunc(n.lists, func(l *nameList) bool {
		for thing := range l.under(t, key) {
			if slices.ContainsFunc(l.namesOf(thing), func(form string) bool { return Key(form) == other }) {
				return true
			}
		}
		return false
	})
}

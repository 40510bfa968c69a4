package match

import (
	"cmp"
	"slices"
)

// Bounds of a search for candidates.
const (
	MaxCandidates = 15  // entities that one name is compared with
	MaxBlockSize  = 500 // a block that more entities share tells nothing
)

// Shared counts, by id, how many blocks entities share with a name or with an entity.
type Shared map[int]int

// AddBlock counts the entities of one of the blocks, unless it is so large that it tells nothing.
func (s Shared) AddBlock(ids []int) {
	if len(ids) > MaxBlockSize {
		return
	}
	for _, id := range ids {
		s[id]++
	}
}

// AddSameKey puts entities that have the very key ahead of those that only share blocks.
func (s Shared) AddSameKey(ids []int) {
	for _, id := range ids {
		s[id] += MaxBlocks
	}
}

// Most returns the ids that share most, at most limit, equals by id. A common word's blocks hold thousands that share little: they are
// counted, not put in order.
func (s Shared) Most(limit int) []int {
	var many []int // how many share so much
	for _, n := range s {
		for n >= len(many) {
			many = append(many, 0)
		}
		many[n]++
	}
	least, above := len(many), 0 // above share as much as the least that has room, or more
	for least > 1 && above < limit {
		least--
		above += many[least]
	}
	var ids, last []int
	for id, n := range s {
		switch {
		case n > least:
			ids = append(ids, id)
		case n == least:
			last = append(last, id)
		}
	}
	slices.SortFunc(ids, func(a, b int) int { return cmp.Or(cmp.Compare(s[b], s[a]), cmp.Compare(a, b)) })
	slices.Sort(last)
	return append(ids, last[:min(len(last), limit-len(ids))]...)
}

// Occurrence says that an episode mentions an entity.
type Occurrence struct {
	EntityID  int `sql:"entity_id"`
	EpisodeID int `sql:"episode_id"`
}

// CoMentions returns for each candidate of an episode how many other entities of that episode were mentioned together with it
// elsewhere: elsewhere are the occurrences of the candidates in other episodes, present those of the episode's entities in
// them. It is what Known.CoMentions wants.
func CoMentions(elsewhere, present []Occurrence) map[int]int {
	inEpisode := map[int][]int{}
	for _, o := range present {
		inEpisode[o.EpisodeID] = append(inEpisode[o.EpisodeID], o.EntityID)
	}
	others := map[int]map[int]bool{}
	for _, o := range elsewhere {
		if others[o.EntityID] == nil {
			others[o.EntityID] = map[int]bool{}
		}
		for _, other := range inEpisode[o.EpisodeID] {
			if other != o.EntityID {
				others[o.EntityID][other] = true
			}
		}
	}
	out := make(map[int]int, len(others))
	for id, list := range others {
		out[id] = len(list)
	}
	return out
}

package nameindex

import (
	"math/bits"
	"slices"

	"mentionary/internal/mention"
)

// Misspelled returns the entities of a type, or of any when it is empty, that have a name with at most so many letters wrong: replaced,
// added, forgotten or swapped with their neighbor. Those with the fewest come first, then those that are mentioned most. want is at least
// one.
func (x *Index) Misspelled(phrase string, typ mention.Type, edits, want int) []Hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	m := marksOf(phrase)
	whole := lettersOf(phrase)
	return x.sweep(whole-edits, whole+edits, want, func(letters, from, until int, b *best) {
		n, e := &x.byLength[letters], newEditing(phrase, edits)
		has := n.letters[from:until]
		for i, pairs := range n.pairs[from:until] {
			if m.apart(has[i], pairs, edits) {
				continue
			}
			if of, typed := x.ofType(n, from+i, typ); typed {
				if wrong := e.to(n.name(from + i)); wrong <= edits {
					b.add(n.found(from+i, of, Nothing, wrong))
				}
			}
		}
	}).hits()
}

// editing counts wrong letters, in rows that are used again for each name.
type editing struct {
	most                int
	query, name         []rune
	second, before, now []int
}

func newEditing(query string, most int) *editing { return &editing{query: []rune(query), most: most} }

// to returns how many letters of the query are wrong for a name (optimal string alignment), most+1 when more than most are. Only what lies
// at most that far from the diagonal is counted (Ukkonen, Algorithms for Approximate String Matching, 1985).
func (e *editing) to(name []byte) int {
	e.name = e.name[:0]
	for _, r := range string(name) {
		e.name = append(e.name, r)
	}
	x, y, most := e.query, e.name, e.most
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
	width := len(y) + 1
	for _, row := range []*[]int{&e.second, &e.before, &e.now} {
		*row = slices.Grow((*row)[:0], width)[:width]
	}
	for j := range e.before {
		e.before[j] = j
	}
	for i := 1; i <= len(x); i++ {
		from, until := max(1, i-most), min(len(y), i+most)
		if e.now[from-1] = most + 1; from == 1 {
			e.now[0] = i
		}
		least := e.now[from-1]
		for j := from; j <= until; j++ {
			above := most + 1
			if j < i+most { // inside the band of the row before
				above = e.before[j]
			}
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			v := min(e.now[j-1]+1, above+1, e.before[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				v = min(v, e.second[j-2]+1)
			}
			e.now[j] = v
			least = min(least, v)
		}
		if least > most {
			return most + 1
		}
		e.second, e.before, e.now = e.before, e.now, e.second
	}
	return min(e.before[len(y)], most+1)
}

// Resembling returns the entities of a type, or of any when it is empty, whose names score most beside a phrase, best first. Only so many
// names are given to score, from 0 (not alike) to 1: those that have most pairs of letters in common with the phrase.
func (x *Index) Resembling(phrase string, typ mention.Type, compared int, score func(name string) float64) []Hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	m := marksOf(phrase)
	most := bits.OnesCount64(m.pairs)
	out := x.sweep(0, longest, compared, func(letters, from, until int, b *best) {
		n := &x.byLength[letters]
		for i, pairs := range n.pairs[from:until] {
			missing := bits.OnesCount64(m.pairs &^ pairs)
			if 2*missing > most { // fewer than half in common
				continue
			}
			apart := missing + bits.OnesCount64(pairs&^m.pairs)
			if b.full && apart > b.worst.edits {
				continue
			}
			if e, typed := x.ofType(n, from+i, typ); typed {
				b.add(n.found(from+i, e, Nothing, apart))
			}
		}
	}).hits()
	for i, h := range out {
		out[i].Edits = int((1 - score(h.Name)) * 100)
	}
	out = slices.DeleteFunc(out, func(h Hit) bool { return h.Edits >= 100 })
	slices.SortStableFunc(out, func(a, b Hit) int { return a.Edits - b.Edits })
	return out
}

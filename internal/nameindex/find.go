package nameindex

import (
	"bytes"

	"mentionary/internal/mention"
)

// Fit says how well a name fits a query, best first.
type Fit int

// How a name can fit.
const (
	Whole     Fit = iota // it is the query
	Beginning            // begins with it
	Word                 // has a word that begins with it
	Inside               // has it inside a word
	Words                // has all its words, in any order, as beginnings of words
	Nothing              // does not fit
)

// Query is what is looked for.
type Query struct {
	Phrase string       // folded
	Words  []string     // those of the phrase
	Type   mention.Type // empty: any
	Inside bool         // the phrase may stand inside a word
	Want   int          // so many of the best, at least 1
}

// Find returns the entities with a name that fits, best first: by how well it fits, then by mentions, then by id.
func (x *Index) Find(q Query) []Hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	m, fits, whole := marksOf(q.Phrase), q.fitting(), runesOf(q.Phrase)
	return x.sweep(q.Want, func(from, until int, b *best) {
		letters := x.letters[from:until]
		for i, pairs := range x.pairs[from:until] {
			if pairs&m.pairs == m.pairs && letters[i]&m.letters == m.letters {
				x.fit(from+i, &fits, whole, q.Type, b)
			}
		}
	}).hits(x)
}

// fit adds a name to the best when it fits a query of so many letters.
func (x *Index) fit(i int, fits *fitting, whole uint8, typ mention.Type, b *best) {
	// Only a name as long as the query can be the whole query; any other begins with it at best.
	if x.runes[i] != whole && x.heard[i] < b.heardLess() {
		return
	}
	e, typed := x.ofType(i, typ)
	if !typed {
		return
	}
	if fit := fits.of(x.name(i), b.least()); fit != Nothing && !b.tooBad(fit, e) {
		b.add(x.found(i, e, fit, 0))
	}
}

// ofType returns whose name a name is, when it is not gone and its entity of a type.
func (x *Index) ofType(i int, typ mention.Type) (*entity, bool) {
	slot := x.of[i]
	if slot == gone {
		return nil, false
	}
	e := &x.entities[slot]
	return e, typ == "" || e.typ == typ
}

func (x *Index) found(i int, e *entity, fit Fit, edits int) found {
	return found{uint32(i), x.of[i], fit, edits, e.mentions, e.id}
}

// fitting compares names with a query.
type fitting struct {
	phrase, atWord []byte // atWord stands behind a space
	words          [][]byte
	inside         bool
}

func (q Query) fitting() fitting {
	f := fitting{phrase: []byte(q.Phrase), atWord: []byte(" " + q.Phrase), inside: q.Inside}
	for _, w := range q.Words {
		f.words = append(f.words, []byte(" "+w))
	}
	return f
}

// of says how a name fits, Nothing when it fits worse than least.
func (f *fitting) of(name []byte, least Fit) Fit {
	switch {
	case bytes.HasPrefix(name, f.phrase):
		if len(name) == len(f.phrase) {
			return Whole
		}
		return Beginning
	case least < Word:
		return Nothing
	case bytes.Contains(name, f.atWord):
		return Word
	case least < Inside:
		return Nothing
	case f.inside && bytes.Contains(name, f.phrase):
		return Inside
	case least < Words:
		return Nothing
	}
	for _, w := range f.words {
		if !bytes.HasPrefix(name, w[1:]) && !bytes.Contains(name, w) {
			return Nothing
		}
	}
	return Words
}

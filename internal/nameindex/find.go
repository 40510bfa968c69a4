package nameindex

import (
	"bytes"
	"math/bits"

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
	m, fits := marksOf(q.Phrase), q.fitting()
	whole := lettersOf(q.Phrase)
	return x.sweep(q.shortest(), longest, q.Want, func(letters, from, until int, b *best) {
		n := &x.byLength[letters]
		columns := n.columns.of(m.pairs)
		for word := from / apiece; word*apiece < until; word++ {
			// Only a name as long as the query can be the whole query; any other begins with it at best.
			if letters != whole && n.loudest[word] < b.heardLess() {
				continue
			}
			for names := having(columns, word, until); names != 0; names &= names - 1 {
				i := word*apiece + bits.TrailingZeros64(names)
				if n.letters[i]&m.letters == m.letters && (letters == whole || n.heard[i] >= b.heardLess()) {
					x.fit(n, i, &fits, q.Type, b)
				}
			}
		}
	}).hits()
}

// fit adds a name to the best when it fits a query.
func (x *Index) fit(n *names, i int, fits *fitting, typ mention.Type, b *best) {
	fit := fits.of(n.name(i), b.least())
	if fit == Nothing || b.tooBad(fit, n.heard[i]) {
		return
	}
	if e, typed := x.ofType(n, i, typ); typed {
		b.add(n.found(i, e, fit, 0))
	}
}

// shortest returns how many letters a name has at least that fits: those of the query, or where it has all words of the query in any
// order, which may overlap, those of the longest.
func (q Query) shortest() int {
	if len(q.Words) < 2 {
		return lettersOf(q.Phrase)
	}
	most := 0
	for _, w := range q.Words {
		most = max(most, lettersOf(w))
	}
	return most
}

// ofType returns whose name a name is, when its entity is not gone and of a type.
func (x *Index) ofType(n *names, i int, typ mention.Type) (*entity, bool) {
	e := &x.entities[n.of[i]]
	return e, !e.gone && (typ == "" || e.typ == typ)
}

func (n *names) found(i int, e *entity, fit Fit, edits int) found {
	return found{n, uint32(i), n.of[i], fit, edits, e.mentions, e.id}
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

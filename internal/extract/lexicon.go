package extract

import "strings"

// MaxPhraseWords bounds the length of a name in a lexicon, so that matching stays linear in the text.
const MaxPhraseWords = 14

// minWordsAcross is how many words a name needs to be found across the end of a sentence ("DEC Is Dead. Long Live DEC").
const minWordsAcross = 5

// Lexicon finds many names in a text at once, by whole folded words. Its size does not slow matching down: the work per
// word of text is bounded by MaxPhraseWords. A filled lexicon is safe for concurrent use.
type Lexicon struct {
	words  map[string]int32
	next   map[uint64]int32 // node and word to the following node
	first  []int32          // by node: the place of its first value, -1 without one
	values []valueAt
	size   int32                  // all values are smaller
	skip   func(value int32) bool // leaves values out, nil: none
}

// valueAt is a value of a node and the place of the next one, -1 for the last.
type valueAt struct{ value, next int32 }

// Match is a name found: words First to Last (inclusive) and every value added under that name.
type Match struct {
	First, Last int
	Values      []int32
}

// NewLexicon returns an empty lexicon.
func NewLexicon() *Lexicon {
	return &Lexicon{words: map[string]int32{}, next: map[uint64]int32{}, first: []int32{-1}}
}

// Add stores value under a name. It reports false for names without words and for those longer than MaxPhraseWords.
func (l *Lexicon) Add(name string, value int32) bool {
	l.size = max(l.size, value+1)
	words := Words(name)
	if len(words) == 0 || len(words) > MaxPhraseWords {
		return false
	}
	node := int32(0)
	for _, w := range words {
		id, ok := l.words[w.Fold]
		if !ok {
			id = int32(len(l.words))
			l.words[strings.Clone(w.Fold)] = id // it may share memory with the name
		}
		to, ok := l.next[edge(node, id)]
		if !ok {
			to = int32(len(l.first))
			l.first = append(l.first, -1)
			l.next[edge(node, id)] = to
		}
		node = to
	}
	last := &l.first[node]
	for *last >= 0 {
		if l.values[*last].value == value {
			return true
		}
		last = &l.values[*last].next
	}
	*last = int32(len(l.values))
	l.values = append(l.values, valueAt{value, -1})
	return true
}

func edge(node, word int32) uint64 { return uint64(uint32(node))<<32 | uint64(uint32(word)) }

// Find returns the names in the words, leftmost and longest first, without overlaps. A name never spans the end of a
// sentence, unless it is long enough not to arise by chance. accept may refuse a match (nil takes all); a refused match does not hide a
// shorter one.
func (l *Lexicon) Find(words []Word, accept func(Match) bool) []Match {
	return Lexicons{l}.Find(words, accept)
}

// Lexicons are looked into as if they were one: the values of each count on from those of the one before.
type Lexicons []*Lexicon

// Find is Lexicon.Find for all of them together.
func (ls Lexicons) Find(words []Word, accept func(Match) bool) []Match {
	var found []Match
	ids := make([][]int32, len(ls))
	for k, l := range ls {
		ids[k] = l.ids(words)
	}
	at := make([]int32, len(ls)) // the node that is reached in each, -1 where there is no way on
	for i := 0; i < len(words); i++ {
		best := -1
		var match Match
		clear(at)
		crosses := false
		for j := i; j < len(words); j++ {
			crosses = crosses || j > i && words[j].Gap == GapSentence
			if !ls.step(at, ids, j) {
				break
			}
			if crosses && j-i+1 < minWordsAcross {
				continue
			}
			if values := ls.valuesAt(at); values != nil {
				m := Match{First: i, Last: j, Values: values}
				if accept == nil || accept(m) {
					best, match = j, m
				}
			}
		}
		if best >= 0 {
			found = append(found, match)
			i = best
		}
	}
	return found
}

// ids are the numbers of words, -1 for those that no name has.
func (l *Lexicon) ids(words []Word) []int32 {
	ids := make([]int32, len(words))
	for i, w := range words {
		id, ok := l.words[w.Fold]
		if !ok {
			id = -1
		}
		ids[i] = id
	}
	return ids
}

// step goes on by word j and reports whether there is a way on in any lexicon.
func (ls Lexicons) step(at []int32, ids [][]int32, j int) (on bool) {
	for k, l := range ls {
		if at[k] < 0 {
			continue
		}
		to, ok := l.next[edge(at[k], ids[k][j])]
		if !ok || ids[k][j] < 0 {
			to = -1
		}
		at[k], on = to, on || to >= 0
	}
	return on
}

// valuesAt are the values of all names that end at the nodes.
func (ls Lexicons) valuesAt(at []int32) (values []int32) {
	first := int32(0)
	for k, l := range ls {
		if at[k] >= 0 {
			for i := l.first[at[k]]; i >= 0; i = l.values[i].next {
				if v := l.values[i].value; l.skip == nil || !l.skip(v) {
					values = append(values, first+v)
				}
			}
		}
		first += l.size
	}
	return values
}

package extract

// MaxPhraseWords bounds the length of a name in a lexicon, so that matching stays linear in the text.
const MaxPhraseWords = 14

// minWordsAcross is how many words a name needs to be found across the end of a sentence ("DEC Is Dead. Long Live DEC").
const minWordsAcross = 5

// Lexicon finds many names in a text at once, by whole folded words. Its size does not slow matching down: the work per
// word of text is bounded by MaxPhraseWords. A filled lexicon is safe for concurrent use.
type Lexicon struct {
	words  map[string]int32
	next   map[uint64]int32 // node and word to the following node
	values map[int32][]int32
	nodes  int32
}

// Match is a name found: words First to Last (inclusive) and every value added under that name.
type Match struct {
	First, Last int
	Values      []int32
}

// NewLexicon returns an empty lexicon.
func NewLexicon() *Lexicon {
	return &Lexicon{words: map[string]int32{}, next: map[uint64]int32{}, values: map[int32][]int32{}}
}

// Add stores value under a name. It reports false for names without words and for those longer than MaxPhraseWords.
func (l *Lexicon) Add(name string, value int32) bool {
	words := Words(name)
	if len(words) == 0 || len(words) > MaxPhraseWords {
		return false
	}
	node := int32(0)
	for _, w := range words {
		id, ok := l.words[w.Fold]
		if !ok {
			id = int32(len(l.words))
			l.words[w.Fold] = id
		}
		to, ok := l.next[edge(node, id)]
		if !ok {
			l.nodes++
			to = l.nodes
			l.next[edge(node, id)] = to
		}
		node = to
	}
	for _, v := range l.values[node] {
		if v == value {
			return true
		}
	}
	l.values[node] = append(l.values[node], value)
	return true
}

func edge(node, word int32) uint64 { return uint64(uint32(node))<<32 | uint64(uint32(word)) }

// Find returns the names in the words, leftmost and longest first, without overlaps. A name never spans the end of a
// sentence, unless it is long enough not to arise by chance. accept may refuse a match (nil takes all); a refused match does not hide a
// shorter one.
func (l *Lexicon) Find(words []Word, accept func(Match) bool) []Match {
	var found []Match
	ids := make([]int32, len(words))
	for i, w := range words {
		id, ok := l.words[w.Fold]
		if !ok {
			id = -1
		}
		ids[i] = id
	}
	for i := 0; i < len(words); i++ {
		best := -1
		var match Match
		node, crosses := int32(0), false
		for j := i; j < len(words) && ids[j] >= 0; j++ {
			crosses = crosses || j > i && words[j].Gap == GapSentence
			to, ok := l.next[edge(node, ids[j])]
			if !ok {
				break
			}
			node = to
			if values := l.values[node]; values != nil && (!crosses || j-i+1 >= minWordsAcross) {
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

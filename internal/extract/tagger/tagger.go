package tagger

import (
	"math"
	"sync"

	"mentionary/internal/extract"
)

// Tagger reads sentences with a model and the built-in lists. It is safe for concurrent use.
type Tagger struct {
	model   *Model
	lists   Lists
	scratch sync.Pool
}

// New returns a tagger.
func New(m *Model, lists Lists) *Tagger {
	t := &Tagger{model: m, lists: lists}
	t.scratch.New = func() any { return &scratch{} }
	return t
}

// scratch is the memory of one reading.
type scratch struct {
	reading
	lattice
}

// Belief is how likely a word belongs to a name of each kind; what is missing to 1 is the likelihood of none.
type Belief [Kinds]float32

// Read appends what it believes of each word of text. Sentences are read apart.
func (t *Tagger) Read(text string, words []extract.Word, into []Belief) []Belief {
	s := t.scratch.Get().(*scratch)
	defer t.scratch.Put(s)
	for len(words) > 0 {
		n := SentenceEnd(words)
		s.read(words[:n], text, t.lists)
		t.model.score(s, n)
		s.run(&t.model.pass)
		for i := range n {
			into = append(into, s.belief(i))
		}
		words = words[n:]
	}
	return into
}

// SentenceEnd returns how many words the first sentence has.
func SentenceEnd(words []extract.Word) int {
	n := 1
	for n < len(words) && n < MaxSentence && words[n].Gap != extract.GapSentence {
		n++
	}
	return n
}

func (m *Model) score(s *scratch, n int) {
	s.reset(n)
	for i := range n {
		var sum [Tags]int32
		for _, hash := range s.features(i) {
			if row := m.row(hash); row != nil {
				for t := range Tags {
					sum[t] += int32(int8(row[t]))
				}
			}
		}
		for t := range Tags {
			s.emit[i][t] = float32(sum[t]) * m.scale
		}
	}
}

// lattice computes how likely each tag of each word is, over all ways to tag the sentence.
type lattice struct {
	emit        [][Tags]float32 // scores, then their exponentials
	ahead, back [][Tags]float32
	pass        [Tags][Tags]float32
	from        *[Tags][Tags]float32 // whose exponentials pass holds
}

func (l *lattice) reset(n int) {
	if cap(l.emit) < n {
		l.emit, l.ahead, l.back = make([][Tags]float32, MaxSentence), make([][Tags]float32, MaxSentence), make([][Tags]float32, MaxSentence)
	}
	l.emit, l.ahead, l.back = l.emit[:n], l.ahead[:n], l.back[:n]
}

// run is the forward-backward algorithm, scaled word by word so that nothing overflows.
func (l *lattice) run(pass *[Tags][Tags]float32) {
	if l.from != pass {
		for i := range pass {
			for j := range pass[i] {
				l.pass[i][j] = float32(math.Exp(float64(pass[i][j])))
			}
		}
		l.from = pass
	}
	for i := range l.emit {
		exponentiate(&l.emit[i])
	}
	for i := range l.emit {
		var next [Tags]float32
		if i == 0 {
			next = l.pass[0] // a sentence begins as behind a word that names nothing
		} else {
			for f, p := range l.ahead[i-1] {
				if p > 1e-9 {
					for t := range Tags {
						next[t] += p * l.pass[f][t]
					}
				}
			}
		}
		for t := range Tags {
			next[t] *= l.emit[i][t]
		}
		normalize(&next)
		l.ahead[i] = next
	}
	last := len(l.emit) - 1
	for t := range Tags {
		l.back[last][t] = 1
	}
	for i := last - 1; i >= 0; i-- {
		var coming, sum [Tags]float32
		for t := range Tags {
			coming[t] = l.back[i+1][t] * l.emit[i+1][t]
		}
		for f := range Tags {
			for t := range Tags {
				sum[f] += l.pass[f][t] * coming[t]
			}
		}
		normalize(&sum)
		l.back[i] = sum
	}
}

func exponentiate(scores *[Tags]float32) {
	most := scores[0]
	for _, s := range scores {
		most = max(most, s)
	}
	for t, s := range scores {
		if s-most < -30 {
			scores[t] = 1e-13
			continue
		}
		scores[t] = float32(math.Exp(float64(s - most)))
	}
}

func normalize(v *[Tags]float32) {
	sum := float32(0)
	for _, x := range v {
		sum += x
	}
	if sum == 0 {
		sum = 1
	}
	for t := range v {
		v[t] /= sum
	}
}

func (l *lattice) belief(i int) Belief {
	var both [Tags]float32
	for t := range Tags {
		both[t] = l.ahead[i][t] * l.back[i][t]
	}
	normalize(&both)
	var b Belief
	for k := range Kinds {
		b[k] = both[Begin(k)] + both[Inside(k)]
	}
	return b
}

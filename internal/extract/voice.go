package extract

import (
	"slices"

	"mentionary/internal/mention"
)

// Voice is a second opinion on what the words of a text name, beside the extractor that found the candidates. It decides
// nothing alone: what it says of all places of a name is evidence for confidence and type (hearing.go). It is safe for
// concurrent use.
type Voice interface {
	// Read appends one opinion a word. The words are one sentence, or a part of a long one; their offsets are in text.
	Read(text string, words []Word, into []Opinion) []Opinion
}

// Opinion is how likely a word belongs to the name of each kind; what is missing to 1 is the likelihood of no name.
type Opinion struct {
	Person, Company, Location, Product float32
	Work                               float32 // a book, a film, a song
	Concept                            float32
	Other                              float32 // an event, an award, a people
}

func (o *Opinion) add(p Opinion, share float32) {
	o.Person += share * p.Person
	o.Company += share * p.Company
	o.Location += share * p.Location
	o.Product += share * p.Product
	o.Work += share * p.Work
	o.Concept += share * p.Concept
	o.Other += share * p.Other
}

// Name is how likely a word belongs to any name.
func (o Opinion) Name() float32 {
	return o.Person + o.Company + o.Location + o.Product + o.Work + o.Concept + o.Other
}

// For is how likely the word belongs to a name of a type.
func (o Opinion) For(t mention.Type) float32 {
	switch t {
	case mention.Person:
		return o.Person
	case mention.Company, mention.Sponsor:
		return o.Company
	case mention.Location:
		return o.Location
	case mention.Product:
		return o.Product
	case mention.Book:
		return o.Work
	case mention.Concept:
		return o.Concept
	}
	return 0
}

// maxListened bounds how many places of one name are listened to.
const maxListened = 200

// chorus is what the voice says of the words of an episode. Sentences are read when they are first asked about.
type chorus struct {
	voice    Voice
	text     string
	words    []Word
	opinions []Opinion // one a word; of sentences that were read
	starts   []int     // the first word of every sentence
	read     []bool    // by sentence
	foreign  []bool    // by sentence: not in the voice's language
	buffer   []Opinion
}

const maxSentence = 80 // words; longer sentences are read in parts

func newChorus(voice Voice, text string, words []Word) *chorus {
	c := &chorus{voice: voice, text: text, words: words, opinions: make([]Opinion, len(words))}
	for i, w := range words {
		if i == 0 || w.Gap == GapSentence || i-c.starts[len(c.starts)-1] == maxSentence {
			c.starts = append(c.starts, i)
		}
	}
	c.read, c.foreign = make([]bool, len(c.starts)), make([]bool, len(c.starts))
	return c
}

// at returns the opinion on the words that lie in start to end, the mean over them, and false where there is none.
func (c *chorus) at(start, end int) (Opinion, bool) {
	first := wordAt(c.words, start)
	last := first
	for last < len(c.words) && c.words[last].Start < end {
		if !c.listen(last) {
			return Opinion{}, false
		}
		last++
	}
	var mean Opinion
	for _, o := range c.opinions[first:last] {
		mean.add(o, 1/float32(last-first))
	}
	return mean, last > first
}

// listen has the sentence of a word read. It reports false for a sentence in another language: a German title in English
// notes.
func (c *chorus) listen(word int) bool {
	i, found := slices.BinarySearch(c.starts, word)
	if !found {
		i--
	}
	if c.read[i] {
		return !c.foreign[i]
	}
	c.read[i] = true
	end := len(c.words)
	if i+1 < len(c.starts) {
		end = c.starts[i+1]
	}
	if german, english := littleWords(c.words[c.starts[i]:end]); german > english {
		c.foreign[i] = true
		return false
	}
	c.buffer = c.voice.Read(c.text, c.words[c.starts[i]:end], c.buffer[:0])
	copy(c.opinions[c.starts[i]:end], c.buffer)
	return true
}

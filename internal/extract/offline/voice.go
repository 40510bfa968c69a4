package offline

import (
	_ "embed"
	"sync"

	"mentionary/internal/extract"
	"mentionary/internal/extract/tagger"
)

//go:embed data/tagger.bin
var taggerWeights []byte

var loadedTagger = sync.OnceValue(func() *tagger.Tagger {
	m, err := tagger.Load(taggerWeights)
	if err != nil {
		panic(err) // embedded: it is damaged only when the program was built wrongly
	}
	return tagger.New(m, Lists())
})

// voice has the tagger speak as consolidation hears it.
type voice struct{ tagger *tagger.Tagger }

// Voice returns the sequence tagger as the second opinion of consolidation.
func Voice() extract.Voice { return voice{loadedTagger()} }

// Read appends one opinion a word.
func (v voice) Read(text string, words []extract.Word, into []extract.Opinion) []extract.Opinion {
	var room [tagger.MaxSentence]tagger.Belief
	for _, b := range v.tagger.Read(text, words, room[:0]) {
		into = append(into, extract.Opinion{
			Person: b[tagger.Person], Company: b[tagger.Company], Location: b[tagger.Location], Product: b[tagger.Product],
			Work: b[tagger.Work], Concept: b[tagger.Concept], Other: b[tagger.Other],
		})
	}
	return into
}

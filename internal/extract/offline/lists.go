package offline

import (
	"mentionary/internal/extract"
	"mentionary/internal/extract/tagger"
	"mentionary/internal/mention"
)

// lists shows the built-in lists to the tagger.
type lists struct{ known *gazetteer }

// Lists returns the built-in lists as the tagger's features use them.
func Lists() tagger.Lists { return lists{loaded()} }

// Given reports whether a folded word is a given name.
func (l lists) Given(fold string) bool { return l.known.given[fold] }

var kindOf = map[mention.Type]tagger.Kind{
	mention.Person: tagger.Person, mention.Company: tagger.Company, mention.Location: tagger.Location,
	mention.Product: tagger.Product, mention.Book: tagger.Work, mention.Concept: tagger.Concept,
}

// Marks says where well-known names stand in a sentence.
func (l lists) Marks(words []extract.Word, into []uint8) []uint8 {
	from := len(into)
	for range words {
		into = append(into, 0)
	}
	for _, m := range l.known.names.Find(words, nil) {
		kind := kindOf[l.known.entries[m.Values[0]].typ]
		into[from+m.First] = uint8(1 + kind)
		for i := m.First + 1; i <= m.Last; i++ {
			into[from+i] = uint8(1 + tagger.Kinds + kind)
		}
	}
	return into
}

package offline

import (
	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// stanceReach is how many words before and after a name are read for the speaker's stance.
const stanceReach = 8

var (
	recommending = words(`recommend recommended recommending empfehle empfehlen empfohlen empfehlung favorite favorite
		lieblingsbuch must-read love loved`)
	using       = words(`use uses using used nutze benutze verwende verwenden`)
	criticizing = words(`terrible awful hate hated overrated disagree schrecklich furchtbar`)
	discussing  = words(`book author wrote argues argued theory idea concept founder company buch autor schreibt these`)
)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for w := range fields(s) {
		m[extract.FoldWord(w)] = true
	}
	return m
}

// stanceOf reads how the speaker stands to a find from the words around it, within its sentence; around a book also in the next ones.
func stanceOf(r *reader, f find) mention.Stance {
	stance := mention.Passing
	if before := r.fold(f.first - 1); (before == "my" || before == "mein") && r.words[f.first].Gap != extract.GapSentence {
		switch f.typ { // what somebody has otherwise is not of their making
		case mention.Book:
			return mention.OwnWork
		case mention.Product:
			stance = mention.Used
		}
	}
	first, end := r.around(f)
	for i := first; i < end; i++ {
		if i >= f.first && i <= f.last {
			continue
		}
		w := r.words[i].Fold
		switch {
		case recommending[w] && r.fold(i-1) != "your": // "on your favorite app"
			return mention.Recommended
		case criticizing[w]:
			return mention.Criticised
		case using[w] && f.typ == mention.Product:
			stance = mention.Used
		case discussing[w] && stance == mention.Passing:
			stance = mention.Discussed
		}
	}
	return stance
}

// around returns the words near a find, from first to before end: of its sentence, or, of a book, of those beside it, too. Who is asked
// for books names them in a sentence of their own.
func (r *reader) around(f find) (first, end int) {
	least, most := max(0, f.first-stanceReach), min(len(r.words), f.last+1+stanceReach)
	if f.typ == mention.Book {
		return least, most
	}
	for first = f.first; first > least && r.words[first].Gap != extract.GapSentence; {
		first--
	}
	for end = f.last + 1; end < most && r.words[end].Gap != extract.GapSentence; {
		end++
	}
	return first, end
}

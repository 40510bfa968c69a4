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

// stanceOf reads how the speaker stands to a find from the words around it. It stays within the sentence.
func stanceOf(r *reader, f find) mention.Stance {
	stance := mention.Passing
	for i := max(0, f.first-stanceReach); i < min(len(r.words), f.last+1+stanceReach); i++ {
		if i >= f.first && i <= f.last {
			continue
		}
		w := r.words[i].Fold
		switch {
		case recommending[w]:
			return mention.Recommended
		case criticizing[w]:
			return mention.Criticised
		case using[w] && f.typ == mention.Product:
			stance = mention.Used
		case (w == "my" || w == "mein") && i == f.first-1:
			return mention.OwnWork
		case discussing[w] && stance == mention.Passing:
			stance = mention.Discussed
		}
	}
	return stance
}

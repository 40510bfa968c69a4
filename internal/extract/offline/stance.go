package offline

import (
	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// stanceReach is how many words before and after a name are read for the speaker's stance.
const stanceReach = 8

var (
	using      = words(`use using used nutze nutzen benutze benutzen verwende verwenden`)
	hateful    = words(`hate hated dislike disliked loathe hasse`)
	bad        = words(`terrible awful overrated horrible dreadful schrecklich furchtbar überschätzt`)
	discussing = words(`book author wrote argues argued theory idea concept founder company buch autor schreibt these`)
)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for w := range fields(s) {
		m[extract.FoldWord(w)] = true
	}
	return m
}

// stanceOf reads how the speaker stands to a find: praise, blame and use by the grammar of its sentence, talk about it from the words
// around it.
func stanceOf(r *reader, f find) mention.Stance {
	whose := r.possessive(f.last) // "I love X's planner" is about the planner
	own := (r.fold(f.first-1) == "my" || r.fold(f.first-1) == "mein") && r.words[f.first].Gap != extract.GapSentence
	switch {
	case !whose && r.recommends(f):
		return mention.Recommended
	case own && f.typ == mention.Book: // what somebody has otherwise is not of their making
		return mention.OwnWork
	case !whose && r.blames(f):
		return mention.Criticised
	case f.typ == mention.Product && (own || r.isUsed(f)):
		return mention.Used
	}
	first, end := r.around(f)
	for i := first; i < end; i++ {
		if (i < f.first || i > f.last) && discussing[r.words[i].Fold] {
			return mention.Discussed
		}
	}
	return mention.Passing
}

// blames reports whether the speaker hates the find or calls it bad: "I hate X", "X is really terrible".
func (r *reader) blames(f find) bool {
	if r.feels(f, hateful) {
		return true
	}
	i := f.last + 1
	if i >= len(r.words) || r.words[i].Gap != extract.GapSpace || !copula[r.fold(i)] {
		return false
	}
	for i++; i < len(r.words) && r.words[i].Gap == extract.GapSpace && fillIn[r.fold(i)]; i++ {
	}
	return bad[r.fold(i)]
}

// isUsed reports whether the speaker uses the find: "we use X", "I've been using X".
func (r *reader) isUsed(f find) bool {
	for j := f.first - 1; j >= max(0, f.first-4) && r.words[j+1].Gap != extract.GapSentence; j-- {
		if !using[r.fold(j)] {
			continue
		}
		for i := j - 1; i >= max(0, j-4) && r.words[i+1].Gap != extract.GapSentence; i-- {
			switch w := r.fold(i); {
			case negating[w], others[w] && w != "been":
				return false
			case firstPerson[w]:
				return true
			}
		}
		return false
	}
	return false
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

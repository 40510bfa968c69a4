package offline

import (
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

var (
	// booksByOne are nouns for a book that has an author.
	booksByOne = words(`book novel memoir buch buches roman romans autobiography`)
	// titled stand between such a noun and the title.
	titled = words(`called titled entitled named is was on of the new namens titel`)
	// ofTheirs stand before a book of somebody who was just named.
	ofTheirs = words(`his her their sein seinem seinen seines ihr ihrem ihren ihres`)
	// wroteBook are what an author does, haveBook only behind "who".
	wroteBook = words(`wrote writes written published publishes authored released`)
	haveBook  = words(`has had`)
	// besideVerb may stand between an author and what they did.
	besideVerb = words(`who has had have habe also just recently then later once actually even`)
	// someoneNamed stand between "by" and a name.
	someoneNamed = words(`a the guy man woman person fellow professor author writer psychologist named called dr prof`)
	// pronouns are of somebody who is named elsewhere.
	pronouns = words(`i you he she it we they ich du er sie es wir ihr`)
)

// How far an author is looked for.
const (
	nounReach     = 14 // words between the noun and the title
	theirsReach   = 5  // words between a name and "his book" or "author of"
	longestAuthor = 4  // words of a name
)

// authorSaid returns the author whom the sentence of a title names, empty when it names none: "a book by Nora Vint called X", "Nora Vint
// wrote a book called X", "Nora Vint's book X", "Nora Vint and her book X", "Nora Vint, the author of X", "X by a woman named Nora Vint".
// own tells that it is who speaks: "my book X", "I wrote a book called X".
func (r *reader) authorSaid(first, last int) (author string, own bool) {
	if f := r.fold(last + 1); (f == "by" || f == "von") && r.words[last+1].Gap != extract.GapSentence {
		return r.authorFrom(last + 2), false
	}
	if f := r.fold(first - 2); r.before(first) == "of" && (f == "author" || f == "coauthor") {
		return r.authorShortlyBefore(first - 2), false
	}
	noun := r.nounBefore(first)
	if noun < 0 {
		return "", false
	}
	if f := r.fold(noun + 1); f == "by" || f == "von" {
		return r.authorFrom(noun + 2), false
	}
	for i := noun + 1; i < first; i++ {
		if !titled[r.fold(i)] {
			return "", false
		}
	}
	for i := noun - 1; i > noun-4 && i >= 0 && r.words[i+1].Gap == extract.GapSpace; i-- {
		switch f := r.fold(i); {
		case r.upper(i) && r.possessive(i):
			return r.authorTo(i), false
		case mine[f]:
			return "", true
		case ofTheirs[f]:
			return r.authorShortlyBefore(i), false
		case wroteBook[f], haveBook[f] && r.fold(i-1) == "who":
			for i--; i > 0 && besideVerb[r.fold(i)]; {
				i--
			}
			return r.authorTo(i), r.fold(i) == "i" || r.fold(i) == "i've" || r.fold(i) == "ich"
		}
	}
	return "", false
}

// nounBefore returns the noun for a book that stands before a title in its sentence, -1 when there is none.
func (r *reader) nounBefore(first int) int {
	for i := first - 1; i >= max(0, first-nounReach) && r.words[i+1].Gap != extract.GapSentence; i-- {
		if booksByOne[r.fold(i)] {
			return i
		}
	}
	return -1
}

// authorFrom returns the author whose name begins at word i, behind words for what they are.
func (r *reader) authorFrom(i int) string {
	for i < len(r.words) && someoneNamed[r.fold(i)] {
		i++
	}
	if i >= len(r.words) || r.words[i].Gap == extract.GapSentence {
		return ""
	}
	return r.authorAt(i, r.nameAfter(i))
}

// authorTo returns the author whose name ends with word i.
func (r *reader) authorTo(i int) string {
	if i < 0 || !r.upper(i) {
		return ""
	}
	for first := max(0, i-longestAuthor+1); first <= i; first++ {
		if r.nameEnd(first) != i {
			continue
		}
		if r.german && !r.given(first) {
			continue // every noun has a capital: "des Ökonomen Oskar Brekke"
		}
		return r.authorAt(first, i)
	}
	return ""
}

// authorShortlyBefore returns the author whose name ends a few words before word i in its sentence, when it is the nearest with a capital.
func (r *reader) authorShortlyBefore(i int) string {
	for at := i - 1; at >= max(0, i-theirsReach) && r.words[at+1].Gap != extract.GapSentence; at-- {
		switch {
		case r.upper(at):
			return r.authorTo(at)
		case pronouns[r.fold(at)]:
			return ""
		}
	}
	return ""
}

// authorAt returns the name of an author in the words first to last: a full one, or a part of the name of one who takes part.
func (r *reader) authorAt(first, last int) string {
	if r.lower || last < first {
		return ""
	}
	name := r.personName(first, last)
	if last > first {
		if k, ok := r.listed(first, last); ok && k.typ != mention.Person || companyEnds[r.fold(last)] {
			return "" // "Penguin Random House published a book called X"
		}
		return name
	}
	full := ""
	for _, p := range r.about.People {
		if strings.Contains(" "+extract.Key(p.Name)+" ", " "+extract.Key(name)+" ") && strings.Contains(p.Name, " ") {
			if full != "" {
				return ""
			}
			full = p.Name
		}
	}
	return full
}

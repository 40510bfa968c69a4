package offline

import (
	"slices"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// How far a cue may stand from what it introduces, in words.
const (
	calledWithin = 12 // "a book, if you are interested in this, called"
	longestCase  = 9  // words of a German title
)

// booksAlone are words for books and nothing else.
var booksAlone = words(`book novel novella memoir biography autobiography anthology dissertation buch roman`)

// longCues finds titles whose cue is a clause or a sentence away: "a book, if you care for that, called X", "He wrote a book. It's
// called X", "X is the name of the book", "Have you read X?".
func (r *reader) longCues() {
	if r.lower {
		return
	}
	for i, w := range r.words {
		switch w.Fold {
		case "called", "titled", "entitled":
			if r.bookBefore(i) || r.bookBehind(i) {
				r.distantTitle(i + 1)
			}
		case "read", "reading":
			if r.asksWhetherRead(i) {
				r.readTitle(i + 1)
			}
		case "recommend":
			if r.bookNear(i) {
				r.readTitle(i + 1)
			}
		case "of":
			if f := r.before(i); f == "author" || f == "authors" || f == "coauthor" {
				r.authoredTitle(i + 1)
			}
		case "is":
			if r.fold(i+1) == "the" && r.fold(i+2) == "name" && r.fold(i+3) == "of" && booksAlone[r.fold(i+5)] {
				r.titleEndingAt(i - 1)
			}
		}
	}
}

// bookBefore reports whether a book is what word i, "called", speaks of: in its own sentence, or where that begins "It's called", in the
// one before.
func (r *reader) bookBefore(i int) bool {
	ends := 0
	if f := r.fold(i - 1); f == "it" || (f == "is" || f == "was") && r.fold(i-2) == "it" { // "it's" is one word, "it"
		ends = 1
	}
	for j := i - 1; j >= max(0, i-calledWithin); j-- {
		if booksAlone[r.fold(j)] {
			return !r.imagined(j)
		}
		if r.words[j].Gap == extract.GapSentence {
			if ends--; ends < 0 {
				return false
			}
		}
	}
	return false
}

// bookBehind reports whether "It's called X" is followed by a sentence that calls it a book.
func (r *reader) bookBehind(i int) bool {
	f := r.fold(i - 1)
	if f != "it" && !(f == "is" && r.fold(i-2) == "it") {
		return false
	}
	last, ok := r.caseTitle(i + 1)
	if !ok || last == i+1 || last+1 >= len(r.words) || r.words[last+1].Gap != extract.GapSentence {
		return false
	}
	for j := last + 1; j < min(len(r.words), last+1+calledWithin); j++ {
		if j > last+1 && r.words[j].Gap == extract.GapSentence {
			return false
		}
		if booksAlone[r.fold(j)] {
			return true
		}
	}
	return false
}

// asksWhetherRead reports whether word i asks or says that somebody has read something.
func (r *reader) asksWhetherRead(i int) bool {
	switch r.before(i) {
	case "you", "you've", "yet", "just", "been", "recently", "i've", "finally":
		return true
	}
	return false
}

// bookNear reports whether a word for a book stands before or behind word i as near as a cue may be.
func (r *reader) bookNear(i int) bool {
	around := r.words[max(0, i-calledWithin):min(len(r.words), i+calledWithin)]
	return slices.ContainsFunc(around, func(w extract.Word) bool { return booksAlone[w.Fold] })
}

func (r *reader) distantTitle(first int) {
	if last, ok := r.caseTitle(first); ok {
		r.addBook(first, last, r.authorAfter(last), false)
	}
}

// readTitle takes what somebody has read for a title only in two words or more that end a clause: people read news and people, too.
func (r *reader) readTitle(first int) {
	last, ok := r.caseTitle(first)
	if !ok || first == last || r.capitals(first, last) < 2 || r.endsLikeName(first, last) || r.thingItself(first, last) {
		return
	}
	for i := first + 1; i <= last; i++ {
		if r.fold(i) == "or" || r.words[i].Gap != extract.GapSpace {
			return // a list of what they read
		}
	}
	next := last + 1
	author := r.authorAfter(last)
	if end := first + 1; end < last && r.isPerson(first, end) && r.possessive(end) {
		author, first = r.personName(first, end), end+1
	}
	if next == len(r.words) || r.words[next].Gap != extract.GapSpace || r.fold(next) == "about" || r.fold(next) == "on" || author != "" {
		r.addBook(first, last, author, false)
	}
}

// authoredTitle takes what somebody is the author of for a title where it is written like one: programs have authors, too.
func (r *reader) authoredTitle(first int) {
	last, ok := r.caseTitle(first)
	if !ok || last-first+1 < leastTitle || r.capitals(first, last) < 2 || r.isList(first, last) || r.endsLikeName(first, last) ||
		r.thingItself(first, last) {
		return
	}
	for i := first; i <= last; i++ {
		if r.upper(i) && r.common(i) {
			r.addBook(first, last, r.authorAfter(last), false)
			return
		}
	}
}

// caseTitle returns where a title begins and ends that only its capitals give away.
func (r *reader) caseTitle(first int) (last int, ok bool) {
	if r.german || first >= len(r.words) || r.words[first].Gap == extract.GapSentence {
		return 0, false
	}
	if _, quoted := r.quotedTitle(first); quoted {
		return 0, false // other rules read those
	}
	last = r.titleEnd(first)
	return last, last >= first && !r.isPerson(first, last)
}

// thingItself reports whether the lists have the words as something else than a book.
func (r *reader) thingItself(first, last int) bool {
	k, ok := r.listed(first, last)
	return ok && k.typ != mention.Book
}

// titleEndingAt reads a title that ends with word last.
func (r *reader) titleEndingAt(last int) {
	if last < 0 || !r.upper(last) {
		return
	}
	first := r.titleStart(last)
	if before := r.fold(first - 1); articles[before] || r.german && germanArticles[before] && !r.inEnglish(first, last) {
		first-- // an article in speech has no capital
	}
	for i := last; i > first; i-- {
		if r.words[i].Gap != extract.GapSpace {
			first = i // what stands before the comma is somebody's name
		}
	}
	starts := r.fold(first)
	if last > first && !r.isPerson(first, last) && (!small[starts] || articles[starts] || germanArticles[starts]) {
		r.addBook(first, last, "", false)
	}
}

// inEnglish reports whether small words of English stand in a title.
func (r *reader) inEnglish(first, last int) bool {
	for i := first; i <= last; i++ {
		if english[r.fold(i)] {
			return true
		}
	}
	return false
}

var germanArticles = words(`der die das ein eine`)

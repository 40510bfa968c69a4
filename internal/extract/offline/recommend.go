package offline

import (
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// How far a recommendation may stand from what it is about, in words.
const (
	objectReach = 6   // behind "recommend" and "my favorite", and before "which I recommend"
	authorReach = 9   // before "which I recommend", where a book's author stands between them
	praiseReach = 12  // before "I recommend it"
	answerReach = 120 // behind the question that asks for it
)

var (
	// firstPerson and others tell who it is that recommends: the speaker, or somebody who is spoken of.
	firstPerson = words(`i we i'd i've i'll i'm we'd we've we'll me ich wir`)
	recommend   = words(`recommend recommending recommended empfehle empfehlen empfohlen`)
	strongly    = words(`highly strongly definitely absolutely totally really wholeheartedly always still often would can could do just also
		sehr nur wärmstens unbedingt immer`)
	others   = words(`he she they you who people somebody someone was were is are been be being has had er sie man wird wurde hat haben`)
	negating = words(`not never don't wouldn't didn't can't cannot couldn't won't no nicht nie kein`)
	// it stands behind "recommend" where what is recommended was named before.
	it       = words(`it that this them those these him her reading everyone everybody checking das es sie ihn dieses`)
	copula   = words(`is are was were be would probably definitely called by still also ist sind wäre heißt`)
	mine     = words(`my our mine mein meine meiner meinem unser unsere`)
	favorite = words("favourite favourites" + //nolint:misspell // some transcripts are British
		` favorite favorites lieblingsbuch lieblingsbücher lieblingsbuchs lieblingstool lieblingsapp lieblingsfilm lieblingspodcast`)
	lovely = words(`love loved adore liebe`)
	// fillIn may stand between a verb and what it is about: "I really love the book X".
	fillIn = words(`really absolutely just still do also actually so truly personally totally genuinely the this book app show movie
		podcast my a das dieses buch`)
	yours    = words(`you you've you'd your du dein deine deinen`)
	audience = words(`you everyone everybody people du ihr man`)
	urging   = words(`should must have need gotta got solltest sollte sollten muss musst müsst`)
	reading  = words(`read watch try buy lesen lies anschauen hören ausprobieren`)
	// besides stand before what is only beside the thing that is meant: "a documentary about X that I recommend".
	besides = words(`about by of from in with on at for to von über aus mit`)
	// apposed begin what is said of a thing behind a comma: "X, which is my favorite".
	apposed = words(`one my our which a mein meine eines`)
	// goesOn stand behind a name that is no part of a longer one: "my favorite Murakami books" has one that is.
	goesOn = words(`is was and or by from on for because but so that which who in at with to when as it i if just i'd i'm enough highly
		ist und oder von aus für`)
)

// recommends reports whether the speaker recommends a find. Only what the grammar of its sentence, or a question that asks for it, says
// counts: words of praise near a name are about something else more often than not.
func (r *reader) recommends(f find) bool {
	switch f.typ {
	case mention.Sponsor, mention.Location, mention.Concept:
		return r.recommended(f)
	case mention.Person:
		return r.fold(f.first-1) != "by" && (r.recommended(f) || r.recommendedBehind(f) || r.favored(f))
	case mention.Book:
		return r.recommended(f) || r.recommendedBehind(f) || r.favored(f) || r.loved(f) || r.urged(f) || r.praisedNext(f) || r.askedFor(f)
	}
	return r.recommended(f) || r.recommendedBehind(f) || r.favored(f) || r.loved(f) || f.typ == mention.Product && r.urged(f)
}

// modifies reports whether a find only tells which one a thing is: "my favorite Murakami books".
func (r *reader) modifies(f find) bool {
	next := f.last + 1
	return !r.lower && next < len(r.words) && r.words[next].Gap == extract.GapSpace && !r.upper(next) && !goesOn[r.fold(next)]
}

// recommended reports whether "I recommend" stands before the find in its sentence.
func (r *reader) recommended(f find) bool {
	for j := f.first - 1; j >= max(0, f.first-objectReach) && r.words[j+1].Gap != extract.GapSentence; j-- {
		if recommend[r.fold(j)] {
			return r.ownRecommendation(j, 0) && !r.modifies(f) && !r.recommendsOther(j+1, f.first)
		}
	}
	return false
}

// recommendsOther reports whether the words between "recommend" and a find, from first to before last, say that something else is
// recommended, for the find or on a condition: "I recommend it for X", "I recommend, if you play X, to".
func (r *reader) recommendsOther(first, last int) bool {
	if first < last && (r.fold(first) == "it" || r.fold(first) == "them") {
		return true
	}
	for i := first; i < last; i++ {
		if f := r.fold(i); f == "if" || f == "when" || f == "wenn" {
			return true
		}
	}
	return false
}

// recommendedBehind reports whether "which I recommend" or "is a must read" stands behind the find in its sentence.
func (r *reader) recommendedBehind(f find) bool {
	if besides[r.fold(f.first-1)] || f.typ != mention.Book && r.modifies(f) {
		return false
	}
	reach := objectReach
	if f.typ == mention.Book {
		reach = authorReach
	}
	for j := f.last + 1; j < min(len(r.words), f.last+reach) && r.words[j].Gap != extract.GapSentence; j++ {
		if recommend[r.fold(j)] {
			return r.ownRecommendation(j, f.last+1) && r.nothingElseBehind(j)
		}
		if r.fold(j) == "must" && r.fold(j+1) == "read" && r.fold(j-1) == "a" {
			return true
		}
	}
	return false
}

// nothingElseBehind reports whether the verb at j has its object before it: "a book that I recommend", "I recommend it".
func (r *reader) nothingElseBehind(j int) bool {
	next := j + 1
	w := r.fold(next)
	return next >= len(r.words) || r.words[next].Gap >= extract.GapComma || it[w] || w == "to" || w == "highly"
}

// ownRecommendation reports whether the verb at j is the speaker's own: "I would highly recommend", "Highly recommended". Who recommends is
// looked for from word least on.
func (r *reader) ownRecommendation(j, least int) bool {
	own := false
	for i := j - 1; i >= max(least, j-4) && r.words[i+1].Gap != extract.GapSentence; i-- {
		switch w := r.fold(i); {
		case negating[w]:
			return r.enough(j)
		case firstPerson[w]:
			own = true
		case others[w]:
			return own
		}
	}
	return own || r.words[j].Gap == extract.GapSentence || j == 0 || strongly[r.fold(j-1)]
}

// enough reports whether a negation before the verb at j means its contrary: "I can't recommend it enough".
func (r *reader) enough(j int) bool {
	for i := j + 1; i < min(len(r.words), j+praiseReach) && r.words[i].Gap != extract.GapSentence; i++ {
		if w := r.fold(i); w == "enough" || w == "highly" {
			return true
		}
	}
	return false
}

// favored reports whether the find is somebody's favorite: "my favorite book is X", "X is one of my favorites".
func (r *reader) favored(f find) bool {
	linked := false
	for j := f.first - 1; j >= max(0, f.first-objectReach) && r.words[j+1].Gap != extract.GapSentence; j-- {
		w := r.fold(j)
		linked = linked || copula[w] || r.words[j+1].Gap == extract.GapComma && j+1 == f.first
		if favorite[w] {
			return (linked || f.first-j <= 2) && r.ofMine(j) && !r.modifies(f)
		}
	}
	behind := f.last + 1
	if behind >= len(r.words) || r.fold(f.first-1) == "in" || // "in X, one of our favorite toys is"
		!copula[r.fold(behind)] && !(r.words[behind].Gap == extract.GapComma && apposed[r.fold(behind)]) {
		return false
	}
	for j := behind; j < min(len(r.words), behind+objectReach) && r.words[j].Gap != extract.GapSentence; j++ {
		if favorite[r.fold(j)] {
			return r.ofMine(j) && !r.isLabel(f.last)
		}
	}
	return false
}

// isLabel reports whether word i ends the name of who speaks: "Nora Vint: One of my favorites".
func (r *reader) isLabel(i int) bool { return strings.HasPrefix(r.text[r.words[i].End:], ":") }

// ofMine reports whether a favorite is the speaker's: "my all-time favorite", "a favorite of mine".
func (r *reader) ofMine(j int) bool {
	return mine[r.fold(j-1)] || mine[r.fold(j-2)] || mine[r.fold(j-3)] || r.fold(j+1) == "of" && mine[r.fold(j+2)]
}

// loved reports whether "I love" stands right before the find: "I really love X".
func (r *reader) loved(f find) bool { return r.feels(f, lovely) }

// feels reports whether the speaker says a verb right before the find: "I really love X", "we hate X".
func (r *reader) feels(f find, verbs map[string]bool) bool {
	j := f.first - 1
	for j > 0 && fillIn[r.fold(j)] && f.first-j <= 4 {
		j--
	}
	if j < 1 || !verbs[r.fold(j)] || r.modifies(f) {
		return false
	}
	for i := j - 1; i >= max(0, j-3); i-- {
		if w := r.fold(i); firstPerson[w] && w != "me" {
			return true
		} else if !fillIn[w] {
			return false
		}
	}
	return false
}

// urged reports whether the audience is told to take the find up: "you should read X", "go check out X".
func (r *reader) urged(f find) bool {
	j := f.first - 1
	for j > 0 && fillIn[r.fold(j)] && f.first-j <= 4 {
		j--
	}
	switch verb := r.fold(j); {
	case verb == "out" && r.fold(j-1) == "check":
		before := r.fold(j - 2)
		return (r.words[j-1].Gap == extract.GapSentence || urging[before] || strongly[before] || before == "go" || before == "please") &&
			!r.modifies(f)
	case !reading[verb]:
		return false
	}
	for i := j - 1; i >= max(0, j-4) && r.words[i+1].Gap != extract.GapSentence; i-- {
		switch w := r.fold(i); {
		case firstPerson[w], negating[w]:
			return false
		case urging[w]:
			return audience[r.fold(i-1)]
		}
	}
	return false
}

// praisedNext reports whether the next sentence recommends a book: "We read X. I highly recommend it."
func (r *reader) praisedNext(f find) bool {
	next := f.last + 1
	for next < min(len(r.words), f.last+praiseReach) && r.words[next].Gap != extract.GapSentence {
		next++
	}
	for j := next; j < min(len(r.words), next+objectReach) && (j == next || r.words[j].Gap != extract.GapSentence); j++ {
		if recommend[r.fold(j)] {
			return r.ownRecommendation(j, next) && j+1 < len(r.words) && (it[r.fold(j+1)] || r.words[j+1].Gap == extract.GapSentence)
		}
	}
	return false
}

// noBooks are what a question may ask for in place of books.
var noBooks = words(`product products app apps tool tools gadget gadgets movie movies film films show shows series game games podcast
	podcasts player software`)

// askedFor reports whether a question shortly before asks the speaker to recommend books: "What are two books you've recommended most?" The
// next question ends the answer.
func (r *reader) askedFor(f find) bool {
	if r.lower {
		return false // no marks: nobody knows what is a question
	}
	for i := f.first; i > max(0, f.first-answerReach); i-- {
		if r.words[i].Gap == extract.GapSentence && strings.Contains(r.text[r.words[i-1].End:r.words[i].Start], "?") {
			return r.asksForBooks(i - 1)
		}
	}
	return false
}

// asksForBooks reports whether the question that ends with word last asks you for what you recommend or like best, and for nothing that is
// no book.
func (r *reader) asksForBooks(last int) bool {
	you, best := false, false
	for i := last; i >= max(0, last-30); i-- {
		w := r.fold(i)
		if noBooks[w] {
			return false
		}
		you = you || yours[w]
		best = best || recommend[w] || favorite[w]
		if r.words[i].Gap == extract.GapSentence {
			break
		}
	}
	return you && best
}

package offline

import (
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// booksInGerman are the words for what has a title.
var booksInGerman = words(`buch buches bücher büchern roman romans sammelband essay doktorarbeit dissertation studie monografie`)

// aroundTitles stand between "Titel" and the title: "der Titel auf Englisch ist X", "mit dem Titel geschrieben hat X".
var aroundTitles = words(`auf englisch deutsch ist lautet geschrieben hat trägt glaube ich also heisst`)

var languages = words(`englisch deutsch`)

// pointsBack begin a sentence that speaks of the one before.
var pointsBack = words(`das es der`)

const longestAround = 4 // words between "Titel" and the title

// germanTitles finds titles that German sentences announce from afar: "das Buch, das den Titel X trägt", "eine Dissertation, die X heißt",
// "er nennt sich X", and titles in English within a sentence about reading.
func (r *reader) germanTitles() {
	if !r.german || r.lower {
		return
	}
	for i, w := range r.words {
		switch w.Fold {
		case "titel":
			r.titleNamed(i)
		case "heisst", "heissen":
			r.titleOfHeisst(i)
		case "sich":
			if r.fold(i-1) == "nennt" && r.bookInClause(i) {
				r.addGerman(i + 1)
			}
		case "the", "a", "an":
			if w.Upper && r.bookInClause(i) {
				r.englishTitle(i)
			}
		}
	}
}

// titleNamed reads what stands behind the word "Titel", where a book is the matter.
func (r *reader) titleNamed(i int) {
	first := i + 1
	for first < len(r.words) && first-i <= longestAround && aroundTitles[r.fold(first)] && (!r.upper(first) || languages[r.fold(first)]) {
		first++
	}
	if !r.bookInClause(i) && first == i+1 {
		return
	}
	if r.addGerman(first) {
		return
	}
	if r.upper(first) && r.endsClause(first) && r.words[first].Gap == extract.GapSpace && len(r.fold(first)) >= leastSingle &&
		r.bookInClause(i) {
		r.addBook(first, first, "", false)
	}
}

// leastSingle is how many letters a German title of one word has.
const leastSingle = 6

// titleOfHeisst reads titles around "heißt": "X heißt das Buch", "eine Dissertation, die X heißt", "meine Dissertation, die heißt X".
func (r *reader) titleOfHeisst(i int) {
	switch before := r.fold(i - 1); {
	case booksAlone[r.fold(i+2)]:
		r.titleEndingAt(i - 1)
	case (before == "die" || before == "der") && r.bookInClause(i):
		r.addGerman(i + 1)
	case r.endsClause(i) && r.upper(i-1) && r.bookInClause(i):
		r.titleEndingAt(i - 1)
	}
}

// bookInClause reports whether a word for a book stands shortly before word i: in its sentence, or in the one before it where its own
// begins "Das heißt" or "Es heißt".
func (r *reader) bookInClause(i int) bool {
	for j := i - 1; j >= max(0, i-withinClause); j-- {
		if booksInGerman[r.fold(j)] {
			return true
		}
		if r.words[j+1].Gap == extract.GapSentence && !pointsBack[r.fold(j+1)] {
			return false
		}
	}
	return false
}

// addGerman adds the title that a cue says is to follow, and reports whether there is one.
func (r *reader) addGerman(first int) bool {
	last := r.germanTitle(first, true)
	if last < first {
		return false
	}
	r.addBook(first, last, r.authorAfter(last), false)
	return true
}

// endsClause reports whether nothing goes on behind word i without a mark.
func (r *reader) endsClause(i int) bool {
	return i+1 >= len(r.words) || r.words[i+1].Gap != extract.GapSpace
}

// englishTitle reads a title in English in a German sentence: an article, two capitals or more, and a clause that ends behind it.
func (r *reader) englishTitle(first int) {
	end, capitals, _ := r.titleCaseRun(first)
	if capitals < 2 || !r.endsClause(end) || r.endsLikeName(first, end) || r.thingItself(first, end) {
		return
	}
	r.add(find{
		typ: mention.Book, name: r.between(first, end), first: first, last: end, rank: rankCue, signals: []mention.Signal{mention.SignalCue},
	})
}

// germanTitle returns where a title of a German sentence ends that begins at word first, behind a word for a book, first-1 where none
// does. Every noun has a capital: a title begins with an article or goes on in capitals, and a clause ends behind it. Where the cue is sure
// that a title follows, two capitals are enough, and adjectives may stand before them.
func (r *reader) germanTitle(first int, sure bool) int {
	last, capitals, qualified := first-1, 0, false
	for j := first; j < min(len(r.words), first+longestCase); j++ {
		if j > first && r.words[j].Gap != extract.GapSpace {
			break
		}
		if r.upper(j) {
			last, capitals = j, capitals+1
			continue
		}
		if small[r.fold(j)] {
			continue
		}
		if !sure || !r.qualifies(j) {
			break
		}
		qualified = true
	}
	clause := r.endsClause(last) || sure && !qualified && r.fold(last+1) == "und"
	article := germanArticles[r.fold(first)] || articles[r.fold(first)]
	switch {
	case last <= first || !r.upper(first) && !article || r.isPerson(first, last):
		return first - 1
	case (article || sure) && clause && capitals >= 2, capitals >= 2 && clause && last-first >= 2,
		capitals >= 3 && !qualified && (article || last-first >= capitals):
		return last
	}
	return first - 1
}

// adjectiveEnds end German adjectives before a noun.
var adjectiveEnds = []string{"e", "en", "er", "es", "em"}

// qualifies reports whether word i is built like an adjective and stands before a noun: "die politische Theorie".
func (r *reader) qualifies(i int) bool {
	fold := r.fold(i)
	return len(fold) >= leastAdjective && r.upper(i+1) && r.words[i+1].Gap == extract.GapSpace && !germanArticles[fold] &&
		slices.ContainsFunc(adjectiveEnds, func(end string) bool { return strings.HasSuffix(fold, end) })
}

const leastAdjective = 5 // letters

package offline

import (
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

const maxTitleWords = 14

// bookTriggers introduce a title: the words before it, last word first.
var bookTriggers = [][]string{
	{"called", "book"},
	{"called", "novel"},
	{"called", "memoir"},
	{"titled", "book"},
	{"entitled", "book"},
	{"named", "book"},
	{"called", "is", "book"},
	{"called", "was", "book"},
	{"book", "new"},
	{"book", "her"},
	{"book", "his"},
	{"book", "my"},
	{"book", "your"},
	{"book", "their"},
	{"book", "the"},
	{"book", "this"},
	{"book", "first"},
	{"book", "latest"},
	{"book", "great"},
	{"book", "amazing"},
	{"book", "released"},
	{"book", "recent"},
	{"book", "excellent"},
	{"is", "book", "the"},
	{"is", "book", "favorite"},
	{"novel", "the"},
	{"novel", "her"},
	{"novel", "his"},
	{"memoir", "her"},
	{"memoir", "his"},
	{"book", "of", "author"},
	{"of", "author"},
	{"of", "authors"},
	{"of", "coauthor"},
	{"wrote"},
	{"reading"},
	{"reread"},
	{"rereading"},
	{"buch"},
	{"buches"},
	{"geschrieben", "buch"},
	{"roman", "der"},
	{"roman", "dem"},
	{"roman", "sein"},
	{"roman", "seinem"},
	{"roman", "ihr"},
	{"roman", "ihrem"},
	{"titel", "dem"},
	{"titel", "den"},
	{"sammelband", "den"},
	{"sammelband", "im"},
	{"sammelband", "zum"},
}

var triggersByLast = func() map[string][][]string {
	m := map[string][][]string{}
	for _, t := range bookTriggers {
		m[t[0]] = append(m[t[0]], t)
	}
	return m
}()

// weakTrigger marks words that introduce titles only when an author or quotation marks follow.
var weakTrigger = words(`of wrote reading reread rereading this the titel buch buches geschrieben is`)

// small may stand within a title without a capital.
var small = words(`of the and a an in to for on with from at as or how is your our my its the der die das den dem des und von vom zu
	zur zum im in am für mit über eine ein als auf aus`)

// couldBe stands before what is only imagined.
var couldBe = words(`could should would might can`)

// notInTitles stands before a title, in German with a capital.
var notInTitles = words(`called titled book buch buches roman novel memoir`)

// books finds titles that cue phrases introduce, and titles followed by "by" or "von" and an author.
func (r *reader) books() {
	for i, w := range r.words {
		switch w.Fold {
		case "by", "von":
			r.titleBefore(i)
		case "in":
			r.titleWithin(i)
		case "book", "novel", "memoir":
			if r.upper(i-1) && r.possessive(i-1) {
				r.titleAfter(i, false)
			}
		}
		for _, t := range triggersByLast[w.Fold] {
			if r.preceded(i, t) && !r.imagined(i) {
				r.titleAfter(i, weakTrigger[w.Fold] && len(t) < 3)
				break
			}
		}
	}
}

func (r *reader) preceded(i int, trigger []string) bool {
	if i+1 < len(trigger) {
		return false
	}
	for n, t := range trigger {
		if r.words[i-n].Fold != t || n > 0 && r.words[i-n+1].Gap == extract.GapSentence {
			return false
		}
	}
	return true
}

// imagined reports whether the book that word i introduces is one that somebody could write: "you could write a book called Why Not".
func (r *reader) imagined(i int) bool {
	for at := i - 1; at > max(0, i-6) && r.words[at+1].Gap != extract.GapSentence; at-- {
		if r.fold(at) == "write" {
			return at > 0 && couldBe[r.fold(at-1)] || at > 1 && couldBe[r.fold(at-2)] || at > 2 && couldBe[r.fold(at-3)]
		}
	}
	return false
}

// titleAfter reads a title behind the trigger that ends with word i.
func (r *reader) titleAfter(i int, weak bool) {
	first := i + 1
	for first < len(r.words) && beforeTitle[r.fold(first)] && !r.upper(first) {
		first++
	}
	first = r.pastStutter(first)
	if first >= len(r.words) || r.words[first].Gap == extract.GapSentence || r.german && !r.lower && !r.upper(first) && !r.number(first) {
		return
	}
	last, quoted := r.quotedTitle(first)
	if quoted && r.words[first].Gap == extract.GapComma && !r.writtenAsTitle(first, last) && !naming[r.fold(first-1)] {
		return // "I love what you say in your book, "never eat alone""
	}
	if !quoted {
		last = r.titleEnd(first)
	}
	german := false
	if last < first && r.german && !r.lower && germanCues[r.fold(first-1)] {
		last = r.germanTitle(first, r.fold(first-1) == "buches" || r.fold(first-1) == "titel")
		german = true
	}
	if last < first {
		return
	}
	author := r.authorAfter(last)
	if !quoted && author == "" && first == last && r.fold(first-1) == "on" {
		return // "this book on Giza" tells of it
	}
	if weak && author == "" && !(quoted && r.writtenAsTitle(first, last)) && !german {
		return
	}
	r.addBook(first, last, author, quoted)
}

// germanCues end what a title stands behind in German: "ein Buch geschrieben, X".
var germanCues = words(`buch buches roman titel sammelband geschrieben`)

// naming are words that a title follows, however it is written.
var naming = words(`called titled entitled named titel`)

// number reports whether word i is a number that a title may begin with: "9 Lanterns", but hardly "1994".
func (r *reader) number(i int) bool { return allDigits(r.fold(i)) && len(r.fold(i)) <= 3 }

// beforeTitle may stand between a cue and the title.
var beforeTitle = words(`called is was titled on ist war heisst`)

// writtenAsTitle reports whether all but the small words have a capital: what somebody wrote in quotation marks may be a sentence.
func (r *reader) writtenAsTitle(first, last int) bool {
	for i := first; i <= last; i++ {
		if !r.upper(i) && !small[r.fold(i)] && !r.lower {
			return false
		}
	}
	return true
}

// titleBefore reads "Title by Author" where the talk is about reading.
func (r *reader) titleBefore(by int) {
	author := r.authorAfter(by - 1)
	if author == "" || by == 0 || r.lower || !r.aboutBooks(by) {
		return
	}
	last := by - 1
	if !r.upper(last) && !allDigits(r.fold(last)) {
		return
	}
	first := r.titleStart(last)
	if first > 0 && r.number(first-1) && r.words[first].Gap == extract.GapSpace {
		first--
	}
	for i := last - 1; i >= first; i-- {
		if booksInGerman[r.fold(i)] && !r.upper(i-1) {
			first = i + 1 // "stellt Nora das Buch Salz von ... vor"
			break
		}
		if germanArticles[r.fold(i)] && r.upper(i) {
			first = i // "Ich lese im Moment Die Wand von ..."
			break
		}
	}
	if first == last && (r.fold(by) == "von" || notBeforeTitles[r.before(first)]) || r.before(first) == "vom" || notTitleEnds[r.fold(last)] ||
		last-first == 1 && r.before(first) == "of" && !extract.IsBookTalk(r.fold(first-2)) {
		return // German writes every noun with a capital: "ein Zitat von X" names no book, nor does "the department of Cold Harbour by"
	}
	r.addBook(first, last, author, false)
}

// notBeforeTitles stand before places and firms.
var notBeforeTitles = words(`at of from and`)

// notTitleEnds end what people make that is no book: "the 1994 Sundvik Lecture by Nora Vint".
var notTitleEnds = words(`lecture lectures talk talks keynote interview speech essay article paper podcast episode newsletter song film
	movie investors verlag publishers foundry app translated edited narrated published reviewed`)

// english are small words of titles in English, which German sentences do not have.
var english = words(`of the and in to for on with from`)

// tellingOf are words of telling: who tells, tells it in a book, if what follows is written like a title.
var tellingOf = words(`book books novel memoir chapter passage line page pages author wrote writes written argues argued says said describes
	described calls called makes made puts put`)

// leastTitle is how many words a title has that nothing but its writing gives away, and withinClause how far before it the telling is.
const (
	leastTitle   = 3
	withinClause = 12
)

// titleWithin reads what stands behind "in" where somebody tells something: "she writes in Salt and the Iron Road". Places stand
// there, too: only everyday words in capitals around a small one are a title.
func (r *reader) titleWithin(in int) {
	first := in + 1
	if r.lower || r.german || first >= len(r.words) || r.words[first].Gap != extract.GapSpace || r.upper(in-1) {
		return // a capital before it: the title has begun ("You Lie in the Bed You Make")
	}
	last := r.titleEnd(first)
	length := last - first + 1
	if allDigits(r.fold(last)) {
		length-- // the second part of something
	}
	if length < leastTitle || r.fold(first) == r.fold(last) || r.capitals(first, last) < 2 || r.capitals(first, last) > last-first ||
		r.isPerson(first, last) || r.isList(first, last) || r.namesProduct(first, last) || !r.told(in) {
		return
	}
	everyday := 0
	for i := first; i <= last; i++ {
		if r.upper(i) && r.common(i) && !demonyms[r.fold(i)] {
			everyday++
		}
	}
	if everyday > 0 {
		r.addBook(first, last, r.authorAfter(last), false)
	}
}

// namesProduct reports whether a product of our lists is named from first to last: programs are written in Qt for Python.
func (r *reader) namesProduct(first, last int) bool {
	return slices.ContainsFunc(r.known.names.Find(r.words[first:last+1], nil), func(m extract.Match) bool {
		return r.known.entries[m.Values[0]].typ == mention.Product
	})
}

// isList reports whether "and" or a comma stands between all capitals: "COBOL, and LDAP, and Windows", "Go and GoLang".
func (r *reader) isList(first, last int) bool {
	for i := first + 1; i <= last; i++ {
		if r.upper(i) && (r.upper(i-1) || r.fold(i-1) != "and") && r.words[i].Gap == extract.GapSpace {
			return false
		}
	}
	return true
}

// capitals counts the words from first to last that are written with one.
func (r *reader) capitals(first, last int) int {
	n := 0
	for i := first; i <= last; i++ {
		if r.upper(i) {
			n++
		}
	}
	return n
}

// told reports whether a word of telling stands shortly before word i, in its sentence.
func (r *reader) told(i int) bool {
	for j := i - 1; j >= max(0, i-withinClause); j-- {
		if tellingOf[r.words[j].Fold] {
			return true
		}
		if r.words[j+1].Gap == extract.GapSentence {
			return false
		}
	}
	return false
}

// titleStart returns where a title that ends with last begins: capitalized words, small words between them.
func (r *reader) titleStart(last int) int {
	first := last
	for n := 0; n < maxTitleWords && first > 0 && r.words[first].Gap != extract.GapSentence; n++ {
		joins := small[r.fold(first-1)] && first > 1 && r.words[first-1].Gap == extract.GapSpace &&
			(r.upper(first-2) || r.german && english[r.fold(first-1)] && english[r.fold(first-2)] && r.upper(first-3))
		if !r.upper(first-1) && !joins {
			break
		}
		first--
	}
	return first
}

// aboutBooks reports whether books are the matter around word i, or of the whole chunk.
func (r *reader) aboutBooks(i int) bool {
	if r.bookish {
		return true
	}
	for j := max(0, i-20); j < min(len(r.words), i+12); j++ {
		if extract.IsBookTalk(r.words[j].Fold) {
			return true
		}
	}
	return false
}

// quotedTitle returns where a title in quotation marks ends.
func (r *reader) quotedTitle(first int) (int, bool) {
	start := r.words[first].Start
	before := r.text[max(0, start-3):start]
	if !strings.ContainsAny(before, "\"“„»") {
		return 0, false
	}
	for j := first; j < min(len(r.words), first+maxTitleWords); j++ {
		end := len(r.text)
		if j+1 < len(r.words) {
			end = r.words[j+1].Start
		}
		if strings.ContainsAny(r.text[r.words[j].End:end], "\"”“«") {
			return j, true
		}
	}
	return 0, false
}

// saysAgain reports whether a title that begins at first is said once more from word j on: "Salt and Iron, and in Salt and Iron".
func (r *reader) saysAgain(first, j int) bool {
	again := 0
	for k := j; k < min(len(r.words), j+maxAgain) && r.words[k].Gap != extract.GapSentence; k++ {
		for i := first; i < j && r.upper(k); i++ {
			if r.fold(i) == r.fold(k) {
				again++
				break
			}
		}
	}
	return again > 1
}

const maxAgain = 6 // words in which one begins a title once more

// titleEnd returns the last word of an unquoted title that begins at first, first-1 when there is none.
func (r *reader) titleEnd(first int) int {
	if r.lower || r.german {
		return r.plainTitleEnd(first)
	}
	if !r.upper(first) && !(r.number(first) && r.upper(first+1) && r.words[first+1].Gap == extract.GapSpace) {
		return first - 1
	}
	last := first
	for j := first + 1; j < min(len(r.words), first+maxTitleWords); j++ {
		if r.words[j].Gap == extract.GapSentence || r.goesOn(j) {
			break
		}
		if r.fold(j) == "by" && r.authorAfter(j-1) != "" || r.words[j].Gap == extract.GapComma && r.saysAgain(first, j) {
			break
		}
		switch {
		case r.upper(j) && (r.words[j].Gap == extract.GapSpace || r.words[j-1].Upper):
			last = j
			continue
		case allDigits(r.fold(j)) && r.words[j].Gap == extract.GapSpace:
			last = j
			continue
		case small[r.fold(j)] && j+1 < len(r.words) && r.words[j].Gap != extract.GapSentence &&
			(r.upper(j+1) || r.pastStutter(j) > j || small[r.fold(j+1)] && r.upper(j+2)):
			continue
		}
		break
	}
	return last
}

// goesOn reports whether word i is the "I" of somebody who goes on talking behind a comma: ", I think", ", and I'd had it".
func (r *reader) goesOn(i int) bool {
	if r.words[i].Gap == extract.GapComma && (r.known.given[r.fold(i)] || r.takesPart(r.said(i))) && !r.upper(i+1) {
		return true // "In her book Salt, Nora says"
	}
	return strings.HasPrefix(r.fold(i), "i'") ||
		r.fold(i) == "i" && i+1 < len(r.words) && r.words[i+1].Gap == extract.GapSpace && !r.upper(i+1) && !small[r.fold(i+1)] ||
		r.fold(i) == "i" && (r.words[i].Gap != extract.GapSpace || r.words[i-1].Gap != extract.GapSpace && small[r.fold(i-1)])
}

// plainTitleEnd reads a title without capitals to lean on: up to "by" or "von" and an author, or nothing.
func (r *reader) plainTitleEnd(first int) int {
	for j := first + 1; j < min(len(r.words), first+9); j++ {
		if r.words[j].Gap == extract.GapSentence {
			break
		}
		if (r.fold(j) == "by" || r.fold(j) == "von") && r.authorAfter(j-1) != "" {
			return j - 1
		}
		if r.german && !r.lower && r.words[j].Gap == extract.GapComma && !r.upper(j) {
			return first - 1 // the sentence goes on
		}
	}
	return first - 1
}

// authorAfter reads "by First Last" behind word last.
func (r *reader) authorAfter(last int) string {
	by := last + 1
	if f := r.fold(by); f != "by" && f != "von" {
		return ""
	}
	first := r.pastStutter(by + 1)
	if end := r.nameAfter(first); end > first {
		return r.personName(first, end)
	}
	return ""
}

// introduces reports whether a word stands before titles and is none of theirs, as it would be in "The Book Thief".
func (r *reader) introduces(i int) bool {
	return notInTitles[r.fold(i)] && (r.german || !r.upper(i))
}

// addBook checks a title and adds it.
func (r *reader) addBook(first, last int, author string, quoted bool) {
	for first < last && !quoted && (r.introduces(first) || small[r.fold(first)] && r.introduces(first+1)) {
		first++
	}
	uncommon := 0
	for i := first; i <= last; i++ {
		if !r.common(i) {
			uncommon++
		}
	}
	single := first == last
	if single && (uncommon == 0 || len(r.fold(first)) < 4) || uncommon == 0 && author == "" && !quoted && last-first < 2 &&
		!(naming[r.fold(first-1)] && !r.lower && r.capitals(first, last) == 2) {
		return
	}
	if !quoted && author == "" && (r.isPerson(first, last) || single && r.known.given[r.fold(first)]) {
		return
	}
	if r.isOtherWork(first, last) || r.namesAuthor(first, last, author) {
		return
	}
	name := r.saidOnce(first, last)
	switch {
	case r.lower:
		name = titleCase(name)
	case !quoted:
		name = upperFirst(name)
	}
	f := find{typ: mention.Book, name: name, first: first, last: last, rank: rankCue, signals: []mention.Signal{mention.SignalCue}}
	// An author who is heard, often wrongly, does not replace the one whom our list knows.
	if _, listed := r.known.forms[form{mention.Book, extract.Key(name)}]; author == "" && !listed {
		var own bool
		if author, own = r.authorSaid(first, last); own {
			f.stance = mention.OwnWork
		}
	}
	if author != "" {
		f.description, f.claims.Author = "Book by "+author, author
	}
	r.add(f)
}

func titleCase(s string) string {
	parts := strings.Fields(s)
	for i, p := range parts {
		if i == 0 || !small[p] {
			parts[i] = upperFirst(p)
		}
	}
	return strings.Join(parts, " ")
}

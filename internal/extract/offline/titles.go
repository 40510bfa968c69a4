package offline

import (
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// titles finds works that stand alone: a sentence that is nothing but a title beside the name of its author ("Salt and
// Iron. Nora Vint."), a title behind an author and a comma, and a sentence in title case with small words where the talk
// is about reading. Names of several words in title case are works rather than concepts, but only such company proves it.
func (r *reader) titles() {
	if r.lower || r.german {
		return
	}
	for i := range r.words {
		if !r.upper(i) || i > 0 && r.words[i].Gap < extract.GapComma {
			continue
		}
		end, capitals, small := r.titleCaseRun(i)
		if end <= i || capitals < 2 || r.saysSomething(i, end) || r.endsLikeName(i, end) {
			continue
		}
		author, whole := r.authorBeside(i, end), r.wholeSentence(i, end)
		switch {
		case r.namesAuthor(i, end, author):
			continue
		case small == 0 && r.allRare(i, end), end == i+1 && r.given(i): // rather another name than a title
			continue
		case end-i == 2 && (r.fold(i+1) == "and" || r.fold(i+1) == "und") && !r.common(i) && !r.common(end) && !whole: // two authors
			continue
		case author != "" && (whole || r.words[i].Gap == extract.GapComma):
		case whole && small > 0 && end-i >= 2 && r.aboutReading(i):
		default:
			continue
		}
		f := find{
			typ: mention.Book, name: r.between(i, end), first: i, last: end, rank: rankPattern,
			signals: []mention.Signal{mention.SignalCapitalised, extract.SignalTypeCue},
		}
		if author != "" {
			f.signals = []mention.Signal{mention.SignalCue}
			f.description, f.claims.Author = "Book by "+author, author
		}
		r.add(f)
	}
}

// namesAuthor reports whether words say nothing but a part of the name of the author beside them, as people do who get it right: "By Paul
// Erdos? About Paul."
func (r *reader) namesAuthor(i, j int, author string) bool {
	for k := i; k <= j; k++ {
		if f := r.fold(k); f != "about" && !small[f] && !strings.Contains(" "+extract.Key(author)+" ", " "+f+" ") {
			return false
		}
	}
	return author != ""
}

// saysSomething reports whether the words are a short sentence or hold a person's name rather than being a title.
func (r *reader) saysSomething(i, j int) bool {
	if first := r.fold(i); notTerms[first] && !articles[first] && first != "on" && first != "in" && first != "to" && first != "how" &&
		first != "why" && first != "what" || talkStarts[first] ||
		personTitles[first] || r.namesShow(i, j) {
		return true
	}
	for k := i; k <= j; k++ {
		if f := r.fold(k); f == "i" || f == "is" && k < j && !r.upper(k) || demonyms[f] && k == i ||
			strings.ContainsAny(f, "'’") && r.common(k) || r.known.given[f] && k < j && r.upper(k+1) && !r.common(k+1) {
			return true
		}
	}
	return false
}

var talkStarts = words(`whereas because while although though can could yes yeah no oh okay ok well now mr mrs dr professor thank
	thanks hello hi dear welcome hey congratulations hallo willkommen danke`)

// namesShow reports whether the words hold the show's own name.
func (r *reader) namesShow(i, j int) bool {
	show := extract.Key(r.about.Show)
	return strings.Contains(show, " ") && strings.Contains(extract.Key(r.between(i, j)), show)
}

// titleCaseRun reads capitals and small words from i on: where they end, how many of each.
func (r *reader) titleCaseRun(i int) (end, capitals, smalls int) {
	end = i
	for j := i; j < min(len(r.words), i+maxTitleWords); j++ {
		if j > i && r.words[j].Gap != extract.GapSpace {
			break
		}
		lower := !r.upper(j)
		if lower && !(small[r.fold(j)] && j > i) {
			break
		}
		switch {
		case lower:
			smalls++
		case articles[r.fold(j)]:
			smalls++
			end = j
		default:
			capitals++
			end = j
		}
	}
	return end, capitals, smalls
}

var articles = words(`the a an`)

// allRare reports whether no word is an everyday word, or one is said twice.
func (r *reader) allRare(i, j int) bool {
	for k := i; k <= j; k++ {
		if k > i && r.fold(k) == r.fold(k-1) {
			return true
		}
	}
	for k := i; k <= j; k++ {
		if r.common(k) {
			return false
		}
	}
	return true
}

func (r *reader) wholeSentence(i, j int) bool {
	return r.words[i].Gap == extract.GapSentence && (j+1 == len(r.words) || r.words[j+1].Gap == extract.GapSentence)
}

// endsLikeName reports whether the words are built like a company's, a place's or a well-known name.
func (r *reader) endsLikeName(i, j int) bool {
	if companyEnds[r.fold(j)] || placeEnds[r.fold(j)] || thingNouns[r.fold(j)] {
		return true
	}
	for k := i; k <= j; k++ {
		if roles[r.fold(k)] || companyEnds[r.fold(k)] && k < j && small[r.fold(k+1)] && !r.upper(k+1) {
			return true // "Lantern CEO", "Lantern Software in Oslo"
		}
	}
	for _, m := range r.known.names.Find(r.words[i:j+1], nil) {
		if m.Last == j-i && r.known.entries[m.Values[0]].typ != mention.Book && m.First <= 1 {
			return true
		}
	}
	return false
}

// authorBeside returns the person whose name stands directly before or behind a title.
func (r *reader) authorBeside(i, j int) string {
	if k := j + 1; k < len(r.words) && r.words[k].Gap != extract.GapSpace && r.given(k) {
		if end := r.nameEnd(k); end > k && end-k <= 3 && !r.common(end) {
			return r.personName(k, end)
		}
	}
	for first := max(0, i-4); first < i-1; first++ {
		if r.given(first) && r.nameEnd(first) == i-1 && !r.common(i-1) && (first == 0 || !r.upper(first-1)) {
			return r.personName(first, i-1)
		}
	}
	return ""
}

// readingWords are said where books are the matter.
var readingWords = words(`book books novel novels author read reading reads wrote written writes chapter chapters memoir page
	pages biography cookbook paperback library bookshop unread essay`)

func (r *reader) aboutReading(i int) bool {
	for j := max(0, i-40); j < min(len(r.words), i+40); j++ {
		if readingWords[r.words[j].Fold] {
			return true
		}
	}
	return false
}

package offline

import (
	"strings"

	"mentionary/internal/extract"
)

var (
	// otherWorks have titles, too, and are no books.
	otherWorks = words(`post posts blogpost blogposts blog article articles essay essays paper papers talk talks tweet tweets thread threads
		episode episodes podcast podcasts song songs album albums movie movies film films show shows video videos documentary documentaries
		game games course courses keynote presentation presentations newsletter newsletters column columns poem poems speech speeches lecture
		lectures sitcom track trailer phrase chapter chapters
		exhibition exhibitions workshop workshops conference seminar
		artikel aufsatz aufsätze beitrag vortrag lied filme spielfilm dokumentation serie folge gedicht rede kapitel
		ausstellung einzelausstellung gruppenausstellung konferenz tagung vorlesung hörspiel forschungsprojekt`)
	// bookNouns are those of books.
	bookNouns = words(`book books novel novels memoir memoirs audiobook audiobooks biography textbook buch buches bücher roman romans author
		authors autor autorin trilogy`)
	// behindWorks stand directly behind the title of another work.
	behindWorks = words(`article post essay paper podcast newsletter movie movies film films song album show documentary video game blog talk
		artikel film podcast`)
)

const workReach = 9 // words before a title in which its kind is said

// isOtherWork reports whether the words around a title say that it is that of an article, a talk or a film: of the nouns before it in its
// sentence the nearest says which, and one may stand directly behind.
func (r *reader) isOtherWork(first, last int) bool {
	if next := last + 1; next < len(r.words) && r.words[next].Gap == extract.GapSpace && !r.upper(next) && behindWorks[r.fold(next)] {
		return true
	}
	for i := first; i > max(0, first-workReach) && r.words[i].Gap != extract.GapSentence; i-- {
		switch before := r.fold(i - 1); {
		case bookNouns[before]:
			return false
		case otherWorks[before]:
			return true
		}
	}
	return false
}

// saidOnce returns the text of the words i to j without those that are said twice in a row: "the Soul of of a New Machine".
func (r *reader) saidOnce(i, j int) string {
	var b strings.Builder
	from := i
	for k := i + 1; k <= j; k++ {
		if r.fold(k) == r.fold(k-1) && small[r.fold(k)] && r.words[k].Gap == extract.GapSpace {
			b.WriteString(r.text[r.words[from].Start:r.words[k].Start])
			from = k + 1
		}
	}
	if from <= j {
		b.WriteString(r.text[r.words[from].Start:r.words[j].End])
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

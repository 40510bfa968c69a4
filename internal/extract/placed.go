package extract

import (
	"cmp"
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// SignalUnplaced says of a town or a region that is known to be one that nothing around it does: "Flint" may be somebody, "Sonoma" a
// program, "Buffalo" a library.
const SignalUnplaced mention.Signal = "unplaced"

const (
	besidePlace = 15 // words to another place that make a place of a name
	placedIn    = 4  // a name stands at one of so many places as a place does
)

// doubtUnplaced doubts towns and regions of one word that only lists take for places. Countries and longer names hardly are anything else.
func (e *episode) doubtUnplaced() {
	places := e.placesSaid()
	for _, g := range e.sorted() {
		if g.typ != mention.Location || strings.Contains(g.name, " ") || g.isCountry() || slices.ContainsFunc(g.signals, saysPlace) {
			continue
		}
		placed, said := map[int]bool{}, map[int]bool{}
		for _, h := range g.hits {
			said[h.start] = true
			if e.placed(h) || besideAnother(places, e.placeOf(g, h)) {
				placed[h.start] = true
			}
		}
		if len(placed) == 0 || len(placed)*placedIn < len(said) {
			g.sign(SignalUnplaced)
		}
	}
}

// saysPlace are the signals of what tells a place by more than its name.
func saysPlace(s mention.Signal) bool {
	switch s {
	case mention.SignalCue, SignalTypeCue, SignalTagger, SignalTaggerSure, mention.SignalModel, mention.SignalCreatorLink, SignalReviewed:
		return true
	}
	return false
}

// isCountry reports whether our list has a place that lies in no country.
func (g *group) isCountry() bool {
	return containsSignal(g.signals, mention.SignalGazetteer) && g.candidate().Claims.Country == ""
}

// placeSaid is where a place is said: the word, and whose it is.
type placeSaid struct {
	word int
	key  string
}

func (e *episode) placeOf(g *group, h hit) placeSaid {
	return placeSaid{wordAt(e.words, h.start), g.key}
}

// placesSaid returns where places are said, in order.
func (e *episode) placesSaid() []placeSaid {
	var all []placeSaid
	for _, g := range e.sorted() {
		if g.typ != mention.Location {
			continue
		}
		for _, h := range g.hits {
			all = append(all, e.placeOf(g, h))
		}
	}
	slices.SortFunc(all, func(a, b placeSaid) int { return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(a.key, b.key)) })
	return all
}

// besideAnother reports whether another place is said a few words before or behind one.
func besideAnother(all []placeSaid, one placeSaid) bool {
	i, _ := slices.BinarySearchFunc(all, one.word-besidePlace, func(p placeSaid, word int) int { return cmp.Compare(p.word, word) })
	for ; i < len(all) && all[i].word <= one.word+besidePlace; i++ {
		if all[i].key != one.key {
			return true
		}
	}
	return false
}

// placed reports whether a hit stands where places do: behind a word for where, or before a word for what it is.
func (e *episode) placed(h hit) bool {
	first, last := wordAt(e.words, h.start), wordAt(e.words, h.end)
	if last < len(e.words) && e.words[last].Gap == GapSpace && kindsOfPlace[e.words[last].Fold] {
		return true
	}
	for i, skipped := first, 0; i > 0 && e.words[i].Gap != GapSentence && skipped <= atMostBetween; i, skipped = i-1, skipped+1 {
		switch before := e.words[i-1].Fold; {
		case wheres[before]:
			return true
		case !betweenWheres[before]:
			return false
		}
	}
	return false
}

// atMostBetween is how many words may stand between a word for where and the place.
const atMostBetween = 3

var (
	wheres = wordSet(`in at from to near of across into throughout outside around between through toward towards inside within over via off
		beyond far downtown leave left leaving visit visited visiting nach aus bei von durch zwischen bis richtung`)
	// betweenWheres stand between a word for where and the place: "in rural X", "to, you know, X", "as far as X".
	betweenWheres = wordSet(`as the der die das den dem uh um you know like south north east west southern northern eastern western central
		rural downtown old modern ancient beautiful`)
	kindsOfPlace = wordSet(`city airport area county region province downtown native natives`)
)

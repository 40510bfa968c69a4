package offline

import (
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

var (
	// conceptHeads end the name of a concept behind a word that not everybody uses.
	conceptHeads = words(`fallacy paradox theorem syndrome hypothesis conjecture`)
	// lawHeads end the name of a concept behind a family name: "Goodhart's law", "the Hawking Index".
	lawHeads = words(`law laws razor fence paradox principle theorem rule gambit wager dilemma effect index reaction process method
		technique theory experiment curve problem syndrome hypothesis matrix test scale number gesetz effekt
		prinzip paradoxon theorie methode technik`)
	// everyHead are heads that follow anybody's name, and names of anything: alone they make no concept.
	everyHead = words(`problem number test theory process experiment method technique fence scale curve rule index matrix theorie methode
		technik`)
	// fillers are said while somebody looks for a word.
	fillers = words(`um uh er erm uhm ähm äh`)
	// termCues stand directly before a term, last word first.
	termCues = [][]string{
		{"called", "it's"},
		{"called", "is"},
		{"called", "that's"},
		{"called", "phenomenon"},
		{"called", "concept"},
		{"called", "effect"},
		{"called", "idea"},
		{"called", "technique"},
		{"term", "the"},
		{"of", "concept", "the"},
		{"of", "notion", "the"},
		{"is", "that", "for", "word"},
		{"is", "this", "for", "word"},
		{"is", "term", "the"},
		{"it", "calls"},
		{"it", "called"},
		{"it", "call", "they"},
		{"it", "call", "we"},
		{"it", "call", "we'd"},
		{"it", "call", "economists"},
		{"it", "call", "psychologists"},
		{"is", "it", "for", "word"},
		{"is", "it", "for", "term"},
		{"that", "calls"},
		{"this", "calls"},
	}
	notTerms = words(`a an i you he she it we they my your his her our their this that these those what which who how why when where
		there here not no very really so just like right wrong good bad same other first last new
		old big little whole one two three some any every each all most more less much many is was are were be been being will would
		can could should may might do does did have has had get got going in on at of from with
		by for to and or but if as than then also wrong third second next day true best worst only different kind sort certain
		particular unconscious implicit inherent his own`)
)

// concepts finds terms that are built like one ("the planning fallacy", "Brandolini's law") or that a phrase introduces
// as one ("the concept of legibility").
func (r *reader) concepts() {
	for i, w := range r.words {
		switch {
		case conceptHeads[w.Fold]:
			r.headedTerm(i)
		case lawHeads[w.Fold]:
			r.namedLaw(i)
		}
		for _, cue := range termCues {
			if cue[0] == w.Fold && r.preceded(i, cue) {
				r.termAfter(i+1, callingWords[cue[0]] || callingWords[cue[1]])
				break
			}
		}
	}
}

// headedTerm reads up to two words before a concept's head.
func (r *reader) headedTerm(head int) {
	first := head
	for first > 0 && head-first < 2 && r.words[first].Gap == extract.GapSpace && !notTerms[r.fold(first-1)] && !articles[r.fold(first-1)] &&
		!fillers[r.fold(first-1)] && !allDigits(r.fold(first-1)) {
		first--
	}
	if head-first == 2 && strings.HasSuffix(r.fold(first), "ing") {
		first++ // "removing race bias"
	}
	if first == head || r.inAd(head) || strings.HasPrefix(r.after(head), "prov") { // "a theorem prover"
		return
	}
	if r.common(head-1) && (head-first == 1 || r.common(first)) {
		return // "the main theorem", "an interesting paradox"
	}
	r.addTerm(first, head, mention.SignalCue)
}

// namedLaw reads "Name's law" and "the Name effect".
func (r *reader) namedLaw(head int) {
	name := head - 1
	if r.lower || name < 0 || !r.upper(name) || r.common(name) || r.words[head].Gap != extract.GapSpace || r.known.given[r.fold(name)] ||
		demonyms[r.fold(name)] {
		return
	}
	if !r.possessive(name) && r.before(name) != "the" && !(r.upper(head) && r.upper(name)) && !r.german {
		return
	}
	if r.words[name].Gap == extract.GapSentence && !r.possessive(name) {
		return
	}
	if name > 0 && r.words[name].Gap == extract.GapSpace && r.upper(name-1) && r.upper(head) && !r.possessive(name) {
		return // the end of a longer name
	}
	switch {
	case everyHead[r.fold(head)]:
		r.addTerm(name, head, extract.SignalTypeCue)
	case r.possessive(name) && r.fold(name-1) != "the": // "The Inventor's Dilemma" is a book
		r.addTerm(name, head, mention.SignalCue, extract.SignalTypeCue)
	default:
		r.addTerm(name, head, mention.SignalCue)
	}
}

// termAfter reads the term behind a phrase: at most three words up to the end of the clause. What something is called in one word may
// be anything: a program, a product.
func (r *reader) termAfter(first int, called bool) {
	if first < len(r.words) && (articles[r.fold(first)] || r.fold(first) == "der" || r.fold(first) == "die") {
		first++
	}
	if first >= len(r.words) || r.words[first].Gap == extract.GapSentence || r.lower {
		return
	}
	last := first
	for last < len(r.words) && last < first+3 && !notTerms[r.fold(last)] && !articles[r.fold(last)] {
		if last > first && r.words[last].Gap != extract.GapSpace {
			break
		}
		last++
	}
	closed := last == len(r.words) || r.words[last].Gap != extract.GapSpace
	for last > first+1 && strings.HasSuffix(r.fold(last-1), "ly") {
		last--
	}
	uncommon := false
	for k := first; k < last; k++ {
		uncommon = uncommon || !r.common(k)
	}
	if !closed || !uncommon || last == first || r.upper(first) && !r.upper(last-1) || r.upper(first) && last-first == 1 {
		return
	}
	if strings.Contains(r.fold(last-1), ".") || last-first > 1 && strings.HasSuffix(r.fold(first), "ing") || called && r.upper(first) {
		return // an address, "giving teams autonomy", the title of a book
	}
	switch {
	case last-first == 1 && isIdea(r.fold(first)):
		r.addTerm(first, last-1, mention.SignalCue, extract.SignalTypeCue)
	case called && last-first == 1:
		r.addTerm(first, last-1, extract.SignalTypeCue)
	default:
		r.addTerm(first, last-1, mention.SignalCue)
	}
}

// isIdea reports whether a folded word is built like one for an idea: "flexicurity", "wokeness", "birefringence".
func isIdea(w string) bool {
	return slices.ContainsFunc([]string{"ism", "ness", "ity", "logy", "ence", "ance", "tion", "ics", "cy", "itat", "ismus", "heit", "keit"},
		func(ending string) bool { return len(w) > len(ending)+2 && strings.HasSuffix(w, ending) })
}

// callingWords stand in the cues that say what something is called.
var callingWords = words(`called calls call`)

func (r *reader) addTerm(first, last int, signals ...mention.Signal) {
	r.add(find{
		typ: mention.Concept, name: r.between(first, last), first: first, last: last, rank: rankPattern,
		signals: signals,
	})
}

package offline

import (
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

var (
	placeCues = words(`in from near visited visiting toward outside`)
	workCues  = words(`at for with joined join company startup founded acquired`)
	toolCues  = words(`using use used uses with install run running tool app library framework language like`)
)

// runs finds what only its capitals give away. Nothing is taken from transcripts without capitals, and in German, where
// every noun has one, only company endings and mixed or full capitals count.
func (r *reader) runs() {
	if r.lower {
		return
	}
	for i := 0; i < len(r.words); i++ {
		if !r.startsRun(i) {
			continue
		}
		end := r.runEnd(i)
		r.addRun(r.wholeName(i, end))
		i = end
	}
}

// wholeName returns the words of an organization or a place whose name everyday words begin ("Very Good Ventures", "Half Moon Bay") or, of
// an organization, whose field goes on behind "and" ("Institute of Women and Work"); other runs as they are.
func (r *reader) wholeName(i, j int) (first, last int) {
	head := r.head(i, j)
	if head == i && r.fold(i+1) != "of" || !headNoun(r.fold(head)) || r.german {
		return i, j
	}
	for i > 1 && r.upper(i-1) && r.words[i].Gap == extract.GapSpace && r.words[i-1].Gap == extract.GapSpace && r.common(i-1) &&
		!saysI(r.fold(i-1)) && !articles[r.fold(i-1)] && !roles[r.fold(i-1)] && !r.possessive(i-1) {
		i--
	}
	everyday := companyEnds[r.fold(head)] && head+1 < j && r.commonFrom(head+2, j)
	if everyday && r.after(j) == "and" && r.upper(j+2) && r.words[j+2].Gap == extract.GapSpace {
		return i, r.runEnd(j + 2)
	}
	return i, j
}

// commonFrom reports whether all words from i to j are everyday ones.
func (r *reader) commonFrom(i, j int) bool {
	for ; i <= j; i++ {
		if !r.common(i) {
			return false
		}
	}
	return true
}

// greetings stand before names and are no part of them.
var greetings = words(`hey hi hello dear versus vs thanks thank okay ok yes yeah no oh well hallo danke`)

func (r *reader) startsRun(i int) bool {
	w := r.words[i]
	if !w.Upper && len(w.Fold) >= 5 && mixedCase(r.text[w.Start:w.End]) && !strings.ContainsAny(w.Fold, ".&") {
		return true // iFixit
	}
	if !w.Upper || saysI(w.Fold) || strings.ContainsAny(w.Fold, "'’") && extract.IsCommon(w.Fold) {
		return false
	}
	if greetings[w.Fold] {
		return false
	}
	if companyEnds[w.Fold] && r.after(i) == "of" && r.upper(i+2) && !r.common(i+2) && r.words[i+2].Gap == extract.GapSpace && !r.german {
		return true // "the University of Oslo"
	}
	if extract.IsCommon(w.Fold) {
		return w.Gap != extract.GapSentence && r.upper(i+1) && !r.common(i+1) && r.words[i+1].Gap == extract.GapSpace && !r.german
	}
	return true
}

// runEnd returns the last word of the capitalized run that begins at i.
func (r *reader) runEnd(i int) int {
	last := i
	for j := i + 1; j < len(r.words) && j < i+7; j++ {
		if r.words[j].Gap != extract.GapSpace || r.possessive(j-1) || r.fold(j) == r.fold(j-1) || saysI(r.fold(j)) {
			break
		}
		switch {
		case r.upper(j):
			last = j
			continue
		case allDigits(r.fold(j)) && j == last+1 && len(r.fold(j)) <= 4 && !r.german:
			last = j
			continue
		case (r.fold(j) == "of" || particles[r.fold(j)]) && r.upper(j+1) && r.words[j+1].Gap == extract.GapSpace && !r.german:
			continue
		case r.fold(j) == "the" && r.fold(j-1) == "of" && r.upper(j+1):
			continue
		}
		break
	}
	return last
}

func (r *reader) addRun(i, j int) {
	uncommon := 0
	for k := i; k <= j; k++ {
		if !r.common(k) && len(r.fold(k)) > 1 {
			uncommon++
		}
	}
	last := r.words[j]
	mixed := mixedCase(r.text[r.words[i].Start:r.words[i].End])
	switch {
	case uncommon == 0, last.End-r.words[i].Start < 3:
		return
	case i == j && (r.uncapital[r.words[i].Fold] > 0 || last.Gap == extract.GapSentence && !last.AllCaps && !mixed && !r.repeats(i)):
		return
	case i == j && (r.known.given[r.words[i].Fold] || companyEnds[r.words[i].Fold]): // people's business, a legal form
		return
	case r.isDivision(i, j):
		return
	// "KubeCon North America", "England Germany Russia"
	case j > i && (extract.IsMeeting(r.said(i)) && r.knownPlaceAt(i+1) || r.onlyPlaces(i, j)):
		return
	case j > i && last.End-last.Start == 1 || r.words[i].End-r.words[i].Start == 1 && r.text[r.words[i].End] == '.' &&
		r.words[j].Gap == extract.GapSpace && j > i && r.known.given[last.Fold]:
		return // "Y. Barbra" is a sentence's end and a name
	case r.german && !mixed && !last.AllCaps && !(j > i && companyEnds[last.Fold] && !strings.HasSuffix(r.fold(j-1), "en")) &&
		!r.namesPlace(i, j): // "einer Katholischen Universität" is one of many
		return
	}
	typ, cue := r.typeOf(i, j, mixed)
	f := find{typ: typ, name: r.between(i, j), first: i, last: j, rank: rankRun, signals: []mention.Signal{mention.SignalCapitalised}}
	beside, ok := r.typeBeside(i, j)
	switch {
	case cue:
		f.signals = append(f.signals, mention.SignalCue)
	case typ == mention.Company && j > i && companyEnds[r.fold(r.head(i, j))]:
		f.signals = append(f.signals, extract.SignalHeadNoun)
	case ok:
		f.typ = beside
		f.signals = append(f.signals, extract.SignalTypeCue)
	default:
		f.signals = append(f.signals, extract.SignalGuessedType)
	}
	r.add(f)
}

// Divisions are parts of organizations, which each of them has: "the School of Mathematics", "the Technical Committee". Ministries and the
// departments of governments that are known stand in the lists.
var (
	divisions = words(`department school faculty division`)
	boards    = words(`committee council board`)
	boardWork = words(`technical steering executive advisory core working standing select joint program programme review governing`)
)

// isDivision reports whether a run names a division and not whose.
func (r *reader) isDivision(i, j int) bool {
	if divisions[r.fold(i)] && r.fold(i+1) == "of" {
		return true
	}
	for k := i; k < j; k++ {
		if !boardWork[r.fold(k)] {
			return false
		}
	}
	return j > i && boards[r.fold(j)]
}

// repeats reports whether a word also stands within a sentence with a capital: at a sentence's start alone it proves
// nothing.
func (r *reader) repeats(i int) bool {
	for k, w := range r.words {
		if k != i && w.Upper && w.Fold == r.words[i].Fold && w.Gap != extract.GapSentence {
			return true
		}
	}
	return false
}

// typeOf guesses a run's type from its words and those before it; cue is true when the words say so outright.
func (r *reader) typeOf(i, j int, mixed bool) (typ mention.Type, cue bool) {
	before, last := r.fold(i-1), r.fold(j)
	multi := j > i
	if r.words[i].Gap == extract.GapSentence {
		before = ""
	}
	switch head := r.fold(r.head(i, j)); {
	case multi && companyEnds[head], strings.HasPrefix(r.fold(i), "university"):
		return mention.Company, !multi || firmEnds[head]
	case multi && strings.Contains(r.between(i, j), " & "): // a firm of two
		return mention.Company, false
	case multi && placeEnds[last] && !personTitles[r.fold(i)], r.fold(i) == "lake" || r.fold(i) == "mount":
		return mention.Location, true
	case allDigits(last) && multi, mixed:
		return mention.Product, false
	case r.fold(i-2) == "founder" && before == "of", r.fold(i-2) == "ceo" && (before == "of" || before == "at"),
		r.fold(i-2) == "work" && before == "at", r.fold(i-2) == "worked" && before == "at":
		return mention.Company, true
	case placeCues[before] && !r.words[j].AllCaps:
		return mention.Location, false
	case workCues[before]:
		return mention.Company, false
	case toolCues[before]:
		return mention.Product, false
	case multi && j-i == 1 && r.likePerson(i, j):
		return mention.Person, false
	case !multi && r.words[i].AllCaps:
		return mention.Company, false
	}
	return mention.Concept, false
}

// likePerson reports whether two words may be a person's name that is not known: neither says what it is.
func (r *reader) likePerson(i, j int) bool {
	if r.onlyWords(i, j) {
		return false
	}
	for _, k := range []int{i, j} {
		f := r.fold(k)
		if r.common(k) || r.words[k].AllCaps && k == j || r.known.things[f] || demonyms[f] || thingNouns[f] || len(f) < 2 || letterAndDigit(f) ||
			r.isPlural(k) || mixedCase(r.text[r.words[k].Start:r.words[k].End]) {
			return false
		}
	}
	return true
}

// thingNouns end or begin the name of a thing, written with a capital.
var thingNouns = words(`docs api abi sdk app apps authority government amendment project projects projekt plateau imperial program
	programs framework library libraries language python code server cloud database protocol standard act treaty war wars battle
	revolution movement empire republic dynasty army navy force forces police court theory model models effect engine
	web online digital open source data studio channel podcast show podcasts magazine times news post journal award
	prize cup league season game games festival week month conference summit meeting session course courses training stadt
	verlag partei gesetz artikel krieg reich accord accords vorbild`)

// mixedCase reports capitals within a word: "YouTube", "iPhone".
func mixedCase(s string) bool {
	lower := false
	for _, c := range s {
		switch {
		case c >= 'a' && c <= 'z':
			lower = true
		case lower && c >= 'A' && c <= 'Z':
			return !strings.HasPrefix(s, "Mc") && !strings.HasPrefix(s, "Mac") && !strings.HasPrefix(s, "De") && !strings.HasPrefix(s, "La")
		}
	}
	return false
}

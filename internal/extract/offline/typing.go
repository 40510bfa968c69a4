package offline

import (
	"regexp"
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// Words that stand beside a name and say what it is.
var (
	firmNouns = words(`company companies firm firma startup manufacturer publisher airline bakery brewery hersteller unternehmen
		verlag bäckerei`)
	firmRooms = words(`office offices headquarters campus team`) // "going into the X office"
	firmVerbs = words(`makes make sells sell manufactures announced acquired hired hires employs bought buys ships`)
	//nolint:misspell // both spellings are written
	goingVerbs = words(`moved move moving travel traveled travelled travels flew fly flying drove drive driving sailed been
		train trip flight ferry bus road`)  // "back" only behind another: what one goes back to is rarely a place
	livingWords = words(`live lives lived living born raised based located stayed stay grew village town city station restaurant
		shop bakery hospital museum cafe bar hotel house
		apartment church school plant factory party festival conference garden baker farmer aunt uncle cousin stadt dorf bahnhof wohnt
		lebt geboren`)
	sayingVerbs = words(`says said writes wrote argues argued thinks told invented describes described discovered died claims calls
		called teaches taught starred played painted composed directed`)
	personNouns = words(`man woman guy person fella professor writer author poet baker chef architect scientist philosopher
		mathematician economist journalist historian engineer designer artist singer actor actress
		director teacher doctor librarian planner monk friend cook musician psychologist essay`)
	notModified = words(`and or that which with in on for from is was has had to but so as at because when if i you it we they he she who
		did does do than then now too`)
	demonyms = words(`american british english french german italian spanish dutch swiss austrian irish scottish welsh greek turkish
		russian polish czech danish swedish norwegian finnish japanese chinese korean indian canadian
		australian mexican brazilian african asian european latin arab jew jews jewish muslim muslims christian catholic protestant buddhist hindu
		democrat republican monday tuesday wednesday thursday friday saturday sunday january
		february march april may june july august september october november december christmas easter halloween thanksgiving ukrainian
		palestinian syrian iraqi lebanese egyptian saudi
		pakistani afghan vietnamese thai
		soviet serbian croatian bosnian romanian bulgarian armenian kurdish tibetan nazi bolshevik hebrew latin roman ottoman byzantine argentine
		chilean cuban venezuelan colombian peruvian nigerian kenyan ethiopian senegalese
		israeli iranian portuguese hungarian victorian freudian marxist phd`)
)

// typeBeside returns what the words around the name i to j say it is; ok is false when they say nothing.
func (r *reader) typeBeside(i, j int) (t mention.Type, ok bool) {
	before, after := r.before(i), r.after(j)
	single := i == j
	switch {
	case demonyms[r.fold(i)] || demonyms[r.fold(j)]:
		return "", false
	case letterAndDigit(r.fold(j)) && single && r.words[j].Upper && len(r.fold(j)) >= 4 && !r.codes[r.fold(j)] && !r.inAd(j):
		return mention.Product, true
	case firmNouns[before] && !r.besideTheFirm(i), (before == "called" || before == "named") && firmNouns[r.before(i-1)]:
		return mention.Company, true
	case !single && j-i <= 2 && r.likePerson(i, j) &&
		(before == "by" && personNouns[r.before(i-1)] || (before == "called" || before == "named") && personNouns[r.before(i-1)]):
		return mention.Person, true
	case r.inKnownPlace(i, j) || r.namesPlace(i, j):
		return mention.Location, true
	case !r.known.given[r.fold(i)] && r.placed(i) && !r.describes(j) && !firmRooms[after] && !r.words[j].AllCaps && !letterAndDigit(r.fold(i)):
		return mention.Location, true
	case !r.known.given[r.fold(i)] && r.countable(i, j):
		return mention.Product, true
	case firmVerbs[after] && single && !r.known.given[r.fold(i)] && !surname(r, i):
		return mention.Company, true
	case sayingVerbs[after] && j-i == 1 && r.likePerson(i, j):
		return mention.Person, true
	case j-i == 1 && r.likePerson(i, j) && r.besidePerson(i, j):
		return mention.Person, true
	}
	return "", false
}

// besideTheFirm reports whether word i only follows a firm that is known already: "before my time at the company, X and others built it".
func (r *reader) besideTheFirm(i int) bool {
	return r.words[i].Gap == extract.GapComma && (r.before(i-1) == "the" || r.before(i-2) == "the")
}

// before returns the word before i in the same sentence, "" when there is none.
func (r *reader) before(i int) string {
	if i < 1 || i >= len(r.words) || r.words[i].Gap == extract.GapSentence {
		return ""
	}
	return r.fold(i - 1)
}

// after returns the word behind j when nothing stands between.
func (r *reader) after(j int) string {
	if j+1 >= len(r.words) || r.words[j+1].Gap != extract.GapSpace || r.possessive(j) {
		return ""
	}
	return r.fold(j + 1)
}

// placed reports whether words of going or living lead to word i: "moved to X", "a station in X".
func (r *reader) placed(i int) bool {
	if r.words[i].Gap != extract.GapSpace || r.possessive(i) {
		return false
	}
	k := i - 1
	if r.fold(k) == "the" {
		k--
	}
	switch r.fold(k) {
	case "to", "nach":
		if r.before(k) == "back" {
			k--
		}
		return goingVerbs[r.before(k)]
	case "in", "near", "outside", "from", "at", "aus", "bei":
		return livingWords[r.before(k)]
	case "around", "across", "through":
		return goingVerbs[r.before(k)]
	}
	return false
}

// describes reports whether a name is an adjective of the noun behind it: "in Cartesian coordinates", "in Eastern Time".
func (r *reader) describes(j int) bool {
	if r.fold(j) == "time" {
		return true
	}
	if next := r.after(j); next == "" || r.upper(j+1) || notModified[next] {
		return false
	}
	return slices.ContainsFunc([]string{"ian", "ean", "ese", "ish"}, func(ending string) bool { return strings.HasSuffix(r.fold(j), ending) })
}

// inKnownPlace reports whether a well-known place says where the name lies: "X, in Sweden", "X, Kentucky".
func (r *reader) inKnownPlace(i, j int) bool {
	at := j + 1
	if at >= len(r.words) || r.words[at].Gap != extract.GapComma || r.possessive(j) {
		return false
	}
	if f := r.fold(at); f == "in" && r.placeCue(i) {
		at++
	} else if f == "in" || !r.placeCue(i) {
		return false
	}
	return r.knownPlaceAt(at)
}

// namesPlace reports whether the name is one of a place in the world, and stands where places do: "in X", "X, Kentucky". In several
// words it hardly is anything else.
func (r *reader) namesPlace(i, j int) bool {
	if r.words[j].AllCaps || r.isPerson(i, j) || r.describes(j) || !extract.IsPlaceName(extract.Key(r.between(i, j))) {
		return false
	}
	if j > i && !r.german {
		return true
	}
	if r.words[i].Gap == extract.GapSpace && (r.german && ortCues[r.before(i)] || !r.german && (r.whereTo(i) || r.placed(i))) {
		return true
	}
	return !r.german && j+1 < len(r.words) && r.words[j+1].Gap == extract.GapComma && !r.possessive(j) && r.knownPlaceAt(j+1)
}

// whereTo reports whether word i stands where one is or goes to.
func (r *reader) whereTo(i int) bool {
	before := r.before(i)
	return placeCues[before] || before == "from" || before == "downtown" || before == "to" && (travelVerbs[r.before(i-1)] || r.placed(i))
}

// travelVerbs stand before "to" and many things; before the name of a place they mean the place.
var travelVerbs = words(`go goes going went gone come comes came get got back headed drive trip way close next`)

// ortCues stand before places in German; most nouns take an article behind them.
var ortCues = words(`in nach aus bei`)

func (r *reader) placeCue(i int) bool { return placeCues[r.before(i)] || r.before(i) == "to" }

// isPlace reports whether a word alone is a well-known place.
func (r *reader) isPlace(i int) bool {
	k, ok := r.listed(i, i)
	return ok && k.typ == mention.Location
}

func (r *reader) knownPlaceAt(at int) bool {
	for _, m := range r.known.names.Find(r.words[at:min(len(r.words), at+3)], nil) {
		if m.First == 0 && r.upper(at) && r.known.entries[m.Values[0]].typ == mention.Location {
			return true
		}
	}
	return false
}

// countable reports whether an article or possessive makes the name a thing one can have, and no noun follows that it
// would only describe ("an Anova", but not "a Stanford professor").
func (r *reader) countable(i, j int) bool {
	switch r.before(i) {
	case "a", "an", "my", "your", "their", "our":
	default:
		return false
	}
	if r.directly(i) && r.upper(i-2) && r.words[i-1].Gap == extract.GapSpace && r.words[i-2].Gap != extract.GapSentence &&
		!saysI(r.fold(i-2)) {
		return false // in a title: "How to Make a Pencil"
	}
	if r.isKindOfThing(j) || r.words[i].Gap != extract.GapSpace || extract.IsCommon(r.fold(i)) || len(r.fold(i)) < 2 ||
		i == j && r.words[i].AllCaps && !letterAndDigit(r.fold(i)) || r.possessive(j) || r.isPerson(i, j) {
		return false
	}
	next := j + 1
	return next >= len(r.words) || r.words[next].Gap != extract.GapSpace || notModified[r.fold(next)]
}

// besidePerson reports whether the name is coordinated with one that is built like a person's: "X Y and Nora Vint".
func (r *reader) besidePerson(i, j int) bool {
	joins := func(k int) bool {
		switch r.fold(k) {
		case "and", "versus", "und":
			return r.words[k].Gap != extract.GapSentence
		}
		return false
	}
	if joins(j+1) && r.isPerson(j+2, j+3) && r.upper(j+2) && r.upper(j+3) && r.words[j+3].Gap == extract.GapSpace {
		return true
	}
	return joins(i-1) && i >= 3 && r.isPerson(i-3, i-2) && r.upper(i-3) && r.upper(i-2)
}

// surname reports whether a word also stands behind a given name in this chunk.
func surname(r *reader, i int) bool {
	for k := 1; k < len(r.words); k++ {
		if r.words[k].Fold == r.words[i].Fold && r.known.given[r.fold(k-1)] && r.words[k].Gap == extract.GapSpace {
			return true
		}
	}
	return false
}

var episodeCode = regexp.MustCompile(`^s\d+e\d+$`)

func letterAndDigit(s string) bool {
	return !episodeCode.MatchString(s) && strings.ContainsAny(s, "0123456789") && strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") &&
		!strings.HasSuffix(s, "s") &&
		!strings.HasSuffix(s, "th") && !strings.HasSuffix(s, "st")
}

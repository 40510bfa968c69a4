package extract

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"mentionary/internal/mention"
)

// Names that tell what was heard rightly: keys of well-known people and of places, the folded family names that most people bear, and
// words that are no names.
// They find nothing. A line each, sorted, so that they are looked up where they lie and take no memory. Where they come from says
// offline/data/NOTICE.
var (
	//go:embed data/wellknown.txt
	wellKnownPeople string
	//go:embed data/people.txt
	peopleFile string // with their names as they are written
	//go:embed data/familynames.txt
	familyNames string
	//go:embed data/placenames.txt
	placeNames string
	//go:embed data/dictionary.txt
	dictionary string // English words that are no names of people or places
)

// SignalWellKnown says that a well-known person bears the very name.
const SignalWellKnown mention.Signal = "well_known"

// SignalUnedited says that a name was heard by a machine, and that nobody has edited what it wrote.
const SignalUnedited mention.Signal = "unedited"

// SignalRareFamily says beside SignalUnedited that few people bear the family name: most such names are others, misheard.
const SignalRareFamily mention.Signal = "rare_family"

// SignalOrdinaryWord says that the last word of a name is one of the dictionary: "Nora Router" is nobody.
const SignalOrdinaryWord mention.Signal = "ordinary_word"

// doubtWord doubts people, places, products and firms of several words that nobody has written down and whose last word is an English
// one. A full name that a cue introduces, or that all its places speak for, is one all the same ("my guest is Nora Eater"), and so is a
// place by its last word ("Cedar Canyon"), and a firm of which anything but the tagger says that it is one.
func (e *episode) doubtWord(g *group) {
	cued := containsSignal(g.signals, mention.SignalCue) || containsSignal(g.signals, SignalUsage)
	full := strings.Contains(g.key, " ")
	switch {
	case slices.ContainsFunc(g.signals, isListing):
	case g.typ == mention.Person && (full && (cued || e.german()) || wellKnown(g.key)):
	case g.typ == mention.Location && (cued || full && e.german()):
	case g.typ == mention.Product && (cued || !full || e.german()):
	case g.typ == mention.Company && (cued || !full || e.german() || containsSignal(g.signals, SignalTypeCue) ||
		containsSignal(g.signals, SignalHeadNoun)):
	case forms[g.typ].ordinaryWord != 0 && (hasLine(dictionary, lastWord(g.key)) || g.typ == mention.Company && IsCommon(lastWord(g.key))):
		g.sign(SignalOrdinaryWord)
	}
}

// hearsay says of a person, a product or a firm that nobody has written down what tells whether the name was heard rightly.
func (e *episode) hearsay(g *group) {
	person := g.typ == mention.Person
	switch {
	case forms[g.typ].unedited == 0, person && !strings.Contains(g.key, " "), slices.ContainsFunc(g.signals, isListing):
	case person && wellKnown(g.key):
		g.sign(SignalWellKnown)
	case e.machine && (person || g.places() < heardRightly):
		g.sign(SignalUnedited)
		if person && rarely(g.key) {
			g.sign(SignalRareFamily)
		}
	}
}

// heardRightly is at how many places a firm or a product is called the same because it is called so.
const heardRightly = 10

// wellKnown reports whether a well-known person bears the name with a key.
func wellKnown(key string) bool {
	return people().names[key] != "" || hasLine(wellKnownPeople, key)
}

// namedPeople are the well-known people whose names we have as they are written.
type namedPeople struct {
	names  map[string]string   // by key
	byName map[string][]string // keys of two names, by each of the two
}

var people = sync.OnceValue(func() namedPeople {
	p := namedPeople{map[string]string{}, map[string][]string{}}
	for name := range strings.Lines(peopleFile) {
		name = strings.TrimSuffix(name, "\n")
		key := Key(name)
		p.names[key] = name
		if given, family, _ := strings.Cut(key, " "); !strings.Contains(family, " ") {
			p.byName[given], p.byName[family] = append(p.byName[given], key), append(p.byName[family], key)
		}
	}
	return p
})

// PeopleBear reports whether a name, folded, is a well-known person's or has one of the family names that most people bear.
func PeopleBear(key string) bool { return wellKnown(key) || !rarely(key) }

// IsPlaceName reports whether a town, a river, a mountain or a region of the world has the name with a key. Most such names are other
// things as well.
func IsPlaceName(key string) bool { return hasLine(placeNames, key) }

// rarely reports whether few people bear the family name of a key.
func rarely(key string) bool { return !hasLine(familyNames, lastWord(key)) }

func lastWord(key string) string { return key[strings.LastIndexByte(key, ' ')+1:] }

// hasLine reports whether a line stands in a sorted list of lines.
func hasLine(list, line string) bool {
	from, to := 0, len(list)
	for from < to {
		middle := (from + to) / 2
		start := strings.LastIndexByte(list[:middle], '\n') + 1
		end := start + strings.IndexByte(list[start:], '\n')
		switch at := list[start:end]; {
		case at == line:
			return true
		case at < line:
			from = end + 1
		default:
			to = start
		}
	}
	return false
}

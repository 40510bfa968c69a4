package extract

import "strings"

// Words beside a name that say what it is.
var (
	workplaces = wordSet(`work works worked working job role years team engineer engineers engineering designer developer developers
		manager director officer product head lead vp folks employee employees leader scientist scientists researcher researchers career
		intern internship interned colleagues position gig marketing brand sales growth design operations finance research data security
		infrastructure communications content strategy science analytics`)
	lookedAt = wordSet(`look looks looking looked point points pointing aim aimed arrive arrived good bad better great laugh staring
		day time`)
	joined       = wordSet(`joined joining founded cofounded founding acquired sold`)
	investedIn   = wordSet(`invest invested investing investor investors`)
	officeWords  = wordSet(`ceo cto cpo cfo coo cmo cro founder cofounder founders employees employee vp investors investor`)
	ownedOffices = wordSet(`ceo cto cpo founder founders cofounder ipo employees investors valuation revenue headquarters acquisition
		competitors customers`)
	firmDoes  = wordSet(`acquired raised hired ceo cto cofounder founder employees acquisition ipo failed`)
	firmKinds = wordSet(`company startup employer firm agency nonprofit bank consultancy manufacturer retailer`)

	toolTaken = wordSet(`use used using uses install installed installing deploy deployed deploying learn learning download downloaded
		downloading configure configured try tried trying released shipped`)
	builtIn = wordSet(`written write writing wrote built build building code coding coded program programming implemented made based runs
		running run`)
	partsOf = wordSet(`top version versions release releases creator creators maintainer maintainers users features feature instance instances
		fork port contributor contributors`)
	ledTo = wordSet(`contribute contributed contributing contributor contributors contributions switch switched switching migrate migrated
		migrating migration port ported upgrade upgraded upgrading`)
	toolParts = wordSet(`app apps api apis plugin plugins package packages library framework tool tools project repo repository codebase
		server servers cluster clusters docs documentation ecosystem module modules developers sdk cli extension integration template
		templates component components database runtime kernel syntax compiler programmers release releases roadmap supports
		homepage page pages users user instance instances commands`)
	toolKinds = wordSet(`tool library framework language app application platform database plugin package service project product program
		extension engine software website editor browser runtime game device gadget camera phone compiler toolkit`)

	ideaParts = wordSet(`methodology manifesto movement principles philosophy mindset theory hypothesis fallacy paradigm`)
	ideaOf    = wordSet(`concept idea notion theory principles practice philosophy`)
	ideaKinds = wordSet(`concept idea methodology technique mindset philosophy process theory phenomenon practice`)

	otherParts = wordSet(`people culture history nation nationalism government army population territory identity soldiers leaders state
		empire republic century war conference summit meetup talk talks keynote attendees speaker speakers said says told wrote thinks
		church university street park`)
	spokenAt = wordSet(`talk talks speak speaking spoke spoken keynote presented presenting talked met booth`)
	attended = wordSet(`attend attended attending`)
	livedIn  = wordSet(`live lives lived living born based moved city town grew`)
)

// use is what the words around one place say a name is.
type use int

const (
	useUnknown use = iota
	useProduct
	useCompany
	useConcept
	useWhere // what one is at: a firm, or a place
	useOther // a place, a people, a conference, somebody, one of a kind
)

// surroundings are the words around one place of a name, empty where none stands there.
type surroundings struct {
	before     [3]string // the nearest first, but for a determiner
	determined bool      // one stands right before the name: "the", "my"
	comma      string    // the word before a comma before the name
	after      string    // but for what follows "'s"
	possessed  string    // what follows "'s"
	kind       string    // what "is a" leads to
	letters    bool      // an abbreviation
}

// around returns the words around the name i to j.
func (e *episode) around(i, j int) surroundings {
	s := surroundings{letters: i == j && e.words[j].AllCaps, kind: e.kindBehind(j), determined: IsDeterminer(e.beside(i, -1))}
	from := 1
	if s.determined {
		from = 2
	}
	for k := range s.before {
		s.before[k] = e.beside(i, -from-k)
	}
	if i > 0 && e.words[i].Gap == GapComma {
		s.comma = e.words[i-1].Fold
	}
	if rest := e.doc.Text[e.words[j].End:]; strings.HasPrefix(rest, "'s") || strings.HasPrefix(rest, "’s") {
		s.possessed = e.beside(j, 1)
	} else {
		s.after = e.beside(j, 1)
	}
	return s
}

func (s surroundings) use() use {
	switch {
	case s.saysOther():
		return useOther
	case s.saysFirm():
		return useCompany
	case s.saysIdea():
		return useConcept
	case s.saysTool():
		return useProduct
	case s.before[0] == "at" && !s.determined && !lookedAt[s.before[1]]:
		return useWhere
	}
	return useUnknown
}

func (s surroundings) saysOther() bool {
	before := s.before[0]
	meeting := before == "at" && spokenAt[s.before[1]] || attended[before]
	home := (before == "in" || before == "to" || before == "near") && livedIn[s.before[1]]
	kind := s.letters && s.determined && (s.after == "" && s.possessed == "" || functionWords[s.after]) // "a CPU is"
	return meeting || home || otherParts[s.after] || kind
}

func (s surroundings) saysFirm() bool {
	before := s.before[0]
	role := (before == "at" || before == "of") && officeWords[s.before[1]] || before == "at" && workplaces[s.before[1]]
	invested := before == "in" && investedIn[s.before[1]]
	return role || invested || joined[before] || firmDoes[s.after] || ownedOffices[s.possessed] || firmKinds[before] || s.isOneOf(firmKinds)
}

func (s surroundings) saysIdea() bool {
	return ideaParts[s.after] || s.before[0] == "of" && ideaOf[s.before[1]] || ideaKinds[s.kind]
}

func (s surroundings) saysTool() bool {
	var used bool
	switch before := s.before[0]; before {
	case "in", "with", "on":
		used = builtIn[s.before[1]]
	case "of":
		used = partsOf[s.before[1]]
	case "to":
		used = ledTo[s.before[1]]
	default: // "we use X", "the web framework X"
		used = toolTaken[before] || toolKinds[before] && (s.determined || IsDeterminer(s.before[1]) || IsDeterminer(s.before[2]))
	}
	return used || toolParts[s.after] || s.isOneOf(toolKinds)
}

// isOneOf reports whether the name is called one of some kinds: "a company called X", "his company, X", "X is a company".
func (s surroundings) isOneOf(kinds map[string]bool) bool {
	called := s.before[0] == "called" || s.before[0] == "named"
	return called && kinds[s.before[1]] || kinds[s.comma] || kinds[s.kind]
}

// beside returns the word so many places from word i, empty where anything but spaces stands between.
func (e *episode) beside(i, by int) string {
	for k := min(i, i+by) + 1; k <= max(i, i+by); k++ {
		if k < 1 || k >= len(e.words) || e.words[k].Gap != GapSpace {
			return ""
		}
	}
	return e.words[i+by].Fold
}

// maxKindWords is how many words behind "is a" are looked at for what something is.
const maxKindWords = 5

// kindBehind returns the word for a kind of things that "is a" behind word j leads to, or a comma and an article: "X is a small web
// framework", "X, a startup".
func (e *episode) kindBehind(j int) string {
	at := j + 1
	if at+1 >= len(e.words) {
		return ""
	}
	switch f := e.words[at].Fold; {
	case e.words[at].Gap == GapComma && f == "which" && isOrWas(e.words[at+1].Fold):
		at += 2
	case e.words[at].Gap == GapSpace && isOrWas(f):
		at++
	case e.words[at].Gap != GapComma:
		return ""
	}
	if at >= len(e.words) || e.words[at].Fold != "a" && e.words[at].Fold != "an" {
		return ""
	}
	for k := at + 1; k < len(e.words) && k <= at+maxKindWords && e.words[k].Gap == GapSpace; k++ {
		f := e.words[k].Fold
		if firmKinds[f] || toolKinds[f] || ideaKinds[f] {
			if next := e.beside(k, 1); firmKinds[next] || toolKinds[next] || ideaKinds[next] { // "a software company"
				return next
			}
			return f
		}
	}
	return ""
}

func isOrWas(f string) bool { return f == "is" || f == "was" }

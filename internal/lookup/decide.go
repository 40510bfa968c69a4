package lookup

import (
	"fmt"
	"slices"
	"strings"

	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// What context is worth. A record needs enough of it; the only one of its name and type needs some.
const (
	conclusive = 100 // an id that both have
	strong     = 2   // an author, maker, country, or something that is mentioned with it
	weak       = 1   // a word that is said about it
	enough     = 2   // for one of several, for people and for names of one word
	some       = 1   // for the only one of its name and type
)

const maxCandidates = 5 // kept of an ambiguous answer

// judged is a record with what speaks for it.
type judged struct {
	Record
	score   int
	reasons []string
}

// Decide accepts the one record whose type, name and context agree with the subject. Records of another type or name are no
// candidates, those that contradict it neither. When several are left that the context speaks for alike, a person has to say.
func Decide(s Subject, records []Record) Decision {
	var left []judged
	var against []string
	for _, r := range records {
		switch why := opposes(s, r); {
		case !isType(s.Type, r):
			against = append(against, fmt.Sprintf("%s is no %s", label(r), s.Type))
		case !named(s, r):
			against = append(against, label(r)+" has another name")
		case why != "":
			against = append(against, label(r)+": "+why)
		default:
			left = append(left, judge(s, r))
		}
	}
	slices.SortStableFunc(left, func(a, b judged) int { return b.score - a.score })
	against = against[:min(len(against), maxCandidates)]
	switch {
	case len(left) == 0:
		return Decision{Outcome: None, Reasons: append([]string{"no record of this type and name"}, against...)}
	case len(left) == 1 && left[0].score < least(s):
		return Decision{
			Outcome: None, Candidates: candidatesOf(left),
			Reasons: append([]string{"nothing that is said speaks for " + label(left[0].Record)}, against...),
		}
	case len(left) == 1, left[0].score >= enough && left[1].score < min(left[0].score, enough),
		left[0].score >= conclusive && left[1].score < conclusive:
		return Decision{Outcome: Accepted, Record: left[0].inEdition(s), Reasons: left[0].reasons}
	}
	return Decision{
		Outcome: Ambiguous, Candidates: candidatesOf(left),
		Reasons: []string{fmt.Sprintf("%d records of this type and name, and what is said does not tell them apart", len(left))},
	}
}

// least is the context that the only record of its type and name needs. Many people and things share a name of which a
// catalog knows one.
func least(s Subject) int {
	if s.Type == mention.Person || len(strings.Fields(s.Name)) == 1 {
		return enough
	}
	return some
}

// Possible reports whether a record has the type and the name of a subject, or one of its ids: only then is more asked about it.
func Possible(s Subject, r Record) bool {
	return isType(s.Type, r) && (named(s, r) || sharedID(s, r) != "")
}

// isType reports whether a record may be of a type. A sponsor is a role that companies and their products play.
func isType(t mention.Type, r Record) bool {
	if t == mention.Sponsor {
		return slices.Contains(r.Types, mention.Company) || slices.Contains(r.Types, mention.Product)
	}
	return slices.Contains(r.Types, t)
}

// named reports whether a record has one of the names. A person needs two words: given names name many. The subtitle of a
// book may be missing.
func named(s Subject, r Record) bool {
	have := map[string]bool{}
	for _, n := range append([]string{r.Name}, r.Names...) {
		if s.Type == mention.Book {
			title, _, _ := strings.Cut(n, ":")
			have[match.Key(s.Type, strings.TrimSpace(title))] = true
		}
		have[match.Key(s.Type, n)] = true
	}
	for _, n := range append([]string{s.Name}, s.Names...) {
		if (s.Type != mention.Person || len(strings.Fields(n)) > 1) && have[match.Key(s.Type, n)] {
			return true
		}
	}
	return false
}

// opposes returns what contradicts a record, empty when nothing does.
func opposes(s Subject, r Record) string {
	switch s.Type {
	case mention.Book:
		if s.Author != "" && len(r.Facts.Authors) > 0 && !anyPerson(s.Author, r.Facts.Authors) {
			return "by " + strings.Join(r.Facts.Authors, ", ") + ", not by " + s.Author
		}
	case mention.Product:
		if s.Company != "" && len(r.Facts.Makers) > 0 && !anyName(mention.Company, s.Company, r.Facts.Makers) {
			return "made by " + strings.Join(r.Facts.Makers, ", ") + ", not by " + s.Company
		}
	case mention.Location:
		if s.Country != "" && r.Facts.Country != "" && !anyName(mention.Location, s.Country, append(r.Related, r.Facts.Country, r.Name)) {
			return "in " + r.Facts.Country + ", not in " + s.Country
		}
	}
	return ""
}

// judge adds up what in the context speaks for a record.
func judge(s Subject, r Record) judged {
	j := judged{Record: r}
	add := func(worth int, reason string) { j.score, j.reasons = j.score+worth, append(j.reasons, reason) }
	add(0, fmt.Sprintf("the same name, and a %s", s.Type))
	if id := sharedID(s, r); id != "" {
		add(conclusive, "both are "+id)
	}
	switch {
	case s.Type == mention.Book && s.Author != "" && anyPerson(s.Author, r.Facts.Authors):
		add(strong, "by "+s.Author)
	case s.Company != "" && anyName(mention.Company, s.Company, r.Related):
		add(strong, "has to do with "+s.Company)
	case s.Type == mention.Location && s.Country != "" && anyName(mention.Location, s.Country, append(r.Related, r.Facts.Country)):
		add(strong, "in "+s.Country)
	}
	if other := together(s, r); other != "" {
		add(strong, "mentioned together with "+other)
	}
	if words := sharedWords(s, r); len(words) > 0 {
		add(weak*len(words), "spoken of with: "+strings.Join(words, ", "))
	}
	for _, sign := range r.Signs {
		add(weak, sign)
	}
	return j
}

// sharedID returns an id that both have, empty when there is none. A site is an id of companies and products only: people
// and books have pages on the sites of others.
func sharedID(s Subject, r Record) string {
	for _, id := range s.Authorities {
		if strings.HasPrefix(id, "website:") && s.Type != mention.Company && s.Type != mention.Product && s.Type != mention.Sponsor {
			continue
		}
		if slices.Contains(r.Authorities, id) || strings.HasPrefix(id, "isbn:") && "isbn:"+r.Facts.ISBN == id {
			return id
		}
	}
	return ""
}

// together returns something that the record has to do with and that is mentioned with the subject, empty when there is none.
func together(s Subject, r Record) string {
	near := make(map[string]bool, len(s.Together))
	for _, n := range s.Together {
		near[match.Key(mention.Person, n)] = true
	}
	for _, n := range slices.Concat(r.Facts.Authors, r.Facts.Makers, r.Related) {
		if k := match.Key(mention.Person, n); near[k] && k != match.Key(mention.Person, s.Name) {
			return n
		}
	}
	return ""
}

// anyPerson reports whether one of the names is the person's, as it is spoken: in full, by nickname, or the surname alone.
// Several people may stand in one claim: each must be there.
func anyPerson(claimed string, names []string) bool {
	for _, c := range people(claimed) {
		if !slices.ContainsFunc(names, func(n string) bool { return samePerson(n, c) }) {
			return false
		}
	}
	return true
}

func samePerson(name, said string) bool {
	words := strings.Fields(name)
	return match.SameName(mention.Person, name, said) ||
		len(words) > 1 && match.Key(mention.Person, words[len(words)-1]) == match.Key(mention.Person, said)
}

// people are the names in a claim.
func people(claimed string) []string {
	split := strings.NewReplacer(" and ", ",", " und ", ",", " & ", ",", ";", ",").Replace(claimed)
	var out []string
	for p := range strings.SplitSeq(split, ",") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

func anyName(t mention.Type, name string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return n != "" && match.SameName(t, n, name) })
}

func candidatesOf(list []judged) []Candidate {
	var out []Candidate
	for _, j := range list[:min(len(list), maxCandidates)] {
		out = append(out, Candidate{ID: j.ID, Name: wording.FirstBytes(j.Name, 200), Description: wording.FirstBytes(j.Facts.Description, 200)})
	}
	return out
}

// label names a record in a reason.
func label(r Record) string { return fmt.Sprintf("%s (%s)", wording.Shorten(r.Name, 60), r.ID) }

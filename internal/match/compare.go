package match

import (
	"fmt"
	"strings"

	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// Similarity is how alike two subjects of one type are.
type Similarity struct {
	Score      float64 // probability that they are the same, 0 to 1
	Confidence float64 // how much evidence stands behind the score, 0 to 1: names alone give 0.5
	MatchType  string  // one of the Match words; MatchSimilar also for pairs that are not alike
	Reasons    []Reason
}

// Compare says whether two subjects are the same thing. Subjects of different types never are.
func (p *Profile) Compare(other *Profile) Similarity { return compare(p, other, support{}) }

// mayBeSame reports whether comparing two subjects of one type, with no support, gives a score from ThresholdReview on.
func mayBeSame(a, b *Profile) bool {
	switch {
	case sharedAuthority(a.subject.Authorities, b.subject.Authorities) != "":
		return true
	case separates(a, b) != "":
		return false
	case a.key == b.key:
		return true
	}
	a, b = inOrder(a, b)
	var f Features
	f[fBias] = 1
	agreement(&f, a, b)
	if a.form == mention.PersonName {
		given := givenSimilarity(&a.person, &b.person)
		halves(&f, given, 1) // the surnames could be the same at best
		f[fSurnameSame] = 1
		if !reachesReview(a.form, &f) {
			return false
		}
		f[fSurnameSame] = 0
		personFeatures(&f, &a.person, &b.person, given)
		return reachesReview(a.form, &f)
	}
	wordFeatures(&f, a, b)
	f[fNear], f[fHeard] = 1, 1 // the whole names could be spelled and heard the same at best
	if !reachesReview(a.form, &f) {
		return false
	}
	f[fHeard] = 0
	wholeFeatures(&f, a, b)
	return reachesReview(a.form, &f)
}

// Scores that rules give, apart from the model.
const (
	scoreSame      = 0.99 // the same key or authority
	scoreMononym   = 0.70 // the same single given name: which Joe?
	scoreRefused   = 0.05 // something separates them whatever the names
	scoreUncertain = 0.60 // the same name, but the claims about it disagree
)

func compare(a, b *Profile, s support) Similarity {
	if a.subject.Type != b.subject.Type {
		return refused("different types")
	}
	if id := sharedAuthority(a.subject.Authorities, b.subject.Authorities); id != "" {
		return Similarity{Score: scoreSame, Confidence: 1, MatchType: MatchAuthority, Reasons: reason(scoreSame, "both are "+id)}
	}
	if why := separates(a, b); why != "" {
		return refused(why)
	}
	f := features(a, b, s)
	confidence := evidence(f)
	if a.key == b.key {
		return sameKey(a, f, s, confidence)
	}
	score := scoreOf(a.form, f)
	kind, text := MatchSimilar, "spelled alike"
	if heardMore(a, f) {
		kind, text = MatchHeard, "sound alike"
	}
	text = fmt.Sprintf("%q and %q %s", wording.Shorten(a.subject.Name, maxShown), wording.Shorten(b.subject.Name, maxShown), text)
	if score < ThresholdReview {
		text = fmt.Sprintf("%q and %q differ", wording.Shorten(a.subject.Name, maxShown), wording.Shorten(b.subject.Name, maxShown))
	}
	return Similarity{Score: score, Confidence: confidence, MatchType: kind, Reasons: append(reason(score, text), supportReasons(f)...)}
}

// sameKey judges two names that are the same but may belong to two things.
func sameKey(a *Profile, f Features, s support, confidence float64) Similarity {
	score, text := scoreSame, "the same name"
	supported := f[fAgree] > 0 || s.inChannel || s.together > 0
	switch {
	case a.person.mononym && commonGiven[a.person.surname] && !supported:
		score, text = scoreMononym, "the same given name, which many people have"
	case f[fConflict] > 0 && !supported && a.form != mention.Term:
		score, text = scoreUncertain, "the same name, but what is said about them disagrees"
	}
	return Similarity{
		Score: score, Confidence: max(0.9, confidence), MatchType: MatchExact,
		Reasons: append(reason(score, text), supportReasons(f)...),
	}
}

func refused(why string) Similarity {
	return Similarity{Score: scoreRefused, Confidence: 0.9, MatchType: MatchSimilar, Reasons: reason(scoreRefused, why)}
}

func reason(score float64, text string) []Reason { return []Reason{{Text: text, Score: score}} }

// textAgree is the reason that claims agree.
const textAgree = "author, company or country agree"

func supportReasons(f Features) []Reason {
	var out []Reason
	add := func(i int, text string) {
		if f[i] > 0 {
			out = append(out, Reason{Text: text, Score: f[i]})
		}
	}
	add(fAgree, textAgree)
	add(fConflict, "author, company or country disagree")
	add(fChannel, "mentioned in this channel before")
	add(fTogether, "mentioned together with others of this episode")
	return out
}

// evidence grows from names alone (0.5) with each further thing that was compared.
func evidence(f Features) float64 {
	c := 0.5
	if f[fAgree] > 0 || f[fConflict] > 0 {
		c += 0.2
	}
	return min(1, c+0.1*f[fChannel]+0.2*f[fTogether]+0.1*f[fNumber])
}

// heardMore reports whether the names agree by sound better than by spelling.
func heardMore(a *Profile, f Features) bool {
	if a.form == mention.PersonName {
		return f[fSurnameSame] == 0 && f[fSurname] > 0.7
	}
	return f[fHeard] > f[fNear]
}

// separates names what makes two subjects different whatever their names, empty when nothing does.
func separates(a, b *Profile) string {
	if id := opposedAuthority(a.subject.Authorities, b.subject.Authorities); id != "" {
		return "they have different ids: " + id
	}
	switch a.form {
	case mention.PersonName:
		if a.person.generation != "" && b.person.generation != "" && a.person.generation != b.person.generation {
			return "different generations of a family"
		}
		return ""
	case mention.WorkTitle:
		if len(a.authors) > 0 && len(b.authors) > 0 && !shareAuthors(a, b) {
			return "books by different authors"
		}
	case mention.PlaceName:
		if a.country != "" && b.country != "" && a.country != b.country {
			return "places in different countries"
		}
	}
	if ownNumbers(a, b) && withoutNumbers(a) == withoutNumbers(b) {
		return "the same name with different numbers"
	}
	return ""
}

func withoutNumbers(p *Profile) string {
	var b strings.Builder
	for i := range p.words {
		if !hasDigit(p.words[i].text) {
			b.WriteString(p.words[i].text)
		} else {
			b.WriteString(strings.TrimFunc(p.words[i].text, func(r rune) bool { return r >= '0' && r <= '9' }))
		}
	}
	return b.String()
}

// sharedAuthority returns an id that both lists hold, empty when there is none.
func sharedAuthority(a, b []string) string {
	for _, x := range a {
		for _, y := range b {
			if x != "" && x == y {
				return x
			}
		}
	}
	return ""
}

// singleSchemes give one id to one thing, so two different ids are two things. Books have many ISBNs, companies many
// sites; those only ever agree.
var singleSchemes = wordSet("wikidata wikipedia isni orcid openlibrary")

func opposedAuthority(a, b []string) string {
	for _, x := range a {
		for _, y := range b {
			if s := scheme(x); s != "" && s == scheme(y) && x != y {
				return x + " and " + y
			}
		}
	}
	return ""
}

// scheme is the part of an id within which ids are single: "wikidata", or "wikipedia:en" because one thing has an
// article per language. It is empty for schemes that are not single.
func scheme(id string) string {
	name, rest, ok := strings.Cut(id, ":")
	if !ok || !singleSchemes[name] {
		return ""
	}
	if lang, _, ok := strings.Cut(rest, ":"); ok && name == "wikipedia" && len(lang) <= 3 {
		return name + ":" + lang
	}
	return name
}

// maxShown is how many characters of a name a reason holds.
const maxShown = 60

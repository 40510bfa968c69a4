package match

import (
	"cmp"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"mentionary/internal/wording"
)

// Action is what to do with a subject.
type Action string

// The actions. The words are stored with the decision.
const (
	Attach Action = "attach" // it is the known entity ID
	Review Action = "review" // it may be ID: a person decides; until then it stands as an entity of its own
	Create Action = "create" // it is new
)

// Decision is what to do with one subject and why. ID is 0 for Create.
type Decision struct {
	Action  Action
	ID      int
	Score   float64 // of the chosen candidate; for Create of the best one refused, 0 when there was none
	Type    string  // one of the Match words, empty for Create
	Half    bool    // attached under half a name: right here, and nothing to know the entity by elsewhere
	Reasons []Reason
}

// String is the decision as it is kept: "review 12 0.71: …" or "create 0.20: …", empty when there was nothing to compare
// with.
func (d Decision) String() string {
	if len(d.Reasons) == 0 {
		return ""
	}
	texts := make([]string, 0, len(d.Reasons))
	for _, r := range d.Reasons {
		texts = append(texts, r.Text)
	}
	head := string(d.Action)
	if d.ID != 0 {
		head += " " + strconv.Itoa(d.ID)
	}
	return fmt.Sprintf("%s %.2f: %s", head, d.Score, strings.Join(texts, "; "))
}

// DecideByKey chooses among the known entities that have the subject's very key, by name or alias: the one that the episode
// meant before (former) under that name, however others fit, else the one that Decide attaches. It reports whether the key is
// enough to choose.
func DecideByKey(s Subject, sameKey []Known, former map[int]bool) (id int, ok bool) {
	for _, k := range sameKey {
		if former[k.ID] {
			return k.ID, true
		}
	}
	if d := Decide(s, sameKey, nil); d.Action == Attach {
		return d.ID, true
	}
	return 0, false
}

// Disambiguator tells a new entity from those that have its key already: by what is said about it, else by where it is
// mentioned. It is a key, at most 160 bytes.
func Disambiguator(s Subject, episodeID int) string {
	said := cmp.Or(s.Author, s.Company, s.Country, s.Title, s.Field)
	switch key := Key(s.Type, said); {
	case key != "":
		return key
	case s.ChannelID != 0:
		return "channel " + strconv.Itoa(s.ChannelID)
	default:
		return "episode " + strconv.Itoa(episodeID)
	}
}

// considered is a candidate with what came of comparing it.
type considered struct {
	known Known
	Similarity
	doubt string // why likeness alone does not attach to it
	half  bool   // one of the two names is half of the other
}

// Decide chooses among the known candidates of the subject's type. distinct says which ids a person has declared "not the
// same" (nil for none). The decision depends only on its arguments; ties go to the candidate with more support, then more
// mentions, then the lower id.
func Decide(s Subject, known []Known, distinct func(id int) bool) Decision {
	subject := Prepare(s)
	var list []considered
	var reasons []Reason
	for _, k := range known {
		if distinct != nil && distinct(k.ID) {
			reasons = append(reasons, Reason{ID: k.ID, Text: fmt.Sprintf("%q was declared not to be the same", wording.Shorten(k.Name, maxShown))})
			continue
		}
		list = append(list, consider(subject, k))
	}
	sort.SliceStable(list, func(i, j int) bool { return ahead(list[i], list[j]) })

	d := Decision{Action: Create}
	if len(list) > 0 {
		best := list[0]
		d.Score = best.Score
		switch {
		case best.Score < ThresholdReview:
		case best.Score >= ThresholdAttach && best.doubt == "" && (len(list) == 1 || leads(best, list[1])):
			d.Action, d.ID, d.Type, d.Half = Attach, best.known.ID, best.MatchType, best.half
		default:
			d.Action, d.ID, d.Type = Review, best.known.ID, best.MatchType
		}
	}
	d.Reasons = explain(d, list, reasons)
	return d
}

// consider compares the subject with every name of one known entity and keeps the best.
func consider(subject *Profile, k Known) considered {
	sup := support{inChannel: k.InChannel, together: k.CoMentions}
	look := func(name *Profile) considered {
		c := considered{known: k, Similarity: compare(subject, name, sup)}
		if c.Score >= ThresholdAttach && c.MatchType != MatchAuthority {
			c.doubt = doubt(subject, name, sup)
		}
		c.half = subject.person.mononym != name.person.mononym
		return c
	}
	names := NamesOf(subject.subject.Type, k)
	best := look(&names[0])
	for i := range names[1:] {
		c := look(&names[1+i])
		if c.MatchType == MatchExact {
			c.MatchType = MatchAlias
		}
		if c.Score > best.Score || c.Score == best.Score && rank(c.MatchType) < rank(best.MatchType) {
			best = c
		}
	}
	return best
}

// rank orders match types: what proves more comes first.
func rank(matchType string) int {
	switch matchType {
	case MatchAuthority:
		return 0
	case MatchExact:
		return 1
	case MatchAlias:
		return 2
	default:
		return 3
	}
}

// supportOf counts what speaks for a candidate beside its name.
func supportOf(c considered) int {
	n := c.known.CoMentions
	if c.known.InChannel {
		n += 3
	}
	for _, r := range c.Reasons {
		if r.Text == textAgree {
			n += 3
		}
	}
	return n
}

// ahead orders candidates, best first.
func ahead(a, b considered) bool {
	if ra, rb := rank(a.MatchType), rank(b.MatchType); ra != rb && a.Score >= ThresholdReview && b.Score >= ThresholdReview {
		return ra < rb
	}
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	if sa, sb := supportOf(a), supportOf(b); sa != sb {
		return sa > sb
	}
	if a.known.Mentions != b.known.Mentions {
		return a.known.Mentions > b.known.Mentions
	}
	return a.known.ID < b.known.ID
}

// leads reports whether best stands out from next enough to be attached without asking.
func leads(best, next considered) bool {
	if next.Score < ThresholdReview || best.Score-next.Score >= marginAttach {
		return true
	}
	if rank(best.MatchType) < rank(next.MatchType) {
		return true
	}
	return best.MatchType == next.MatchType && supportOf(best) > supportOf(next)
}

// explain keeps the reasons of the candidates in order, the chosen one first, MaxReasons in all.
func explain(d Decision, list []considered, refused []Reason) []Reason {
	var out []Reason
	for i, c := range list {
		if len(out) == MaxReasons {
			return out
		}
		for j, r := range c.Reasons {
			if len(out) == MaxReasons || i > 0 && j > 0 {
				break // support is told for the best candidate only
			}
			verdict := ""
			if j == 0 {
				verdict = ": refused"
				if i == 0 && d.Action != Create {
					verdict = ": " + string(d.Action)
					if c.doubt != "" {
						verdict += ", because " + c.doubt
					}
				}
			}
			out = append(out, Reason{ID: c.known.ID, Text: r.Text + verdict, Score: r.Score})
		}
	}
	return append(out, refused[:min(len(refused), MaxReasons-len(out))]...)
}

package match

import (
	"runtime"

	"mentionary/internal/mention"
)

// Names are the profiles of a known entity under each of its names, its own first. They lie together: comparing many waits for memory.
type Names []Profile

// NamesOf prepares a known entity of type t for comparing under each of its names, unless it is Prepared.
func NamesOf(t mention.Type, k Known) Names {
	if k.prepared != nil && k.prepared[0].subject.Type == t {
		return k.prepared
	}
	as := k.Subject(t)
	out := make(Names, 0, 1+len(k.Aliases))
	out = append(out, *Prepare(as))
	for _, alias := range k.Aliases {
		as.Name = alias
		out = append(out, *Prepare(as))
	}
	return out
}

// Compare says whether two known entities are the same thing: the best that comes of comparing each name with each.
func (n Names) Compare(other Names) Similarity {
	var best Similarity
	for i := range n {
		for j := range other {
			sim := n[i].Compare(&other[j])
			if i+j > 0 && sim.MatchType == MatchExact {
				sim.MatchType = MatchAlias
			}
			if sim.Score > best.Score {
				best = sim
			}
		}
	}
	return best
}

// MayBeSame reports whether comparing any two of their names gives a score from ThresholdReview on. It says no more than that: most
// pairs of a directory are compared for nothing.
func (n Names) MayBeSame(other Names) bool {
	for i := range n {
		for j := range other {
			if mayBeSame(&n[i], &other[j]) {
				return true
			}
		}
	}
	return false
}

// ReadAhead fetches what MayBeSame looks at first of the names at some places. They are scattered over the memory, and a processor waits
// for many of them at once, while one comparison after the other would wait for each.
func ReadAhead(names []Names, places []int32) {
	var read int
	for _, at := range places {
		for i := range names[at] {
			p := &names[at][i]
			read += len(p.subject.Authorities)
			if p.key != "" {
				read += int(p.key[0])
			}
			if len(p.words) > 0 {
				read += len(p.words[0].text)
			}
		}
	}
	runtime.KeepAlive(read)
}

// Entry is a known entity as a candidate for merging.
type Entry struct {
	Known
	Trusted       []string // the Authorities without those that only one channel claims
	Disambiguator string   // what told it from others of its key when it was made
}

// DecideDuplicate chooses, among others of the same type t, the entity that e is the same as. It decides as Decide does when
// a name arrives, under each of the names of e; the surest decision counts. Merging needs more than attaching a name does:
// authorities that only one channel claims prove nothing, and what was told apart when it was made is not merged without a
// person. What lacks only that is sent to review.
func DecideDuplicate(t mention.Type, e Entry, others []Entry) Decision {
	var known, trusted []Known
	disambiguators := map[int]string{}
	for _, o := range others {
		known, trusted = append(known, o.Known), append(trusted, o.trusted())
		disambiguators[o.ID] = o.Disambiguator
	}
	d := decideUnderAnyName(t, e.Known, known)
	if d.Action != Attach {
		return d
	}
	strict := decideUnderAnyName(t, e.trusted(), trusted)
	if strict.Action != Attach || strict.ID != d.ID || disambiguators[d.ID] != e.Disambiguator {
		d.Action = Review
	}
	return d
}

// trusted is the entity without authorities that only one channel claims.
func (e Entry) trusted() Known {
	k := e.Known
	k.Authorities, k.prepared = e.Trusted, nil
	return k
}

func decideUnderAnyName(t mention.Type, k Known, others []Known) Decision {
	as := k.Subject(t)
	best := Decide(as, others, nil)
	for _, alias := range k.Aliases {
		as.Name = alias
		if d := Decide(as, others, nil); sureness(d) > sureness(best) {
			best = d
		}
	}
	return best
}

// sureness orders decisions: attach before review before create, then by score.
func sureness(d Decision) float64 {
	switch d.Action {
	case Attach:
		return 2 + d.Score
	case Review:
		return 1 + d.Score
	default:
		return d.Score
	}
}

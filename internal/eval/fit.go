package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// family is how the weights of some forms of names are fitted: on which sets, and how much a pair of each counts.
type family struct {
	name  string
	parts []fitPart
}

type fitPart struct {
	set      string
	forms    func(mention.NameForm) bool
	weight   float64
	sameOnly bool // names heard wrongly are few among the names in show notes: those that are the same count more
}

var (
	isPerson  = func(f mention.NameForm) bool { return f == mention.PersonName }
	isBook    = func(f mention.NameForm) bool { return f == mention.WorkTitle }
	isProduct = func(f mention.NameForm) bool { return f == mention.ProductName }
	isOther   = func(f mention.NameForm) bool { return !isPerson(f) && !isBook(f) && !isProduct(f) }

	otherParts = []fitPart{
		{"show-notes", isOther, 1, false}, {"heard", isOther, 0.1, false}, {"strangers", isOther, 1, false}, {"heard", isOther, 5, true},
	}
	families = []family{
		{"person", []fitPart{
			{"podcast-names", isPerson, 5, false},
			{"show-notes", isPerson, 5, false},
			{"heard", isPerson, 1, false},
			{"strangers", isPerson, 1, false},
			{"heard", isPerson, 5, true},
			{"show-notes", isPerson, 5, true},
		}},
		{"name", otherParts},
		{"work", append([]fitPart{
			{"heard", isBook, 1, false}, {"strangers", isBook, 1, false}, {"show-notes", isBook, 3, false}, {"heard", isBook, 5, true},
		}, otherParts...)},
		{"product", listings(
			fitPart{"show-notes", isProduct, 1, false}, fitPart{"strangers", isProduct, 1, false},
			fitPart{"listings", isProduct, 3, false}, fitPart{"listings", isProduct, 3, true}, // few, of what the other sets lack
		)},
	}
)

// listings adds the product sets to the parts. What is the same counts almost twice: of such pairs there is one in ten, and
// the one threshold that all sets have is then where they are told apart best.
func listings(parts ...fitPart) []fitPart {
	for _, name := range dittoSets {
		parts = append(parts, fitPart{name, isProduct, 1, false}, fitPart{name, isProduct, 0.8, true})
	}
	return parts
}

// familyOf is the index of the family whose weights names of a form have. Names of places are weighed by hand.
func familyOf(form mention.NameForm) int {
	switch form {
	case mention.PersonName:
		return 0
	case mention.WorkTitle:
		return 2
	case mention.ProductName:
		return 3
	}
	return 1
}

// samples are the pairs that a family is fitted on, without those of the set that is left out.
func (f family) samples(sets []set, without string) []sample {
	var out []sample
	for _, part := range f.parts {
		for _, s := range sets {
			if s.name != part.set || s.name == without {
				continue
			}
			var list []pair
			for _, p := range s.pairs {
				if part.forms(p.a.Type.Names()) && (p.same || !part.sameOnly) {
					list = append(list, p)
				}
			}
			out = append(out, samples(list, part.weight)...)
		}
	}
	return out
}

// crossValidate fits all families without one set after the other and adds what that is worth on the set left out, at the threshold
// that the product has for all: what the weights promise for names that nobody has seen.
func crossValidate(r *Report, sets []set) {
	const part = "Matching of labeled pairs, fitted without the set"
	for _, left := range sets {
		var weights [][]float64
		for _, f := range families {
			weights = append(weights, fit(f.samples(sets, left.name)))
		}
		var list []scored
		alike := 0
		for _, p := range left.pairs {
			x := match.Prepare(p.a).Features(match.Prepare(p.b))
			s := scored{probability(weights[familyOf(p.a.Type.Names())], x[:]), p.same}
			if list = append(list, s); s.score >= match.ThresholdReview {
				alike++
			}
		}
		if !slices.ContainsFunc(list, func(x scored) bool { return x.same }) { // strangers
			r.share(part, left.name+": wrongly called the same", alike, len(list), "0")
			continue
		}
		p, recall, f := at(list, match.ThresholdReview)
		r.add(part, left.name+": precision", Share, p, len(list), "")
		r.add(part, left.name+": recall", Share, recall, len(list), "")
		r.add(part, left.name+": F1", Share, f, len(list), "")
		_, _, recall = sweep(list)
		r.add(part, left.name+": recall at precision 0.98", Share, recall, len(list), "")
	}
}

// sample is one pair for fitting.
type sample struct {
	x      []float64
	same   bool
	weight float64
}

func samples(pairs []pair, weight float64) []sample {
	out := make([]sample, 0, len(pairs))
	for _, p := range pairs {
		f := match.Prepare(p.a).Features(match.Prepare(p.b))
		out = append(out, sample{x: f[:], same: p.same, weight: weight})
	}
	return out
}

// negative names the features that may only speak against a pair; all others may only speak for it, so that a fitted
// model never rewards a difference because of an accident of the data.
var negative = map[string]bool{
	"tails": true, "no_number": true, "numbers": true, "no_code": true, "endings": true, "codes": true, "sizes": true, "no_version": true,
	"more_versions": true, "versions": true, "colors": true, "systems": true, "languages": true, "editions": true, "initials": true,
	"conflict": true, "given_missing": true,
}

// fit finds logistic weights by Newton's method, one weight after the other within each step, with an L2 penalty and the signs
// above.
func fit(data []sample) []float64 {
	names := match.FeatureNames()
	n := len(names)
	w := make([]float64, n)
	var total float64
	for _, s := range data {
		total += s.weight
	}
	const rounds, sweeps, penalty = 30, 20, 2e-4
	for range rounds {
		slope, curve := derivatives(data, w, total)
		for i := 1; i < n; i++ {
			slope[i] += penalty * w[i]
			curve[i][i] += penalty
		}
		step := make([]float64, n)
		for range sweeps {
			for i := range n {
				d := slope[i]
				for j := range n {
					if j != i {
						d += curve[i][j] * step[j]
					}
				}
				step[i] = allowed(names[i], w[i]-d/(curve[i][i]+1e-9)) - w[i]
			}
		}
		for i := range n {
			w[i] += step[i]
		}
	}
	return w
}

// allowed is a weight within its sign.
func allowed(name string, w float64) float64 {
	switch {
	case name == "bias":
		return w
	case negative[name]:
		return min(0, w)
	default:
		return max(0, w)
	}
}

// derivatives are the slope and the curvature of the loss at w.
func derivatives(data []sample, w []float64, total float64) (slope []float64, curve [][]float64) {
	n := len(w)
	slope, curve = make([]float64, n), make([][]float64, n)
	for i := range curve {
		curve[i] = make([]float64, n)
	}
	for _, s := range data {
		p := probability(w, s.x)
		e, c := p, s.weight*p*(1-p)/total
		if s.same {
			e--
		}
		e *= s.weight / total
		for i, x := range s.x {
			if x == 0 {
				continue
			}
			slope[i] += e * x
			for j, y := range s.x {
				curve[i][j] += c * x * y
			}
		}
	}
	return slope, curve
}

func probability(w, x []float64) float64 {
	var z float64
	for i := range x {
		z += w[i] * x[i]
	}
	return 1 / (1 + math.Exp(-z))
}

// literal prints weights as they stand in the model's source.
func literal(w []float64) string {
	var b strings.Builder
	for i, name := range match.FeatureNames() {
		if math.Abs(w[i]) >= 0.01 {
			fmt.Fprintf(&b, " %s=%.2f", name, w[i])
		}
	}
	return b.String()
}

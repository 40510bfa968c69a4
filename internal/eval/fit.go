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
	isPerson = func(f mention.NameForm) bool { return f == mention.PersonName }
	isBook   = func(f mention.NameForm) bool { return f == mention.WorkTitle }
	isOther  = func(f mention.NameForm) bool { return !isPerson(f) && !isBook(f) }

	otherParts = []fitPart{
		{"show-notes", isOther, 1, false}, {"heard", isOther, 0.1, false}, {"strangers", isOther, 1, false}, {"heard", isOther, 5, true},
	}
	families = []family{
		{"person", []fitPart{
			{"podcast-names", isPerson, 5, false},
			{"show-notes", isPerson, 5, false},
			{"heard", isPerson, 1, false},
			{"strangers", isPerson, 1, false},
		}},
		{"name", otherParts},
		{"work", append([]fitPart{
			{"heard", isBook, 1, false}, {"strangers", isBook, 1, false}, {"show-notes", isBook, 3, false}, {"heard", isBook, 5, true},
		}, otherParts...)},
		{"product", append([]fitPart{
			{"Textual/Abt-Buy", isOther, 1, false},
			{"Structured/Amazon-Google", isOther, 1, false},
			{"Structured/Walmart-Amazon", isOther, 1, false},
			{"Structured/DBLP-ACM", isOther, 1, false},
		}, otherParts...)},
	}
)

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

// crossValidate fits all families without one set after the other, chooses one threshold by the sets fitted on, and adds what
// that is worth on the set left out: what the weights promise for names that nobody has seen.
func crossValidate(r *Report, sets []set) {
	const part = "Matching of labeled pairs, fitted without the set"
	for _, left := range sets {
		var weights [][]float64
		for _, f := range families {
			weights = append(weights, fit(f.samples(sets, left.name)))
		}
		judge := func(s set) []scored {
			var list []scored
			for _, p := range s.pairs {
				x := match.Prepare(p.a).Features(match.Prepare(p.b))
				list = append(list, scored{probability(weights[familyOf(p.a.Type.Names())], x[:]), p.same})
			}
			return list
		}
		var fitted [][]scored
		for _, s := range sets {
			if s.name != left.name {
				fitted = append(fitted, judge(s))
			}
		}
		threshold := oneThreshold(fitted)
		list := judge(left)
		r.add(part, left.name+": threshold", Number, threshold, 0, "")
		if !slices.ContainsFunc(list, func(x scored) bool { return x.same }) { // strangers
			alike := 0
			for _, x := range list {
				if x.score >= threshold {
					alike++
				}
			}
			r.share(part, left.name+": wrongly called the same", alike, len(list), "0")
			continue
		}
		p, recall, f := at(list, threshold)
		r.add(part, left.name+": precision", Share, p, len(list), "")
		r.add(part, left.name+": recall", Share, recall, len(list), "")
		r.add(part, left.name+": F1", Share, f, len(list), "")
	}
}

// oneThreshold is where the mean F1 of all sets is best.
func oneThreshold(sets [][]scored) float64 {
	best, threshold := -1.0, 0.5
	for t := 0.05; t < 1; t += 0.01 {
		sum := 0.0
		for _, s := range sets {
			_, _, f := at(s, t)
			sum += f
		}
		if sum > best {
			best, threshold = sum, t
		}
	}
	return threshold
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
var negative = map[string]bool{"tails": true, "no_number": true, "numbers": true, "initials": true, "conflict": true, "given_missing": true}

// fit finds logistic weights by gradient descent with momentum, L2 penalty and the signs above.
func fit(data []sample) []float64 {
	names := match.FeatureNames()
	w, v := make([]float64, len(names)), make([]float64, len(names))
	var total float64
	for _, s := range data {
		total += s.weight
	}
	const rounds, rate, momentum, penalty = 4000, 1.5, 0.9, 2e-4
	for range rounds {
		g := make([]float64, len(w))
		for _, s := range data {
			e := probability(w, s.x)
			if s.same {
				e--
			}
			for i, x := range s.x {
				g[i] += s.weight * e * x / total
			}
		}
		for i, name := range names {
			if i > 0 {
				g[i] += penalty * w[i]
			}
			v[i] = momentum*v[i] - rate*g[i]*0.3
			w[i] += v[i]
			switch {
			case i == 0:
			case negative[name]:
				w[i] = min(0, w[i])
			default:
				w[i] = max(0, w[i])
			}
		}
	}
	return w
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

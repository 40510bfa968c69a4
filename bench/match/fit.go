package main

import (
	"fmt"
	"math"
	"strings"

	"mentionary/internal/match"
)

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

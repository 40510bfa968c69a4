package main

import (
	"math"
	"math/rand/v2"

	"mentionary/internal/extract/tagger"
)

const tags = tagger.Tags

// example is a sentence with its features as numbers.
type example struct {
	features [][]int32
	gold     []int
	allowed  [tags]bool
}

// crf is a linear-chain conditional random field, trained by AdaGrad on one sentence after the other.
type crf struct {
	weights, squares [][tags]float32
	pass, passSquare [tags][tags]float32
	rate, decay      float32
	random           *rand.Rand

	emit, ahead, back [][tags]float64
}

const forbidden = -30 // the score of a transition that cannot be: inside a name that did not begin

func newCRF(features int, rate, decay float32, seed uint64) *crf {
	c := &crf{
		weights: make([][tags]float32, features), squares: make([][tags]float32, features),
		rate: rate, decay: decay, random: rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // the same order every time is what is wanted
	}
	for from := range tags {
		for to := 2; to < tags; to += 2 {
			if from != to && from != to-1 {
				c.pass[from][to] = forbidden
			}
		}
	}
	return c
}

// epoch goes once over all examples in a new order and returns the mean loss of a word.
func (c *crf) epoch(examples []example) float64 {
	loss, words := 0.0, 0
	for _, i := range c.random.Perm(len(examples)) {
		loss += c.learn(examples[i])
		words += len(examples[i].gold)
	}
	return loss / float64(words)
}

func (c *crf) learn(e example) float64 {
	logZ := c.forwardBackward(e)
	n := len(e.gold)
	score := 0.0
	var passGrad [tags][tags]float64
	for i := range n {
		score += c.score(e.features[i], e.gold[i])
		from := 0
		if i > 0 {
			from = e.gold[i-1]
		}
		score += float64(c.pass[from][e.gold[i]])
		passGrad[from][e.gold[i]]++
		c.expectPass(i, &passGrad)
	}
	for i := range n {
		var grad [tags]float64
		sum := 0.0
		for t := range tags {
			grad[t] = c.ahead[i][t] * c.back[i][t]
			sum += grad[t]
		}
		for t := range tags {
			grad[t] = -grad[t] / sum
		}
		grad[e.gold[i]]++
		for _, f := range e.features[i] {
			w, q := &c.weights[f], &c.squares[f]
			for t, g := range grad {
				if !e.allowed[t] {
					continue // the annotators did not look for it
				}
				step := float32(g) - c.decay*w[t]
				q[t] += step * step
				w[t] += c.rate * step / float32(math.Sqrt(float64(q[t])+1e-6))
			}
		}
	}
	for from := range tags {
		for to, g := range passGrad[from] {
			if c.pass[from][to] <= forbidden || !e.allowed[from] || !e.allowed[to] || g == 0 {
				continue
			}
			q := &c.passSquare[from][to]
			*q += float32(g * g)
			c.pass[from][to] += c.rate * float32(g) / float32(math.Sqrt(float64(*q)+1e-6))
		}
	}
	return logZ - score
}

func (c *crf) score(features []int32, tag int) float64 {
	s := 0.0
	for _, f := range features {
		s += float64(c.weights[f][tag])
	}
	return s
}

// forwardBackward fills emit, ahead and back over the allowed tags and returns the logarithm of the sum over all ways.
func (c *crf) forwardBackward(e example) float64 {
	n := len(e.gold)
	for len(c.emit) < n {
		c.emit, c.ahead, c.back = append(c.emit, [tags]float64{}), append(c.ahead, [tags]float64{}), append(c.back, [tags]float64{})
	}
	var pass [tags][tags]float64
	for f := range tags {
		for t := range tags {
			pass[f][t] = math.Exp(float64(c.pass[f][t]))
		}
	}
	logZ := 0.0
	for i := range n {
		logZ += c.fillEmit(e, i) + c.fillAhead(i, &pass)
	}
	c.fillBack(n, &pass)
	return logZ
}

// fillEmit fills how well each tag fits word i alone, scaled by the best, and returns the logarithm of the scale.
func (c *crf) fillEmit(e example, i int) float64 {
	var scores [tags]float64
	for _, f := range e.features[i] {
		for t, w := range c.weights[f] {
			scores[t] += float64(w)
		}
	}
	most := math.Inf(-1)
	for t, s := range scores {
		if e.allowed[t] {
			most = max(most, s)
		}
	}
	for t, s := range scores {
		c.emit[i][t] = 0
		if e.allowed[t] {
			c.emit[i][t] = math.Exp(s - most)
		}
	}
	return most
}

// fillAhead fills the share of each tag of word i in all ways there, and returns the logarithm of what they were scaled by.
func (c *crf) fillAhead(i int, pass *[tags][tags]float64) float64 {
	var next [tags]float64
	sum := 0.0
	for t := range tags {
		if i == 0 {
			next[t] = pass[0][t]
		} else {
			for f, p := range c.ahead[i-1] {
				next[t] += p * pass[f][t]
			}
		}
		next[t] *= c.emit[i][t]
		sum += next[t]
	}
	for t := range tags {
		c.ahead[i][t] = next[t] / sum
	}
	return math.Log(sum)
}

// fillBack fills the share of each tag of every word in all ways from there to the end.
func (c *crf) fillBack(n int, pass *[tags][tags]float64) {
	for t := range tags {
		c.back[n-1][t] = 1
	}
	for i := n - 2; i >= 0; i-- {
		sum := 0.0
		for f := range tags {
			x := 0.0
			for t := range tags {
				x += pass[f][t] * c.emit[i+1][t] * c.back[i+1][t]
			}
			c.back[i][f] = x
			sum += x
		}
		for f := range tags {
			c.back[i][f] /= sum
		}
	}
}

// expectPass takes what the model expects of the transition to word i from the gradient.
func (c *crf) expectPass(i int, grad *[tags][tags]float64) {
	var p [tags][tags]float64
	sum := 0.0
	for f := range tags {
		if i == 0 && f > 0 {
			break
		}
		ahead := 1.0
		if i > 0 {
			ahead = c.ahead[i-1][f]
		}
		if ahead < 1e-12 {
			continue
		}
		for t := range tags {
			p[f][t] = ahead * math.Exp(float64(c.pass[f][t])) * c.emit[i][t] * c.back[i][t]
			sum += p[f][t]
		}
	}
	for f := range tags {
		for t := range tags {
			if p[f][t] > 0 {
				grad[f][t] -= p[f][t] / sum
			}
		}
	}
}

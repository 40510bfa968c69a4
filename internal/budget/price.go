package budget

import (
	"maps"
	"strings"
)

// Price is what a million tokens of a model cost, and a minute of audio that a speech server hears, in US dollars.
type Price struct{ Prompt, Cached, Completion, Minute float64 }

// Prices are those of models, and of speech servers, by their names.
type Prices map[string]Price

// Batch ends the name under which the ledger and the prices have what a model reads in batches of its server.
const Batch = " (batch)"

// batchShare is the part of a price that servers ask for in a batch.
const batchShare = 0.5

// InBatch returns the name under which a model's batches are booked and priced.
func InBatch(model string) string { return model + Batch }

// WithBatches adds what the same models cost in batches, half as much, to the prices that do not say so.
func (p Prices) WithBatches() Prices {
	out := maps.Clone(p)
	for model, price := range p {
		if _, said := p[InBatch(model)]; !said && !strings.HasSuffix(model, Batch) {
			out[InBatch(model)] = Price{
				Prompt: price.Prompt * batchShare, Cached: price.Cached * batchShare, Completion: price.Completion * batchShare,
			}
		}
	}
	return out
}

// Tokens are what calls of one model took. The cached ones are part of the prompt's.
type Tokens struct{ Prompt, Cached, Completion int }

// Total is what counts against caps.
func (t Tokens) Total() int { return t.Prompt + t.Completion }

// Of returns what tokens cost, in US dollars. Numbers that cannot be cost nothing.
func (p Price) Of(t Tokens) float64 {
	prompt, completion := max(t.Prompt, 0), max(t.Completion, 0)
	cached := max(0, min(t.Cached, prompt))
	return (float64(prompt-cached)*p.Prompt + float64(cached)*p.Cached + float64(completion)*p.Completion) / 1e6
}

// Listening returns what it costs to hear so many milliseconds, in US dollars.
func (p Price) Listening(ms int) float64 { return float64(max(ms, 0)) / msPerMinute * p.Minute }

const msPerMinute = 60_000

// Cost adds up what calls of several models took.
type Cost struct {
	Tokens
	HeardMS  int // of audio, by speech servers
	Calls    int
	Dollars  float64 // of the models that have a price
	Unpriced int     // prompt and completion tokens of those that have none
	Priced   bool    // a model has one
}

// Add adds the calls of a model: what they read and wrote, and what a speech server heard, in milliseconds.
func (c *Cost) Add(prices Prices, model string, t Tokens, heardMS, calls int) {
	c.Prompt += t.Prompt
	c.Cached += t.Cached
	c.Completion += t.Completion
	c.HeardMS += heardMS
	c.Calls += calls
	price, known := prices[model]
	if !known {
		c.Unpriced += t.Total()
		return
	}
	c.Priced = true
	c.Dollars += price.Of(t) + price.Listening(heardMS)
}

// Weight compares costs of which some may have no price: in tokens, a minute of audio for as many as it costs at most servers.
func (c *Cost) Weight() int { return c.Total() + c.HeardMS/MSPerToken }

// MSPerToken is how much audio weighs as much as a token.
const MSPerToken = 10

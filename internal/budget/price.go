package budget

// Price is what a million tokens of a model cost, in US dollars. The zero value is no price.
type Price struct{ Prompt, Cached, Completion float64 }

// Prices are those of models by their names.
type Prices map[string]Price

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

// Cost adds up what calls of several models took.
type Cost struct {
	Tokens
	Calls    int
	Dollars  float64 // of the models that have a price
	Unpriced int     // prompt and completion tokens of those that have none
	Priced   bool    // a model has one
}

// Add adds the calls of a model.
func (c *Cost) Add(prices Prices, model string, t Tokens, calls int) {
	c.Prompt += t.Prompt
	c.Cached += t.Cached
	c.Completion += t.Completion
	c.Calls += calls
	price, known := prices[model]
	if !known {
		c.Unpriced += t.Total()
		return
	}
	c.Priced = true
	c.Dollars += price.Of(t)
}

package budget_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/budget"
)

func TestACostIsWhatThePricesSay(t *testing.T) {
	t.Parallel()
	price := budget.Price{Prompt: 2, Cached: 0.5, Completion: 10}
	for name, c := range map[string]struct {
		tokens budget.Tokens
		want   float64
	}{
		"fresh, cached and written":         {budget.Tokens{Prompt: 1_000_000, Cached: 400_000, Completion: 100_000}, 2.4},
		"more cached than there was prompt": {budget.Tokens{Prompt: 1_000_000, Cached: 9_000_000}, 0.5},
		"what cannot be":                    {budget.Tokens{Prompt: -1, Cached: -5, Completion: -7}, 0},
	} {
		require.InDelta(t, c.want, price.Of(c.tokens), 1e-9, name)
	}
}

func TestModelsWithoutAPriceHaveTokensAndNoDollars(t *testing.T) {
	t.Parallel()
	prices := budget.Prices{"known": {Prompt: 1, Cached: 1, Completion: 1}, "free": {}}
	var c budget.Cost
	c.Add(prices, "unknown", budget.Tokens{Prompt: 10, Completion: 5}, 0, 1)
	require.False(t, c.Priced)
	c.Add(prices, "free", budget.Tokens{Prompt: 7}, 0, 1)
	require.True(t, c.Priced, "a price of nothing is a price")
	c.Add(prices, "known", budget.Tokens{Prompt: 1_000_000, Cached: 3, Completion: 1_000_000}, 0, 2)
	require.InDelta(t, 2, c.Dollars, 1e-9)
	require.Equal(t, budget.Tokens{Prompt: 1_000_017, Cached: 3, Completion: 1_000_005}, c.Tokens)
	require.Equal(t, [2]int{15, 4}, [2]int{c.Unpriced, c.Calls})
}

func TestAudioCostsByTheMinute(t *testing.T) {
	t.Parallel()
	prices := budget.Prices{"whisper": {Minute: 0.006}, "own": {}}
	var c budget.Cost
	c.Add(prices, "whisper", budget.Tokens{}, 90_000, 1)
	c.Add(prices, "own", budget.Tokens{}, 60_000, 1)
	require.InDelta(t, 0.009, c.Dollars, 1e-9)
	require.Equal(t, [3]int{150_000, 2, 0}, [3]int{c.HeardMS, c.Calls, c.Unpriced})
	require.Zero(t, budget.Price{Minute: 1}.Listening(-5))
	require.Equal(t, 15_000, c.Weight())
}

func TestBatchesCostHalfUnlessTheirPriceIsSaid(t *testing.T) {
	t.Parallel()
	prices := budget.Prices{
		"small": {Prompt: 2, Cached: 1, Completion: 8}, "large": {Prompt: 4}, budget.InBatch("large"): {Prompt: 3},
		budget.InBatch("gone"): {Prompt: 1},
	}
	require.Equal(t, budget.Prices{
		"small": {Prompt: 2, Cached: 1, Completion: 8}, budget.InBatch("small"): {Prompt: 1, Cached: 0.5, Completion: 4},
		"large": {Prompt: 4}, budget.InBatch("large"): {Prompt: 3}, budget.InBatch("gone"): {Prompt: 1},
	}, prices.WithBatches())
	require.Len(t, prices, 4, "the table stays as it was")
}

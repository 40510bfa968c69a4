package budget_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/budget"
	"mentionary/internal/fault"
)

// evening is two hours before midnight UTC, told in another zone.
var evening = time.Date(2026, 3, 2, 7, 0, 0, 0, time.FixedZone("", 9*60*60))

const toMidnight = 2 * time.Hour

var ann, bob, eve = 1, 2, 3

// book is a ledger with the system's day under 0.
type book map[int]budget.Used

func (b book) used(id *int) (budget.Used, error) {
	if id == nil {
		return b[0], nil
	}
	return b[*id], nil
}

func TestTheFirstWithRoomPays(t *testing.T) {
	t.Parallel()
	caps := budget.Caps{System: 1000, Default: 100, Own: map[int]int{bob: 300}}
	day := book{0: {Spent: 200, Reserved: 100}, ann: {Spent: 50, Reserved: 10}, bob: {Spent: 100}}
	for name, c := range map[string]struct {
		wanting []*int
		tokens  int
		want    *int
	}{
		"who asked first":                  {[]*int{&ann, &bob}, 40, &ann},
		"then the next":                    {[]*int{&ann, &bob}, 41, &bob},
		"up to a cap of their own":         {[]*int{&bob, &ann}, 200, &bob},
		"somebody new has the default cap": {[]*int{&ann, &eve}, 100, &eve},
		"the system when it is next":       {[]*int{&ann, nil, &bob}, 200, nil},
		"the system up to its own cap":     {[]*int{nil}, 700, nil},
	} {
		got, err := caps.Payer(c.wanting, c.tokens, evening, day.used)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
}

func TestARefusalSaysWhyAndWhenToAskAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		caps budget.Caps
		day  book
		want int
		says string
		wait time.Duration
	}{
		"spent":            {budget.Caps{Default: 100}, book{ann: {Spent: 100}}, 1, "is used up", toMidnight},
		"overspent":        {budget.Caps{Default: 100}, book{ann: {Spent: 150}}, 200, "is used up", toMidnight},
		"too little left":  {budget.Caps{Default: 100}, book{ann: {Spent: 60}}, 41, "Too little is left", toMidnight},
		"reserved":         {budget.Caps{Default: 100}, book{ann: {Spent: 10, Reserved: 60}}, 50, "set aside for calls under way", time.Minute},
		"never":            {budget.Caps{Default: 100}, book{}, 101, "lower than one part of the transcript needs", toMidnight},
		"an own lower cap": {budget.Caps{Default: 100, Own: map[int]int{ann: 10}}, book{ann: {Spent: 10}}, 1, "is used up", toMidnight},
		"the system":       {budget.Caps{System: 100}, book{0: {Spent: 100}}, 1, "is used up", toMidnight},
	} {
		_, err := c.caps.Payer([]*int{&ann}, c.want, evening, c.day.used)
		require.True(t, fault.Is(err, fault.Budget), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, c.says, name)
		require.Equal(t, c.wait, fault.Of(err).RetryAfter, name)
	}
}

func TestAmongThoseWhoCannotPayTheSoonestCounts(t *testing.T) {
	t.Parallel()
	caps := budget.Caps{Default: 100}
	day := book{ann: {Spent: 100}, bob: {Reserved: 100}, eve: {Spent: 100}}
	_, err := caps.Payer([]*int{&ann, &bob, &eve}, 1, evening, day.used)
	require.Equal(t, time.Minute, fault.Of(err).RetryAfter)
}

func TestTheSystemsCapHoldsForEverybody(t *testing.T) {
	t.Parallel()
	caps := budget.Caps{System: 100, Default: 1000}
	_, err := caps.Payer([]*int{&ann}, 1, evening, book{0: {Reserved: 100}}.used)
	require.True(t, fault.Is(err, fault.Budget), "%v", err)
}

func TestWithoutCapsNoLedgerIsRead(t *testing.T) {
	t.Parallel()
	unread := func(*int) (budget.Used, error) { return budget.Used{}, errors.New("read") }
	got, err := budget.Caps{}.Payer([]*int{&ann}, 1<<40, evening, unread)
	require.NoError(t, err)
	require.Equal(t, &ann, got)
	for _, caps := range []budget.Caps{{System: 1}, {Default: 1}} {
		_, err = caps.Payer([]*int{&ann, &bob}, 1, evening, unread)
		require.EqualError(t, err, "read", "a ledger that cannot be read is no refusal")
	}
}

func TestACapIsRaisedByAHigherOneAndByNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, after int
		want          bool
	}{{100, 101, true}, {100, 0, true}, {100, 100, false}, {100, 99, false}, {0, 100, false}, {0, 0, false}} {
		require.Equal(t, c.want, budget.Raised(c.before, c.after), "%d to %d", c.before, c.after)
	}
}

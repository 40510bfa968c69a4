package match_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
)

// most are the ids of what shares most with an entity.
func most(s *match.Sharing, c *match.Counting, id, limit int, apart map[int]bool) []int {
	var ids []int
	for _, at := range c.Most(id, limit, apart).All {
		ids = append(ids, s.ID(at))
	}
	return ids
}

func TestSharingFindsWhatSharedFinds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	const entities = 300
	var ids []int
	for i := range entities {
		ids = append(ids, 10+3*i)
	}
	some := func(most int) []int {
		var out []int
		for range 1 + r.IntN(most) {
			out = append(out, 10+3*r.IntN(entities))
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	var blocks, keys [][]int
	sharing := match.NewSharing(ids)
	for range 400 {
		blocks = append(blocks, some(40))
		sharing.AddBlock(append(blocks[len(blocks)-1], 11, 12)) // others are unlisted
	}
	for range 20 {
		keys = append(keys, some(4))
		sharing.AddSameKey(keys[len(keys)-1])
	}
	gone, into := ids[7], ids[9]
	sharing.Merge(gone, into)
	for i, b := range blocks {
		if slices.Contains(b, gone) {
			blocks[i] = slices.DeleteFunc(b, func(id int) bool { return id == gone || id == into })
			blocks[i] = append(blocks[i], into)
		}
	}
	for i, k := range keys {
		keys[i] = slices.DeleteFunc(k, func(id int) bool { return id == gone })
	}
	count := sharing.NewCounting()
	require.Empty(t, most(sharing, count, gone, 60, nil), "what is part of another entity")
	require.Empty(t, most(sharing, count, 11, 60, nil), "what is not listed")
	found := 0
	for _, id := range ids {
		if id == gone {
			continue
		}
		apart := map[int]bool{ids[r.IntN(entities)]: true, ids[r.IntN(entities)]: true}
		shared := match.Shared{}
		for _, list := range blocks {
			if slices.Contains(list, id) {
				shared.AddBlock(list)
			}
		}
		for _, list := range keys {
			if slices.Contains(list, id) {
				shared.AddSameKey(list)
			}
		}
		delete(shared, id)
		for other := range apart {
			delete(shared, other)
		}
		for _, limit := range []int{1, 5, 60, 1000} {
			want := shared.Most(limit)
			got := most(sharing, count, id, limit, apart)
			require.ElementsMatch(t, want, got)
			found += len(got)
		}
	}
	require.Greater(t, found, 10*entities)
}

func TestALargeBlockTellsNothingInSharingEither(t *testing.T) {
	t.Parallel()
	ids := make([]int, match.MaxBlockSize+1)
	for i := range ids {
		ids[i] = i + 1
	}
	sharing := match.NewSharing(ids)
	sharing.AddBlock(ids)
	require.Empty(t, most(sharing, sharing.NewCounting(), 1, 60, nil))
	sharing.AddBlock(ids[:match.MaxBlockSize])
	require.Len(t, most(sharing, sharing.NewCounting(), 1, 1000, nil), match.MaxBlockSize-1)
}

func TestWhatSharesWithAnEntity(t *testing.T) {
	t.Parallel()
	sharing := match.NewSharing([]int{1, 2, 3, 4, 5, 6})
	sharing.AddBlock([]int{1, 2})
	sharing.AddBlock([]int{3, 4})
	sharing.AddSameKey([]int{2, 5})
	with := func(id int) []int {
		ids := sharing.With(id)
		slices.Sort(ids)
		return slices.Compact(ids)
	}
	require.Equal(t, []int{1, 2, 5}, with(2))
	require.Equal(t, []int{6}, with(6), "itself")
	require.Equal(t, []int{7}, with(7), "what is not listed")
	sharing.Merge(2, 3)
	require.Equal(t, []int{1, 2, 3, 5}, with(2), "what it shared, now with what it is part of")
	require.Equal(t, []int{1, 2, 3, 4}, with(3), "and what it brought")
}

func TestWhatWasComparedFromTheOtherSideIsNotOpen(t *testing.T) {
	t.Parallel()
	sharing := match.NewSharing([]int{1, 2, 3, 4, 5})
	sharing.AddBlock([]int{1, 2, 3, 4, 5})
	sharing.AddBlock([]int{1, 5})
	count := sharing.NewCounting()
	ids := func(places []int32) []int {
		var out []int
		for _, at := range places {
			out = append(out, sharing.ID(at))
		}
		slices.Sort(out)
		return out
	}
	first := count.Most(1, 2, nil) // 5 shares more, and 2 is the first of those that share as much
	require.Equal(t, []int{2, 5}, ids(first.All))
	require.Equal(t, []int{2, 5}, ids(first.Open))
	two, _ := sharing.Place(2)
	sharing.Compared(first, []int32{two})

	second := count.Most(2, 4, nil)
	require.Equal(t, []int{1, 3, 4, 5}, ids(second.All))
	require.Equal(t, []int{3, 4, 5}, ids(second.Open))
	require.Equal(t, []int{1}, ids(second.Alike))
	require.Equal(t, []int{1}, ids(count.Most(3, 1, nil).Open), "1 was not compared with it")
	fifth := count.Most(5, 1, nil)
	require.Equal(t, []int{1}, ids(fifth.All))
	require.Empty(t, fifth.Open)
	require.Empty(t, fifth.Alike, "was compared and is not the same")

	sharing.Compared(second, nil)
	sharing.Merge(4, 2)
	require.Equal(t, []int{1, 3, 5}, ids(count.Most(2, 4, nil).Open), "it has other names now")
	require.Equal(t, []int{2}, ids(count.Most(3, 2, nil).Open)[1:], "from the other side, too")
	sharing.Compared(count.Most(2, 4, nil), nil)
	require.Equal(t, []int{1, 5}, ids(count.Most(3, 4, nil).Open), "until it was compared again")
}

func TestTheLowestOfEqualsAreTaken(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	const entities = 200
	ids := make([]int, entities)
	for i := range ids {
		ids[i] = i + 1
	}
	for limit := range entities {
		mixed := slices.Clone(ids)
		r.Shuffle(entities, func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		sharing := match.NewSharing(ids)
		sharing.AddBlock(mixed)
		require.ElementsMatch(t, ids[1:1+limit], most(sharing, sharing.NewCounting(), 1, limit, nil))
	}
}

package match_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
)

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
	require.Empty(t, count.Most(gone, 60, nil), "what is part of another entity")
	require.Empty(t, count.Most(11, 60, nil), "what is not listed")
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
			got := count.Most(id, limit, apart)
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
	require.Empty(t, sharing.NewCounting().Most(1, 60, nil))
	sharing.AddBlock(ids[:match.MaxBlockSize])
	require.Len(t, sharing.NewCounting().Most(1, 1000, nil), match.MaxBlockSize-1)
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

package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
)

func TestCandidatesAreThoseThatShareMost(t *testing.T) {
	t.Parallel()
	s := match.Shared{}
	s.AddBlock([]int{7, 3})
	s.AddBlock([]int{7, 5})
	require.Equal(t, []int{7, 3, 5}, s.Most(10), "most blocks first, equals by id")
	s.AddSameKey([]int{9})
	require.Equal(t, []int{9, 7}, s.Most(2), "the same key is more than any number of blocks")
	large := make([]int, 501)
	for i := range large {
		large[i] = 100 + i
	}
	s.AddBlock(large)
	require.Equal(t, []int{9, 7, 3, 5}, s.Most(10), "a block that so many share tells nothing")
	s.AddBlock(large[:500])
	require.Len(t, s.Most(1000), 504)
	require.Empty(t, match.Shared{}.Most(3))
}

func TestCoMentionsCountOthersOfTheEpisodeOnce(t *testing.T) {
	t.Parallel()
	// The candidates 1 and 2 were mentioned in the episodes 10 to 12; 5 and 6 are mentioned in the episode under way, and so is 1.
	got := match.CoMentions(
		[]match.Occurrence{{EntityID: 1, EpisodeID: 12}, {EntityID: 1, EpisodeID: 11}, {EntityID: 2, EpisodeID: 10}},
		[]match.Occurrence{
			{EntityID: 5, EpisodeID: 12}, {EntityID: 5, EpisodeID: 11}, {EntityID: 6, EpisodeID: 11}, {EntityID: 1, EpisodeID: 12},
		})
	require.Equal(t, map[int]int{1: 2, 2: 0}, got, "each other entity once, never the candidate itself")
}

package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

func TestWhichEntityTakesTheOtherIn(t *testing.T) {
	t.Parallel()
	listed := func(name string) match.Standing { return match.Standing{Name: name, Listed: true} }
	unlisted := func(name string) match.Standing { return match.Standing{Name: name} }
	for _, pair := range [][2]match.Standing{
		{unlisted("Tilla Brandauer"), listed("Brandauer")},
		{listed("Tiller Brandauer"), unlisted("Tilla Maria Brandauer")},
		{listed("Tilla Maria Brandauer"), listed("Tiller Brandauer")},
		{unlisted("Tilla Brandauer"), unlisted("Tiller Brandauer")},
	} {
		require.True(t, match.Before(mention.Person, pair[0], pair[1]), pair)
		require.False(t, match.Before(mention.Person, pair[1], pair[0]), pair)
	}
	require.False(t, match.Before(mention.Person, listed("Brandauer"), unlisted("Brandauer")), "one name is no other reading of itself")
}

package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// Lists of authors are sets: in any order, with initials, and often cut short.
func TestAuthorsAreComparedAsSets(t *testing.T) {
	t.Parallel()
	decide := func(a, b string) match.Action {
		s := match.Subject{Type: mention.Book, Name: "The Tide Tables", Author: a}
		return match.Decide(s, []match.Known{{ID: 1, Name: "The Tide Tables", Author: b}}, nil).Action
	}
	for _, same := range [][2]string{
		{"Ida Vintner, Orla Brask", "Orla Brask and Ida Vintner"},
		{"I. Vintner, O. Brask, T. Hallenberg", "Ida Vintner, Orla Brask, Tom Hallenberg"},
		{"Vintner, Ida; Brask, Orla", "Ida Vintner & Orla Brask"},
		{"Orla Brask", "Ida Vintner, Orla Brask, Tom Hallenberg"},
		{"Ida Vintner et al.", "Ida Vintner, Orla Brask"},
		{"Ida Vintner und Orla Brask", "I. Vintner"},
		{"Vintner, Ida", "Ida Vintner"},
	} {
		require.Equal(t, match.Attach, decide(same[0], same[1]), same)
	}
	for _, other := range [][2]string{
		{"Ida Vintner", "Tom Hallenberg"},
		{"Ida Vintner, Orla Brask", "Tom Hallenberg, Jan Orlov"},
		{"Ida Vintner, Orla Brask, Jan Orlov", "Ida Vintner, Tom Hallenberg, Ada Marquez"},
	} {
		require.Equal(t, match.Create, decide(other[0], other[1]), other)
	}
}

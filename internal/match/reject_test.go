package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// TestNoPairIsRejectedThatComparingSendsToReview compares made-up names with changed ones: what is left out early must come to nothing.
func TestNoPairIsRejectedThatComparingSendsToReview(t *testing.T) {
	t.Parallel()
	var list []match.Known
	for i, n := range people(70) {
		given, rest := n[:len(n)/2], n[len(n)/2:]
		list = append(list,
			match.Known{Name: n, Company: []string{"", "Acme", "Eppo"}[i%3]}, match.Known{Name: n[:len(n)-1]}, match.Known{Name: given + "e" + rest},
			match.Known{Name: "Robert " + rest}, match.Known{Name: "Bob A " + rest, Company: "Acme"}, match.Known{Name: n + " 2"},
		)
	}
	for _, typ := range []mention.Type{mention.Person, mention.Product, mention.Book, mention.Company, mention.Location} {
		t.Run(string(typ), func(t *testing.T) {
			t.Parallel()
			var names []match.Names
			for _, k := range list {
				names = append(names, match.NamesOf(typ, k))
			}
			yes := 0
			for i, one := range names {
				for j, other := range names {
					same := one.Compare(other).Score >= match.ThresholdReview
					if same != one.MayBeSame(other) {
						require.Failf(t, "another verdict", "%v and %v: %v", list[i], list[j], same)
					}
					if same {
						yes++
					}
				}
			}
			require.Greater(t, yes, len(list))
			require.Less(t, yes, len(list)*len(list)/2)
		})
	}
}

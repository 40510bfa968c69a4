package activities

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
)

// While lists are joined beside it, no change is lost, and nobody who holds names sees one.
func TestKnownNamesAreJoinedBesideChanges(t *testing.T) {
	t.Parallel()
	const each, changes = 600, 40 // lists too large to be joined at once
	k := &KnownNames{names: extract.NewNames(nil)}
	first := k.names
	for i := range changes {
		c := catalogue.ChangedNames{Version: int64(i + 1)}
		for j := range each {
			id := i*each/2 + j // half of them are known otherwise
			c.IDs = append(c.IDs, id)
			c.Known = append(c.Known, extract.Known{EntityID: id, Type: mention.Book, Name: fmt.Sprintf("Volume %d of %d", id, i)})
		}
		k.mu.Lock()
		k.apply(c)
		k.mu.Unlock()
	}
	k.joins.Wait()
	require.Nil(t, k.joining)
	require.Empty(t, k.later)
	require.Zero(t, first.Len())
	require.EqualValues(t, changes, k.version)
	require.Equal(t, (changes+1)*each/2, k.names.Len())
	for _, known := range k.names.All() {
		last := min(known.EntityID/(each/2), changes-1)
		require.Equal(t, fmt.Sprintf("Volume %d of %d", known.EntityID, last), known.Name)
	}
}

// A join that ends after all names were read anew is thrown away.
func TestAJoinThatIsOvertakenIsThrownAway(t *testing.T) {
	t.Parallel()
	anew := extract.NewNames([]extract.Known{{EntityID: 1, Type: mention.Book, Name: "Dune"}})
	k := &KnownNames{names: anew}
	k.join(extract.NewNames(nil))
	require.Same(t, anew, k.names)
}

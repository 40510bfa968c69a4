package extract_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// Names that were changed, step by step and joined now and then, are found as those are that are prepared anew, whatever their order.
func TestChangedNamesAreThoseThatArePreparedAnew(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		things := map[int]extract.Known{}
		names := extract.NewNames(nil)
		for range rapid.IntRange(1, 30).Draw(r, "changes") {
			var changed []int
			var known []extract.Known
			for _, id := range rapid.SliceOfNDistinct(rapid.IntRange(1, 40), 1, 8, rapid.ID).Draw(r, "ids") {
				changed = append(changed, id)
				delete(things, id)
				if rapid.IntRange(0, 3).Draw(r, "gone") > 0 {
					things[id] = thing(r, id)
					known = append(known, things[id])
				}
			}
			held, before := names, len(names.All())
			names = names.With(changed, known)
			require.Len(r, held.All(), before, "those who look into the old names see no change")
			if rapid.Bool().Draw(r, "join") {
				names = names.Joined()
			}
		}
		var all []extract.Known
		for _, k := range things {
			all = append(all, k)
		}
		anew := extract.NewNames(all)
		require.Equal(r, sorted(anew), sorted(names))
		require.Equal(r, len(all), names.Len())
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(nameWords), 1, 60).Draw(r, "text"), " ")
		claim := thing(r, 0)
		require.Equal(r, consolidated(text, claim, anew), consolidated(text, claim, names))
	})
}

var nameWords = []string{"Vorn", "Quell", "vorn", "Zadok", "the", "Brisk", "and", "VORN.", "Ulm,"}

// thing draws something with a name of few words, so that many are called alike.
func thing(r *rapid.T, id int) extract.Known {
	phrase := func() string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(nameWords[:7]), 1, 3).Draw(r, "name"), " ")
	}
	k := extract.Known{EntityID: id, Type: rapid.SampledFrom(mention.Types()).Draw(r, "type"), Name: phrase()}
	for range rapid.IntRange(0, 2).Draw(r, "aliases") {
		k.Aliases = append(k.Aliases, phrase())
	}
	return k
}

func sorted(n *extract.Names) []extract.Known {
	return slices.SortedFunc(slices.Values(n.All()), func(a, b extract.Known) int { return cmp.Compare(a.EntityID, b.EntityID) })
}

// consolidated consolidates a text in which an extractor claims one thing.
func consolidated(text string, claim extract.Known, names *extract.Names) extract.Result {
	cues := []transcript.Cue{{EndMS: 1000, Text: text}}
	doc := transcript.Layout(cues)
	chunk := extract.ChunkCandidates{
		Chunk:      transcript.Chunk{End: len(doc.Text), Text: doc.Text},
		Candidates: []mention.Candidate{{Type: claim.Type, Name: claim.Name, Surface: claim.Name, Quote: text, Aliases: claim.Aliases}},
	}
	return extract.Consolidate(doc, cues, []extract.ChunkCandidates{chunk}, []*extract.Names{names}, extract.Context{})
}

// Small changes do not copy what is large, and many of them come to few lists.
func TestManyChangesComeToFewLists(t *testing.T) {
	t.Parallel()
	names := extract.NewNames(nil)
	for i := range 3000 {
		names = names.With([]int{i}, []extract.Known{{EntityID: i, Type: mention.Book, Name: fmt.Sprint("Volume ", i)}})
		if names.Scattered() {
			names = names.Joined()
		}
	}
	require.Equal(t, 3000, names.Len())
	require.False(t, names.Joined().Scattered())
	text := "We read Volume 7 and Volume 2999 today."
	found := consolidated(text, extract.Known{}, names).Mentions
	require.Len(t, found, 2)
	gone := names.With([]int{7}, nil)
	require.Len(t, consolidated(text, extract.Known{}, gone).Mentions, 1)
	require.Len(t, consolidated(text, extract.Known{}, names).Mentions, 2)
}

// It plays no part whether a known name has "and" or the sign for it.
func TestAKnownNameIsFoundWithTheWordForASign(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Rivers & the Next Big Flood", "Rivers and the Next Big Flood"} {
		names := extract.NewNames([]extract.Known{{EntityID: 7, Type: mention.Book, Name: name}})
		other := extract.Known{EntityID: 1, Type: mention.Book, Name: "Nothing"}
		found := consolidated("We read Rivers and the Next Big Flood again.", other, names)
		require.Len(t, found.Mentions, 1, name)
		require.Equal(t, "Rivers and the Next Big Flood", found.Mentions[0].Surface)
	}
}

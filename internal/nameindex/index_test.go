package nameindex_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/mention"
	"mentionary/internal/nameindex"
)

// plain is the same by comparing every name.
type plain map[int]nameindex.Entity

func (p plain) find(fit func(name string) (int, bool), typ mention.Type, want int) (out []nameindex.Hit) {
	for _, e := range p {
		if typ != "" && e.Type != typ {
			continue
		}
		var fits []nameindex.Hit
		for _, n := range e.Names {
			if how, ok := fit(n); ok {
				fits = append(fits, nameindex.Hit{ID: e.ID, Mentions: e.Mentions, Name: n, Edits: how})
			}
		}
		if len(fits) > 0 {
			out = append(out, slices.MinFunc(fits, func(a, b nameindex.Hit) int { return a.Edits - b.Edits }))
		}
	}
	slices.SortFunc(out, func(a, b nameindex.Hit) int {
		return cmp.Or(cmp.Compare(a.Edits, b.Edits), cmp.Compare(b.Mentions, a.Mentions), cmp.Compare(a.ID, b.ID))
	})
	return out[:min(want, len(out))]
}

// fits says how a name fits a query, as a reader would.
func fits(q nameindex.Query) func(name string) (int, bool) {
	return func(name string) (int, bool) {
		all := true
		for _, w := range q.Words {
			all = all && strings.Contains(" "+name, " "+w)
		}
		switch {
		case name == q.Phrase:
			return int(nameindex.Whole), true
		case strings.HasPrefix(name, q.Phrase):
			return int(nameindex.Beginning), true
		case strings.Contains(name, " "+q.Phrase):
			return int(nameindex.Word), true
		case q.Inside && strings.Contains(name, q.Phrase):
			return int(nameindex.Inside), true
		}
		return int(nameindex.Words), all
	}
}

// edits is the number of wrong letters, without bounds.
func edits(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}

var (
	types = []mention.Type{mention.Book, mention.Person}
	word  = rapid.StringOfN(rapid.RuneFrom([]rune("abcdeé東京1")), 1, 5, -1)
	name  = rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 1, 3).Draw(t, "words"), " ") })
)

func TestWhatIsFoundIsWhatComparingEveryNameFinds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, all := nameindex.New(), plain{}
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			var changed []int
			var known []nameindex.Entity
			for range rapid.IntRange(0, 12).Draw(t, "entities") {
				e := nameindex.Entity{
					ID: rapid.IntRange(1, 20).Draw(t, "id"), Type: rapid.SampledFrom(types).Draw(t, "type"),
					Mentions: rapid.IntRange(1, 3).Draw(t, "mentions"), Names: rapid.SliceOfN(name, 1, 3).Draw(t, "names"),
				}
				if changed = append(changed, e.ID); rapid.Bool().Draw(t, "gone") {
					delete(all, e.ID)
					known = slices.DeleteFunc(known, func(k nameindex.Entity) bool { return k.ID == e.ID })
					continue
				}
				all[e.ID] = e
				known = append(known, e)
			}
			x.Change(changed, known)
			if rapid.Bool().Draw(t, "packed") {
				x.Pack()
			}
		}
		require.Equal(t, len(all), x.Len())
		requireKnown(t, x, all)
		phrase := name.Draw(t, "phrase")
		q := nameindex.Query{
			Phrase: phrase, Words: strings.Fields(phrase), Type: rapid.SampledFrom(append(types, "")).Draw(t, "of"),
			Inside: rapid.Bool().Draw(t, "inside"), Want: rapid.IntRange(1, 5).Draw(t, "want"),
		}
		found := x.Find(q)
		for i := range found {
			found[i].Fit, found[i].Edits, found[i].Name = 0, int(found[i].Fit), ""
		}
		wanted := all.find(fits(q), q.Type, q.Want)
		for i := range wanted {
			wanted[i].Name = ""
		}
		require.ElementsMatch(t, wanted, found)
		require.Equal(t, wanted, append(wanted[:0:0], found...), "in their order")

		most := rapid.IntRange(1, 2).Draw(t, "most")
		found = x.Misspelled(phrase, q.Type, most, q.Want)
		wanted = all.find(func(name string) (int, bool) { e := edits(phrase, name); return e, e <= most }, q.Type, q.Want)
		for i := range wanted {
			require.Less(t, i, len(found))
			require.Equal(t, [3]int{wanted[i].ID, wanted[i].Mentions, wanted[i].Edits}, [3]int{found[i].ID, found[i].Mentions, found[i].Edits})
		}
		require.Len(t, found, len(wanted))
	})
}

func requireKnown(t *rapid.T, x *nameindex.Index, all plain) {
	asked := rapid.SliceOf(rapid.IntRange(1, 25)).Draw(t, "ids")
	typ := rapid.SampledFrom(append(types, "")).Draw(t, "known of")
	wanted := []nameindex.Hit{}
	for _, id := range asked {
		if e, known := all[id]; known && (typ == "" || e.Type == typ) {
			wanted = append(wanted, nameindex.Hit{ID: id, Mentions: e.Mentions, Fit: nameindex.Nothing})
		}
	}
	require.Equal(t, wanted, x.Known(asked, typ))
}

func TestAllPartsOfManyNamesAreLookedAt(t *testing.T) {
	t.Parallel()
	x, all := nameindex.New(), plain{}
	names := million(210_000)
	for _, e := range names {
		all[e.ID] = e
	}
	x.Change(nil, names)
	for i := 0; i < len(names); i += 70_000 {
		if i > 100_000 {
			x.Pack()
		}
		name := names[i].Names[0]
		hits := x.Find(nameindex.Query{Phrase: name[:4], Words: []string{name[:4]}, Inside: true, Want: 20})
		wanted := all.find(fits(nameindex.Query{Phrase: name[:4], Words: []string{name[:4]}, Inside: true}), "", 20)
		require.Equal(t, ids(wanted), ids(hits), name)
		require.Contains(t, ids(x.Misspelled(name[:len(name)-1]+"_", "", 1, 1000)), i+1, name)
	}
}

func ids(hits []nameindex.Hit) (out []int) {
	for _, h := range hits {
		out = append(out, h.ID)
	}
	return out
}

// Names from some length on lie together.
func TestLongNamesAreFound(t *testing.T) {
	t.Parallel()
	x, all := nameindex.New(), plain{}
	title := strings.Repeat("a history of salt and iron ", 4)
	for n := 58; n < 75; n++ {
		all[n] = nameindex.Entity{ID: n, Type: mention.Book, Mentions: n, Names: []string{title[:n-1] + "x"}}
		x.Change(nil, []nameindex.Entity{all[n]})
	}
	for n := 58; n < 75; n++ {
		phrase := title[:n-1] + "x"
		q := nameindex.Query{Phrase: phrase, Words: strings.Fields(phrase), Want: 50}
		require.Equal(t, ids(all.find(fits(q), "", 50)), ids(x.Find(q)), phrase)
		wanted := all.find(func(name string) (int, bool) { e := edits(phrase, name); return e, e <= 2 }, "", 50)
		require.Equal(t, ids(wanted), ids(x.Misspelled(phrase, "", 2, 50)), phrase)
	}
}

func TestNamesResembleByTheirScore(t *testing.T) {
	t.Parallel()
	x := nameindex.New()
	x.Change(nil, []nameindex.Entity{
		{ID: 1, Type: mention.Book, Mentions: 9, Names: []string{"a short history of nearly everything"}},
		{ID: 2, Type: mention.Book, Mentions: 1, Names: []string{"everything nearly"}},
		{ID: 3, Type: mention.Book, Mentions: 1, Names: []string{"xylophone"}},
	})
	scores := map[string]float64{"everything nearly": .9, "a short history of nearly everything": .5}
	hits := x.Resembling("nearly everything historical", "", 10, func(name string) float64 { return scores[name] })
	require.Len(t, hits, 2)
	require.Equal(t, []int{2, 1}, []int{hits[0].ID, hits[1].ID})
	require.Empty(t, x.Resembling("nearly everything", mention.Person, 10, func(string) float64 { return 1 }))
}

// million are made-up names: one to three words of four to nine letters.
func million(n int) []nameindex.Entity {
	const consonants, vowels = "bcdfghklmnprstvwz", "aeiou"
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]nameindex.Entity, n)
	for i := range out {
		var name []byte
		for w := range 1 + r.IntN(3) {
			if w > 0 {
				name = append(name, ' ')
			}
			for l := range 4 + r.IntN(6) {
				of := []string{consonants, vowels}[l%2]
				name = append(name, of[r.IntN(len(of))])
			}
		}
		out[i] = nameindex.Entity{ID: i + 1, Type: types[i%2], Mentions: 1 + r.IntN(1000), Names: []string{string(name)}}
	}
	return out
}

func BenchmarkAMillionNames(b *testing.B) {
	x := nameindex.New()
	all := million(1_000_000)
	x.Change(nil, all)
	for _, q := range []string{"ba", "lun", "meriba", "noris toru", "kelovasi terumo"} {
		b.Run(fmt.Sprintf("find %q", q), func(b *testing.B) {
			for b.Loop() {
				x.Find(nameindex.Query{Phrase: q, Words: strings.Fields(q), Inside: true, Want: 10})
			}
		})
		b.Run(fmt.Sprintf("misspelled %q", q), func(b *testing.B) {
			for b.Loop() {
				x.Misspelled(q, "", 2, 10)
			}
		})
	}
	b.Run("change 60", func(b *testing.B) {
		for b.Loop() {
			x.Change(nil, all[:60])
		}
	})
}

package match_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

func TestKeyUnitesSpellings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind mention.Type
		key  string
		same []string
	}{
		{mention.Product, "vscode", []string{"VS Code", "VSCode", "vs-code", "ＶＳ Ｃｏｄｅ"}},
		{mention.Product, "cplusplus", []string{"C++", "c++"}},
		{mention.Product, "csharp", []string{"C#"}},
		{mention.Product, "c", []string{"C"}},
		{mention.Product, "python3 11", []string{"Python 3.11", "python 3 11"}},
		{mention.Product, "python311", []string{"Python 311"}},
		{mention.Book, "leanstartup", []string{"The Lean Startup", "Lean Startup", "the lean startup!"}},
		{mention.Book, "5lovelanguages", []string{"The 5 Love Languages", "the five love languages"}},
		{mention.Book, "kapital", []string{"Das Kapital", "Kapital"}},
		{mention.Book, "petitprince", []string{"Le Petit Prince", "Petit prince"}},
		{mention.Book, "sombradelviento", []string{"La sombra del viento"}},
		{mention.Book, "noruweinosen", []string{"Noruwei no sen"}},
		{mention.Book, "ノルウェイの森", []string{"ノルウェイの森", "ﾉﾙｳｪｲの森"}},
		{mention.Book, "がく", []string{"がく"}},
		{mention.Concept, "worldwar2", []string{"World War II", "World War 2", "world war two"}},
		{mention.Company, "acme", []string{"Acme, Inc.", "ACME GmbH", "The Acme Company", "acme ltd"}},
		{mention.Company, "smith", []string{"Smith & Co."}},
		{mention.Company, "atandt", []string{"AT&T"}},
		{mention.Company, "frys", []string{"Fry's", "Fry’s"}},
		{mention.Location, "losangeles", []string{"Los Angeles"}},
		{mention.Location, "netherlands", []string{"The Netherlands"}},
		{mention.Person, "donaldknuth", []string{"Donald Knuth", "Knuth, Donald", "Prof. Donald Knuth", "Dr. Donald Knuth, PhD"}},
		{mention.Person, "gdhcole", []string{"G.D.H. Cole", "G. D. H. Cole", "GDH Cole"}},
		{mention.Person, "lecorbusier", []string{"Le Corbusier"}},
		{mention.Person, "guntheranders", []string{"Günther Anders", "Gunther Anders"}},
		{mention.Company, "!!!", []string{"!!!"}},
		{mention.Company, "ᏸ", []string{"Ᏸ", "ᏸ"}}, // Cherokee, which Unicode folds to its capitals
	} {
		for _, name := range c.same {
			require.Equal(t, c.key, match.Key(c.kind, name), "%s %q", c.kind, name)
		}
	}
	require.NotEqual(t, match.Key(mention.Product, "C"), match.Key(mention.Product, "C++"))
	require.NotEqual(t, match.Key(mention.Book, "かく"), match.Key(mention.Book, "がく"))
}

func TestKeysAreNeverEmptyAndBounded(t *testing.T) {
	t.Parallel()
	require.Empty(t, match.Key(mention.Book, ""))
	for _, name := range []string{" ", "\u200b", "?", "---", "\xff", "the", "Inc"} {
		for _, kind := range mention.Types() {
			require.NotEmpty(t, match.Key(kind, name), "%s %q", kind, name)
			require.NotEmpty(t, match.SortKey(name), "%q", name)
		}
	}
	a, b := strings.Repeat("x", 400)+"a", strings.Repeat("x", 400)+"b"
	require.LessOrEqual(t, len(match.Key(mention.Book, a)), 160)
	require.NotEqual(t, match.Key(mention.Book, a), match.Key(mention.Book, b), "long names stay apart")
}

func TestSortKeyKeepsWordsAndArticles(t *testing.T) {
	t.Parallel()
	require.Equal(t, "the lean startup", match.SortKey("The  Lean Startup"))
	require.Equal(t, "zurich", match.SortKey("Zürich"))
}

func TestBlocksBringVariantsTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind mention.Type
		a, b string
	}{
		{mention.Person, "Trebor Scholz", "Trevor Schultz"},
		{mention.Person, "Bryan Cantrill", "Brian Cantrell"},
		{mention.Person, "Tom Hallenberg", "Tom Hallanburg"},
		{mention.Person, "Tom Hallenberg", "Hallenberg"},
		{mention.Person, "Anna Holm-Freed", "anna holm fried"},
		{mention.Company, "Sinch", "Cinch"},
		{mention.Company, "Eppo", "Eco"},
		{mention.Product, "Visual Studio Code", "VS Code"},
		{mention.Book, "DEC Is Dead, Long Live DEC: The Lasting Legacy", "deck is dead long live deck"},
		{mention.Company, "Lawrence Livermore National Laboratory", "LLNL"},
	} {
		require.True(t, shareBlock(c.kind, c.a, c.b), "%q %v, %q %v", c.a, match.Blocks(c.kind, c.a), c.b, match.Blocks(c.kind, c.b))
	}
	require.False(t, shareBlock(mention.Person, "Ada Lovelace", "Grace Hopper"))
}

func shareBlock(kind mention.Type, a, b string) bool {
	for _, x := range match.Blocks(kind, a) {
		for _, y := range match.Blocks(kind, b) {
			if x == y {
				return true
			}
		}
	}
	return false
}

func TestKeysAndBlocksHoldTheirPromises(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(mention.Types()).Draw(t, "type")
		name := rapid.String().Draw(t, "name")
		key := match.Key(kind, name)
		require.Equal(t, name == "", key == "")
		require.LessOrEqual(t, len(key), 160)
		require.True(t, utf8.ValidString(key))
		require.Equal(t, key, match.Key(kind, strings.ToUpper(strings.ToLower(strings.ToUpper(name)))), "case is nothing")
		blocks := match.Blocks(kind, name)
		require.LessOrEqual(t, len(blocks), match.MaxBlocks)
		seen := map[string]bool{}
		for _, b := range blocks {
			require.LessOrEqual(t, len(b), 40)
			require.True(t, utf8.ValidString(b))
			require.False(t, seen[b])
			seen[b] = true
		}
	})
}

func TestCompareIsSymmetricAndBounded(t *testing.T) {
	t.Parallel()
	names := []string{
		"Ada", "Ada Lovelace", "lovelace", "iPhone 15 Pro", "iPhone 14", "The Art: of War", "Paris", "C++", "森", "von der Leyen",
		"Anna Holm-Freed", "",
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) match.Subject {
			name := rapid.OneOf(rapid.SampledFrom(names), rapid.StringN(0, 30, 90)).Draw(t, label)
			return match.Subject{
				Type: rapid.SampledFrom(mention.Types()).Draw(t, label+" type"), Name: name,
				Author: rapid.SampledFrom(names).Draw(t, label+" author"),
			}
		}
		a, b := draw("a"), draw("b")
		ab, ba := compare(a, b), compare(b, a)
		require.InDelta(t, ab.Score, ba.Score, 1e-12)
		require.Equal(t, ab.MatchType, ba.MatchType)
		require.True(t, ab.Score >= 0 && ab.Score <= 1, ab.Score)
		require.True(t, ab.Confidence >= 0.5 && ab.Confidence <= 1, ab.Confidence)
		require.LessOrEqual(t, len(ab.Reasons), match.MaxReasons)
	})
}

func compare(a, b match.Subject) match.Similarity { return match.Prepare(a).Compare(match.Prepare(b)) }

func TestTheNamesOfEveryTypeAreWeighed(t *testing.T) {
	t.Parallel()
	for _, typ := range mention.Types() {
		same := compare(match.Subject{Type: typ, Name: "Karolinska Institute"}, match.Subject{Type: typ, Name: "Karolinska Instituted"})
		other := compare(match.Subject{Type: typ, Name: "Karolinska Institute"}, match.Subject{Type: typ, Name: "Borg"})
		require.Greater(t, same.Score, other.Score, "match has no weights for the names of the type %s", typ)
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("Trebor Scholz", "Trevor Schultz", uint8(2))
	f.Add("\xff(", "(: ", uint8(0))
	f.Add("İ", "i̇", uint8(1))
	f.Fuzz(func(t *testing.T, a, b string, kind uint8) {
		types := mention.Types()
		ty := types[int(kind)%len(types)]
		s := compare(match.Subject{Type: ty, Name: a, Author: b}, match.Subject{Type: ty, Name: b, Author: a})
		if s.Score < 0 || s.Score > 1 {
			t.Fatalf("score %v of %q and %q", s.Score, a, b)
		}
		for _, block := range match.Blocks(ty, a) {
			if len(block) > 40 || !utf8.ValidString(block) {
				t.Fatalf("block %q of %q", block, a)
			}
		}
	})
}

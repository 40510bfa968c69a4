package lookup_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/lookup"
	"mentionary/internal/mention"
)

func TestAnAcceptedBookIsTheEditionWhoseTitleItHas(t *testing.T) {
	t.Parallel()
	const (
		work    = "https://www.wikidata.org/wiki/Q1"
		english = "https://en.wikipedia.org/wiki/Dune"
		german  = "https://de.wikipedia.org/wiki/Der_W%C3%BCstenplanet"
	)
	record := lookup.Record{
		ID: "Q1", Types: []mention.Type{mention.Book}, Name: "Dune",
		Names: []string{"Der Wüstenplanet", "Wüstenplanet", "Arrakis", "Dune (book)"},
		Editions: []lookup.Edition{
			{Language: "de", Title: "Der Wüstenplanet", Names: []string{"Wüstenplanet"}, Links: []string{german}, Year: 1978},
			{Language: "en", Title: "Dune", Original: true},
			{Language: "fr", Title: "Dune", ID: "Q3", Year: 1970},
			{Language: "de", Title: "Der  Wüstenplanet", ID: "Q2", Year: 1967, ISBN: "9780765319234"},
			{Language: "en", Title: "Dune", ID: "Q4", Year: 1965},
			{Title: " "},
		},
		Facts: lookup.Facts{Authors: []string{"Frank Herbert"}, Links: []string{work, english, german}, ISBN: "9780307887894"},
	}
	decide := func(name string, more ...string) lookup.Facts {
		d := lookup.Decide(lookup.Subject{Type: mention.Book, Name: name, Names: more, Author: "Frank Herbert"}, []lookup.Record{record})
		require.Equal(t, lookup.Accepted, d.Outcome, "%v", d.Reasons)
		require.Equal(t, "Q1", d.Record.ID)
		return d.Record.Facts
	}
	original := decide("Dune", "Der Wüstenplanet")
	require.Equal(t, &lookup.Edition{Language: "en", Title: "Dune", Original: true, Year: 1965}, original.Edition,
		"printings are not told apart")
	require.Equal(t, []string{work, english}, original.Links, "the article about the translation is not its own")
	require.Equal(t, "9780307887894", original.ISBN)
	require.Len(t, original.Editions, 2)
	require.Empty(t, original.Edition.Tag())

	for _, name := range []string{"Der Wüstenplanet", "Wüstenplanet"} {
		translated := decide(name)
		require.Equal(t, [3]any{"de", "Der Wüstenplanet", 1967},
			[3]any{translated.Edition.Language, translated.Edition.Title, translated.Edition.Year}, name)
		require.Equal(t, "Q2", translated.Edition.ID)
		require.Equal(t, []string{german}, translated.Links)
		require.Equal(t, "9780765319234", translated.ISBN)
		require.True(t, translated.Editions[0].Original)
		require.Equal(t, decide("Der Wüstenplanet").Edition.Tag(), translated.Edition.Tag(), "two names of one edition have one tag")
	}
	other := decide("Arrakis")
	require.Nil(t, other.Edition, "a name of the work that is no edition's")
	require.Len(t, other.Links, 3)
}

func TestLanguagesOfCatalogues(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"ger": "de", "fre": "fr", "eng": "en", "de": "de", "en-gb": "en", "zh-hans": "zh", "mul": "", "und": "", "zxx": "", "": "", "simple": "",
		"<script>": "",
	} {
		require.Equal(t, want, lookup.LanguageOf(code), code)
	}
}

func TestTitlesOfBooks(t *testing.T) {
	t.Parallel()
	require.True(t, lookup.SameTitle("Range: Why Generalists Triumph", "range"))
	require.True(t, lookup.SameTitle("Range", "Range: Why Generalists Triumph"))
	require.False(t, lookup.SameTitle("Range: Why Generalists Triumph", "Range: A Novel"))
	require.False(t, lookup.SameTitle("Range", "Ranger"))
}

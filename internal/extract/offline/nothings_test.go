package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func TestDegreesRolesPrizesAndBusinessWordsAreNoThings(t *testing.T) {
	t.Parallel()
	text := "She has a PhD and won the Nobel Prize. We sell a SaaS to everybody. I did my Dev Rel there, with an MBA. " +
		"He got a Turing Award. Then a PhD again, and SaaS, and Dev Rel, and the Harbour Prize. " +
		"We sell B2B2C with PhDs at the company API. Two CTOs and two PhDs came, and a YouTuber. " +
		"They sell it to Fortune 500 firms, at a PG13 rating. " +
		"We planned FY22 with the FY22 budget, then used Q3 for the Q3 launch. If a Jew moves there, a Jew may stay."
	for _, f := range run(t, extract.Context{Language: "en"}, text) {
		require.NotContains(t, []mention.Type{mention.Product, mention.Company}, f.Type, f.Name)
	}
}

// Names that are words: the firm is meant in the first text, and in none of the others.
func TestFirmsThatAreWords(t *testing.T) {
	t.Parallel()
	require.True(t, has(run(t, extract.Context{Language: "en"}, "My phone runs over Sprint."), mention.Company, "Sprint"))
	for _, text := range []string{
		"We planned the Foundation Sprint, day by day.", "My phone is Sprint to me, with many sprints.",
		"So they declared by Fiat that it is so.", "Nobody wants Fiat currency.",
	} {
		for _, f := range run(t, extract.Context{Language: "en"}, text) {
			require.False(t, (f.Name == "Sprint" || f.Name == "Fiat") && confidence(f) >= extract.Published, text)
		}
	}
}

func TestPlacesThatAreNotMeant(t *testing.T) {
	t.Parallel()
	require.True(t, has(run(t, extract.Context{Language: "en"}, "We sell in East Asia."), mention.Location, "East Asia"))
	require.True(t, has(run(t, extract.Context{Language: "en"}, "We flew to Alexandria."), mention.Location, "Alexandria"))
	for _, text := range []string{"We sell in South-East Asia.", "Thank you to Alexandria; she wrote it.", "Then Luke and Alexandria came."} {
		for _, f := range run(t, extract.Context{Language: "en"}, text) {
			require.False(t, f.Type == mention.Location && (f.Name == "East Asia" || f.Name == "Alexandria"), text)
		}
	}
}

func TestGivenNamesThatAreWordsMakeNoPeople(t *testing.T) {
	t.Parallel()
	text := "I pay for Claude Max. She said Claude Max is dear. They played Till Dawn. And Claude Brask called, with Dawn Vintner."
	found := run(t, extract.Context{Language: "en"}, text)
	require.False(t, has(found, mention.Person, "Claude Max"))
	require.False(t, has(found, mention.Person, "Till Dawn"))
	require.True(t, has(found, mention.Person, "Claude Brask"))
	require.True(t, has(found, mention.Person, "Dawn Vintner"))
}

func TestBooksInWhichSomethingIsTold(t *testing.T) {
	t.Parallel()
	for text, title := range map[string]string{
		"Nora Vint makes that case in Salt and the Iron Road, I think.":               "Salt and the Iron Road",
		"There's a line in Walking the Long Way about that.":                          "Walking the Long Way",
		"Nora Vint wrote about it in Walking the Long Way, and I'd had it for years.": "Walking the Long Way",
		"We met in New York City and said goodbye.":                                   "",
		"She said it in the House of Commons.":                                        "",
		"He lived in the Republic of Ireland. He wrote to me in August and in July.":  "",
	} {
		var books []string
		for _, f := range run(t, extract.Context{Language: "en"}, text) {
			if f.Type == mention.Book {
				books = append(books, f.Name)
			}
		}
		if title == "" {
			require.Empty(t, books, text)
		} else {
			require.Equal(t, []string{title}, books, text)
		}
	}
}

func TestWhatIsNoBookHasItsMaker(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"We read a book and heard the Sundvik Lecture by Nora Brekkevik.",
		"They spoke of books: Ivo Sund, Nora Brekkevik, and others.",
	} {
		for _, f := range run(t, extract.Context{Language: "en"}, text) {
			require.NotEqual(t, mention.Book, f.Type, "%s: %s", text, f.Name)
		}
	}
}

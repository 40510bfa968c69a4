package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// booksIn are the titles that are found in a text, as books.
func booksIn(t *testing.T, language, text string) []string {
	t.Helper()
	var titles []string
	for _, f := range run(t, extract.Context{Language: language}, text) {
		if f.Type == mention.Book {
			titles = append(titles, f.Name)
		}
	}
	return titles
}

func TestTitlesOfOtherWorksAreNoBooks(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"I wrote a post called Rivers of the Far North by Nora Vint about it.",
		"He said so in an article titled Rivers of the Far North.",
		"She calls it in her talk, in Rivers of the Far North, a mistake.",
		"We saw the movie Moby-Dick again.",
		"As the movie, Moby-Dick Two was dull.",
		"When Moby-Dick 2 comes out, we go.",
		"That was a weird Frankenstein of a machine, and my Frankenstein.",
		"I highly recommend reading Nora's Odyssey.",
		"I love what you say in your book, \"the dance of a hundred boats\".",
		"He wrote a book called Down in the Deep Harbour, and reads it.", // not "the Deep Harbour"
		"I had this book on Brunnvale, and it fell into the water.",
		"I read that it comes from the school of Cold Harbour by Nora Vint.",
		"The books say that the server is written in Go and in Go alone.",
	} {
		for _, title := range booksIn(t, "en", text) {
			require.Equal(t, "Down in the Deep Harbour", title, text)
		}
	}
	require.Equal(t, []string{"Rivers of the Far North"},
		booksIn(t, "en", "The film was made after a novel called Rivers of the Far North by Nora Vint."))
	require.Equal(t, []string{"The Odyssey"}, booksIn(t, "en", "I highly recommend reading Homer's Odyssey."))
	require.Equal(t, []string{"Moby-Dick"}, booksIn(t, "en", "The captain in Moby-Dick never sleeps."))
}

func TestTitlesKeepTheirNumbersAndEndWhereTheTalkGoesOn(t *testing.T) {
	t.Parallel()
	for text, title := range map[string]string{
		"There is a book called 9 Lanterns by Nora Vint on strategy.":              "9 Lanterns",
		"I read a book, 21 Rules for Boats by Nora Vint, twice.":                   "21 Rules for Boats",
		"He has a book called Salt and Iron I think, from the coast.":              "Salt and Iron",
		"In her book Quiet Harbour, Nora asks why boats sink.":                     "Quiet Harbour",
		"A book called Salt and Iron, and in Salt and Iron, the boat sinks.":       "Salt and Iron",
		"It is the book called called The Quiet of of a Harbour by Nora Nora Vint": "The Quiet of a Harbour",
	} {
		require.Equal(t, []string{title}, booksIn(t, "en", text), text)
	}
}

func TestJobsBesideNamesAreNoTitles(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"So I asked my friend, Lantern CEO, Nora Vint, about books.",
		"We spoke with Nora Vint, Founder and CEO of Lantern, about the book.",
		"And then Nora Vint, The Harbour Show, and others.",
		"I wrote a chapter about it. Lantern Software in Tarport. Nora Vint is a friend.",
	} {
		require.Empty(t, booksIn(t, "en", text), text)
	}
}

// A title of one word is many things: its author or a word for reading tells that the book is meant.
func TestATitleOfOneWordIsABookWhereSomebodyReads(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"We like the theme Dracula in our editors, it is dark.":          nil,
		"I was reading Dracula on the train and missed my stop.":         {"Dracula"},
		"Stoker never went there, and Dracula has all the maps wrong.":   {"Dracula"},
		"She quotes the Talmud when her boat leaks.":                     {"Talmud"},
		"The captain in Moby-Dick never sleeps and neither does his dog": {"Moby-Dick"},
	} {
		require.Equal(t, want, booksIn(t, "en", text), text)
	}
}

// The first half of a long title is no title where the lists have something else of that name.
func TestAnIdeaIsNoHalfOfATitle(t *testing.T) {
	t.Parallel()
	require.Empty(t, booksIn(t, "en", "I read a lot about Artificial Intelligence that year."))
	require.Equal(t, []string{"Artificial Intelligence: A Modern Approach"},
		booksIn(t, "en", "We read Artificial Intelligence: A Modern Approach that year."))
}

func TestALongTitleNeedsNoCapitalsBesideItsAuthorOrAWordForReading(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"The Mythical Man-Month"}, booksIn(t, "en", "I had been influenced by Fred Brooks, the mythical man month."))
	require.Equal(t, []string{"Who Moved My Cheese"}, booksIn(t, "en", "It's a short read, it's \"Who moved my cheese?\" again."))
	require.Equal(t, []string{"The Road to Serfdom"}, booksIn(t, "de", "Bei Hayek ist es in der Weg zur Knechtschaft am besten formuliert."))
	require.Empty(t, booksIn(t, "en", "It was about the mythical man month, and everybody knew it."))
	require.Empty(t, booksIn(t, "en", "I read that deep work is hard."), "three words are too few")
}

func TestAListedTitleIsFoundWithoutItsArticle(t *testing.T) {
	t.Parallel()
	for said, title := range map[string]string{
		"The Soul of a New Machine": "The Soul of a New Machine", "Soul of a New Machine": "The Soul of a New Machine",
		"Lord of the Rings": "The Lord of the Rings", "Cuckoo's Egg": "The Cuckoo's Egg",
	} {
		require.Equal(t, []string{title}, booksIn(t, "en", "And this story is from "+said+", yes."), said)
	}
}

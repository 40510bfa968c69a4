package offline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func TestAGermanNounBeforeAnAuthorIsNoTitle(t *testing.T) {
	t.Parallel()
	about := extract.Context{Language: "de"}
	for _, c := range run(t, about, "Ich habe in dem Buch ein Zitat von Petra Lind gelesen.") {
		require.False(t, c.Type == mention.Book && c.Name == "Zitat", "%+v", c)
	}
	get(t, run(t, about, "Gelesen habe ich zuletzt Stille Wasser von Petra Lind."), mention.Book, "Stille Wasser")
}

func TestBooksThatSomebodyCouldWriteAreNone(t *testing.T) {
	for _, text := range []string{
		"You could write a book called Why Not.",
		"I should really write a whole book called The Silent Meeting one day.",
		"She would have to write a book titled Notes on Nothing first.",
	} {
		require.Empty(t, booksIn(t, "en", text), text)
	}
	get(t, run(t, extract.Context{}, "He went on to write a book called The Silent Meeting."), mention.Book, "The Silent Meeting")
}

func TestAnAuthorsOwnNameIsNoTitle(t *testing.T) {
	t.Parallel()
	require.Empty(t, booksIn(t, "en", "Not by Peter Osk. About Peter. The biography is fine."))
	require.Empty(t, booksIn(t, "en", "It is a biography of Peter Osk. By Peter Osk, I have not seen one."))
	require.Equal(t, []string{"Peter and the Lantern"}, booksIn(t, "en", "I read a book called Peter and the Lantern by Peter Osk."))
}

func TestWhatProgramsAreWrittenInIsNoBook(t *testing.T) {
	t.Parallel()
	require.Empty(t, booksIn(t, "en", "It is a program written in C++, and then I were to rewrite that in Qt for Python, you know."))
	require.Empty(t, booksIn(t, "en", "Wait, Harbor Lane Investors, Nora Vint. She was on the show."))
	require.Equal(t, []string{"The Salt and the Iron Road"}, booksIn(t, "en", "As she writes in The Salt and the Iron Road, nobody came."))
}

// Of a book that was filmed the film is meant where people watch it.
func TestBooksThatWereFilmed(t *testing.T) {
	t.Parallel()
	for text, typ := range map[string]mention.Type{
		"Did you see the movie Ready Player One, Mike?":                                 mention.Product,
		"You won't watch The Lord of the Rings in that resolution.":                     mention.Product,
		"It turned out to be The Silence of the Lambs, which was released by a studio.": mention.Product,
		"I love The Lord of the Rings.":                                                 mention.Book,
		"I read The Lord of the Rings before I watched anything.":                       mention.Book,
		"Tolkien, of The Lord of the Rings, never watched a movie.":                     mention.Book,
	} {
		name := "The Lord of the Rings"
		for _, other := range []string{"Ready Player One", "The Silence of the Lambs"} {
			if strings.Contains(text, other) {
				name = other
			}
		}
		found := run(t, extract.Context{Language: "en"}, text)
		require.False(t, typ == mention.Product && has(found, mention.Book, name), text)
		get(t, found, typ, name)
	}
}

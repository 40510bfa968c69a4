package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
)

func TestASentenceNamesTheAuthorOfABook(t *testing.T) {
	t.Parallel()
	about := extract.Context{People: []media.Person{{Name: "Ida Vintner", Role: "guest"}, {Name: "Ole Ray", Role: "host"}}}
	for _, c := range []struct{ text, title, author string }{
		{"There's a book by Oskar Brekke called Salt Engines that I liked.", "Salt Engines", "Oskar Brekke"},
		{"There is a great book by Oskar Brekke, I think is his name, called Salt Engines, and it is good.", "Salt Engines", "Oskar Brekke"},
		{"Then the president, Oskar Brekke, writes a book called Salt Is Not Iron.", "Salt Is Not Iron", "Oskar Brekke"},
		{"We talked with Oskar Brekke who has a whole book called Salt Engines.", "Salt Engines", "Oskar Brekke"},
		{"Oskar Brekke recently published a great book called Salt Engines.", "Salt Engines", "Oskar Brekke"},
		{"One is the late Oskar Brekke and his book Salt of the Lanterns, where he said it.", "Salt of the Lanterns", "Oskar Brekke"},
		{"Oskar Brekke, in his book called Salt Engines, asks this question.", "Salt Engines", "Oskar Brekke"},
		{"I loved Oskar Brekke's book Salt Engines.", "Salt Engines", "Oskar Brekke"},
		{"There's another book called Salt Engines by a guy named Oskar Brekke, and it is good.", "Salt Engines", "Oskar Brekke"},
		{"There’s a book by Oskar Brekke, one of the best people in this area, called Salt Engines.", "Salt Engines", "Oskar Brekke"},
		{"And Oskar Brekke is the author of Salt of the Lanterns and he said so.", "Salt of the Lanterns", "Oskar Brekke"},
		{"We met Oskar Brekke, and she is the author of Salt of the Lanterns.", "Salt of the Lanterns", ""},
		{"Ida wrote a book called Salt Engines, which helped us.", "Salt Engines", "Ida Vintner"},
		{"Cold Harbour Press published a book called Salt Engines.", "Salt Engines", ""},
		{"The New York Times published a book called Salt Engines.", "Salt Engines", ""},
		{"And in her book Salt Engines, Ida tells us why.", "Salt Engines", ""},
		{"Brekke wrote a book called Salt Engines.", "Salt Engines", ""},
		{"They wrote a book called Salt Engines, which Oskar Brekke read.", "Salt Engines", ""},
		{"I told Oskar Brekke about the book called Salt Engines.", "Salt Engines", ""},
		{"Oskar Brekke told me that the people there wrote a book called Salt Engines.", "Salt Engines", ""},
		{"Oskar Brekke lives in Larvik and her book Salt Engines is good.", "Salt Engines", ""},
	} {
		require.Equal(t, c.author, get(t, run(t, about, c.text), mention.Book, c.title).Claims.Author, c.text)
	}
	german := extract.Context{Language: "de"}
	for text, author := range map[string]string{
		"Das sagt Oskar Brekke mit seinem Buch The Politics of Lanterns, wie wir wissen.":                                "Oskar Brekke",
		"Das sagt des Ökonomen Oskar Brekke, beschrieben in seinem 2014 erschienenen Buch The Politics of Lanterns, so.": "Oskar Brekke",
		"Das steht in seinem Buch The Politics of Lanterns, wie wir gehört haben.":                                       "",
	} {
		require.Equal(t, author, get(t, run(t, german, text), mention.Book, "The Politics of Lanterns").Claims.Author, text)
	}
}

func TestABookIsTheSpeakersOwn(t *testing.T) {
	t.Parallel()
	for text, own := range map[string]bool{
		"In 2003 I wrote a book called Salt Engines, and that was it.": true,
		"I've written a book called Salt Engines, and that was it.":    true,
		"I have also written a book called Salt Engines, so.":          true,
		"And my new book Salt Engines is about that.":                  true,
		"I read a book called Salt Engines, and that was it.":          false,
		"You wrote the book called Salt Engines, and that was it.":     false,
	} {
		c := get(t, run(t, extract.Context{}, text), mention.Book, "Salt Engines")
		require.Equal(t, own, c.Stance == mention.OwnWork, text)
		require.Empty(t, c.Claims.Author, text)
	}
}

package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func TestACueForATitleMayStandFarAway(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"There is a good book, if you are interested in this, called Salt Engines.":                     "Salt Engines",
		"And then she wrote a book. It's called Salt Fables. We laughed.":                               "Salt Fables",
		"Have you read Accidental Lanterns? It is a memoir.":                                            "Accidental Lanterns",
		"Oh, Reinventing the Lantern is the name of the book.":                                          "Reinventing the Lantern",
		"She is the author of Lanterns as a Way of Seeing and lives in a small place.":                  "Lanterns as a Way of Seeing",
		"Wir sprechen über die Autorin des Buches Die Gesellschaft der Laternen.":                       "Die Gesellschaft der Laternen",
		"Das steht in seinem Buch The Politics of Lanterns, wie wir gehört haben.":                      "The Politics of Lanterns",
		"It's about lanterns. It's called Salt Orbits. It's kind of a business book.":                   "Salt Orbits",
		"Ihr letztes Buch, das trägt den Titel Laternenlos, warum das so ist, erklärt sie uns.":         "Laternenlos",
		"Er hat ein schönes Buch mit dem Titel geschrieben hat Lantern Power, wo es um Netze geht.":     "Lantern Power",
		"Das ist das neue Buch und der Titel auf Englisch ist A New Lantern in Northern Future.":        "A New Lantern in Northern Future",
		"Ich habe dazu meine Doktorarbeit geschrieben, die heißt Laternige Technik und wird bald da.":   "Laternige Technik",
		"Das steht, wie wir sagen, in der Dissertation, die Salt and Iron in the Northern Trade heißt.": "Salt and Iron in the Northern Trade",
		"Sie sind die Autorinnen des in Hamburg erschienenen Buches Salz Laternismus.":                  "Salz Laternismus",
		"Es gibt dieses Buch von Nora Vint und ich sage es immer, The Lantern Delusion, das ist es.":    "The Lantern Delusion",
		"His dissertation is here. It is titled Mending the Lantern, Three Cuts.":                       "Mending the Lantern, Three Cuts",
		"You'll like that book. I strongly recommend Lantern Fables. I do.":                             "Lantern Fables",
		"I strongly recommend Nora Vint's Lanterns Will Hear Thunder, a book of poems that is good.":    "Lanterns Will Hear Thunder",
		"Ihr Buch trägt folgerichtig genau diesen Titel, die laternige Theorie des Salzes. Das ist so.": "Die laternige Theorie des Salzes",
		"Ich denke an ein Zitat von ihm, Kultur der Laternen heißt das Buch, glaube ich.":               "Kultur der Laternen",
	} {
		language := "en"
		if extract.IsGerman("", extract.Words(text)) {
			language = "de"
		}
		c := get(t, run(t, extract.Context{Language: language}, text), mention.Book, want)
		require.GreaterOrEqual(t, confidence(c), extract.Published, text)
	}
	for text, language := range map[string]string{
		"When you read Plimsoft News or Vesper Times you expect that.":                        "en",
		"I think Ida Vintner is the name of the author.":                                      "en",
		"She is the author of Plimsoft and lives in a small place.":                           "en",
		"A company that nobody knows, and it is a big one, called Salt Co.":                   "en",
		"Im Englischen heißt das Buch anders, wie man weiß.":                                  "de",
		"Er hat in dem Buch Leuten geholfen, die das nicht wollten.":                          "de",
		"Der Titel des Abends war gut und die Leute in dem Saal haben gelacht.":               "de",
		"Das Buch heißt so, und das heißt Arbeit für uns alle.":                               "de",
		"That was a good year. I strongly recommend Lantern Fables. I do.":                    "en",
		"It's called Salt Orbits. It's a bar by the sea.":                                     "en",
		"Das ist Teil von Annas Einzelausstellung mit dem Titel Unboxing Lanterns, sagt sie.": "de",
		"Sie haben dem Buch Geld und Zeit gegeben, das war gut.":                              "de",
	} {
		for _, c := range run(t, extract.Context{Language: language}, text) {
			require.NotEqual(t, mention.Book, c.Type, "%s: %s", text, c.Name)
		}
	}
}

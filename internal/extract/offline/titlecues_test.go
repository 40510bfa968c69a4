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
		"There is a good book, if you are interested in this, called Salt Engines.":       "Salt Engines",
		"And then she wrote a book. It's called Salt Fables. We laughed.":                 "Salt Fables",
		"Have you read Accidental Lanterns? It is a memoir.":                              "Accidental Lanterns",
		"Oh, Reinventing the Lantern is the name of the book.":                            "Reinventing the Lantern",
		"She is the author of Lanterns as a Way of Seeing and lives in a small place.":    "Lanterns as a Way of Seeing",
		"Wir sprechen über die Autorin des Buches Die Gesellschaft der Laternen.":         "Die Gesellschaft der Laternen",
		"Das steht in seinem Buch The Politics of Lanterns, wie wir gehört haben.":        "The Politics of Lanterns",
		"Ich denke an ein Zitat von ihm, Kultur der Laternen heißt das Buch, glaube ich.": "Kultur der Laternen",
	} {
		language := "en"
		if extract.IsGerman("", extract.Words(text)) {
			language = "de"
		}
		c := get(t, run(t, extract.Context{Language: language}, text), mention.Book, want)
		require.GreaterOrEqual(t, confidence(c), extract.Published, text)
	}
	for text, language := range map[string]string{
		"When you read Plimsoft News or Vesper Times you expect that.":      "en",
		"I think Ida Vintner is the name of the author.":                    "en",
		"She is the author of Plimsoft and lives in a small place.":         "en",
		"A company that nobody knows, and it is a big one, called Salt Co.": "en",
		"Im Englischen heißt das Buch anders, wie man weiß.":                "de",
		"Er hat in dem Buch Leuten geholfen, die das nicht wollten.":        "de",
		"Sie haben dem Buch Geld und Zeit gegeben, das war gut.":            "de",
	} {
		for _, c := range run(t, extract.Context{Language: language}, text) {
			require.NotEqual(t, mention.Book, c.Type, "%s: %s", text, c.Name)
		}
	}
}

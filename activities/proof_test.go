package activities_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract/llm/llmtest"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

// borrows is a model that quotes the transcript and says of the quotes what it likes: famous names for other words, articles
// as companies, markup as names and facts, a participant's name, and everything many times.
func borrows() llmtest.Script {
	return func(c llmtest.Call) llmtest.Reply {
		if c.Probe {
			return llmtest.Reply{Content: llmtest.Answer()}
		}
		const quote, listening = "We all use PostgreSQL for everything here.", "Thanks for listening and see you next week."
		lie := func(t mention.Type, name, quote, surface string, claims map[string]string) map[string]any {
			return llmtest.Entity(llmtest.Planted{Type: t, Name: name, Claims: claims}, quote, surface)
		}
		entities := []any{
			lie(mention.Person, "Elon Mallory", quote, "everything", nil),
			lie(mention.Company, "Mallory Holdings", listening, "for", nil),
			lie(mention.Company, "The", "You can find it at kahneman.example.com.", "it", nil),
			lie(mention.Location, "<script>alert(1)</script>", quote, "here.", nil),
			lie(mention.Product, "<b>PostgreSQL</b>", quote, "PostgreSQL", nil),
			lie(mention.Person, "Mallory Listening", listening, "listening", nil),
			lie(mention.Person, "Slow talk", listening, "week.", nil),
			lie(mention.Product, "PostgreSQL", quote, "PostgreSQL", map[string]string{"company": "<i>Mallory</i>", "category": "{{Mallory}}"}),
			lie(mention.Book, "Thinking, Fast and Slow", "a book called Thinking, Fast and Slow", "Thinking, Fast and Slow",
				map[string]string{"author": "Eve Mallory"}),
		}
		for range 100 {
			entities = append(entities, lie(mention.Company, "PostgreSQL", quote, "PostgreSQL", nil))
		}
		return llmtest.Reply{Content: llmtest.Answer(entities...)}
	}
}

// What a quote does not name is not published, whatever the model says of it, and its facts are not believed.
func TestAModelThatBorrowsQuotesPublishesOnlyWhatTheyName(t *testing.T) {
	t.Parallel()
	w, _ := modelWorld(t, storetest.SQLite, borrows())
	_, run, plan := w.planned(videoID)
	require.NoError(t, w.read(run, plan))
	out := w.publishes(run)
	require.GreaterOrEqual(t, out.Rejected, 7, "what is dropped is counted")
	require.ElementsMatch(t, []string{"PostgreSQL", "Thinking, Fast and Slow"}, w.names())
	page, err := w.s.Catalogue.Entities(t.Context(), catalogue.EntityFilter{})
	require.NoError(t, err)
	for _, e := range page.Entities {
		for _, fact := range []string{e.Name, e.Description, e.Author, e.Company, e.Category} {
			require.NotContains(t, fact, "<")
			require.NotContains(t, strings.ToLower(fact), "mallory")
		}
	}
	require.Contains(t, w.step(run, work.StageConsolidate).Text, "left out because the transcript does not prove")
}

package activities_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/lookup/lookuptest"
	"mentionary/internal/lookup/openlibrary"
	"mentionary/internal/lookup/podcasts"
	"mentionary/internal/lookup/wikidata"
	"mentionary/internal/mention"
	"mentionary/internal/showfinder/itunes"
	"mentionary/internal/showfinder/showfindertest"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/work"
)

const kahneman = "Thinking, Fast and Slow"

// catalogues know the book of the test's episode.
func catalogues() *lookuptest.Server {
	return &lookuptest.Server{
		Items: []lookuptest.Item{
			{
				ID: "Q983718", Label: kahneman, Description: "2011 book by Daniel Kahneman", Articles: map[string]string{"enwiki": kahneman},
				Claims: map[string][]any{"P31": {lookuptest.Of("Q571")}, "P50": {lookuptest.Of("Q192592")}},
			},
			{ID: "Q192592", Label: "Daniel Kahneman", Mul: true},
		},
		Works: []lookuptest.Work{{
			"key": "/works/OL16239762W", "title": kahneman, "author_name": []string{"Daniel Kahneman"}, "first_publish_year": 2011,
		}},
	}
}

// lookUp switches both catalogues on.
func (w *world) lookUp(server *lookuptest.Server) {
	w.Helper()
	asker := lookuptest.Start(w, server).Asker(w)
	w.links.Lookups = activities.NewLookups(w.s, w.now, wikidata.New(asker), openlibrary.New(asker))
}

// readBook publishes the test's episode and returns its run.
func (w *world) readBook() int {
	w.Helper()
	_, runID, plan := w.planned(videoID)
	require.NoError(w, w.extract.ExtractChunk(w.Context(), chunk(runID, plan, 0)))
	_, err := w.publish.PublishEpisode(w.Context(), stage(runID, work.StagePublish))
	require.NoError(w, err)
	return runID
}

func (w *world) resolve(runID int) string {
	w.Helper()
	_, err := w.links.ResolveLinks(w.Context(), stage(runID, work.StageLinks))
	require.NoError(w, err)
	return w.step(runID, work.StageLinks).Text
}

func (w *world) book() (*store.Entity, []catalogue.Record) {
	w.Helper()
	list, err := w.s.Catalogue.Entities(w.Context(), catalogue.EntityFilter{Type: string(mention.Book)})
	require.NoError(w, err)
	require.Len(w, list.Entities, 1)
	records, err := w.s.Catalogue.Records(w.Context(), list.Entities[0])
	require.NoError(w, err)
	return list.Entities[0], records
}

func TestARunLearnsWhatCataloguesKnow(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		server := catalogues()
		w.lookUp(server)
		run := w.readBook()
		require.Contains(w, w.resolve(run), "looked up")
		book, records := w.book()
		require.Equal(w, "2011 book by Daniel Kahneman", book.Description)
		require.Equal(w, "Daniel Kahneman", book.Author)
		require.Len(w, records, 2)
		require.Equal(w, []string{lookup.OpenLibrary, lookup.Wikidata}, []string{records[0].Catalogue, records[1].Catalogue})
		var urls []string
		for _, l := range book.Edges.Links {
			urls = append(urls, l.URL)
		}
		require.Contains(w, urls, "https://en.wikipedia.org/wiki/Thinking,_Fast_and_Slow")
		require.Contains(w, urls, "https://openlibrary.org/works/OL16239762W")

		asked := len(server.Asked())
		require.NotContains(w, w.resolve(run), "looked up")
		require.Len(w, server.Asked(), asked, "nobody is asked twice")
		w.pass(31 * 24 * time.Hour)
		w.resolve(run)
		require.Greater(w, len(server.Asked()), asked, "after a month again")
		again, _ := w.book()
		require.Equal(w, book.Sources, again.Sources)
	})
}

func TestTwoTitlesThatACatalogueKnowsUnderOneIDBecomeOneBook(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	w.site.transcript = spoken(
		"This week I read a book called Thinking, Fast and Slow by Daniel Kahneman.",
		"An early edition was a book called The Two Tempos by Daniel Kahneman.",
	)
	server := catalogues()
	server.Items[0].Aliases = []string{"The Two Tempos"}
	run := w.readBook()
	books := func() []*store.Entity {
		list, err := w.s.Catalogue.Entities(t.Context(), catalogue.EntityFilter{Type: string(mention.Book)})
		require.NoError(t, err)
		return list.Entities
	}
	require.Len(t, books(), 2)
	w.lookUp(server)
	w.resolve(run)
	require.Len(t, books(), 1)
	require.Equal(t, 2, books()[0].MentionCount)
}

func TestATranslationIsAnEditionOfTheWorkAndStaysABookOfItsOwn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		const denken = "Schnelles Denken"
		w.site.transcript = spoken(
			"This week I read a book called Thinking, Fast and Slow by Daniel Kahneman.",
			"In German I read a book called Schnelles Denken by Daniel Kahneman.",
		)
		server := catalogues()
		server.Items[0].German = denken
		server.Items[0].Articles["dewiki"] = denken
		server.Items[0].Claims["P747"] = []any{lookuptest.Of("Q900"), lookuptest.Of("Q901")}
		server.Items = append(server.Items,
			lookuptest.Item{ID: "Q900", Label: "Pensieri lenti e veloci", Claims: map[string][]any{
				"P31": {lookuptest.Of("Q3331189")}, "P629": {lookuptest.Of("Q983718")}, "P577": {lookuptest.Day("+2012-00-00T00:00:00Z", 9)},
				"P1476": {lookuptest.InLanguage("it", "Pensieri lenti e veloci")},
			}},
			lookuptest.Item{ID: "Q901", Label: "Another book", Claims: map[string][]any{"P629": {lookuptest.Of("Q1")}}},
		)
		w.lookUp(server)
		w.resolve(w.readBook())
		list, err := w.s.Catalogue.Entities(w.Context(), catalogue.EntityFilter{Type: string(mention.Book), Sort: "name"})
		require.NoError(w, err)
		require.Len(w, list.Entities, 2)
		german, english := list.Entities[0], list.Entities[1]
		require.Equal(w, denken, german.Name)
		editions := func(e *store.Entity) []catalogue.Edition {
			out, err := w.s.Catalogue.Editions(w.Context(), e)
			require.NoError(w, err)
			return out
		}
		require.Len(w, editions(english), 2)
		require.Equal(w, german.ID, editions(english)[0].Entity.ID)
		require.Equal(w, "de", editions(english)[0].Language)
		require.Equal(w, [3]any{"it", "Pensieri lenti e veloci", 2012},
			[3]any{editions(english)[1].Language, editions(english)[1].Title, editions(english)[1].Year})
		require.Equal(w, english.ID, editions(german)[0].Entity.ID)
		require.True(w, editions(german)[0].Original)
		links := func(e *store.Entity) (out []string) {
			whole, err := w.s.Catalogue.Entity(w.Context(), e.ID, store.Viewer{})
			require.NoError(w, err)
			for _, l := range whole.Edges.Links {
				out = append(out, l.URL)
			}
			return out
		}
		const article = "https://de.wikipedia.org/wiki/Schnelles_Denken"
		require.Equal(w, []string{article}, links(german), "what proves the work does not prove the translation")
		require.NotContains(w, links(english), article)
	})
}

func TestAMentionedPodcastGetsItsPlacesAndADirectoryThatIsAwayFailsNoRun(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		w.site.transcript = spoken(
			"I use Anki every day, and Anki is the flashcard app that I recommend.",
			"There is also a podcast called Anki, and Damien Elmes speaks on the podcast Anki.",
		)
		away := true
		server := showfindertest.Start(w, &showfindertest.Server{
			Bodies: map[string]string{"/search": `{"results": [
				{"kind": "podcast", "collectionId": 7, "collectionName": "Anki", "artistName": "Damien Elmes", "feedUrl": "https://feeds.example/anki",
					"genres": ["Flashcard", "Podcasts"]},
				{"kind": "podcast", "collectionId": 8, "collectionName": "Anki Overdrive", "artistName": "Damien Elmes",
					"feedUrl": "https://feeds.example/overdrive"}]}`},
			Instead: func(rw http.ResponseWriter, _ *http.Request) bool {
				if away {
					rw.WriteHeader(http.StatusServiceUnavailable)
				}
				return away
			},
		})
		w.links.Lookups = activities.NewLookups(w.s, w.now, podcasts.New(lookup.ITunes, itunes.New(server.Asker(w)), w.now))
		run := w.readBook()
		require.NotContains(w, w.resolve(run), "looked up")
		require.Len(w, server.Asked(), 1, "one that is silent is not asked again")
		away = false
		require.Contains(w, w.resolve(run), "looked up")
		list, err := w.s.Catalogue.Entities(w.Context(), catalogue.EntityFilter{Type: string(mention.Product), Search: "Anki"})
		require.NoError(w, err)
		require.Len(w, list.Entities, 1)
		records, err := w.s.Catalogue.Records(w.Context(), list.Entities[0])
		require.NoError(w, err)
		require.Len(w, records, 1)
		require.Equal(w, "https://podcasts.apple.com/podcast/id7", records[0].URL)
		require.Equal(w, "https://feeds.example/anki", records[0].Facts.Feed)
		asked := len(server.Asked())
		w.resolve(run)
		require.Len(w, server.Asked(), asked, "nobody is asked twice")
	})
}

func TestACatalogueThatIsAwayFailsNoRunAndIsAskedLater(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	server := catalogues()
	server.Instead = func(rw http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/w/") {
			http.Error(rw, "Please set a user-agent and respect our robot policy", http.StatusForbidden)
			return true
		}
		return false
	}
	w.lookUp(server)
	run := w.readBook()
	w.resolve(run)
	_, records := w.book()
	require.Len(t, records, 1, "the other one answers")
	n := 0
	for _, a := range server.Asked() {
		if strings.HasPrefix(a, "wb") {
			n++
		}
	}
	require.Equal(t, 1, n, "once it is silent it is left in peace")
	server.Instead = nil
	w.resolve(run)
	_, records = w.book()
	require.Len(t, records, 2)
}

func TestAnAnswerThatNobodyCanReadIsAskedAgainTheNextDay(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	server := catalogues()
	server.Instead = func(rw http.ResponseWriter, _ *http.Request) bool {
		rw.Header().Set("Content-Type", "application/json")
		_, _ = rw.Write([]byte(`{"search":`))
		return true
	}
	w.lookUp(server)
	run := w.readBook()
	w.resolve(run)
	asked := len(server.Asked())
	server.Instead = nil
	w.resolve(run)
	require.Len(t, server.Asked(), asked)
	w.pass(25 * time.Hour)
	w.resolve(run)
	_, records := w.book()
	require.Len(t, records, 2)
}

func TestAPassLooksUpATypeAndWaitsForASilentCatalogue(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	w.readBook()
	steps := &activities.Passes{Store: w.s, Links: w.links}
	page := w.startPass(work.PassLookups)
	_, err := steps.LookUpPassEntities(t.Context(), page)
	require.True(t, fault.Is(err, fault.Conflict), "nothing is switched on: %v", err)

	server := catalogues()
	server.Instead = func(rw http.ResponseWriter, _ *http.Request) bool {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	w.lookUp(server)
	_, err = steps.LookUpPassEntities(t.Context(), page)
	require.True(t, fault.KindOf(err).Retryable(), "%v", err)
	server.Instead = nil
	for range 2 {
		p, err := steps.LookUpPassEntities(t.Context(), page)
		require.NoError(t, err)
		require.Equal(t, activities.PassProgress{Done: 1, Total: 1}, p)
	}
	_, records := w.book()
	require.Len(t, records, 2)
}

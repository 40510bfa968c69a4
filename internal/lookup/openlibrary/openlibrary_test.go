package openlibrary_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/lookup/lookuptest"
	"mentionary/internal/lookup/openlibrary"
	"mentionary/internal/mention"
)

func library() *lookuptest.Server {
	return &lookuptest.Server{Works: []lookuptest.Work{
		{"key": "/works/OL1W", "title": "Material World", "author_name": []string{"Ed Conway"}, "edition_count": 1},
		{
			"key": "/works/OL2W", "title": "Material world", "author_name": []string{"Ed Conway"}, "first_publish_year": 2023, "edition_count": 4,
			"isbn": []string{"0765319233", "9780307887894"}, "id_goodreads": []string{"400924", "x"},
		},
		{"key": "/works/OL3W", "title": "Material World"},
		{"key": "/authors/OL4A", "title": "Material World"},
		{"key": 7, "title": "Material World"},
	}}
}

func TestBooksOfOneTitleAndAuthorAreOne(t *testing.T) {
	t.Parallel()
	server := lookuptest.Start(t, library())
	resolver := openlibrary.New(server.Asker(t))
	require.True(t, resolver.Knows(lookup.Subject{Type: mention.Book}))
	require.False(t, resolver.Knows(lookup.Subject{Type: mention.Person}))
	s := lookup.Subject{Type: mention.Book, Name: "Material World", Author: "Ed Conway"}
	records, err := resolver.Candidates(t.Context(), s)
	require.NoError(t, err)
	require.Len(t, records, 2, "one with the author, one without")
	require.Equal(t, lookup.Facts{
		Authors: []string{"Ed Conway"}, Year: 2023,
		Links: []string{"https://openlibrary.org/works/OL2W", "https://www.goodreads.com/book/show/400924"},
	}, records[0].Facts)
	require.Contains(t, records[0].Authorities, "isbn:9780765319234", "the old form of the number too")
	d := lookup.Decide(s, records)
	require.Equal(t, lookup.Accepted, d.Outcome, "%v", d.Reasons)
	require.Equal(t, "OL2W", d.Record.ID)
}

func TestAnISBNIsAskedFor(t *testing.T) {
	t.Parallel()
	server := lookuptest.Start(t, library())
	s := lookup.Subject{Type: mention.Book, Name: "Material World", Authorities: []string{"isbn:9780307887894"}}
	records, err := openlibrary.New(server.Asker(t)).Candidates(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, []string{"search.json 9780307887894", "works/OL2W/editions.json"}, server.Asked())
	require.Equal(t, "9780307887894", records[0].Facts.ISBN)
	require.Equal(t, lookup.Accepted, lookup.Decide(s, records).Outcome)
}

func TestATranslationIsFoundAmongTheEditionsOfItsWork(t *testing.T) {
	t.Parallel()
	library := library()
	language := func(code string) []any { return []any{map[string]any{"key": "/languages/" + code}} }
	library.Works = append(library.Works, lookuptest.Work{
		"key": "/works/OL9W", "title": "Materielle Welt. Material World", "author_name": []string{"Somebody Else"},
	})
	library.Editions = map[string][]lookuptest.Work{"OL2W": {
		{"key": "/books/OL20M", "title": "Material World", "languages": language("eng"), "publish_date": "June 2023"},
		{"key": "/books/OL21M", "title": "Material World", "languages": language("eng"), "publish_date": "2021"},
		{
			"key": "/books/OL22M", "title": "Materielle Welt", "languages": language("ger"), "publish_date": "24. Mai 2024",
			"isbn_13": []string{"9780307887890", "978-0-307-88789-4"},
		},
		{"key": "/books/OL23M", "title": "El mundo material", "languages": language("spa")},
		{"key": "/books/OL24M", "title": "Material World"},
		{"key": "/works/OL25W", "title": "no edition"},
		{"key": "/books/OL26M", "title": 7},
		{"key": "/books/OL27M"},
		{"key": "/books/OL28M", "title": "Two in one", "languages": append(language("eng"), language("ger")...)},
	}}
	server := lookuptest.Start(t, library)
	for _, s := range []lookup.Subject{
		{Type: mention.Book, Name: "Material World", Names: []string{"Materielle Welt"}, Author: "Ed Conway"},
		{Type: mention.Book, Name: "Materielle Welt", Author: "Ed Conway", Authorities: []string{"isbn:9780307887894"}},
	} {
		records, err := openlibrary.New(server.Asker(t)).Candidates(t.Context(), s)
		require.NoError(t, err)
		d := lookup.Decide(s, records)
		require.Equal(t, lookup.Accepted, d.Outcome, "%v", d.Reasons)
		require.Equal(t, "OL2W", d.Record.ID)
		own := d.Record.Facts.Edition
		var others []string
		for _, e := range d.Record.Facts.Editions {
			others = append(others, e.Language+" "+e.Title)
		}
		if s.Name == "Material World" {
			require.Equal(t, [4]any{"", "en", "Material world", 2021}, [4]any{own.ID, own.Language, own.Title, own.Year})
			require.True(t, own.Original)
			require.Equal(t, []string{"de Materielle Welt", "es El mundo material", " Two in one"}, others)
			continue
		}
		require.Equal(t, [4]any{"OL22M", "de", "Materielle Welt", 2024}, [4]any{own.ID, own.Language, own.Title, own.Year})
		require.Equal(t, []string{"https://openlibrary.org/books/OL22M"}, d.Record.Facts.Links)
		require.Equal(t, "9780307887894", d.Record.Facts.ISBN)
		require.Equal(t, []string{"en Material world", "es El mundo material", " Two in one"}, others)
	}
}

func TestEditionsThatCannotBeReadTakeNothingAway(t *testing.T) {
	t.Parallel()
	for kind, answer := range map[fault.Kind]func(w http.ResponseWriter){
		"": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"entries":[`))
		},
		fault.RateLimited: func(w http.ResponseWriter) { w.WriteHeader(http.StatusTooManyRequests) },
	} {
		library := library()
		library.Instead = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/search.json" {
				return false
			}
			answer(w)
			return true
		}
		s := lookup.Subject{Type: mention.Book, Name: "Material World", Author: "Ed Conway"}
		records, err := openlibrary.New(lookuptest.Start(t, library).Asker(t)).Candidates(t.Context(), s)
		if kind != "" {
			require.Equal(t, kind, fault.KindOf(err), "%v", err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, "OL2W", lookup.Decide(s, records).Record.ID)
		require.Empty(t, records[0].Editions)
	}
}

func TestATitleTooShortIsNotAsked(t *testing.T) {
	t.Parallel()
	server := lookuptest.Start(t, library())
	for _, title := range []string{"It", "the"} {
		records, err := openlibrary.New(server.Asker(t)).Candidates(t.Context(), lookup.Subject{Type: mention.Book, Name: title})
		require.NoError(t, err)
		require.Empty(t, records)
	}
	require.Empty(t, server.Asked())
}

func TestABrokenLibrary(t *testing.T) {
	t.Parallel()
	for kind, instead := range map[fault.Kind]func(http.ResponseWriter, *http.Request) bool{
		fault.RateLimited: func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		},
		fault.Unsupported: func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"docs":{"key":"x"}}`))
			return true
		},
		fault.NotFound: func(w http.ResponseWriter, r *http.Request) bool { http.NotFound(w, r); return true },
	} {
		server := lookuptest.Start(t, &lookuptest.Server{Instead: instead})
		records, err := openlibrary.New(server.Asker(t)).Candidates(t.Context(), lookup.Subject{Type: mention.Book, Name: "Dune"})
		require.Empty(t, records)
		require.Equal(t, kind, fault.KindOf(err), "%v", err)
	}
}

package wikidata_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/lookup/lookuptest"
	"mentionary/internal/lookup/wikidata"
	"mentionary/internal/mention"
)

type claims = map[string][]any

var (
	of   = lookuptest.Of
	text = lookuptest.Text
)

func world() *lookuptest.Server {
	return &lookuptest.Server{Items: []lookuptest.Item{
		{
			ID: "Q4132785", Label: "Bring the Jubilee", Description: "1953 novel by Ward Moore",
			Articles: map[string]string{"enwiki": "Bring the Jubilee", "dewiki": "Der große Süden"},
			Claims: claims{
				"P31": {of("Q7725634")}, "P50": {of("Q947986")}, "P648": {text("OL2778312W")}, "P8383": {text("988602")},
				"P577": {
					lookuptest.Day("+1953-09-21T00:00:00Z", 11), lookuptest.Day("+1955-00-00T00:00:00Z", 9),
					lookuptest.Day("+1940-00-00T00:00:00Z", 8), // a decade is no year
				},
			},
		},
		{ID: "Q947986", Label: "Ward Moore", Mul: true, Claims: claims{"P31": {of("Q5")}}},
		{
			ID: "Q999", Label: "Bring the Jubilee", Description: "example edition",
			Claims: claims{
				"P31": {of("Q3331189")}, "P629": {of("Q4132785")}, "P212": {text("978-0-7653-1923-4")}, "P957": {text("0-7653-1923-3")},
			},
		},
		{ID: "Q900", Label: "Bring the Jubilee", Claims: claims{"P31": {of("Q4167410")}}},
		{
			ID: "Q106254248", Label: "Liquid Death", Description: "canned water company",
			Claims: claims{
				"P31": {of("Q6881511")}, "P4264": {text("liquid-death"), text("https://www.linkedin.com/company/wrong")},
				"P856": {
					lookuptest.Ranked("deprecated", "https://wrong.example", nil),
					lookuptest.Ranked("normal", "https://former.example", claims{"P582": {map[string]any{}}}), text("https://liquiddeath.com"),
				},
				"P17": {lookuptest.Unknown()}, "P452": {of("Q1")},
			},
		},
		{ID: "Q1", Label: "drinks industry"},
		{
			ID: "Q2112", Label: "Bielefeld",
			Claims: claims{"P31": {of("Q42744322")}, "P625": {lookuptest.At(52.0167, 8.5333)}, "P17": {of("Q183")}},
		},
		{ID: "Q42744322", Label: "urban municipality of Germany", Claims: claims{"P279": {of("Q262166")}}},
		{ID: "Q262166", Label: "municipality of Germany", Claims: claims{"P279": {of("Q15284")}}},
		{ID: "Q183", Label: "Germany", Mul: true},
		{ID: "Q53265341", Label: "The Rolling Stones", MergedInto: "Q11036"},
		{ID: "Q11036", Label: "The Rolling Stones", Claims: claims{"P31": {of("Q10648343")}}},
	}}
}

func ask(t *testing.T, server *lookuptest.Server, s lookup.Subject) []lookup.Record {
	t.Helper()
	records, err := wikidata.New(server.Asker(t)).Candidates(t.Context(), s)
	require.NoError(t, err)
	return records
}

func TestABookIsItsWork(t *testing.T) {
	t.Parallel()
	server := lookuptest.Start(t, world())
	records := ask(t, server, lookup.Subject{Type: mention.Book, Name: "Bring the Jubilee", Author: "Ward Moore"})
	require.Len(t, records, 1, "an edition is its work, a disambiguation page is nothing")
	r := records[0]
	require.Equal(t, "Q4132785", r.ID)
	require.Equal(t, lookup.Facts{
		Description: "1953 novel by Ward Moore", Authors: []string{"Ward Moore"}, Year: 1953, ISBN: "9780765319234",
		Links: []string{
			"https://www.wikidata.org/wiki/Q4132785", "https://de.wikipedia.org/wiki/Der_gro%C3%9Fe_S%C3%BCden",
			"https://en.wikipedia.org/wiki/Bring_the_Jubilee", "https://openlibrary.org/works/OL2778312W",
			"https://www.goodreads.com/work/editions/988602",
		},
	}, r.Facts)
	require.Contains(t, r.Authorities, "openlibrary:OL2778312W")
	require.Equal(t, []string{
		"wbsearchentities Bring the Jubilee", "wbgetentities Q4132785|Q999|Q900", "wbgetentities Q947986",
	}, server.Asked())
	require.Equal(t, "Mentionary/1.2 (https://mentionary.example; ops@mentionary.example)", server.Agent())
}

func TestAWorkTellsItsEditions(t *testing.T) {
	t.Parallel()
	edition := func(id, language, title string, more claims) lookuptest.Item {
		c := claims{"P31": {of("Q3331189")}, "P629": {of("Q7")}, "P1476": {lookuptest.InLanguage(language, title)}}
		for p, v := range more {
			c[p] = v
		}
		return lookuptest.Item{ID: id, Label: "an edition", Claims: c}
	}
	server := lookuptest.Start(t, &lookuptest.Server{Items: []lookuptest.Item{
		{
			ID: "Q7", Label: "The Little Prince", German: "Der kleine Prinz",
			Articles: map[string]string{"enwiki": "The Little Prince", "dewiki": "Der kleine Prinz"},
			Claims: claims{
				"P31": {of("Q7725634")}, "P50": {of("Q8")}, "P1476": {lookuptest.InLanguage("fr", "Le Petit Prince")},
				"P577": {lookuptest.Day("+1943-00-00T00:00:00Z", 9)},
				"P747": {of("Q70"), of("Q71"), of("Q72"), of("Q73"), text("no item")},
			},
		},
		{ID: "Q8", Label: "Antoine de Saint-Exupéry", Mul: true},
		edition("Q70", "it", "Il piccolo principe", claims{"P577": {lookuptest.Day("+1949-00-00T00:00:00Z", 9)}}),
		edition("Q71", "de", "Der kleine Prinz", claims{"P577": {lookuptest.Day("+1950-00-00T00:00:00Z", 9)}}),
		edition("Q72", "en", "Another work's", claims{"P629": {of("Q1")}}),
		{ID: "Q73", Label: "Mały Książę", Claims: claims{"P629": {of("Q7")}, "P407": {of("Q809")}}},
	}})
	s := lookup.Subject{Type: mention.Book, Name: "Der kleine Prinz", Author: "Antoine de Saint-Exupéry", Language: "de"}
	records := ask(t, server, s)
	require.Len(t, server.Asked(), 4)
	require.Equal(t, "wbgetentities Q70|Q71|Q72|Q73", server.Asked()[2], "all editions in one call")
	d := lookup.Decide(s, records)
	require.Equal(t, lookup.Accepted, d.Outcome, "%v", d.Reasons)
	own := d.Record.Facts.Edition
	require.Equal(t, [4]any{"de", "Der kleine Prinz", 1950, "Q71"}, [4]any{own.Language, own.Title, own.Year, own.ID})
	require.Equal(t, []string{"https://de.wikipedia.org/wiki/Der_kleine_Prinz", "https://www.wikidata.org/wiki/Q71"}, d.Record.Facts.Links)
	var others []string
	for _, e := range d.Record.Facts.Editions {
		others = append(others, e.Language+" "+e.Title)
	}
	require.Equal(t, []string{"fr Le Petit Prince", "en The Little Prince", "it Il piccolo principe", "pl Mały Książę"}, others)
	require.True(t, d.Record.Facts.Editions[0].Original)
	require.Equal(t, 1943, d.Record.Facts.Editions[0].Year)
}

func TestACompanyHasItsSiteAndSisters(t *testing.T) {
	t.Parallel()
	r := ask(t, lookuptest.Start(t, world()), lookup.Subject{Type: mention.Company, Name: "Liquid Death"})[0]
	require.Equal(t, []string{
		"https://www.wikidata.org/wiki/Q106254248", "https://liquiddeath.com/", "https://www.linkedin.com/company/liquid-death",
	}, r.Facts.Links)
	require.Equal(t, "Canned water company", r.Facts.Description)
	require.Equal(t, "drinks industry", r.Facts.Field)
	require.Contains(t, r.Authorities, "website:liquiddeath.com")
}

func TestAClassThatTheTableLacksIsClimbedFromOnce(t *testing.T) {
	t.Parallel()
	server := lookuptest.Start(t, world())
	resolver := wikidata.New(server.Asker(t))
	for range 2 {
		records, err := resolver.Candidates(t.Context(), lookup.Subject{Type: mention.Location, Name: "Bielefeld"})
		require.NoError(t, err)
		require.Len(t, records, 1)
		require.Equal(t, "Germany", records[0].Facts.Country)
		require.Equal(t, "52.0167,8.5333", records[0].Facts.Coordinates)
		require.Contains(t, records[0].Facts.Links, "https://www.openstreetmap.org/?mlat=52.0167&mlon=8.5333")
	}
	require.Equal(t, 1, strings.Count(strings.Join(server.Asked(), "\n"), "Q42744322"))
}

func TestAMergedItemIsWhatItBecame(t *testing.T) {
	t.Parallel()
	records := ask(t, lookuptest.Start(t, world()), lookup.Subject{
		Type: mention.Company, Name: "Stones", Authorities: []string{"wikidata:Q53265341", "wikidata:Q99999999999", "wikidata:Q0"},
	})
	require.Empty(t, records, "an id of the show's own links leads there, but Wikidata does not say that the two are one")
	records = ask(t, lookuptest.Start(t, world()), lookup.Subject{
		Type: mention.Company, Name: "The Rolling Stones", Authorities: []string{"wikidata:Q53265341"},
	})
	require.Len(t, records, 1)
	require.Equal(t, "Q11036", records[0].ID)
}

func TestNothingOfThatNameIsOneCall(t *testing.T) {
	t.Parallel()
	server := lookuptest.Start(t, world())
	require.Empty(t, ask(t, server, lookup.Subject{Type: mention.Person, Name: "Liquid"}))
	require.Len(t, server.Asked(), 1)
}

// What a broken catalog sends is a fault with a sentence, never a panic and never a record.
func TestBrokenCatalogues(t *testing.T) {
	t.Parallel()
	body := func(kind, text string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write([]byte(text))
			return true
		}
	}
	const js = "application/json"
	for name, c := range map[string]struct {
		instead func(http.ResponseWriter, *http.Request) bool
		kind    fault.Kind
		silent  bool
	}{
		"turned away in plain text": {func(w http.ResponseWriter, _ *http.Request) bool {
			http.Error(w, "Please set a user-agent and respect our robot policy", http.StatusForbidden)
			return true
		}, fault.Private, true},
		"too many requests": {func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Retry-After", "120")
			http.Error(w, "slow down", http.StatusTooManyRequests)
			return true
		}, fault.RateLimited, true},
		"lagging": {func(w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Retry-After", "7")
			return body(js, `{"error":{"code":"maxlag","info":"Waiting for 10.64.16.20: 6.1 seconds lagged.","lag":6.1},"servedby":"mw1193"}`)(w, r)
		}, fault.RateLimited, true},
		"lagging, in the other form": {body(js, `{"errors":[{"code":"maxlag","text":"Waiting","module":"main"}]}`), fault.RateLimited, true},
		"an id that it refuses":      {body(js, `{"error":{"code":"no-such-entity","info":"x"}}`), fault.Unsupported, false},
		"cut":                        {body(js, `{"search":[{"id":"Q4`), fault.Unsupported, false},
		"a page":                     {body("text/html", `<html>`), fault.Unsupported, false},
		"a list":                     {body(js, `[]`), fault.Unsupported, false},
		"wrong types":                {body(js, `{"search":{"id":7}}`), fault.Unsupported, false},
		"nested without end":         {body(js, strings.Repeat("[", 1<<20)), fault.Unsupported, false},
		"down": {func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}, fault.Unavailable, true},
		"sent elsewhere": {func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "http://127.0.0.1:9/", http.StatusFound)
			return true
		}, fault.Unavailable, true},
		"without end": {func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Type", js)
			for range 3000 {
				if _, err := w.Write(make([]byte, 4096)); err != nil {
					break
				}
			}
			return true
		}, fault.TooLarge, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := lookuptest.Start(t, &lookuptest.Server{Instead: c.instead})
			asker := server.Asker(t)
			records, err := wikidata.New(asker).Candidates(t.Context(), lookup.Subject{Type: mention.Book, Name: "Dune"})
			require.Empty(t, records)
			require.Equal(t, c.kind, fault.KindOf(err), "%v", err)
			require.Equal(t, c.silent, lookup.Silent(err))
			if c.kind == fault.RateLimited {
				require.Positive(t, asker.Pacer.Held("127.0.0.1"), "nobody asks it for a while")
			}
		})
	}
}

func TestASlowCatalogueEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	let := make(chan struct{})
	server := &lookuptest.Server{Instead: func(http.ResponseWriter, *http.Request) bool { <-let; return true }}
	asker := lookuptest.Start(t, server).Asker(t)
	t.Cleanup(func() { close(let) }) // before the server ends, which waits for its answers
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := wikidata.New(asker).Candidates(ctx, lookup.Subject{Type: mention.Book, Name: "Dune"})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// Items of odd shapes are left out one by one.
func TestOddItemsAreLeftOut(t *testing.T) {
	t.Parallel()
	search := `{"search":[{"id":"Q1","label":"Dune"},{"id":"pop","label":"Dune"},{"id":"Q2","label":"Dune"},{"id":"Q3","label":"Dune"},
		{"id":"Q4","label":"Dune"}]}`
	entities := `{"entities":{"Q1":{"id":"Q1","missing":""},"Q2":[],"Q3":{"id":"Q3","labels":[],"claims":{"P31":"x","P577":[7]}},
		"Q4":{"id":"Q4","labels":{"en":{"value":"Dune"},"de":7},"descriptions":[],"claims":{"P31":[
		{"mainsnak":{"snaktype":"value","datavalue":{"value":{"numeric-id":7725634}}},"rank":"normal"}],
		"P856":[{"mainsnak":{"snaktype":"value","datavalue":{"value":"javascript:alert(1)"}},"rank":"normal"}],
		"P2963":[{"mainsnak":{"snaktype":"value","datavalue":{"value":"../../evil"}},"rank":"normal"}]}}}}`
	server := lookuptest.Start(t, &lookuptest.Server{Instead: func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Content-Type", "application/json")
		text := entities
		if r.URL.Query().Get("action") == "wbsearchentities" {
			text = search
		}
		_, _ = w.Write([]byte(text))
		return true
	}})
	records := ask(t, server, lookup.Subject{Type: mention.Book, Name: "Dune"})
	require.Len(t, records, 1)
	require.Equal(t, []string{"https://www.wikidata.org/wiki/Q4"}, records[0].Facts.Links)
}

package lookuptest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/lookup"
	"mentionary/internal/outbound"
)

// Item is an item of Wikidata.
type Item struct {
	ID          string
	Label       string // English, or for all languages where Mul is set
	Mul         bool
	German      string
	Description string
	Aliases     []string
	Claims      map[string][]any // statements by property, made by Text, Of, Year, At
	Articles    map[string]string
	MergedInto  string
}

// Work is an entry of Open Library.
type Work map[string]any

// Server plays both catalogs. Safe for concurrent use.
type Server struct {
	Items []Item
	Works []Work
	// Editions are the entries of works' editions, by the number of the work: "OL2W". Works without any answer 404.
	Editions map[string][]Work
	// Instead answers in the place of the catalogs when it returns true.
	Instead func(w http.ResponseWriter, r *http.Request) bool

	web   *httptest.Server
	mu    sync.Mutex
	asked []string
	agent string
}

// Start starts a server that ends with the test.
func Start(t testing.TB, s *Server) *Server {
	t.Helper()
	s.web = httptest.NewServer(s)
	t.Cleanup(s.web.Close)
	return s
}

// Asker returns who asks the server through the guarded door, without waiting between calls.
func (s *Server) Asker(t testing.TB) *lookup.Asker {
	t.Helper()
	pacer := outbound.NewPacer(outbound.PacerLimits{Every: time.Nanosecond}, nil)
	clients, err := outbound.New(outbound.Options{
		Version: "1.2", BaseURL: "https://mentionary.example", Contact: "ops@mentionary.example", ContentOrigins: []string{s.web.URL},
		FloorTime: -1, Pacer: pacer,
	})
	require.NoError(t, err)
	t.Cleanup(clients.CloseIdle)
	return &lookup.Asker{Fetcher: clients, Pacer: pacer, Base: s.web.URL}
}

// Asked returns what was asked so far, in order: "wbsearchentities Liquid Death", "search.json Dune".
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Agent returns the user agent of the last request.
func (s *Server) Agent() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.agent
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	s.mu.Lock()
	what := strings.TrimPrefix(r.URL.Path, "/")
	if a := q.Get("action"); a != "" {
		what = a
	}
	s.asked = append(s.asked, strings.TrimSpace(what+" "+q.Get("search")+q.Get("ids")+q.Get("title")+q.Get("isbn")))
	s.agent = r.UserAgent()
	s.mu.Unlock()
	if s.Instead != nil && s.Instead(w, r) {
		return
	}
	switch {
	case q.Get("action") == "wbsearchentities":
		tell(w, map[string]any{"searchinfo": map[string]any{"search": q.Get("search")}, "search": s.found(q.Get("search")), "success": 1})
	case q.Get("action") == "wbgetentities":
		s.entities(w, strings.Split(q.Get("ids"), "|"))
	case r.URL.Path == "/search.json":
		docs := s.books(q)
		tell(w, map[string]any{"numFound": len(docs), "start": 0, "numFoundExact": true, "docs": docs})
	case strings.HasSuffix(r.URL.Path, "/editions.json") && s.Editions[path.Base(path.Dir(r.URL.Path))] != nil:
		entries := s.Editions[path.Base(path.Dir(r.URL.Path))]
		tell(w, map[string]any{"links": map[string]any{"self": r.URL.Path}, "size": len(entries), "entries": entries})
	default:
		http.NotFound(w, r)
	}
}

func tell(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body)
}

func (s *Server) found(term string) []any {
	hits := []any{}
	for _, i := range s.Items {
		for _, n := range append([]string{i.Label, i.German}, i.Aliases...) {
			if n != "" && strings.HasPrefix(strings.ToLower(n), strings.ToLower(term)) {
				hits = append(hits, map[string]any{
					"id": i.ID, "title": i.ID, "label": i.Label, "description": i.Description,
					"match": map[string]any{"type": "label", "language": "en", "text": n},
				})
				break
			}
		}
	}
	return hits
}

func (s *Server) entities(w http.ResponseWriter, ids []string) {
	out := map[string]any{}
	for _, id := range ids {
		out[id] = map[string]any{"id": id, "missing": ""}
		for _, i := range s.Items {
			if i.ID == id {
				out[id] = s.entity(i)
			}
		}
	}
	tell(w, map[string]any{"entities": out, "success": 1})
}

func (s *Server) entity(i Item) any {
	if i.MergedInto != "" {
		for _, to := range s.Items {
			if to.ID == i.MergedInto {
				whole := s.entity(to).(map[string]any)
				whole["redirects"] = map[string]any{"from": i.ID, "to": to.ID}
				return whole
			}
		}
	}
	language := "en"
	if i.Mul {
		language = "mul"
	}
	text := func(l, v string) any { return map[string]any{"language": l, "value": v} }
	out := map[string]any{
		"type": "item", "id": i.ID, "labels": map[string]any{language: text(language, i.Label)}, "descriptions": map[string]any{},
		"aliases": map[string]any{}, "claims": i.Claims, "sitelinks": map[string]any{},
	}
	if i.German != "" {
		out["labels"].(map[string]any)["de"] = text("de", i.German)
	}
	if i.Description != "" {
		out["descriptions"] = map[string]any{"en": text("en", i.Description)}
	}
	if len(i.Aliases) > 0 {
		var all []any
		for _, a := range i.Aliases {
			all = append(all, text("en", a))
		}
		out["aliases"] = map[string]any{"en": all}
	}
	if i.Claims == nil {
		out["claims"] = []any{} // as older answers have it
	}
	for site, title := range i.Articles {
		out["sitelinks"].(map[string]any)[site] = map[string]any{"site": site, "title": title, "badges": []any{}}
	}
	return out
}

func (s *Server) books(q url.Values) []Work {
	out := []Work{}
	for _, w := range s.Works {
		title, _ := w["title"].(string)
		isbns, _ := w["isbn"].([]string)
		if isbn := q.Get("isbn"); isbn != "" && slices.Contains(isbns, isbn) ||
			isbn == "" && strings.Contains(strings.ToLower(title), strings.ToLower(q.Get("title"))) {
			out = append(out, w)
		}
	}
	return out
}

// Text is a statement whose value is a text.
func Text(v string) any { return Ranked("normal", v, nil) }

// InLanguage is a statement whose value is a text in a language.
func InLanguage(language, v string) any {
	return Ranked("normal", map[string]any{"text": v, "language": language}, nil)
}

// Of is a statement whose value is an item.
func Of(id string) any {
	return Ranked("normal", map[string]any{"entity-type": "item", "id": id}, nil)
}

// Day is a statement whose value is a time; precision 11 is a day, 9 a year, 8 a decade.
func Day(v string, precision int) any {
	return Ranked("normal", map[string]any{"time": v, "precision": precision}, nil)
}

// At is a statement whose value is a place on Earth.
func At(lat, lon float64) any {
	return Ranked("normal", map[string]any{"latitude": lat, "longitude": lon, "globe": "http://www.wikidata.org/entity/Q2"}, nil)
}

// Ranked is a statement of a rank with qualifiers, by property.
func Ranked(rank string, value any, qualifiers map[string][]any) any {
	out := map[string]any{
		"mainsnak": map[string]any{"snaktype": "value", "datavalue": map[string]any{"value": value}}, "type": "statement", "rank": rank,
	}
	if qualifiers != nil {
		out["qualifiers"] = qualifiers
	}
	return out
}

// Unknown is a statement that there is a value, and nobody knows which.
func Unknown() any {
	return map[string]any{"mainsnak": map[string]any{"snaktype": "somevalue"}, "type": "statement", "rank": "normal"}
}

package openlibrary

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// Base is Open Library's address.
const Base = "https://openlibrary.org"

const (
	limit       = "10"
	shortest    = 3 // letters of a title: shorter ones are refused
	maxAuthors  = 5
	maxISBNs    = 200 // of all editions
	maxNameSize = 500 // bytes
)

// Resolver asks Open Library. Use New. Safe for concurrent use.
type Resolver struct{ asker *lookup.Asker }

// New returns a resolver that asks with asker.
func New(asker *lookup.Asker) *Resolver { return &Resolver{asker: asker} }

// Catalogue implements lookup.Resolver.
func (*Resolver) Catalogue() string { return lookup.OpenLibrary }

// Knows implements lookup.Resolver.
func (*Resolver) Knows(s lookup.Subject) bool { return s.Type == mention.Book }

// work is one entry of a search. Entries of another shape are left out.
type work struct {
	Key       string   `json:"key"`
	Title     string   `json:"title"`
	Authors   []string `json:"author_name"`
	Year      int      `json:"first_publish_year"`
	ISBNs     []string `json:"isbn"`
	Goodreads []string `json:"id_goodreads"`
	Editions  int      `json:"edition_count"`
}

// Candidates implements lookup.Resolver. It makes one call, by ISBN where one is known, else by title
// and author, and one for the editions of each of at most two works.
func (r *Resolver) Candidates(ctx context.Context, s lookup.Subject) ([]lookup.Record, error) {
	query := url.Values{
		"fields": {"key,title,author_name,first_publish_year,isbn,id_goodreads,edition_count"}, "limit": {limit},
	}
	isbn := isbnOf(s)
	switch {
	case isbn != "":
		query.Set("isbn", isbn)
	case len([]rune(s.Name)) < shortest || strings.EqualFold(s.Name, "the"):
		return nil, nil
	default:
		query.Set("title", s.Name)
		if s.Author != "" {
			query.Set("author", s.Author)
		}
	}
	answer, err := r.asker.Ask(ctx, "/search.json", query)
	if err != nil {
		return nil, err
	}
	var answered struct {
		Docs []json.RawMessage `json:"docs"`
	}
	if err := answer.Decode(&answered); err != nil {
		return nil, err
	}
	var works []work
	for _, raw := range answered.Docs {
		var w work
		if json.Unmarshal(raw, &w) == nil && keys.MatchString(w.Key) && w.Title != "" {
			works = append(works, w)
		}
	}
	found := records(works, isbn)
	return found, r.addEditions(ctx, s, isbn, found)
}

func isbnOf(s lookup.Subject) string {
	for _, a := range s.Authorities {
		if isbn, ok := strings.CutPrefix(a, link.SchemeISBN+":"); ok && link.ValidISBN13(isbn) {
			return isbn
		}
	}
	return ""
}

var keys = regexp.MustCompile(`^/(works|books)/(OL[0-9]{1,12}[WM])$`)

// records are the works, those with one title and author as one: the library has many a book twice. The record with most
// editions stands for them.
func records(works []work, isbn string) []lookup.Record {
	at := map[string]int{}
	var kept []work
	for _, w := range works {
		author := ""
		if len(w.Authors) > 0 {
			author = w.Authors[0]
		}
		key := match.Key(mention.Book, w.Title) + "\n" + match.Key(mention.Person, author)
		i, known := at[key]
		switch {
		case !known:
			at[key], kept = len(kept), append(kept, w)
		case w.Editions > kept[i].Editions:
			kept[i] = w
		}
	}
	out := make([]lookup.Record, 0, len(kept))
	for _, w := range kept {
		out = append(out, w.record(isbn))
	}
	return out
}

// record is a work as lookup compares it. isbn is the one that was asked for.
func (w work) record(isbn string) lookup.Record {
	r := lookup.Record{
		ID: keys.FindStringSubmatch(w.Key)[2], Types: []mention.Type{mention.Book}, Name: wording.FirstBytes(w.Title, maxNameSize),
	}
	for _, a := range w.Authors[:min(len(w.Authors), maxAuthors)] {
		r.Facts.Authors = append(r.Facts.Authors, wording.FirstBytes(strings.Join(strings.Fields(a), " "), maxNameSize))
	}
	if w.Year > 0 && w.Year < 3000 {
		r.Facts.Year = w.Year
	}
	r.Facts.Links = []string{lookup.Address(lookup.OpenLibrary, r.ID)}
	if len(w.Goodreads) > 0 && digits.MatchString(w.Goodreads[0]) {
		r.Facts.Links = append(r.Facts.Links, "https://www.goodreads.com/book/show/"+w.Goodreads[0])
	}
	r.Authorities = link.Authorities(r.Facts.Links)
	for _, s := range w.ISBNs[:min(len(w.ISBNs), maxISBNs)] {
		if one, ok := link.ISBN13(s); ok {
			r.Authorities = append(r.Authorities, link.SchemeISBN+":"+one)
			if one == isbn || len(w.ISBNs) == 1 {
				r.Facts.ISBN = one
			}
		}
	}
	return r
}

var digits = regexp.MustCompile(`^[0-9]{1,12}$`)

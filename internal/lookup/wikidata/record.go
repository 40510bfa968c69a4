package wikidata

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/wording"
)

const (
	maxDescription = 300 // bytes of a line
	maxNamed       = 5   // authors or makers
	maxFields      = 2   // occupations or industries
)

// record is an item as lookup compares it.
func (i *item) record() lookup.Record {
	r := lookup.Record{
		ID: i.ID, Types: typesOf(i.meanings), Name: i.name(), Names: i.allNames(), Related: i.named(related...), Topics: i.named(topics...),
		Facts: lookup.Facts{
			Description: sentence(line(inLanguage(i.Descriptions))), Authors: i.authors(), Makers: first(i.named(developer, manufacturer), maxNamed),
			Field: strings.Join(first(i.named(occupation, industry), maxFields), ", "), Year: i.year(published, inception),
			Coordinates: i.place(), Links: i.links(),
		},
	}
	for _, e := range i.editions {
		r.Names = append(r.Names, e.allNames()...)
		r.Facts.ISBN = e.isbn()
	}
	if r.Facts.ISBN == "" {
		r.Facts.ISBN = i.isbn()
	}
	r.Editions = i.forms()
	for _, e := range r.Editions {
		r.Names = append(r.Names, e.Title)
	}
	if countries := i.named(country); len(countries) == 1 {
		r.Facts.Country = countries[0]
	}
	r.Authorities = link.Authorities(r.Facts.Links)
	return r
}

// authors are those who have an item, and those of whom only the name is known.
func (i *item) authors() []string {
	out := i.named(author)
	for _, n := range i.strings(authorName) {
		if n = line(n); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return first(out, maxNamed)
}

// isbn is the item's only ISBN, in 13 digits, empty when it has none or several.
func (i *item) isbn() string {
	found := map[string]bool{}
	for _, s := range append(i.strings(isbn13), i.strings(isbn10)...) {
		if isbn, ok := link.ISBN13(s); ok {
			found[isbn] = true
		}
	}
	for isbn := range found {
		if len(found) == 1 {
			return isbn
		}
	}
	return ""
}

var (
	digits     = regexp.MustCompile(`^[0-9]{1,12}$`)
	slug       = regexp.MustCompile(`^[\p{L}\p{N}%_.&'-]+$`) // a pattern that counts letters of all scripts takes megabytes
	libraryIDs = regexp.MustCompile(`^OL[0-9]{1,12}([AWM])$`)
)

const maxSlug = 100 // characters

func isSlug(s string) bool { return slug.MatchString(s) && utf8.RuneCountInString(s) <= maxSlug }

// links are the addresses that an item proves, canonical: its own, the articles, the official site and sisters of it.
func (i *item) links() []string {
	out := []string{lookup.Address(lookup.Wikidata, i.ID)}
	add := func(address string, kinds ...link.Kind) {
		c, err := link.Canonical(address)
		if err == nil && (len(kinds) == 0 || slices.Contains(kinds, link.KindOf(c))) && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	for _, language := range []string{"en", "de"} {
		out = append(out, i.articles(language)...)
	}
	for _, s := range first(i.strings(website), 1) {
		add(s)
	}
	for _, s := range i.strings(linkedInOrg) {
		if isSlug(s) { // some are whole addresses
			add("https://www.linkedin.com/company/"+url.PathEscape(s), link.LinkedIn)
		}
	}
	for _, s := range i.strings(linkedInIn) {
		if isSlug(s) {
			add("https://www.linkedin.com/in/"+url.PathEscape(s), link.LinkedIn)
		}
	}
	for property, path := range map[string]string{readsAuthor: "/author/show/", readsBook: "/book/show/", readsWork: "/work/editions/"} {
		for _, s := range first(i.strings(property), 1) {
			if digits.MatchString(s) {
				add("https://www.goodreads.com"+path+s, link.Goodreads)
			}
		}
	}
	for _, s := range first(i.strings(openLibrary), 1) {
		if m := libraryIDs.FindStringSubmatch(s); m != nil {
			add("https://openlibrary.org/" + map[string]string{"A": "authors", "W": "works", "M": "books"}[m[1]] + "/" + s)
		}
	}
	if lat, lon, ok := strings.Cut(i.place(), ","); ok {
		add("https://www.openstreetmap.org/?mlat="+lat+"&mlon="+lon, link.Maps)
	}
	slices.Sort(out[1:])
	return out
}

// line is a text in one line, without control characters.
func line(s string) string {
	return wording.FirstBytes(strings.Join(strings.Fields(s), " "), maxDescription)
}

// sentence begins with a capital, as our own descriptions do; "iPhone" and "eBay" stay.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

func first(list []string, n int) []string { return list[:min(len(list), n)] }

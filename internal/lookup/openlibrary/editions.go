package openlibrary

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

const (
	editionsLimit = 50 // read of one work
	worksWithThem = 2  // works whose editions are read for one subject
)

// edition is one entry of a work's editions.
type edition struct {
	Key       string   `json:"key"`
	Title     string   `json:"title"`
	Published string   `json:"publish_date"` // free text: "November 13, 2007"
	ISBN13    []string `json:"isbn_13"`
	ISBN10    []string `json:"isbn_10"`
	Languages []struct {
		Key string `json:"key"`
	} `json:"languages"`
}

// addEditions gives records their works' editions: of those that have the subject's title, and of those that may have it in another
// language, because the author or the ISBN is the same. What cannot be read is left out; only a silent library is an error.
func (r *Resolver) addEditions(ctx context.Context, s lookup.Subject, isbn string, records []lookup.Record) error {
	asked := 0
	for i := range records {
		rec := &records[i]
		if asked == worksWithThem {
			return nil
		}
		if !strings.HasSuffix(rec.ID, "W") || !worthReading(s, isbn, *rec) {
			continue
		}
		asked++
		list, err := r.editions(ctx, rec.ID)
		switch {
		case ctx.Err() != nil || lookup.Silent(err):
			return err
		case err != nil:
			continue
		}
		rec.Editions = editionsOf(rec.Name, list)
		for _, e := range rec.Editions {
			rec.Names = append(rec.Names, e.Title)
		}
	}
	return nil
}

// worthReading reports whether a work may be the subject, in whatever language.
func worthReading(s lookup.Subject, isbn string, r lookup.Record) bool {
	return lookup.SameTitle(r.Name, s.Name) || isbn != "" && slices.Contains(r.Authorities, link.SchemeISBN+":"+isbn) ||
		s.Author != "" && slices.ContainsFunc(r.Facts.Authors, func(a string) bool { return match.SameName(mention.Person, a, s.Author) })
}

func (r *Resolver) editions(ctx context.Context, work string) ([]edition, error) {
	answer, err := r.asker.Ask(ctx, "/works/"+work+"/editions.json", url.Values{"limit": {strconv.Itoa(editionsLimit)}})
	if err != nil {
		return nil, err
	}
	var found struct {
		Entries []json.RawMessage `json:"entries"`
	}
	if err := answer.Decode(&found); err != nil {
		return nil, err
	}
	var out []edition
	for _, raw := range found.Entries[:min(len(found.Entries), editionsLimit)] {
		var e edition
		if json.Unmarshal(raw, &e) == nil && e.Title != "" && strings.HasPrefix(e.Key, "/books/") && keys.MatchString(e.Key) {
			out = append(out, e)
		}
	}
	return out, nil
}

// editionsOf are the titles under which a work came out. Its own title is the original; the language of that is the one in which most
// entries have it.
func editionsOf(title string, list []edition) []lookup.Edition {
	languages := map[string]int{}
	for _, e := range list {
		if l := e.language(); l != "" && lookup.SameTitle(e.Title, title) {
			languages[l]++
		}
	}
	original := lookup.Edition{Title: title, Original: true}
	for l, n := range languages {
		if most := languages[original.Language]; n > most || n == most && l < original.Language {
			original.Language = l
		}
	}
	out := []lookup.Edition{original}
	for _, e := range list {
		f := lookup.Edition{
			ID: keys.FindStringSubmatch(e.Key)[2], Title: wording.FirstBytes(e.Title, maxNameSize), Language: e.language(), Year: e.year(),
			ISBN: e.isbn(),
		}
		f.Links = []string{lookup.Address(lookup.OpenLibrary, f.ID)}
		if lookup.SameTitle(f.Title, title) && (f.Language == "" || f.Language == original.Language) {
			f.Title, f.Language = title, original.Language // a printing of the original
		}
		out = append(out, f)
	}
	return out
}

// language is the only language of an edition, empty when it has several or none.
func (e edition) language() string {
	if len(e.Languages) != 1 {
		return ""
	}
	return lookup.LanguageOf(strings.TrimPrefix(e.Languages[0].Key, "/languages/"))
}

var years = regexp.MustCompile(`\b1[5-9][0-9]{2}\b|\b20[0-9]{2}\b`)

// year is the year in the date of publication, 0 when there is none.
func (e edition) year() int {
	n, _ := strconv.Atoi(years.FindString(e.Published)) // nothing found is 0
	return n
}

// isbn is the first valid ISBN, in 13 digits.
func (e edition) isbn() string {
	for _, s := range append(slices.Clone(e.ISBN13), e.ISBN10...) {
		if isbn, ok := link.ISBN13(s); ok {
			return isbn
		}
	}
	return ""
}

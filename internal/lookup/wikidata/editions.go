package wikidata

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/mention"
)

// languageItems are the items of languages in which books are often written, by their codes.
var languageItems = map[string]string{
	"Q1860": "en", "Q188": "de", "Q150": "fr", "Q1321": "es", "Q652": "it", "Q5146": "pt", "Q7411": "nl", "Q9027": "sv", "Q9035": "da",
	"Q9043": "no", "Q1412": "fi", "Q809": "pl", "Q9056": "cs", "Q7737": "ru", "Q8798": "uk", "Q9067": "hu", "Q7913": "ro", "Q256": "tr",
	"Q9129": "el", "Q9288": "he", "Q13955": "ar", "Q7850": "zh", "Q5287": "ja", "Q9176": "ko", "Q7026": "ca", "Q397": "la",
}

// readEditions reads the editions that works name and that the search did not find, those of all works in one call.
func (r *Resolver) readEditions(ctx context.Context, works []*item) error {
	var ids []string
	for _, w := range works {
		for _, id := range w.items(hasEdition) {
			known := slices.ContainsFunc(w.editions, func(e *item) bool { return e.ID == id })
			if !known && !slices.Contains(ids, id) && len(ids) < maxRelated {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := r.items(ctx, ids, "labels|claims")
	if err != nil {
		return err
	}
	for _, w := range works {
		named := w.items(hasEdition)
		for _, e := range found {
			// Both must say so: an item that is named by mistake is another book.
			if slices.Contains(named, e.ID) && slices.Contains(e.items(editionOf), w.ID) {
				w.editions = append(w.editions, e)
			}
		}
	}
	return nil
}

// forms are the titles under which a book came out: the original's, those that the item has in other languages, and those of editions
// that have an item of their own.
func (i *item) forms() []lookup.Edition {
	if !slices.Contains(typesOf(i.meanings), mention.Book) {
		return nil
	}
	original := i.form()
	if original.Title == "" {
		original.Title = i.Labels[original.Language].Value
	}
	if original.Title == "" {
		original.Title = i.name()
	}
	if original.Language == "" && original.Title == i.Labels["en"].Value {
		original.Language = "en"
	}
	original.ID, original.Links, original.ISBN, original.Original = "", nil, "", true
	original.Names = append(namesIn(i, original.Language), namesIn(i, "mul")...)
	out := []lookup.Edition{original}
	for _, l := range []string{"en", "de"} {
		title := i.Labels[l].Value
		switch {
		case l == original.Language || title == "":
		case lookup.SameTitle(title, original.Title):
			out[0].Names = append(out[0].Names, namesIn(i, l)...)
		default:
			out = append(out, lookup.Edition{Language: l, Title: title, Names: namesIn(i, l), Links: i.articles(l)})
		}
	}
	for _, e := range i.editions {
		f := e.form()
		if f.Title == "" {
			f.Title = e.name()
		}
		if f.Language == "" && lookup.SameTitle(f.Title, original.Title) {
			f.Language = original.Language // another printing of it
		}
		out = append(out, f)
	}
	return out
}

// form is an item as an edition: its title and language where its statements tell them.
func (i *item) form() lookup.Edition {
	out := lookup.Edition{ID: i.ID, Year: i.year(published), ISBN: i.isbn(), Links: i.links()}
	for _, raw := range i.best(titled) {
		var v struct {
			Text     string `json:"text"`
			Language string `json:"language"`
		}
		if json.Unmarshal(raw, &v) == nil && v.Text != "" {
			out.Title, out.Language = line(v.Text), lookup.LanguageOf(v.Language)
			break
		}
	}
	if languages := i.items(languageOfWork); out.Language == "" && len(languages) == 1 {
		out.Language = languageItems[languages[0]]
	}
	return out
}

func namesIn(i *item, language string) []string {
	var out []string
	if l := i.Labels[language].Value; l != "" {
		out = append(out, l)
	}
	for _, a := range i.Aliases[language] {
		out = append(out, a.Value)
	}
	return first(out, maxNames)
}

// articles are the addresses of the articles in a language.
func (i *item) articles(language string) []string {
	l := i.SiteLinks[language+"wiki"]
	if l.Title == "" {
		return nil
	}
	article := url.URL{Scheme: "https", Host: language + ".wikipedia.org", Path: "/wiki/" + strings.ReplaceAll(l.Title, " ", "_")}
	c, err := link.Canonical(article.String()) // commas and brackets stay as people link them
	if err != nil || link.KindOf(c) != link.Wikipedia {
		return nil
	}
	return []string{c}
}

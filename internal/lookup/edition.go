package lookup

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// Bounds of what is kept of a work's editions.
const (
	maxEditions = 20  // of one work
	maxTitle    = 300 // bytes
	maxLinks    = 4   // of one edition: printings have each their own
)

// Edition is a work under one title in one language: the original, a translation, a book that is called otherwise in another country.
// Printings of it are not told apart.
type Edition struct {
	ID       string   `json:"id,omitempty"`       // of the catalog's own record, empty where it has none
	Language string   `json:"language,omitempty"` // "de"; empty when unknown
	Title    string   `json:"title"`
	Year     int      `json:"year,omitempty"` // first published; 0 when unknown
	Original bool     `json:"original,omitempty"`
	Names    []string `json:"-"` // further names of the work in this language
	Links    []string `json:"-"` // that this edition has and the others have not, canonical
	ISBN     string   `json:"-"`
}

// Tag tells an edition from the others of its work, empty for the original.
func (e Edition) Tag() string {
	if e.Original {
		return ""
	}
	sum := sha256.Sum256([]byte(e.Language + "\n" + match.Key(mention.Book, e.Title)))
	return hex.EncodeToString(sum[:4])
}

// LanguageOf returns the language that a catalog's code means ("ger", "de", "en-gb"), empty for none.
func LanguageOf(code string) string {
	tag, err := language.Parse(code)
	if err != nil {
		return ""
	}
	base, _, _ := tag.Raw() // what is not said is not guessed
	switch b := base.String(); b {
	case "mul", "und", "zxx":
		return ""
	default:
		return b
	}
}

// CleanEditions returns the editions that can be shown, in the order of CompareEditions. Those of one title and language are one,
// published first when the first of them was.
func CleanEditions(list []Edition) []Edition {
	var out []Edition
	for _, e := range list {
		e.Title = wording.FirstBytes(strings.Join(strings.Fields(e.Title), " "), maxTitle)
		if e.Title == "" {
			continue
		}
		i := slices.IndexFunc(out, func(o Edition) bool {
			return o.Language == e.Language && match.Key(mention.Book, o.Title) == match.Key(mention.Book, e.Title)
		})
		if i < 0 {
			out = append(out, e)
			continue
		}
		o := &out[i]
		o.ID, o.ISBN, o.Original = cmp.Or(o.ID, e.ID), cmp.Or(o.ISBN, e.ISBN), o.Original || e.Original
		if o.Original {
			o.ID = "" // it is the work; what was merged into it is a printing
		}
		if o.Year == 0 || e.Year != 0 && e.Year < o.Year {
			o.Year = e.Year
		}
		o.Names = append(o.Names, e.Names...)
		o.Links = append(o.Links, e.Links[:min(len(e.Links), max(maxLinks-len(o.Links), 0))]...)
	}
	slices.SortStableFunc(out, CompareEditions)
	return out
}

// CompareEditions puts the original first, then by language and year; those of unknown languages come last.
func CompareEditions(a, b Edition) int {
	return cmp.Or(number(b.Original)-number(a.Original), number(a.Language == "")-number(b.Language == ""),
		cmp.Compare(a.Language, b.Language), cmp.Compare(a.Year, b.Year))
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inEdition returns an accepted record of a book as that of the edition whose title the subject has: with its links and its number in
// the place of the work's, and with the other editions. What has the name of none of them stays the work.
func (r Record) inEdition(s Subject) Record {
	if s.Type != mention.Book {
		return r
	}
	editions := CleanEditions(r.Editions)
	at := editionNamed(s, editions)
	if at < 0 {
		r.Facts.Editions = editions[:min(len(editions), maxEditions)]
		return r
	}
	own := editions[at]
	r.Facts.Edition = &own
	others := slices.Delete(editions, at, at+1)
	if own.Original { // the article about a translation is not its own
		r.Facts.Links = slices.DeleteFunc(slices.Clone(r.Facts.Links), func(l string) bool {
			return slices.ContainsFunc(others, func(o Edition) bool { return slices.Contains(o.Links, l) })
		})
	} else {
		r.Facts.Links, r.Facts.ISBN = slices.Compact(slices.Sorted(slices.Values(own.Links))), own.ISBN
	}
	r.Facts.Editions = others[:min(len(others), maxEditions)]
	return r
}

// editionNamed returns the place of the edition that has one of the subject's names: titles count before further names, and the name by
// which the directory calls it before those that it also has. It is -1 when there is none.
func editionNamed(s Subject, editions []Edition) int {
	for _, titles := range []bool{true, false} {
		for _, n := range append([]string{s.Name}, s.Names...) {
			for i, e := range editions {
				have := e.Names
				if titles {
					have = []string{e.Title}
				}
				if slices.ContainsFunc(have, func(title string) bool { return SameTitle(title, n) }) {
					return i
				}
			}
		}
	}
	return -1
}

// SameTitle reports whether two titles of books are one; the subtitle of either may be missing.
func SameTitle(a, b string) bool {
	whole, other := match.Key(mention.Book, a), match.Key(mention.Book, b)
	return whole == other || mainTitle(a) == other || whole == mainTitle(b)
}

// mainTitle is the key of a title without its subtitle.
func mainTitle(title string) string {
	short, _, _ := strings.Cut(title, ":")
	return match.Key(mention.Book, strings.TrimSpace(short))
}

// EditionReason says in plain words why an entity is an edition of a work.
func EditionReason(catalogue, work string, e Edition) string {
	what := "as a title of"
	if e.Original {
		what = "as the original of"
	}
	in := ""
	if e.Language != "" {
		in = ", language " + e.Language + ","
	}
	return fmt.Sprintf("%s has “%s”%s %s %s", Names[catalogue], wording.Shorten(e.Title, 80), in, what, work)
}

package lookup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// The catalogs. The words are stored: never rename one.
const (
	Wikidata    = "wikidata"
	OpenLibrary = "openlibrary"
	// ITunes and PodcastIndex list podcasts; settings name them alike where shows are found by their names.
	ITunes       = "itunes"
	PodcastIndex = "podcastindex"
)

// Names are what people read for the catalogs.
var Names = map[string]string{
	Wikidata: "Wikidata", OpenLibrary: "Open Library", ITunes: "Apple Podcasts", PodcastIndex: "Podcast Index",
}

// Address is the page of a catalog's record.
func Address(catalogue, id string) string {
	switch {
	case catalogue == Wikidata:
		return "https://www.wikidata.org/wiki/" + id
	case catalogue == ITunes:
		return "https://podcasts.apple.com/podcast/id" + id
	case catalogue == PodcastIndex:
		return "https://podcastindex.org/podcast/" + id
	case strings.HasSuffix(id, "M"):
		return "https://openlibrary.org/books/" + id
	default:
		return "https://openlibrary.org/works/" + id
	}
}

// Resolver asks one catalog.
type Resolver interface {
	// Catalogue is the stored word for whom it asks.
	Catalogue() string
	// Knows reports whether the catalog may have a thing like this; else it is not asked.
	Knows(s Subject) bool
	// Candidates returns records that may be the subject, best first, with all that Decide compares. None is no error. Errors
	// are faults: RateLimited and Unavailable mean that nobody should be asked for a while.
	Candidates(ctx context.Context, s Subject) ([]Record, error)
}

// Subject is an entity with what the directory knows of it. Nothing in it comes from a catalog, so that no catalog
// confirms itself.
type Subject struct {
	Type        mention.Type
	Name        string
	Names       []string // further names that are confirmed
	Author      string   // of a book
	Company     string   // of a product or person
	Country     string   // of a location
	Authorities []string // ids that its links prove, as link.Authorities returns them
	Together    []string // who takes part in its episodes, and what else is mentioned in them
	Texts       []string // its quotes: what is said about it
	Language    string   // of its episodes: "en", "de"
}

// Asked is what a question depends on: when it changes, the catalog is asked again before its time.
func (s Subject) Asked() string {
	ids := slices.Sorted(slices.Values(s.Authorities))
	parts := append([]string{string(s.Type), match.Key(s.Type, s.Name), s.Author, s.Company, s.Country}, ids...)
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:16])
}

// Record is what a catalog has of one thing.
type Record struct {
	ID          string         // "Q42", "OL27448W"
	Types       []mention.Type // what it may be
	Name        string
	Names       []string  // further names
	Authorities []string  // ids that its addresses prove
	Related     []string  // names of things it has to do with: authors, makers, employers, places
	Topics      []string  // words about it: occupation, industry, subject
	Signs       []string  // what else in the subject's texts speaks for it, in plain words; each counts as a word does
	Editions    []Edition // of a book: the titles under which it came out
	Facts       Facts
}

// Facts are what an accepted record says of an entity. Empty fields are not known.
type Facts struct {
	Description string   `json:"description,omitempty"` // one line
	Authors     []string `json:"authors,omitempty"`
	Makers      []string `json:"makers,omitempty"` // developer or manufacturer
	Country     string   `json:"country,omitempty"`
	Field       string   `json:"field,omitempty"` // occupation, industry
	Year        int      `json:"year,omitempty"`  // first published, founded; 0 when unknown
	ISBN        string   `json:"isbn,omitempty"`  // 13 digits
	Coordinates string   `json:"coordinates,omitempty"`
	Feed        string   `json:"feed,omitempty"`  // of a podcast: where its episodes are listed
	Links       []string `json:"links,omitempty"` // canonical
	// Edition is which edition of the work the entity is, nil when its name does not tell; Editions are the others.
	Edition  *Edition  `json:"edition,omitempty"`
	Editions []Edition `json:"editions,omitempty"`
}

// Former is what a column of an entity held before a record filled it, and whose word that was.
type Former struct {
	Value  string `json:"value"`
	Source string `json:"source,omitempty"`
}

// Outcome is what came of asking. The words are stored: never rename one.
type Outcome string

// The outcomes.
const (
	Accepted  Outcome = "accepted"  // this record is the entity
	None      Outcome = "none"      // no record is
	Ambiguous Outcome = "ambiguous" // several may be: a person decides
	Failed    Outcome = "failed"    // the catalog could not say
)

// Values lists the words, which the schema takes from here.
func (Outcome) Values() []string {
	return []string{string(Accepted), string(None), string(Ambiguous), string(Failed)}
}

// Decision is what is made of candidates.
type Decision struct {
	Outcome    Outcome
	Record     Record   // when accepted
	Reasons    []string // in plain words, for moderators
	Candidates []Candidate
}

// Candidate is a record that may be the entity, for a person to look at.
type Candidate struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

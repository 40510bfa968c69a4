package lines

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/source/feed"
	"mentionary/internal/wording"
)

// Limits of a list.
const (
	Max       = 1_000     // addresses
	MaxBytes  = 512 << 10 // of the text
	maxLines  = 20_000    // lines of text, or records of CSV
	maxFields = 50        // of a record that are looked at
	maxNamed  = 100       // lines that are left out are named, up to so many
	maxShown  = 200       // characters of such a line
)

// Format is how a list was read.
type Format string

// The formats.
const (
	Text Format = "text" // one address a line
	CSV  Format = "csv"  // one record a line, the address in any field
	OPML Format = "opml" // subscriptions of a podcast app
)

// Line is an address of a list.
type Line struct {
	Number int       // of the line, from 1; of OPML: of the subscription
	Text   string    // as it stands there
	Title  string    // of OPML: what the list calls the show, may be empty
	Ref    media.Ref // zero for an address of a known site that leads to nothing we read: it fails when its turn comes
}

// Dropped is a line that does not count.
type Dropped struct {
	Number      int
	Text        string // cut
	Reason      string // a sentence
	DuplicateOf int    // number of the line that has the address already, 0 when it is no duplicate
}

// List is what was read.
type List struct {
	Format     Format
	Lines      []Line // that count, in order, each address once
	Dropped    []Dropped
	Duplicates int // lines that are left out because their address stands there already
	Unknown    int // lines that no source takes for its own
}

// Texts returns the lines that count as they stand in the list.
func (l List) Texts() []string {
	out := make([]string, 0, len(l.Lines))
	for _, x := range l.Lines {
		out = append(out, x.Text)
	}
	return out
}

// Check refuses a list that no batch takes.
func (l List) Check() error {
	if more := len(l.Lines) - Max; more > 0 {
		return fault.Newf(fault.TooLarge, "A batch takes at most 1,000 addresses. This list has %s too many: please split it.",
			wording.Count(more, "address", "addresses")).WithField("text")
	}
	return nil
}

// Read reads a list. The format is found out from the text. Faults: TooLarge for a text over MaxBytes, with too many lines, or
// with XML that is not safe to read; BadInput for what is no text or no readable OPML.
func Read(text string) (List, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	switch {
	case len(text) > MaxBytes:
		return List{}, tooLarge("This list is larger than 512 KiB. Please split it.")
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return List{}, fault.New(fault.BadInput, "This is not text. Please give a text, CSV or OPML file in UTF-8.").WithField("text")
	case strings.HasPrefix(strings.TrimSpace(text), "<"):
		return readOPML(text)
	case isCSV(text):
		return readCSV(text)
	default:
		return readText(text)
	}
}

func tooLarge(sentence string) error { return fault.New(fault.TooLarge, sentence).WithField("text") }

// reader collects lines.
type reader struct {
	list List
	seen map[string]int // number of the line that has the address
}

func newReader(f Format) *reader { return &reader{list: List{Format: f}, seen: map[string]int{}} }

// add takes a line whose address a source takes for its own, and names another one.
func (r *reader) add(number int, text string) {
	ref, err := source.Recognize(text)
	key := fmt.Sprintf("%s %s %s", ref.Platform, ref.ExternalID, ref.ItemID)
	if err != nil {
		key = text
	}
	if err != nil && !source.Claimed(text) {
		r.list.Unknown++
		r.drop(Dropped{Number: number, Text: text, Reason: fault.Of(err).Sentence})
		return
	}
	if first := r.seen[key]; first != 0 {
		r.list.Duplicates++
		r.drop(Dropped{Number: number, Text: text, Reason: fmt.Sprintf("The same address is in line %d.", first), DuplicateOf: first})
		return
	}
	r.seen[key] = number
	r.list.Lines = append(r.list.Lines, Line{Number: number, Text: text, Ref: ref})
}

func (r *reader) drop(d Dropped) {
	if len(r.list.Dropped) < maxNamed {
		d.Text = wording.Shorten(d.Text, maxShown)
		r.list.Dropped = append(r.list.Dropped, d)
	}
}

func readText(text string) (List, error) {
	r, number := newReader(Text), 0
	for line := range strings.Lines(text) {
		if number++; number > maxLines {
			return List{}, tooLarge("This list has more than 20,000 lines. Please split it.")
		}
		if line = strings.TrimSpace(line); line != "" {
			r.add(number, line)
		}
	}
	return r.list, nil
}

// isCSV reports whether the first line that is not empty has several fields, one of them quoted or with an address.
func isCSV(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if _, err := source.Recognize(line); err == nil {
			return false // an address that has a comma in it
		}
		return comma(line) != 0
	}
	return false
}

// comma returns what separates the fields of a line, 0 when nothing does.
func comma(line string) rune {
	best, most := rune(0), 0
	for _, c := range []rune{',', ';', '\t'} {
		if n := strings.Count(line, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

func readCSV(text string) (List, error) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	in := csv.NewReader(strings.NewReader(text))
	in.Comma, in.FieldsPerRecord, in.LazyQuotes, in.TrimLeadingSpace, in.ReuseRecord = comma(first), -1, true, true, true
	r := newReader(CSV)
	for n := 0; ; n++ {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return r.list, nil
		}
		if err != nil {
			return List{}, fault.Wrap(fault.BadInput, err, "This CSV file cannot be read. Give one address per line instead.").WithField("text")
		}
		if n >= maxLines {
			return List{}, tooLarge("This list has more than 20,000 lines. Please split it.")
		}
		field, known := addressIn(record)
		if line, _ := in.FieldPos(0); known || n > 0 && field != "" { // the first record may be the names of the columns
			r.add(line, field)
		}
	}
}

// addressIn returns the field of a record that holds its address, and whether a source recognizes it: the first one with a
// scheme, else the first that is recognized. Without one it returns the first that is not empty.
func addressIn(record []string) (field string, known bool) {
	record = record[:min(len(record), maxFields)]
	for _, withScheme := range []bool{true, false} {
		for _, f := range record {
			f = strings.TrimSpace(f)
			if withScheme && !strings.Contains(f, "://") {
				continue
			}
			if _, err := source.Recognize(f); err == nil {
				return f, true
			}
		}
	}
	for _, f := range record {
		if f = strings.TrimSpace(f); f != "" {
			return f, false
		}
	}
	return "", false
}

func readOPML(text string) (List, error) {
	// The mark says that this is UTF-8, whatever encoding the file declares that the text was read out of.
	feeds, err := feed.OPML(strings.NewReader("\ufeff" + text))
	if err != nil {
		return List{}, err
	}
	r := newReader(OPML)
	for i, f := range feeds {
		before := len(r.list.Lines)
		if r.add(i+1, f.Address); len(r.list.Lines) > before {
			r.list.Lines[before].Title = f.Title
		}
	}
	return r.list, nil
}

package offline

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
	"mentionary/internal/wording"
)

// Version names the rules and lists; it changes whenever they do, so that cached results are not mixed.
const Version = "18"

type extractor struct{ known *gazetteer }

// New returns the built-in extractor. It is safe for concurrent use.
func New() extract.Extractor { return extractor{known: loaded()} }

// Recipe names this extractor and the version of its rules.
func (extractor) Recipe() extract.Recipe {
	return extract.Recipe{Extractor: "offline", PromptVersion: Version, SchemaVersion: Version}
}

// Extract finds candidates in one chunk. It fails only when ctx has ended.
func (x extractor) Extract(ctx context.Context, chunk transcript.Chunk, about extract.Context) ([]mention.Candidate, extract.Usage, error) {
	if err := ctx.Err(); err != nil {
		return nil, extract.Usage{}, err
	}
	r := newReader(x.known, chunk, about)
	r.notes()
	r.sponsors()
	r.books()
	r.longCues()
	r.germanTitles()
	r.gazetteer()
	r.people()
	r.titles()
	r.concepts()
	r.organizations()
	r.places()
	r.runs()
	return r.candidates(), extract.Usage{}, nil
}

// find is something seen in the words first to last (inclusive).
type find struct {
	typ         mention.Type
	name        string
	aliases     []string // of a well-known name
	first, last int
	rank        int // who wins where finds overlap: higher
	signals     []mention.Signal
	description string
	claims      mention.Claims
	stance      mention.Stance
	url         string
	announced   bool // a sponsor that is said to be one
	each        bool // given at each place: consolidation looks for no name that is a word of two letters
}

// The ranks of the ways to find something.
const (
	rankRun = iota
	rankPattern
	rankGazetteer
	rankCue
	rankLink
	rankSponsor
)

// reader looks at one chunk.
type reader struct {
	known     *gazetteer
	text      string
	words     []extract.Word
	lower     bool // no capitals to lean on
	german    bool
	about     extract.Context
	ads       []extract.Span
	unsaid    []extract.Span  // what stands in the text and nobody says
	bookish   bool            // books are what is talked about
	uncapital map[string]int  // how often words stand there without a capital
	capital   map[string]int  // how often with one that no sentence gives them
	technical int             // words of talk about programs
	gaming    bool            // there is talk about games of Go
	codes     map[string]bool // promotion codes that are said or written: no products
	finds     []find
}

func newReader(known *gazetteer, chunk transcript.Chunk, about extract.Context) *reader {
	r := &reader{
		known: known, text: chunk.Text, words: extract.Words(chunk.Text), lower: chunk.LowerCase, about: about,
		uncapital: map[string]int{}, capital: map[string]int{},
	}
	r.german = extract.IsGerman(about.Language, r.words)
	r.ads = extract.AdSpans(chunk.Text, r.words)
	r.unsaid = extract.UnsaidSpans(chunk.Text)
	books := 0
	for _, w := range r.words {
		switch {
		case !w.Upper:
			r.uncapital[w.Fold]++
		case w.Gap != extract.GapSentence:
			r.capital[w.Fold]++
		}
		if technical[w.Fold] {
			r.technical++
		}
		r.gaming = r.gaming || gameNames[w.Fold]
		if booksAlone[w.Fold] || w.Fold == "books" {
			books++
		}
	}
	r.bookish = books >= fewestBooks && books*bookEvery >= len(r.words)
	r.codes = map[string]bool{}
	for _, words := range [][]extract.Word{r.words, extract.Words(wording.FirstBytes(about.Description, maxDescription))} {
		for i, w := range words {
			if f := w.Fold; i > 0 && letterAndDigit(f) &&
				(sellWords[words[i-1].Fold] || i > 1 && sellWords[words[i-2].Fold] || w.AllCaps && words[i-1].Fold == "with") {
				r.codes[f] = true
			}
		}
	}
	return r
}

// A chunk in which a word for a book stands so often, and as often as one in so many words, is about books.
const (
	fewestBooks = 5
	bookEvery   = 120
)

var sellWords = words(`code codes gutscheincode rabattcode coupon`)

func (r *reader) add(f find) {
	if f.name == "" || f.first < 0 || f.last >= len(r.words) || f.first > f.last ||
		extract.InSpans(r.unsaid, r.words[f.first].Start) {
		return
	}
	if f.typ == mention.Book && strings.ContainsAny(f.name, "_\"“”„") {
		return // across the marks around a title
	}
	if (f.typ == mention.Product || f.typ == mention.Company) && isNoThing(f.name) {
		return
	}
	if i, ok := r.known.forms[form{f.typ, extract.Key(f.name)}]; ok { // one thing, whichever of its names the notes or the talk have
		k := r.known.entries[i]
		f.name, f.aliases, f.description = k.name, k.forms, cmp.Or(f.description, k.description)
		if f.claims == (mention.Claims{}) {
			f.claims = k.claims
		}
	}
	r.finds = append(r.finds, f)
}

// between returns the text of the words i to j.
func (r *reader) between(i, j int) string {
	return strings.Join(strings.Fields(r.text[r.words[i].Start:r.words[j].End]), " ")
}

func (r *reader) fold(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i].Fold
}

func (r *reader) common(i int) bool {
	return i < 0 || i >= len(r.words) || extract.IsCommon(r.words[i].Fold)
}

// upper reports whether word i exists, begins with a capital and follows the word before without a break.
func (r *reader) upper(i int) bool {
	return i >= 0 && i < len(r.words) && r.words[i].Upper
}

func (r *reader) inAd(i int) bool { return extract.InSpans(r.ads, r.words[i].Start) }

// candidates settles overlaps and repetitions: where finds overlap the higher rank wins, then the longer; every name is
// given once per type, at its first place, and again where somebody recommends, blames or uses it, or calls it theirs.
func (r *reader) candidates() []mention.Candidate {
	slices.SortStableFunc(r.finds, func(a, b find) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.last-b.first, a.last-a.first), cmp.Compare(a.first, b.first),
			cmp.Compare(a.typ, b.typ))
	})
	taken := make([]bool, len(r.words))
	var kept []find
	for _, f := range r.finds {
		if slices.Contains(taken[f.first:f.last+1], true) {
			continue
		}
		for i := f.first; i <= f.last; i++ {
			taken[i] = true
		}
		kept = append(kept, f)
	}
	slices.SortStableFunc(kept, func(a, b find) int { return cmp.Compare(a.first, b.first) })
	type identity struct {
		typ mention.Type
		key string
	}
	at := map[identity]int{}
	var out []mention.Candidate
	for _, f := range kept {
		id := identity{f.typ, extract.Key(f.name)}
		c := r.candidate(f)
		if i, seen := at[id]; seen {
			for _, s := range c.Signals {
				if !slices.Contains(out[i].Signals, s) {
					out[i].Signals = append(out[i].Signals, s)
				}
			}
			if out[i].URL == "" {
				out[i].URL = c.URL
			}
			says := c.Stance != out[i].Stance && c.Stance != mention.Passing && c.Stance != mention.Discussed
			if c.Context == out[i].Context && !says && !f.each {
				continue
			}
		}
		at[id] = len(out)
		out = append(out, c)
	}
	return out
}

func (r *reader) candidate(f find) mention.Candidate {
	start, end := r.words[f.first].Start, r.words[f.last].End
	from, to := extract.QuoteAround(r.text, start, end)
	c := mention.Candidate{
		Type: f.typ, Name: f.name, Description: f.description, Quote: r.text[from:to], Surface: r.text[start:end],
		Context: mention.Editorial, Stance: f.stance, Claims: f.claims, URL: f.url, Aliases: f.aliases, Signals: slices.Clone(f.signals),
	}
	if r.inAd(f.first) || f.typ == mention.Sponsor {
		c.Context = mention.Ad
	}
	if c.Stance == "" {
		c.Stance = stanceOf(r, f)
	}
	if r.lower && f.typ != mention.Concept { // ideas have no capitals anyway
		c.Signals = append(c.Signals, mention.SignalLowerCase)
	}
	return c
}

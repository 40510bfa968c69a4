package eval

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// saidIn returns a result's mentions as the database would have them.
func saidIn(r extract.Result) []said {
	out := make([]said, 0, len(r.Mentions))
	for _, m := range r.Mentions {
		out = append(out, said{
			typ: m.Type, name: m.Name, surface: m.Surface, start: m.Start, end: m.End, confidence: m.Confidence, signals: m.Signals,
		})
	}
	return out
}

// readOwn scores our twelve episodes as a pipeline reads them: like `mentionary eval`, but each for itself, without a directory
// that knows anything.
func readOwn(t *testing.T, p *pipeline) *ownScores {
	t.Helper()
	gold, err := ownGold()
	require.NoError(t, err)
	require.Len(t, gold, 12)
	s := newOwnScores()
	for _, e := range gold {
		result, doc, err := p.read(t.Context(), e.paragraphs, extract.Context{Show: e.show, Title: e.title, Language: e.language})
		require.NoError(t, err)
		require.NoError(t, s.judgeOwn(e, doc.Text, saidIn(result), t.Logf))
	}
	return s
}

// floors are a little under what is measured: precision and recall of published mentions, by type and very words, and of the
// distinct names.
var floors = map[mention.Type]struct{ placesP, placesR, namesP, namesR float64 }{
	mention.Book:     {0.94, 0.67, 0.92, 0.69},
	mention.Product:  {0.94, 0.65, 0.90, 0.66},
	mention.Person:   {0.89, 0.72, 0.91, 0.76},
	mention.Company:  {0.92, 0.74, 0.92, 0.73},
	mention.Location: {0.95, 0.77, 0.95, 0.76},
	mention.Concept:  {0.92, 0.74, 0.94, 0.75},
	mention.Sponsor:  {0.95, 0.85, 0.95, 0.90},
}

// below lists the floors that scores fall short of.
func below(s *ownScores) (types []mention.Type) {
	for _, typ := range mention.Types() {
		f, places, names := floors[typ], s.places[typ], s.names[typ]
		if places.precision() < f.placesP || places.recall() < f.placesR || names.precision() < f.namesP || names.recall() < f.namesR {
			types = append(types, typ)
		}
	}
	return types
}

// With -v it lists everything that was missed and wrong.
func TestOwnEpisodesKeepTheirFloors(t *testing.T) {
	t.Parallel()
	s := readOwn(t, newPipeline(stopped))
	for _, typ := range mention.Types() {
		t.Logf("%s: places P %.3f R %.3f of %d, names P %.3f R %.3f of %d", typ, s.places[typ].precision(), s.places[typ].recall(),
			s.places[typ].wanted, s.names[typ].precision(), s.names[typ].recall(), s.names[typ].wanted)
	}
	require.Empty(t, below(s))
}

// What is said of a mention is at most how often such mentions are right here: what only its form speaks for is right more often in
// episodes that we wrote than in those that people said (TestConfidenceOfNamesThatPeopleJudged in extract). Bands with fewer than 50
// marks say too little.
func TestNothingIsLessSureThanItSays(t *testing.T) {
	t.Parallel()
	judged := 0
	for n, b := range readOwn(t, newPipeline(stopped)).bands["all"] {
		t.Logf("%s: said %.3f, right %.3f of %d", bandName(n), b.said/float64(b.n), ratio(b.right, b.n), b.n)
		if b.n >= 50 {
			judged++
			require.LessOrEqual(t, b.said/float64(b.n), ratio(b.right, b.n)+0.05, bandName(n))
		}
	}
	require.GreaterOrEqual(t, judged, 2)
}

// spoiled is an extractor that goes wrong.
type spoiled struct {
	extract.Extractor
	spoil func(mention.Candidate) (mention.Candidate, bool)
}

func (s spoiled) Extract(ctx context.Context, c transcript.Chunk, about extract.Context) ([]mention.Candidate, extract.Usage, error) {
	all, usage, err := s.Extractor.Extract(ctx, c, about)
	var out []mention.Candidate
	for _, x := range all {
		if made, ok := s.spoil(x); ok {
			out = append(out, made)
		}
	}
	return out, usage, err
}

// The floors must be able to fail: by what is forgotten, and by what is called something else.
func TestABrokenExtractorFallsThroughTheFloors(t *testing.T) {
	t.Parallel()
	n := 0
	for name, spoil := range map[string]func(mention.Candidate) (mention.Candidate, bool){
		"forgets every fifth": func(c mention.Candidate) (mention.Candidate, bool) { n++; return c, n%5 > 0 },
		"takes places for companies": func(c mention.Candidate) (mention.Candidate, bool) {
			if c.Type == mention.Location {
				c.Type = mention.Company
			}
			return c, true
		},
		"forgets sponsors": func(c mention.Candidate) (mention.Candidate, bool) { return c, c.Type != mention.Sponsor },
	} {
		p := newPipeline(stopped)
		p.extractor = spoiled{p.extractor, spoil}
		require.NotEmpty(t, below(readOwn(t, p)), name)
	}
}

func TestMarksAreReadAndPlaced(t *testing.T) {
	t.Parallel()
	e, err := parseGold("show: S\ntitle: T\nlanguage: en\nhost: Ann\n\n" +
		"Ann: I read {book Emma}, by {person Austen = Jane Austen / J. Austen}.\n(ad) Ann: Buy {sponsor? Tin}.\n")
	require.NoError(t, err)
	require.Equal(t, []transcript.Cue{{Speaker: "Ann", Text: "I read Emma, by Austen."}, {Speaker: "Ann", Text: "Buy Tin."}}, e.paragraphs)
	marks, err := e.placed("I read  Emma, by\nAusten. Buy Tin.")
	require.NoError(t, err)
	require.Equal(t, []mark{
		{typ: mention.Book, names: []string{"Emma"}, start: 8, end: 12},
		{typ: mention.Person, names: []string{"Jane Austen", "J. Austen", "Austen"}, start: 17, end: 23},
		{typ: mention.Sponsor, names: []string{"Tin"}, start: 29, end: 32, paragraph: 1, optional: true},
	}, marks)
	for _, broken := range []string{"Ann: {bok Emma}", "Ann: {book Emma", "Ann: a } alone"} {
		_, err := parseGold("show: S\n\n" + broken + "\n")
		require.Error(t, err, broken)
	}
	_, err = e.placed("I read Persuasion.")
	require.ErrorContains(t, err, "does not hold the paragraph")
}

package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/devstack/demo"
	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/outbound"
	"mentionary/internal/source/feed"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

const demoBase = "http://127.0.0.1:8099/demo"

// inProcess answers a feed reader's requests without a connection.
type inProcess struct{ handler http.Handler }

func (p inProcess) Fetch(ctx context.Context, r outbound.Request) (outbound.Response, error) {
	w := httptest.NewRecorder()
	p.handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, r.URL, nil))
	return outbound.Response{Status: w.Code, Header: w.Header(), Body: w.Body.Bytes(), FinalURL: r.URL}, nil
}

type planted struct {
	Show     string `json:"show"`
	Episode  string `json:"episode"`
	Mentions []struct {
		Name      string       `json:"name"`
		Type      mention.Type `json:"type"`
		Phrase    string       `json:"phrase"`
		PromoCode string       `json:"promoCode"`
	} `json:"mentions"`
}

// stopped is a clock for tests that measure no time.
func stopped() time.Duration { return 0 }

// demoResult is what extraction made of one demo episode, and what was planted there.
type demoResult struct {
	planted
	about  extract.Context
	doc    transcript.Document
	result extract.Result
}

// demoResults sends the demo library through feed reader, extractor and consolidation.
func demoResults(t *testing.T) []demoResult {
	t.Helper()
	raw, err := os.ReadFile("../devstack/demo/library/planted.json")
	require.NoError(t, err)
	var all []planted
	require.NoError(t, json.Unmarshal(raw, &all))
	reader := feed.New(inProcess{demo.Handler(demoBase)}, upload.Parse, time.Now)
	p := newPipeline(stopped)
	var out []demoResult
	for _, f := range demo.Feeds(demoBase) {
		page, err := reader.List(t.Context(), media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: f.URL, URL: f.URL},
			time.Time{}, "")
		require.NoError(t, err)
		for _, e := range page.Episodes {
			at := slices.IndexFunc(all, func(p planted) bool {
				return strings.Contains(e.PageURL, p.Show) && strings.Contains(e.PageURL, p.Episode)
			})
			require.GreaterOrEqual(t, at, 0, e.PageURL)
			spoken, ok, err := reader.Transcript(t.Context(), e)
			require.NoError(t, err)
			require.True(t, ok)
			about := extract.Context{
				Show: page.Channel.Name, Title: e.Title, Description: e.Description, Language: spoken.Language,
				People: e.People, Links: e.Links, Chapters: e.Chapters,
			}
			result, doc, err := p.read(t.Context(), spoken.Cues, about)
			require.NoError(t, err)
			require.Zero(t, result.Rejected, "the proof drops nothing of ours: %v", result.Unproven)
			out = append(out, demoResult{all[at], about, doc, result})
		}
	}
	require.Len(t, out, len(all))
	return out
}

// means reports whether a found name stands for a planted one: the same but for articles, subtitles and given names.
func means(found, wanted string) bool {
	f, w := extract.Key(found), extract.Key(wanted)
	return f == w || same(found, wanted) || strings.HasPrefix(f, w+" ") || strings.HasSuffix(f, " "+w) || strings.HasSuffix(w, " "+f) ||
		strings.HasPrefix(w, f+" ")
}

// meant reports whether an entity stands for a planted name by its own name or by the words that name it in the talk,
// which may be another language's ("Venedig") or a translated title.
func (d demoResult) meant(f entity, wanted string) bool {
	return means(f.name, wanted) || slices.ContainsFunc(d.result.Mentions, func(m mention.Mention) bool {
		return m.Type == f.typ && m.Name == f.name && means(m.Surface, wanted)
	})
}

// leastRecall is what must at least be published of what was planted.
var leastRecall = map[mention.Type]float64{
	mention.Book: 0.8, mention.Sponsor: 1, mention.Person: 0.85, mention.Location: 0.85, mention.Company: 0.7, mention.Product: 0.6,
	mention.Concept: 0.6,
}

const (
	leastPlantedShare = 0.8 // of the published entities, by name and type; the rest are right names nobody planted, or wrong
	mostMistyped      = 8   // published under a planted name with another type, in all episodes together
)

// TestDemoLibraryIsFound guards recall, typing and codes on the invented episodes. With -v it lists what was missed and what
// else was published.
func TestDemoLibraryIsFound(t *testing.T) {
	t.Parallel()
	recall := map[mention.Type]*score{}
	for typ := range leastRecall {
		recall[typ] = &score{}
	}
	mistyped, right, total := 0, 0, 0
	for _, d := range demoResults(t) {
		names := found(saidIn(d.result))
		for _, m := range d.Mentions {
			s := recall[m.Type]
			s.wanted++
			best := entity{}
			for _, f := range names {
				if f.typ == m.Type && d.meant(f, m.Name) && f.confidence > best.confidence {
					best = f
				}
			}
			if best.confidence >= extract.Published {
				s.hit++
			} else {
				t.Log("missed", path.Join(d.Episode), m.Type, m.Name, "| best", fmt.Sprint(nearest(names, m.Name)))
			}
			if m.Type == mention.Sponsor {
				for _, x := range d.result.Mentions {
					if x.Type == mention.Sponsor && means(x.Name, m.Name) {
						require.Equal(t, m.PromoCode, x.Claims.PromoCode, m.Name)
					}
				}
			}
		}
		for _, f := range names {
			if f.confidence < extract.Published || isParticipant(d.about, f.name) {
				continue
			}
			total++
			typed, named := false, false
			for _, m := range d.Mentions {
				if d.meant(f, m.Name) {
					named, typed = true, typed || m.Type == f.typ
				}
			}
			recall[f.typ].found++
			switch {
			case typed:
				right++
				recall[f.typ].right++
			case named:
				mistyped++
				t.Log("mistyped", d.Episode, f.typ, f.name, f.confidence, f.signals)
			default:
				t.Log("unplanted", d.Episode, f.typ, f.name, f.confidence, f.signals)
			}
		}
	}
	for _, typ := range mention.Types() {
		s := recall[typ]
		t.Logf("%s recall %.3f of %d, planted %.3f of %d", typ, s.recall(), s.wanted, s.precision(), s.found)
	}
	t.Logf("all published %.3f of %d, mistyped %d", ratio(right, total), total, mistyped)
	for typ, least := range leastRecall {
		require.GreaterOrEqual(t, recall[typ].recall(), least, typ)
	}
	require.GreaterOrEqual(t, ratio(right, total), leastPlantedShare)
	require.LessOrEqual(t, mistyped, mostMistyped)
}

func nearest(names []entity, name string) []string {
	var out []string
	for _, f := range names {
		if means(f.name, name) {
			out = append(out, fmt.Sprintf("%s %s %.2f %v", f.typ, f.name, f.confidence, f.signals))
		}
	}
	return out
}

func isParticipant(about extract.Context, name string) bool {
	return slices.ContainsFunc(about.People, func(p media.Person) bool { return means(p.Name, name) })
}

// TestDemoSpeakersAreNoMentions: who speaks is not mentioned by speaking. Only names within what is said count.
func TestDemoSpeakersAreNoMentions(t *testing.T) {
	t.Parallel()
	for _, d := range demoResults(t) {
		for _, m := range d.result.Mentions {
			if isParticipant(d.about, m.Name) {
				require.False(t, strings.HasPrefix(d.doc.Text[m.End:], ":"), "%s: %s", d.Episode, m.Quote)
			}
		}
	}
}

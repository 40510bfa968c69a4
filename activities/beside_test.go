package activities_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/devstack/demo"
	"mentionary/internal/extract/offline"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	feedsource "mentionary/internal/source/feed"
	"mentionary/internal/source/upload"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// library answers a feed reader's requests from the demo library.
type library struct{ http.Handler }

func (l library) Fetch(ctx context.Context, r outbound.Request) (outbound.Response, error) {
	w := httptest.NewRecorder()
	l.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, r.URL, nil))
	return outbound.Response{Status: w.Code, Header: w.Header(), Body: w.Body.Bytes(), FinalURL: r.URL}, nil
}

// told is an episode with its transcript.
type told struct {
	episode media.Episode
	spoken  transcript.Transcript
}

// library are the episodes of the demo library, as videos.
func (w *world) library() []told {
	w.Helper()
	var all []told
	const base = "http://127.0.0.1:8099/demo"
	reader := feedsource.New(library{demo.Handler(base)}, upload.Parse, time.Now)
	for _, f := range demo.Feeds(base) {
		page, err := reader.List(w.Context(), media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: f.URL, URL: f.URL},
			time.Time{}, "")
		require.NoError(w, err)
		for _, e := range page.Episodes {
			spoken, ok, err := reader.Transcript(w.Context(), e)
			require.NoError(w, err)
			require.True(w, ok)
			e.Platform, e.ExternalID, e.ThumbnailURL, e.Channel = media.YouTube, fmt.Sprintf("demo%07d", len(all)), "", page.Channel
			e.Channel.Platform, e.Channel.ThumbnailURL = media.YouTube, ""
			all = append(all, told{e, spoken})
		}
	}
	require.Greater(w, len(all), 5)
	return all
}

// analyzeLibrary sends each episode of the demo library through a run of the world, in an order. It returns the runs, which stay
// open.
func (w *world) analyzeLibrary(order func(n int) []int) (runs []int) {
	w.Helper()
	all := w.library()
	for _, i := range order(len(all)) {
		w.site.episode, w.site.transcript = all[i].episode, all[i].spoken
		runs = append(runs, w.readWhole(all[i].episode.ExternalID))
	}
	return runs
}

// inOrder is the order in which feeds list their episodes.
func inOrder(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// published is a line for each mention of each entity.
func (w *world) published() []string {
	w.Helper()
	var out []string
	for offset := 0; ; {
		page, err := w.s.Catalogue.Entities(w.Context(), catalogue.EntityFilter{Limit: 100, Offset: offset})
		require.NoError(w, err)
		if len(page.Entities) == 0 {
			slices.Sort(out)
			return out
		}
		offset += len(page.Entities)
		for _, e := range page.Entities {
			said, total, err := w.s.Catalogue.EntityMentions(w.Context(), e.ID, catalogue.MentionFilter{Limit: 100})
			require.NoError(w, err)
			require.Len(w, said, total.N)
			for _, m := range said {
				out = append(out, fmt.Sprintf("%s %q (%s, %s, %s) in %s at %d-%d: %q %s %s %.3f %v", e.Type, e.Name, e.Author, e.Company, e.Country,
					m.Edges.Episode.VideoID, m.Start, m.End, m.Quote, m.Context, m.Stance, m.Confidence, m.Signals))
			}
		}
	}
}

// What the built-in extractor adds to a model's answers is the same whether it reads with the model, chunk by chunk, or
// afterwards all chunks, as former versions did and as it still does for runs that they began.
func TestTheBuiltInExtractorAddsTheSameBesideAModelAsAfterIt(t *testing.T) {
	t.Parallel()
	beside, _ := modelWorld(t, storetest.SQLite, finds())
	beside.extract.Beside, beside.publish.Beside = offline.New(), offline.New()
	after, _ := modelWorld(t, storetest.SQLite, finds())
	after.publish.Beside = offline.New()
	alone, _ := modelWorld(t, storetest.SQLite, finds())
	for _, w := range []*world{beside, after, alone} {
		w.analyzeLibrary(inOrder)
	}
	found := beside.published()
	require.Equal(t, after.published(), found)
	require.Greater(t, len(found), len(alone.published()))
	t.Logf("%d mentions", len(found))
}

// The parts that the built-in extractor adds are kept with the model's, and counted neither as chunks nor as its answers.
func TestWhatIsAddedBesideAModelIsKeptAndNotTakenForItsAnswer(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, finds())
	w.extract.Beside = offline.New()
	_, run, plan := w.planned(videoID)
	require.NoError(t, w.read(run, plan))
	require.NoError(t, w.read(run, plan), "run twice")
	rows, err := w.s.Jobs.Candidates(t.Context(), run)
	require.NoError(t, err)
	require.Len(t, rows, 1)
	require.Len(t, rows[0].Candidates, 2)
	require.NotEmpty(t, rows[0].Added)
	require.EqualValues(t, 1, w.step(run, work.StageExtract).Done)

	w.extract.Beside = nil
	_, second, again := w.planned("anothervid0")
	require.NoError(t, w.read(second, again))
	require.Len(t, server.Paid(), 1, "from the cache")
	rows, err = w.s.Jobs.Candidates(t.Context(), second)
	require.NoError(t, err)
	require.Len(t, rows[0].Candidates, 2, "what was added in another run is not the model's answer")
	require.Nil(t, rows[0].Added)
}

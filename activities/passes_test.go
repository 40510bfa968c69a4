package activities_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/link/check"
	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

// passes are the steps of passes over a published episode's directory.
func (w *world) passes() *activities.Passes {
	w.Helper()
	_, runID, plan := w.planned(videoID)
	require.NoError(w, w.extract.ExtractChunk(w.Context(), chunk(runID, plan, 0)))
	_, err := w.publish.PublishEpisode(w.Context(), stage(runID, work.StagePublish))
	require.NoError(w, err)
	_, err = w.links.ResolveLinks(w.Context(), stage(runID, work.StageLinks))
	require.NoError(w, err)
	return &activities.Passes{Store: w.s, Links: w.links}
}

func (w *world) startPass(kind work.PassKind) activities.PassPage {
	w.Helper()
	p, err := w.s.Curate.StartPass(w.Context(), curate.NewPass{Kind: kind, Type: "book", Limit: 50})
	require.NoError(w, err)
	return activities.PassPage{PassID: p.PassID}
}

// passRows is what a pass shows: how far it is, what it knows of links, what it merged.
func (w *world) passRows(passID int) string {
	w.Helper()
	p, err := w.s.Curate.PassByID(w.Context(), passID)
	require.NoError(w, err)
	links, err := w.s.Curate.CheckedEntities(w.Context(), passID)
	require.NoError(w, err)
	counts, err := w.s.Curate.PassOutcome(w.Context(), passID)
	require.NoError(w, err)
	b, err := json.Marshal([]any{p.State, p.Done, p.Total, links, counts})
	require.NoError(w, err)
	return string(b)
}

func TestStepsOfPassesRunTwiceGiveTheSameRows(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		a := w.passes()
		for kind, step := range map[work.PassKind]func(context.Context, activities.PassPage) (activities.PassProgress, error){
			work.PassLinks: a.CheckPassLinks, work.PassDuplicates: a.MergePassDuplicates,
		} {
			page := w.startPass(kind)
			before := w.passRows(page.PassID)
			first, err := step(w.Context(), page)
			require.NoError(w, err)
			require.Positive(w, first.Total)
			require.Equal(w, first.Total, first.Done)
			require.False(w, first.More)
			once := w.passRows(page.PassID)
			require.NotEqual(w, before, once)
			again, err := step(w.Context(), page)
			require.NoError(w, err)
			require.Equal(w, first, again)
			require.Equal(w, once, w.passRows(page.PassID))
			for range 2 {
				state, err := a.ClosePass(w.Context(), activities.PassEnd{PassID: page.PassID, State: work.PassDone})
				require.NoError(w, err)
				require.Equal(w, work.PassDone, state)
			}
			_, err = step(w.Context(), page)
			require.True(w, fault.Is(err, fault.Stale), "a late step of a pass that has ended: %v", err)
		}
	})
}

// slowLinks checks one address at a time and notes which.
type slowLinks struct {
	mu     sync.Mutex
	asked  []string
	begun  chan struct{}
	goOn   chan struct{}
	closed sync.Once
}

func (s *slowLinks) Check(_ context.Context, rawURL string, _ link.Kind) check.Verdict {
	s.mu.Lock()
	s.asked = append(s.asked, rawURL)
	s.mu.Unlock()
	s.closed.Do(func() { close(s.begun) })
	<-s.goOn
	return check.Verdict{State: check.Valid, Reason: check.Answers, FinalURL: rawURL, CheckedAt: begin}
}

func TestTwoPassesNeverAskForOneAddressAtOnce(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	a := w.passes()
	slow := &slowLinks{begun: make(chan struct{}), goOn: make(chan struct{})}
	w.links.Checker = slow
	page := w.startPass(work.PassLinks)
	done := make(chan error, 1)
	go func() {
		_, err := a.CheckPassLinks(t.Context(), page)
		done <- err
	}()
	<-slow.begun
	_, err := a.CheckPassLinks(t.Context(), page) // the same page, as another worker of this process would
	require.NoError(t, err)
	close(slow.goOn)
	require.NoError(t, <-done)
	seen := map[string]bool{}
	for _, u := range slow.asked {
		require.False(t, seen[u], "%s was asked twice", u)
		seen[u] = true
	}
	require.NotEmpty(t, seen)
}

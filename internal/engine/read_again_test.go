package engine_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"

	"mentionary/internal/engine"
	"mentionary/internal/work"
)

// readings note what the engine asks about earlier episodes.
type readings struct {
	version  int64
	news     int // the pass that begins, 0: there is no news
	live     int
	begun    int
	finished []work.PassState
}

func (r *readings) CatalogueVersion(context.Context) (int64, error) { return r.version, nil }
func (r *readings) LiveReading(context.Context) (int, error)        { return r.live, nil }
func (r *readings) Begin(context.Context) (int, error) {
	r.begun++
	r.live = r.news
	return r.news, nil
}

func (r *readings) Finish(_ context.Context, _ int, state work.PassState, _ string) (work.PassState, error) {
	r.finished, r.live = append(r.finished, state), 0
	return state, nil
}

// readsAgain is an engine at a time that the test moves, with what it asks.
func readsAgain(t *testing.T) (e *engine.Engine, s *server, r *readings, at *time.Time) {
	t.Helper()
	_, s, rows := newEngine(t)
	r, at = &readings{version: 1}, new(time.Time)
	*at = now
	e = engine.New(s, rows, rows, func() time.Time { return *at }, slog.New(slog.DiscardHandler)).ReadAgain(r)
	return e, s, r, at
}

func TestEarlierEpisodesAreReadAgainWhenItIsQuiet(t *testing.T) {
	t.Parallel()
	e, s, r, at := readsAgain(t)
	r.news = 7
	for range 5 { // something is published all the time
		require.NoError(t, e.ReconcileOnce(t.Context()))
		*at = at.Add(10 * time.Second)
		r.version++
	}
	require.Zero(t, r.begun, "not while episodes are published")
	for range 4 {
		require.NoError(t, e.ReconcileOnce(t.Context()))
		*at = at.Add(10 * time.Second)
	}
	require.Equal(t, 1, r.begun, "one at a time")
	require.NotEmpty(t, s.starts)
	got := s.starts[0]
	require.Equal(t, "read-again", got.options.ID)
	require.Equal(t, enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE, got.options.WorkflowIDReusePolicy)
	require.Equal(t, work.ReadAgain, got.name)
	require.Equal(t, work.ReadAgainInput{RereadingID: 7}, got.input)
	require.Equal(t, "Read earlier episodes again", got.options.StaticSummary)
	require.Equal(t, work.KindReadAgain, keyword(t, got.options, work.AttrKind))
	require.EqualValues(t, 4, got.options.Priority.PriorityKey, "behind what people wait for")
}

func TestEarlierEpisodesAreReadAgainAtLastWhenItIsNeverQuiet(t *testing.T) {
	t.Parallel()
	e, _, r, at := readsAgain(t)
	r.news = 7
	for range 32 {
		require.NoError(t, e.ReconcileOnce(t.Context()))
		*at = at.Add(10 * time.Second)
		r.version++
	}
	require.Equal(t, 1, r.begun)
}

func TestNewsIsLookedForOnceForEachChange(t *testing.T) {
	t.Parallel()
	e, s, r, at := readsAgain(t)
	for range 20 {
		require.NoError(t, e.ReconcileOnce(t.Context()))
		*at = at.Add(10 * time.Second)
	}
	require.Equal(t, 1, r.begun, "nothing changed since there was none")
	require.Empty(t, s.starts)
}

func TestAReadingThatSomebodyEndedFails(t *testing.T) {
	t.Parallel()
	e, s, r, _ := readsAgain(t)
	r.live = 7
	s.states["read-again"], s.memos["read-again"] = enumspb.WORKFLOW_EXECUTION_STATUS_TERMINATED, "7"
	require.NoError(t, e.ReconcileOnce(t.Context()))
	require.Equal(t, []work.PassState{work.PassFailed}, r.finished)
	require.Empty(t, s.starts)
	r.live = 8
	require.NoError(t, e.ReconcileOnce(t.Context()))
	require.Len(t, s.starts, 1, "a former one has ended: this one is missing")
}

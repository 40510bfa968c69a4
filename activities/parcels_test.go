package activities_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// reader reads chunks by a script and notes which it was asked for.
type reader struct {
	mu     sync.Mutex
	asked  []int
	script func(chunk int) error
}

func (*reader) Recipe() extract.Recipe { return extract.Recipe{Extractor: "scripted"} }

func (r *reader) Extract(_ context.Context, c transcript.Chunk, _ extract.Context) ([]mention.Candidate, extract.Usage, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, c.Index)
	if r.script == nil {
		return nil, extract.Usage{}, nil
	}
	return nil, extract.Usage{}, r.script(c.Index)
}

// longTalk is a world with a run of six chunks.
func longTalk(t *testing.T, open storetest.Open) (w *world, r *reader, in activities.ChunksInput) {
	t.Helper()
	r = &reader{}
	w, in = longTalkTo(t, open, r)
	return w, r, in
}

// longTalkTo is longTalk for another reader.
func longTalkTo(t *testing.T, open storetest.Open, x extract.Extractor) (w *world, in activities.ChunksInput) {
	t.Helper()
	w = newWorld(t, open, x)
	var lines []string
	for i := range 6 {
		lines = append(lines, fmt.Sprintf("This is part %d, and %s.", i, strings.Repeat("nothing is said in it, ", 130)))
	}
	w.site.transcript = spoken(lines...)
	_, run, plan := w.planned(videoID)
	require.Equal(t, 6, plan.Chunks)
	return w, activities.ChunksInput{
		RunStage: stage(run, work.StageExtract), TranscriptID: plan.TranscriptID, Which: []int{0, 1, 2, 3, 4, 5}, Chunks: plan.Chunks,
	}
}

// onEach runs a test on SQLite and on PostgreSQL.
func onEach(t *testing.T, test func(t *testing.T, open storetest.Open)) {
	t.Helper()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open)
		})
	}
}

func (w *world) progress(run int) string {
	w.Helper()
	st := w.step(run, work.StageExtract)
	return fmt.Sprintf("%s %d/%d", st.State, st.Done, st.Total)
}

func TestAParcelIsReadInOneStepAndToldAtItsEnd(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, open storetest.Open) {
		w, r, in := longTalk(t, open)
		var told []string
		r.script = func(int) error {
			told = append(told, w.progress(in.RunID))
			return nil
		}
		out, err := w.extract.ReadChunks(t.Context(), in)
		require.NoError(t, err)
		require.Equal(t, activities.ChunksRead{Looked: 6}, out)
		require.Equal(t, []int{0, 1, 2, 3, 4, 5}, r.asked)
		require.Equal(t, []string{"running 0/6", "running 1/6", "running 1/6", "running 1/6", "running 1/6", "running 1/6"}, told,
			"a quarter of a second has not passed")
		require.Equal(t, "done 6/6", w.progress(in.RunID))
	})
}

func TestProgressIsToldFourTimesASecond(t *testing.T) {
	t.Parallel()
	w, r, in := longTalk(t, storetest.SQLite)
	var told []string
	r.script = func(int) error {
		told = append(told, w.progress(in.RunID))
		w.pass(130 * time.Millisecond)
		return nil
	}
	_, err := w.extract.ReadChunks(t.Context(), in)
	require.NoError(t, err)
	require.Equal(t, []string{"running 0/6", "running 1/6", "running 1/6", "running 3/6", "running 3/6", "running 5/6"}, told)
	require.Equal(t, "done 6/6", w.progress(in.RunID))
}

func TestATryOfAParcelGoesOnWhereTheOneBeforeEnded(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, open storetest.Open) {
		w, r, in := longTalk(t, open)
		r.script = func(chunk int) error {
			if chunk == 3 {
				return fault.New(fault.Unavailable, "No answer.")
			}
			return nil
		}
		_, err := w.extract.ReadChunks(t.Context(), in)
		require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
		require.Equal(t, "running 3/6", w.progress(in.RunID), "what has been read is told, also when the step fails")
		r.script = nil
		_, err = w.extract.ReadChunks(t.Context(), in)
		require.NoError(t, err)
		require.Equal(t, []int{0, 1, 2, 3, 3, 4, 5}, r.asked)
		require.Equal(t, "done 6/6", w.progress(in.RunID))
	})
}

func TestAChunkThatCannotBeReadDoesNotKeepAParcelFromTheOthers(t *testing.T) {
	t.Parallel()
	w, r, in := longTalk(t, storetest.SQLite)
	r.script = func(chunk int) error {
		if chunk == 1 || chunk == 4 {
			return fault.New(fault.Unsupported, "The answer cannot be used.")
		}
		return nil
	}
	out, err := w.extract.ReadChunks(t.Context(), in)
	require.NoError(t, err)
	require.Equal(t, activities.ChunksRead{
		Looked: 6, Failed: []int{1, 4}, Class: string(fault.Unsupported), Text: "The answer cannot be used.",
	}, out)
	require.Equal(t, "running 4/6", w.progress(in.RunID))
}

func TestWithASlowModelAParcelIsHandedBack(t *testing.T) {
	t.Parallel()
	w, r, in := longTalk(t, storetest.SQLite)
	r.script = func(int) error {
		w.pass(3 * time.Second)
		return nil
	}
	out, err := w.extract.ReadChunks(t.Context(), in)
	require.NoError(t, err)
	require.Equal(t, activities.ChunksRead{Looked: 2}, out)
	require.Equal(t, "running 2/6", w.progress(in.RunID))
}

func TestALateParcelIsRefused(t *testing.T) {
	t.Parallel()
	w, r, in := longTalk(t, storetest.SQLite)
	r.script = func(chunk int) error {
		if chunk == 2 {
			_, err := w.jobs.FinishRun(w.Context(), activities.Finish{RunID: in.RunID, State: work.RunCancelled})
			require.NoError(t, err)
		}
		return nil
	}
	_, err := w.extract.ReadChunks(t.Context(), in)
	require.True(t, fault.Is(err, fault.Stale), "%v", err)
	require.Equal(t, []int{0, 1, 2}, r.asked)
}

package workflows_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"mentionary/activities"
	xt "mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/link/check"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	storejobs "mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
	"mentionary/workflows"
)

// whole is a run over a real database: workflow, interceptor and activities as they are, and a scripted world around them.
// Time is the workflow's: it skips what nobody waits for.
type whole struct {
	*testing.T
	*testsuite.TestWorkflowEnvironment
	store      *store.Store
	site       *scriptedSite
	reads      *scriptedReader
	jobID, run int
}

// scriptedSite is a source with one episode.
type scriptedSite struct {
	episode, transcript error
	lines               int // 0: it has no transcript
}

func (s *scriptedSite) Platform() media.Platform { return media.YouTube }

func (s *scriptedSite) List(context.Context, media.Ref, time.Time, string) (source.Page, error) {
	return source.Page{}, nil
}

func (s *scriptedSite) Episode(context.Context, media.Ref) (media.Episode, error) {
	return media.Episode{Platform: media.YouTube, ExternalID: "a", Title: "An episode"}, s.episode
}

func (s *scriptedSite) Transcript(context.Context, media.Episode) (transcript.Transcript, bool, error) {
	t := transcript.Transcript{Language: "en", Origin: transcript.Publisher}
	for i := range s.lines {
		text := fmt.Sprintf("This is line %d, and %s.", i, strings.Repeat("nothing is said in it, ", 20))
		t.Cues = append(t.Cues, transcript.Cue{StartMS: i * 5000, EndMS: i*5000 + 5000, Text: text})
	}
	return t, s.lines > 0, s.transcript
}

// scriptedReader returns each reading of a part, counted from 1, with an error or nothing.
type scriptedReader struct {
	mu    sync.Mutex
	tried map[int]int
	fails func(part, attempt int) error
}

func (r *scriptedReader) Recipe() xt.Recipe { return xt.Recipe{Extractor: "scripted"} }

func (r *scriptedReader) Extract(_ context.Context, c transcript.Chunk, _ xt.Context) ([]mention.Candidate, xt.Usage, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tried[c.Index]++
	if r.fails == nil {
		return nil, xt.Usage{}, nil
	}
	return nil, xt.Usage{}, r.fails(c.Index, r.tried[c.Index])
}

type noLinks struct{}

func (noLinks) Check(context.Context, string, link.Kind) check.Verdict { return check.Verdict{} }

type noEngine struct{}

func (noEngine) StartRun(context.Context, storejobs.RunRef) error  { return nil }
func (noEngine) CancelRun(context.Context, storejobs.RunRef) error { return nil }
func (noEngine) HurryJob(context.Context, storejobs.JobRef) error  { return nil }

const lines = 18 // three parts

func newWhole(t *testing.T) *whole {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	w := &whole{
		T: t, TestWorkflowEnvironment: suite.NewTestWorkflowEnvironment(), site: &scriptedSite{lines: lines},
		reads: &scriptedReader{tried: map[int]int{}},
	}
	w.SetTestTimeout(time.Minute)
	w.store = storetest.SQLite(t, database.WithClock(w.Now))
	log := slog.New(slog.DiscardHandler)
	sources := activities.Sources{media.YouTube: w.site}
	texts := &activities.Texts{Store: w.store}
	activities.Steps{
		Jobs:    &activities.Jobs{Store: w.store, Runs: noEngine{}, Recipe: w.reads.Recipe, Log: log},
		Fetch:   &activities.Fetch{Store: w.store, Sources: sources, Texts: texts, Log: log},
		Extract: &activities.Extract{Store: w.store, Texts: texts, Extractor: w.reads},
		Publish: &activities.Publish{Store: w.store, Texts: texts, Known: &activities.KnownNames{Store: w.store}},
		Links:   &activities.Links{Store: w.store, Checker: noLinks{}, Now: w.Now},
	}.Register(w)
	w.SetWorkerOptions(worker.Options{Interceptors: []interceptor.WorkerInterceptor{&activities.Interceptor{
		Store: w.store, Now: w.Now,
		Log: log,
	}}})
	workflows.Register(w)
	w.want()
	return w
}

// want submits the episode.
func (w *whole) want() {
	w.Helper()
	ref := media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: "a", URL: "https://www.youtube.com/watch?v=a"}
	j, _, err := w.store.Jobs.CreateJob(w.Context(), storejobs.NewJob{Kind: media.KindVideo, Input: "a", Ref: ref})
	require.NoError(w, err)
	_, err = w.store.Jobs.AddItems(w.Context(), j.ID, []storejobs.NewItem{{Ref: ref, Title: "An episode"}}, "", "", true)
	require.NoError(w, err)
	w.jobID = j.ID
	got, err := w.store.Jobs.WantEpisode(w.Context(), j.ID, w.item().ID, w.reads.Recipe())
	require.NoError(w, err)
	w.run = got.Run.RunID
}

func (w *whole) item() *store.JobItem {
	w.Helper()
	items, _, err := w.store.Jobs.JobItems(w.Context(), w.jobID, 0, 0)
	require.NoError(w, err)
	require.Len(w, items, 1)
	return items[0]
}

// stages writes the stages of the run, in their order, as "done, done, running 1/3, ...".
func (w *whole) stages() string {
	w.Helper()
	rows, err := w.store.Jobs.Steps(w.Context(), []int{w.run})
	require.NoError(w, err)
	out := make([]string, 0, len(rows[w.run]))
	for _, st := range rows[w.run] {
		word := string(st.State)
		if st.Total > 0 {
			word += fmt.Sprintf(" %d/%d", st.Done, st.Total)
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

func (w *whole) analyze() {
	w.Helper()
	w.ExecuteWorkflow(workflows.AnalyzeEpisode, work.RunInput{RunID: w.run, EpisodeID: 1, Submitter: "someone"})
	require.True(w, w.IsWorkflowCompleted())
}

func TestEachStageEndsByWhatHappened(t *testing.T) {
	t.Parallel()
	never := fault.New(fault.Unsupported, "The answer cannot be used.")
	for name, c := range map[string]struct {
		script func(w *whole)
		item   work.ItemState
		stages string
	}{
		"finished": {func(*whole) {}, work.ItemDone, "done, done, done 3/3, done, done, done, done"},
		"finished after a part failed for a while": {func(w *whole) {
			w.reads.fails = func(part, attempt int) error {
				if part == 1 && attempt < 3 {
					return fault.New(fault.Unavailable, "No answer.")
				}
				return nil
			}
		}, work.ItemDone, "done, done, done 3/3, done, done, done, done"},
		"one part can never be read": {func(w *whole) {
			w.reads.fails = func(part, _ int) error {
				if part == 1 {
					return never
				}
				return nil
			}
		}, work.ItemPartial, "done, done, failed 2/3, done, done, done, done"},
		"one part can be read an hour later": {func(w *whole) {
			w.reads.fails = func(part, attempt int) error {
				if part == 1 && attempt == 1 {
					return never
				}
				return nil
			}
		}, work.ItemDone, "done, done, done 3/3, done, done, done, done"},
		"nothing can be read": {func(w *whole) {
			w.reads.fails = func(int, int) error { return never }
		}, work.ItemFailed, "done, done, failed 0/3, waiting, waiting, waiting, waiting"},
		"private": {func(w *whole) {
			w.site.episode = fault.New(fault.Private, "This video is private.")
		}, work.ItemFailed, "failed, waiting, waiting, waiting, waiting, waiting, waiting"},
		"no transcript": {func(w *whole) {
			w.site.lines = 0
		}, work.ItemNeedsTranscript, "done, failed, waiting, waiting, waiting, waiting, waiting"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWhole(t)
			c.script(w)
			w.analyze()
			require.NoError(t, w.GetWorkflowError())
			require.EqualValues(t, c.item, w.item().State)
			require.Equal(t, c.stages, w.stages())
		})
	}
}

func TestARunThatWaitsForBudgetSaysSoUntilItIsCancelled(t *testing.T) {
	t.Parallel()
	w := newWhole(t)
	w.reads.fails = func(part, _ int) error {
		if part == 0 {
			return nil
		}
		return fault.New(fault.Budget, "Tomorrow.").WithRetryAfter(10 * time.Hour)
	}
	var waiting string
	w.RegisterDelayedCallback(func() {
		waiting = w.stages()
		_, err := w.store.Jobs.CancelJob(w.Context(), w.jobID)
		require.NoError(t, err)
		w.CancelWorkflow()
	}, time.Hour)
	w.analyze()
	require.True(t, temporal.IsCanceledError(w.GetWorkflowError()))
	require.Equal(t, "done, done, retrying 1/3, waiting, waiting, waiting, waiting", waiting)
	require.Equal(t, "done, done, cancelled 1/3, waiting, waiting, waiting, waiting", w.stages())
}

func TestMissingPartsSayWhenTheyAreReadAgain(t *testing.T) {
	t.Parallel()
	w := newWhole(t)
	w.reads.fails = func(part, _ int) error {
		if part == 1 {
			return fault.New(fault.Unsupported, "The answer cannot be used.")
		}
		return nil
	}
	var between string
	var next time.Time
	begin := w.Now()
	w.RegisterDelayedCallback(func() {
		between = w.stages()
		rows, err := w.store.Jobs.Steps(w.Context(), []int{w.run})
		require.NoError(t, err)
		require.EqualValues(t, work.ItemPartial, w.item().State)
		if at := rows[w.run][2].NextAttemptAt; at != nil {
			next = *at
		}
	}, 30*time.Minute)
	w.analyze()
	require.Equal(t, "done, done, retrying 2/3, done, done, done, done", between)
	require.WithinDuration(t, begin.Add(time.Hour), next, time.Minute)
}

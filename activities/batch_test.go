package activities_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// batchEngine notes what the steps of batches ask of it.
type batchEngine struct {
	mu      sync.Mutex
	jobs    []int
	batches []int
	err     error
}

func (e *batchEngine) StartJob(_ context.Context, j jobs.JobRef) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.jobs = append(e.jobs, j.JobID)
	return e.err
}

func (e *batchEngine) StartBatch(_ context.Context, b jobs.BatchRef) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.batches = append(e.batches, b.BatchID)
	return e.err
}

func (e *batchEngine) CancelBatchJobs(context.Context, int) error { return e.err }

func TestALineIsSubmittedAndStartedOnceMoreAfterAFailure(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		e := &batchEngine{err: errors.New("the engine is away")}
		a := &activities.Batches{Store: w.s, Engine: e}
		operator, err := w.s.People.EnsureOperator(w.Context())
		require.NoError(w, err)
		b, _, err := w.s.Jobs.CreateBatch(w.Context(), database.Actor{}, jobs.NewBatch{
			UserID: operator.ID, Kind: work.BatchURLs, Title: "A", Lines: []string{"https://youtu.be/" + videoID, "nonsense"},
		})
		require.NoError(w, err)
		line := activities.BatchLine{BatchID: b.ID, Position: 1}
		require.Error(w, a.SubmitBatchLine(w.Context(), line), "the row is written, the workflow is not started")
		e.err = nil
		require.NoError(w, a.SubmitBatchLine(w.Context(), line))
		require.Len(w, e.jobs, 2)
		require.Equal(w, e.jobs[0], e.jobs[1], "it is the same job")
		next, err := a.NextBatchLine(w.Context(), activities.BatchOnly{BatchID: b.ID})
		require.NoError(w, err)
		require.Equal(w, activities.BatchNext{Position: 2, Settled: 1}, next)
		require.NoError(w, a.SubmitBatchLine(w.Context(), activities.BatchLine{BatchID: b.ID, Position: 2}), "a refused line is no failure")
		require.Len(w, e.jobs, 2)
		end, err := a.CloseBatch(w.Context(), activities.BatchOnly{BatchID: b.ID})
		require.NoError(w, err)
		require.Equal(w, activities.BatchEnd{State: work.BatchCompleted, Accepted: 1, Failed: 1}, end)
	})
}

func TestATimeOfARecurringBatchStartsOneBatch(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	e := &batchEngine{}
	a := &activities.Batches{Store: w.s, Engine: e}
	operator, err := w.s.People.EnsureOperator(w.Context())
	require.NoError(w, err)
	r, _, err := w.s.Jobs.CreateRecurring(w.Context(), database.Actor{}, jobs.NewRecurring{
		UserID: operator.ID, Kind: work.BatchURLs, Title: "A", Lines: []string{"@somebody"}, Weekdays: []int{1}, Hour: 6, TimeZone: "UTC",
	})
	require.NoError(w, err)
	in := activities.RecurringInput{RecurringID: r.ID, At: begin}
	for range 2 {
		out, err := a.SubmitRecurring(w.Context(), in)
		require.NoError(w, err)
		require.Equal(w, e.batches[0], out.BatchID)
	}
	require.Len(w, e.batches, 2, "starting it twice is harmless")
	out, err := a.SubmitRecurring(w.Context(), activities.RecurringInput{RecurringID: r.ID, At: begin.Add(7 * 24 * time.Hour)})
	require.NoError(w, err)
	require.Zero(w, out.BatchID, "its last run has not ended")
}

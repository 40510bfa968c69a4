package workflows_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
	"mentionary/workflows"
)

const batchID = 6

var batches *activities.Batches

// lineRows are the rows of a batch as its workflow meets them.
type lineRows struct {
	*story
	total     int
	submitted []int
	at        []time.Duration
	paused    func(settled int) bool
	cancelled func(settled int) bool
}

// batchOf lets the workflow find a batch of so many lines.
func (s *story) batchOf(total int) *lineRows {
	never := func(int) bool { return false }
	r := &lineRows{story: s, total: total, paused: never, cancelled: never}
	begin := s.Now()
	s.OnActivity(batches.NextBatchLine, mock.Anything, activities.BatchOnly{BatchID: batchID}).Return(
		func(context.Context, activities.BatchOnly) (activities.BatchNext, error) {
			n := activities.BatchNext{Settled: len(r.submitted), Paused: r.paused(len(r.submitted)), Cancelled: r.cancelled(len(r.submitted))}
			if n.Settled < r.total {
				n.Position = n.Settled + 1
			}
			return n, nil
		})
	s.OnActivity(batches.SubmitBatchLine, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in activities.BatchLine) error {
			require.Equal(s.t, batchID, in.BatchID)
			r.submitted = append(r.submitted, in.Position)
			r.at = append(r.at, s.Now().Sub(begin).Round(time.Second))
			return nil
		}).Maybe()
	return r
}

func (s *story) closesBatch(state work.BatchState) {
	s.OnActivity(batches.CloseBatch, mock.Anything, activities.BatchOnly{BatchID: batchID}).
		Return(activities.BatchEnd{State: state, Accepted: 1}, nil).Once()
}

func (s *story) submitBatch(in work.BatchInput) work.BatchResult {
	s.t.Helper()
	in.BatchID = batchID
	s.ExecuteWorkflow(workflows.Batch, in)
	require.True(s.t, s.IsWorkflowCompleted())
	var r work.BatchResult
	if s.GetWorkflowError() == nil {
		require.NoError(s.t, s.GetWorkflowResult(&r))
	}
	return r
}

func TestABatchSubmitsOneLineAfterTheOtherTwoSecondsApart(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	r := s.batchOf(4)
	s.closesBatch(work.BatchCompleted)
	require.Equal(t, work.BatchCompleted, s.submitBatch(work.BatchInput{}).State)
	require.Equal(t, []int{1, 2, 3, 4}, r.submitted)
	require.Equal(t, []time.Duration{0, 2 * time.Second, 4 * time.Second, 6 * time.Second}, r.at, "no wait before the first")
}

func TestAPausedBatchWaitsUntilItIsResumed(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	r := s.batchOf(3)
	held := true
	r.paused = func(settled int) bool { return settled == 1 && held }
	s.RegisterDelayedCallback(func() { held = false; s.SignalWorkflow(work.SignalBatch, nil) }, time.Hour+30*time.Second)
	s.closesBatch(work.BatchCompleted)
	s.submitBatch(work.BatchInput{})
	require.Equal(t, []int{1, 2, 3}, r.submitted)
	require.Greater(t, r.at[1], time.Hour)
	require.Less(t, r.at[1], time.Hour+35*time.Second, "the signal hurries it")
}

func TestABatchThatIsNotToldGoesOnWithinAMinute(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	r := s.batchOf(2)
	looks := 0
	r.paused = func(int) bool { looks++; return looks < 5 }
	s.closesBatch(work.BatchCompleted)
	s.submitBatch(work.BatchInput{})
	require.Equal(t, []time.Duration{4 * time.Minute, 4*time.Minute + 2*time.Second}, r.at)
}

func TestABatchThatIsCancelledByItsRowsSubmitsNoMore(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	r := s.batchOf(5)
	r.cancelled = func(settled int) bool { return settled == 2 }
	s.OnActivity(batches.CancelBatchJobs, mock.Anything, activities.BatchOnly{BatchID: batchID}).Return(nil).Once()
	s.closesBatch(work.BatchCancelled)
	require.Equal(t, work.BatchCancelled, s.submitBatch(work.BatchInput{}).State)
	require.NoError(t, s.GetWorkflowError())
	require.Equal(t, []int{1, 2}, r.submitted)
}

func TestCancellingTheWorkflowCancelsTheBatch(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	r := s.batchOf(5)
	s.RegisterDelayedCallback(s.CancelWorkflow, 3*time.Second)
	s.OnActivity(batches.CancelBatchJobs, mock.Anything, activities.BatchOnly{BatchID: batchID}).Return(nil).Once()
	s.closesBatch(work.BatchCancelled)
	s.submitBatch(work.BatchInput{})
	require.True(t, temporal.IsCanceledError(s.GetWorkflowError()))
	require.Equal(t, []int{1, 2}, r.submitted)
}

func TestALongBatchContinuesAsNewAndKeepsItsRhythm(t *testing.T) {
	t.Parallel()
	const total = 250
	in, parts, submitted := work.BatchInput{}, 0, []int{}
	for {
		s := newStory(t)
		r := s.batchOf(total)
		r.submitted = submitted
		if parts == 2 {
			s.closesBatch(work.BatchCompleted)
		}
		s.submitBatch(in)
		require.LessOrEqual(t, len(r.at), 100, "lines of one part")
		if parts > 0 {
			require.Equal(t, 2*time.Second, r.at[0], "the wait holds between two parts, too")
		}
		submitted = r.submitted
		parts++
		var next *workflow.ContinueAsNewError
		if err := s.GetWorkflowError(); err == nil {
			break
		}
		require.ErrorAs(t, s.GetWorkflowError(), &next)
		in.Handled, in.Part = len(submitted), parts
	}
	require.Equal(t, 3, parts)
	require.Len(t, submitted, total)
	for i, p := range submitted {
		require.Equal(t, i+1, p)
	}
}

func TestALineThatTheDatabaseDoesNotTakeIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	away := temporal.NewApplicationError("The database does not answer.", string(fault.Unavailable))
	settled := 0
	s.OnActivity(batches.NextBatchLine, mock.Anything, mock.Anything).Return(
		func(context.Context, activities.BatchOnly) (activities.BatchNext, error) {
			if settled == 1 {
				return activities.BatchNext{Settled: 1}, nil
			}
			return activities.BatchNext{Position: 1}, nil
		})
	s.OnActivity(batches.SubmitBatchLine, mock.Anything, activities.BatchLine{BatchID: batchID, Position: 1}).Return(away).Times(3)
	s.OnActivity(batches.SubmitBatchLine, mock.Anything, activities.BatchLine{BatchID: batchID, Position: 1}).Return(
		func(context.Context, activities.BatchLine) error { settled++; return nil }).Once()
	s.closesBatch(work.BatchCompleted)
	require.Equal(t, work.BatchCompleted, s.submitBatch(work.BatchInput{}).State)
}

func TestARunOfARecurringBatchIsOfTheTimeOfItsSchedule(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	at := time.Date(2026, 3, 2, 6, 0, 0, 0, time.UTC)
	require.NoError(t, s.SetTypedSearchAttributesOnStart(temporal.NewSearchAttributes(
		temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime").ValueSet(at))))
	s.OnActivity(batches.SubmitRecurring, mock.Anything, activities.RecurringInput{RecurringID: 3, At: at}).
		Return(activities.Recurred{BatchID: 8}, nil).Once()
	s.ExecuteWorkflow(workflows.RecurringBatch, work.RecurringInput{RecurringID: 3})
	var r work.RecurringResult
	require.NoError(t, s.GetWorkflowResult(&r))
	require.Equal(t, work.RecurringResult{BatchID: 8}, r)
}

package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	failurepb "go.temporal.io/api/failure/v1"
	workflowpb "go.temporal.io/api/workflow/v1"

	"mentionary/internal/budget"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// chunk is an activity that is not done: its state, and what it failed of last ("" for nothing).
func chunk(state enumspb.PendingActivityState, failure fault.Kind) *workflowpb.PendingActivityInfo {
	out := &workflowpb.PendingActivityInfo{State: state}
	if failure != "" {
		out.LastFailure = &failurepb.Failure{FailureInfo: &failurepb.Failure_ApplicationFailureInfo{
			ApplicationFailureInfo: &failurepb.ApplicationFailureInfo{Type: string(failure)},
		}}
	}
	return out
}

func TestRunsThatWaitForBudgetAreToldThatItWasRaised(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	s.pending = map[string][]*workflowpb.PendingActivityInfo{}
	var want []string
	const waiting, at = enumspb.PENDING_ACTIVITY_STATE_SCHEDULED, enumspb.PENDING_ACTIVITY_STATE_STARTED
	for id := range 40 {
		run := aRun(id)
		r.reading = append(r.reading, run)
		s.states[run.WorkflowID()] = enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING
		switch id % 4 {
		case 0:
			s.pending[run.WorkflowID()] = []*workflowpb.PendingActivityInfo{chunk(at, ""), chunk(waiting, fault.Budget)}
			want = append(want, run.WorkflowID()+" "+work.SignalBudget)
		case 1:
			s.pending[run.WorkflowID()] = []*workflowpb.PendingActivityInfo{chunk(at, fault.Budget), chunk(waiting, fault.Unavailable)}
		case 2:
			delete(s.states, run.WorkflowID()) // gone
		}
	}
	require.NoError(t, e.BudgetRaised(t.Context(), "mentionary", budget.Model))
	slices.Sort(want)
	slices.Sort(s.signals)
	require.Equal(t, want, s.signals)

	s.err = errors.New("the server is away")
	require.True(t, fault.Is(e.BudgetRaised(t.Context(), "mentionary", budget.Model), fault.Unavailable))
	r.reading = nil
	require.NoError(t, e.BudgetRaised(t.Context(), "mentionary", budget.Model), "nothing is read")
}

func TestOnlyPiecesThatWaitForBudgetAreHeardAtOnce(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	const waiting, at = enumspb.PENDING_ACTIVITY_STATE_SCHEDULED, enumspb.PENDING_ACTIVITY_STATE_STARTED
	named := func(id string, state enumspb.PendingActivityState, failure fault.Kind) *workflowpb.PendingActivityInfo {
		out := chunk(state, failure)
		out.ActivityId = id
		return out
	}
	listens, gone, reads := aRun(1), aRun(2), aRun(3)
	r.listening, r.reading = append(r.listening, listens, gone), append(r.reading, reads)
	for _, run := range []string{listens.WorkflowID(), reads.WorkflowID()} {
		s.states[run] = enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING
	}
	s.pending = map[string][]*workflowpb.PendingActivityInfo{
		listens.WorkflowID(): {
			named("7", at, fault.Budget), named("8", waiting, fault.Budget), named("9", waiting, fault.Unavailable),
			named("10", waiting, fault.Budget),
		},
		reads.WorkflowID(): {chunk(waiting, fault.Budget)},
	}
	require.NoError(t, e.BudgetRaised(t.Context(), "mentionary", budget.Speech))
	require.Equal(t, []string{listens.WorkflowID() + " 8", listens.WorkflowID() + " 10"}, s.resets)
	require.Empty(t, s.signals, "what is being heard goes on")
}

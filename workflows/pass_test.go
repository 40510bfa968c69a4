package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
	"mentionary/workflows"
)

const passID = 9

// closesPass expects the pass to be closed once, in this state.
func (s *story) closesPass(state, answered work.PassState) {
	s.OnActivity(passes.ClosePass, mock.Anything, activities.PassEnd{PassID: passID, State: state}).Return(answered, nil).Once()
}

// failsPass expects the pass to be closed once as failed, with the reason.
func (s *story) failsPass(reason string) {
	s.OnActivity(passes.ClosePass, mock.Anything, activities.PassEnd{PassID: passID, State: work.PassFailed, Reason: reason}).
		Return(work.PassFailed, nil).Once()
}

func (s *story) pass(workflow any) work.PassResult {
	s.t.Helper()
	s.ExecuteWorkflow(workflow, work.PassInput{PassID: passID})
	require.True(s.t, s.IsWorkflowCompleted())
	var r work.PassResult
	if s.GetWorkflowError() == nil {
		require.NoError(s.t, s.GetWorkflowResult(&r))
	}
	return r
}

// each runs a test for all kinds of passes with their own step.
func eachPass(t *testing.T, test func(t *testing.T, s *story, workflow, step any)) {
	t.Helper()
	for name, x := range map[string][2]any{
		"links":      {workflows.LinkPass, passes.CheckPassLinks},
		"duplicates": {workflows.DuplicatePass, passes.MergePassDuplicates},
		"lookups":    {workflows.LookupPass, passes.LookUpPassEntities},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newStory(t), x[0], x[1])
		})
	}
}

func TestAPassGoesThroughItsPagesAndCloses(t *testing.T) {
	t.Parallel()
	eachPass(t, func(t *testing.T, s *story, workflow, step any) {
		for page := range 3 {
			s.OnActivity(step, mock.Anything, activities.PassPage{PassID: passID, Page: page}).
				Return(activities.PassProgress{Done: 10 * (page + 1), Total: 30, More: page < 2}, nil).Once()
		}
		s.closesPass(work.PassDone, work.PassDone)
		require.Equal(t, work.PassResult{State: work.PassDone, Done: 30}, s.pass(workflow))
	})
}

func TestACancelledPassClosesAndKeepsWhatIsDone(t *testing.T) {
	t.Parallel()
	eachPass(t, func(t *testing.T, s *story, workflow, step any) {
		s.OnActivity(step, mock.Anything, activities.PassPage{PassID: passID}).
			Return(activities.PassProgress{Done: 10, Total: 20, More: true}, nil).Once()
		s.OnActivity(step, mock.Anything, activities.PassPage{PassID: passID, Page: 1}).After(time.Hour).
			Return(activities.PassProgress{}, nil).Maybe()
		s.RegisterDelayedCallback(s.CancelWorkflow, time.Minute)
		s.closesPass(work.PassCancelled, work.PassCancelled)
		s.pass(workflow)
		require.Error(t, s.GetWorkflowError())
	})
}

func TestAPassThatCannotGoOnFails(t *testing.T) {
	t.Parallel()
	eachPass(t, func(t *testing.T, s *story, workflow, step any) {
		s.OnActivity(step, mock.Anything, mock.Anything).Return(activities.PassProgress{}, finally(fault.Conflict, "No catalogue.")).Once()
		s.failsPass("No catalogue.")
		require.Equal(t, work.PassFailed, s.pass(workflow).State)
	})
}

func TestAPassThatSomebodyEndedStaysAsItIs(t *testing.T) {
	t.Parallel()
	eachPass(t, func(t *testing.T, s *story, workflow, step any) {
		s.OnActivity(step, mock.Anything, mock.Anything).Return(activities.PassProgress{}, finally(fault.Stale, "This pass has ended.")).Once()
		s.closesPass(work.PassDone, work.PassFailed)
		require.Equal(t, work.PassFailed, s.pass(workflow).State)
	})
}

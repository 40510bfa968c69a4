package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
	"mentionary/workflows"
)

var (
	readings *activities.Readings
	reading  = activities.ReadingOnly{RereadingID: passID}
)

// closesReading expects the pass to be closed once.
func (s *story) closesReading(state work.PassState, reason string, answered work.PassState) {
	s.OnActivity(readings.CloseReading, mock.Anything, activities.ReadingEnd{RereadingID: passID, State: state, Reason: reason}).
		Return(answered, nil).Once()
}

func (s *story) readAgain() work.ReadAgainResult {
	s.t.Helper()
	s.ExecuteWorkflow(workflows.ReadAgain, work.ReadAgainInput{RereadingID: passID})
	require.True(s.t, s.IsWorkflowCompleted())
	var r work.ReadAgainResult
	if s.GetWorkflowError() == nil {
		require.NoError(s.t, s.GetWorkflowResult(&r))
	}
	return r
}

func TestEarlierEpisodesAreReadUntilNothingIsNews(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for step := range 3 {
		s.OnActivity(readings.ReadNextAgain, mock.Anything, reading).
			Return(activities.ReadingProgress{LookedAt: 30, Read: 10 * (step + 1), Changed: step, More: step < 2}, nil).Once()
	}
	s.closesReading(work.PassDone, "", work.PassDone)
	require.Equal(t, work.ReadAgainResult{State: work.PassDone, Read: 30, Changed: 2}, s.readAgain())
}

func TestReadingAgainGoesOnAsNewAfterManySteps(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(readings.ReadNextAgain, mock.Anything, reading).Return(activities.ReadingProgress{More: true}, nil).Times(25)
	s.readAgain()
	require.True(t, workflow.IsContinueAsNewError(s.GetWorkflowError()), "its row stays open")
}

func TestReadingAgainThatIsCancelledClosesItsRow(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(readings.ReadNextAgain, mock.Anything, reading).After(time.Hour).Return(activities.ReadingProgress{}, nil).Maybe()
	s.RegisterDelayedCallback(s.CancelWorkflow, time.Minute)
	s.closesReading(work.PassCancelled, "", work.PassCancelled)
	s.readAgain()
	require.Error(t, s.GetWorkflowError())
}

func TestReadingAgainThatCannotGoOnFails(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(readings.ReadNextAgain, mock.Anything, reading).
		Return(activities.ReadingProgress{}, finally(fault.Conflict, "No catalogue.")).Once()
	s.closesReading(work.PassFailed, "No catalogue.", work.PassFailed)
	require.Equal(t, work.PassFailed, s.readAgain().State)
}

func TestReadingAgainThatSomebodyEndedStaysAsItIs(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(readings.ReadNextAgain, mock.Anything, reading).
		Return(activities.ReadingProgress{}, finally(fault.Stale, "This pass has ended.")).Once()
	s.closesReading(work.PassDone, "", work.PassFailed)
	require.Equal(t, work.PassFailed, s.readAgain().State)
}

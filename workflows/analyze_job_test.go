package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/workflows"
)

const jobID = 4

func (s *story) lists(items int) {
	s.OnActivity(list.ListInput, mock.Anything, activities.Listing{JobID: jobID}).
		Return(activities.ListResult{Items: items, Listed: true}, nil).Once()
}

// windows answers the given windows one after the other, the last one for ever.
func (s *story) windows(w ...activities.Window) {
	for i, x := range w {
		c := s.OnActivity(jobs.NextItems, mock.Anything, mock.Anything).Return(x, nil)
		if i < len(w)-1 {
			c.Once()
		}
	}
}

func (s *story) submit() job.JobResult {
	s.t.Helper()
	s.ExecuteWorkflow(workflows.AnalyzeJob, job.JobInput{JobID: jobID, Submitter: "someone"})
	require.True(s.t, s.IsWorkflowCompleted())
	var r job.JobResult
	if s.GetWorkflowError() == nil {
		require.NoError(s.t, s.GetWorkflowResult(&r))
	}
	return r
}

func (s *story) closesJob(state job.State) {
	s.OnActivity(jobs.CloseJob, mock.Anything, activities.JobOnly{JobID: jobID}).Return(activities.Closed{State: state}, nil).Once()
}

func TestAJobWantsItsItemsAndEndsWhenTheyAreSettled(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.lists(3)
	s.windows(
		activities.Window{Start: []int{11, 12}, Open: 3},
		activities.Window{Open: 3, Running: 2},
		activities.Window{Start: []int{13}, Open: 2, Running: 1, Settled: 1},
		activities.Window{Open: 1, Running: 1, Settled: 2},
		activities.Window{Settled: 3},
	)
	for _, id := range []int{11, 12, 13} {
		s.OnActivity(jobs.WantEpisode, mock.Anything, activities.WantInput{JobID: jobID, ItemID: id}).Return(job.ItemRunning, nil).Once()
	}
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(job.SignalRunDone, nil) }, 5*time.Second)
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(job.SignalRunDone, nil) }, 9*time.Second)
	s.closesJob(job.Completed)
	begin := s.Now()
	require.Equal(t, job.Completed, s.submit().State)
	require.Less(t, s.Now().Sub(begin), 30*time.Second, "signals hurry the job")
}

func TestALostSignalCostsAMinute(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.lists(1)
	s.windows(activities.Window{Open: 1, Running: 1}, activities.Window{Settled: 1})
	s.closesJob(job.Completed)
	begin := s.Now()
	s.submit()
	require.Equal(t, time.Minute, s.Now().Sub(begin).Round(time.Second))
}

func TestAnInputThatCannotBeReadFailsTheJobWithItsReason(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(list.ListInput, mock.Anything, mock.Anything).
		Return(activities.ListResult{}, finally(fault.BadInput, "The feed has no episodes yet.")).Once()
	s.OnActivity(jobs.FailJob, mock.Anything, activities.JobFailure{
		JobID: jobID, Class: string(fault.BadInput), Text: "The feed has no episodes yet.",
	}).Return(nil).Once()
	require.Equal(t, job.Failed, s.submit().State)
	require.NoError(t, s.GetWorkflowError(), "the rows tell the failure")
}

func TestACancelledJobGivesUpWhatItWants(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.lists(1)
	s.windows(activities.Window{Open: 1, Running: 1})
	s.RegisterDelayedCallback(s.CancelWorkflow, 10*time.Second)
	s.OnActivity(jobs.CancelJob, mock.Anything, activities.JobOnly{JobID: jobID}).Return(nil).Once()
	s.submit()
	require.ErrorContains(t, s.GetWorkflowError(), "canceled")
}

func TestAPausedJobStartsNothingUntilItGoesOn(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.lists(1)
	s.windows(
		activities.Window{Open: 1, Paused: true},
		activities.Window{Start: []int{11}, Open: 1},
		activities.Window{Settled: 1},
	)
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(job.SignalPause, nil) }, 5*time.Second)
	s.OnActivity(jobs.WantEpisode, mock.Anything, mock.Anything).Return(job.ItemAlready, nil).Once()
	s.closesJob(job.Completed)
	require.Equal(t, job.Completed, s.submit().State)
}

func TestAJobThatWasGivenNewWorkWhileClosingGoesOn(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.lists(1)
	s.windows(activities.Window{Settled: 1}, activities.Window{Open: 1, Running: 1}, activities.Window{Settled: 1})
	s.OnActivity(jobs.CloseJob, mock.Anything, mock.Anything).Return(activities.Closed{State: job.Running, Open: true}, nil).Once()
	s.closesJob(job.Completed)
	require.Equal(t, job.Completed, s.submit().State)
}

func TestALongJobContinuesAsNew(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.lists(1000)
	s.windows(activities.Window{Open: 700, Running: 4, Settled: 300})
	s.submit()
	var next *workflow.ContinueAsNewError
	require.ErrorAs(t, s.GetWorkflowError(), &next)
}

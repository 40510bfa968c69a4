package workflows_test

import (
	"context"
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

const jobID = 4

func (s *story) lists(items int) {
	s.OnActivity(list.ListInput, mock.Anything, activities.Listing{JobID: jobID}).
		Return(activities.ListResult{Items: items, Listed: true}, nil).Once()
}

// windows returns the given windows one after the other, the last one for ever.
func (s *story) windows(w ...activities.Window) {
	for i, x := range w {
		c := s.OnActivity(jobs.NextItems, mock.Anything, mock.Anything).Return(x, nil)
		if i < len(w)-1 {
			c.Once()
		}
	}
}

func (s *story) submit() work.JobResult {
	s.t.Helper()
	s.ExecuteWorkflow(workflows.AnalyzeJob, work.JobInput{JobID: jobID, Submitter: "someone"})
	require.True(s.t, s.IsWorkflowCompleted())
	var r work.JobResult
	if s.GetWorkflowError() == nil {
		require.NoError(s.t, s.GetWorkflowResult(&r))
	}
	return r
}

func (s *story) closesJob(state work.State) {
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
		s.OnActivity(jobs.WantEpisode, mock.Anything, activities.WantInput{JobID: jobID, ItemID: id}).Return(work.ItemRunning, nil).Once()
	}
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalHurry, nil) }, 5*time.Second)
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalHurry, nil) }, 9*time.Second)
	s.closesJob(work.Completed)
	begin := s.Now()
	require.Equal(t, work.Completed, s.submit().State)
	require.Less(t, s.Now().Sub(begin), 30*time.Second, "signals hurry the job")
}

// looks lets the job find its one item running until the time, and notes when it looked.
func (s *story) looks(until time.Duration) *[]time.Duration {
	s.lists(1)
	begin, at := s.Now(), &[]time.Duration{}
	s.OnActivity(jobs.NextItems, mock.Anything, mock.Anything).Return(
		func(context.Context, activities.WindowInput) (activities.Window, error) {
			now := s.Now().Sub(begin).Round(time.Second)
			*at = append(*at, now)
			if now >= until {
				return activities.Window{Settled: 1}, nil
			}
			return activities.Window{Open: 1, Running: 1}, nil
		})
	s.closesJob(work.Completed)
	return at
}

func minutes(n ...int) []time.Duration {
	out := make([]time.Duration, 0, len(n))
	for _, m := range n {
		out = append(out, time.Duration(m)*time.Minute)
	}
	return out
}

func TestAJobThatWaitsLooksEverMoreSeldom(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	at := s.looks(24 * time.Hour)
	require.Equal(t, work.Completed, s.submit().State)
	require.Equal(t, minutes(0, 1, 3, 7, 15, 31, 63, 123), (*at)[:8], "a minute, doubled up to an hour")
	require.Len(t, *at, 30, "looks in the 24 hours")
}

func TestALostSignalCostsAnHourAtMost(t *testing.T) {
	t.Parallel()
	for _, settled := range []time.Duration{time.Second, 2 * time.Minute, 2 * time.Hour, 200 * time.Hour} {
		s := newStory(t)
		at := s.looks(settled)
		require.Equal(t, work.Completed, s.submit().State)
		require.LessOrEqual(t, (*at)[len(*at)-1]-settled, time.Hour)
	}
}

func TestASignalMakesAJobLookAtOnceAndOftenAgain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{work.SignalHurry, work.SignalRunDone, work.SignalPause} {
		s := newStory(t)
		at := s.looks(111 * time.Minute)
		s.RegisterDelayedCallback(func() { s.SignalWorkflow(name, nil) }, 100*time.Minute)
		require.Equal(t, work.Completed, s.submit().State)
		require.Equal(t, minutes(0, 1, 3, 7, 15, 31, 63, 100, 101, 103, 107, 115), *at, name)
	}
}

// A job that a former version began goes on as it began: it hears the former signal and looks every minute.
func TestAJobOfTheFormerVersionLooksEveryMinute(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnGetVersion("0027-hurry", workflow.DefaultVersion, workflow.Version(1)).Return(workflow.DefaultVersion)
	at := s.looks(150 * time.Second)
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalHurry, nil) }, 10*time.Second)
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalRunDone, nil) }, 90*time.Second)
	require.Equal(t, work.Completed, s.submit().State)
	require.Equal(t, []time.Duration{0, time.Minute, 90 * time.Second, 150 * time.Second}, *at)
}

func TestAnInputThatCannotBeReadFailsTheJobWithItsReason(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(list.ListInput, mock.Anything, mock.Anything).
		Return(activities.ListResult{}, finally(fault.BadInput, "The feed has no episodes yet.")).Once()
	s.OnActivity(jobs.FailJob, mock.Anything, activities.JobFailure{
		JobID: jobID, Class: string(fault.BadInput), Text: "The feed has no episodes yet.",
	}).Return(nil).Once()
	require.Equal(t, work.Failed, s.submit().State)
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
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalPause, nil) }, 5*time.Second)
	s.OnActivity(jobs.WantEpisode, mock.Anything, mock.Anything).Return(work.ItemAlready, nil).Once()
	s.closesJob(work.Completed)
	require.Equal(t, work.Completed, s.submit().State)
}

func TestAJobThatWasGivenNewWorkWhileClosingGoesOn(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.lists(1)
	s.windows(activities.Window{Settled: 1}, activities.Window{Open: 1, Running: 1}, activities.Window{Settled: 1})
	s.OnActivity(jobs.CloseJob, mock.Anything, mock.Anything).Return(activities.Closed{State: work.Running, Open: true}, nil).Once()
	s.closesJob(work.Completed)
	require.Equal(t, work.Completed, s.submit().State)
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

package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/workflows"
)

func TestARunGoesFromEpisodeToLinks(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(9)
	s.reads(9)
	s.publishes(1)
	s.links()
	s.closes(job.RunDone, "")
	r := s.analyze("")
	require.NoError(t, s.GetWorkflowError())
	require.Equal(t, job.RunResult{State: job.RunDone, Mentions: 12}, r)
}

func TestAPrivateEpisodeFailsTheRunWithItsReason(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(finally(fault.Private, "This video is private.")).Once()
	s.OnActivity(jobs.FinishRun, mock.Anything, activities.Finish{
		RunID: runID, State: job.RunFailed, Class: string(fault.Private), Text: "This video is private.",
	}).Return(job.RunFailed, nil).Once()
	require.Equal(t, job.RunFailed, s.analyze("").State)
}

func TestARunWithoutTranscriptSaysThatItNeedsOne(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).Return(finally(fault.NoTranscript, "None.")).Once()
	s.closes(job.RunNeedsTranscript, fault.NoTranscript)
	require.Equal(t, job.RunNeedsTranscript, s.analyze("").State)
}

func TestATranscriptGivenWhileTheSourceIsOutOfReachIsTakenUp(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).After(4 * time.Hour).
		Return(finally(fault.Unavailable, "YouTube could not be reached.")).Once()
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(job.SignalTranscript, nil) }, 3*time.Hour)
	s.OnActivity(fetch.SkipStage, mock.Anything, step(job.StageEpisode)).Return(nil).Once()
	s.plans(2)
	s.reads(2)
	s.publishes(1)
	s.links()
	s.closes(job.RunDone, "")
	require.Equal(t, job.RunDone, s.analyze("").State)
}

func TestASourceThatNeverAnswersEndsTheRunWithItsLastWord(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	week := temporal.NewTimeoutError(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE, finally(fault.Unavailable, "The feed could not be reached."))
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(week).Once()
	s.closes(job.RunFailed, fault.Unavailable)
	require.Equal(t, job.RunFailed, s.analyze("").State)
}

func TestAMissingChunkMakesTheJobPartialAndIsTriedAgainOnceAfterAnHour(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		second error
		state  job.RunState
		class  fault.Kind
		times  int
	}{
		"it can be read then":     {nil, job.RunDone, "", 2},
		"it still cannot be read": {finally(fault.Unsupported, "no"), job.RunPartial, fault.Unavailable, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStory(t)
			begin := s.Now()
			s.fetches(3)
			s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(0, 3)).Return(nil).Once()
			s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(2, 3)).Return(nil).Once()
			s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(1, 3)).Return(finally(fault.Unsupported, "no")).Once()
			s.publishes(c.times)
			s.links()
			s.OnActivity(jobs.SettlePartial, mock.Anything, mock.MatchedBy(func(in activities.Settle) bool {
				return in.RunStage == step(job.StageExtract) && in.Again.After(begin)
			})).Return(nil).Once()
			s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(1, 3)).Return(c.second).Once()
			s.closes(c.state, c.class)
			require.Equal(t, c.state, s.analyze("").State)
			require.GreaterOrEqual(t, s.Now().Sub(begin), time.Hour)
		})
	}
}

func TestARunOfWhichNothingCanBeReadFails(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(2)
	s.OnActivity(extract.ExtractChunk, mock.Anything, mock.Anything).Return(finally(fault.Denied, "The model server refused the key.")).
		Times(2)
	s.closes(job.RunFailed, fault.Denied)
	require.Equal(t, job.RunFailed, s.analyze("").State)
}

func TestDeadLinksNeverFailARun(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(1)
	s.reads(1)
	s.publishes(1)
	s.OnActivity(links.ResolveLinks, mock.Anything, mock.Anything).
		Return(activities.LinkResult{}, finally(fault.Internal, fault.Neutral)).Once()
	s.OnActivity(links.CheckLinks, mock.Anything, mock.Anything).Return(activities.LinkResult{}, finally(fault.Internal, fault.Neutral)).Once()
	s.closes(job.RunDone, "")
	require.Equal(t, job.RunDone, s.analyze("").State)
}

func TestACancelledRunClosesItsRows(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).After(time.Hour).Return(nil)
	s.RegisterDelayedCallback(s.CancelWorkflow, time.Minute)
	s.closes(job.RunCancelled, "")
	s.analyze("")
	require.ErrorContains(t, s.GetWorkflowError(), "canceled")
}

func TestALateRunIsRefusedAndEnds(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(1)
	s.reads(1)
	s.OnActivity(publish.PublishEpisode, mock.Anything, mock.Anything).
		Return(activities.PublishResult{}, finally(fault.Stale, "Run 7 is closed.")).Once()
	// The row is closed already and stays as it is; FinishRun answers its state.
	s.OnActivity(jobs.FinishRun, mock.Anything, mock.Anything).Return(job.RunCancelled, nil).Once()
	require.Equal(t, job.RunCancelled, s.analyze("").State)
}

func TestARetryBeginsAtItsStage(t *testing.T) {
	t.Parallel()
	t.Run("extract", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.plans(1)
		s.reads(1)
		s.publishes(1)
		s.links()
		s.closes(job.RunDone, "")
		require.Equal(t, job.RunDone, s.analyze(job.StageExtract).State)
	})
	t.Run("transcript", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).Return(nil).Once()
		s.plans(1)
		s.reads(1)
		s.publishes(1)
		s.links()
		s.closes(job.RunDone, "")
		require.Equal(t, job.RunDone, s.analyze(job.StageTranscript).State)
	})
	t.Run("links", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.links()
		s.closes(job.RunDone, "")
		require.Equal(t, job.RunDone, s.analyze(job.StageLinks).State)
	})
}

func TestChunksThatWaitForBudgetAreReadAsSoonAsItIsRaised(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(2)
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(0, 2)).Return(nil).Once()
	tomorrow := temporal.NewApplicationErrorWithOptions("The day's budget is used up.", string(fault.Budget),
		temporal.ApplicationErrorOptions{NextRetryDelay: 10 * time.Hour})
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(1, 2)).Return(tomorrow).Once()
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(1, 2)).Return(nil).Once()
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(job.SignalBudget, nil) }, time.Hour)
	s.publishes(1)
	s.links()
	s.closes(job.RunDone, "")
	begin := s.Now()
	require.Equal(t, job.RunDone, s.analyze("").State)
	require.Less(t, s.Now().Sub(begin), 2*time.Hour, "nobody waits for midnight")
}

func TestACancelledRunIsNotReadAgainInANewRound(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(1)
	tomorrow := temporal.NewApplicationErrorWithOptions("The day's budget is used up.", string(fault.Budget),
		temporal.ApplicationErrorOptions{NextRetryDelay: 10 * time.Hour})
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(0, 1)).Return(tomorrow).Once()
	s.RegisterDelayedCallback(s.CancelWorkflow, time.Hour)
	s.closes(job.RunCancelled, "")
	s.ExecuteWorkflow(workflows.AnalyzeEpisode, job.RunInput{RunID: runID, EpisodeID: 1, Submitter: "someone"})
	require.True(t, s.IsWorkflowCompleted())
	require.True(t, temporal.IsCanceledError(s.GetWorkflowError()))
}

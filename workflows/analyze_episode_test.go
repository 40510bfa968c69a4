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
	"mentionary/internal/work"
	"mentionary/workflows"
)

func TestARunGoesFromEpisodeToLinks(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(9)
	s.readsParcel(activities.ChunksRead{Looked: 3}, nil, 9, 0, 1, 2)
	s.readsParcel(activities.ChunksRead{Looked: 3}, nil, 9, 3, 4, 5)
	s.readsParcel(activities.ChunksRead{Looked: 3}, nil, 9, 6, 7, 8)
	s.becomesPublic(1)
	r := s.analyze("")
	require.NoError(t, s.GetWorkflowError())
	require.Equal(t, work.RunResult{State: work.RunDone, Mentions: 12}, r)
}

func TestAPrivateEpisodeFailsTheRunWithItsReason(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(finally(fault.Private, "This video is private.")).Once()
	s.OnActivity(jobs.FinishRun, mock.Anything, activities.Finish{
		RunID: runID, State: work.RunFailed, Class: string(fault.Private), Text: "This video is private.",
	}).Return(work.RunFailed, nil).Once()
	require.Equal(t, work.RunFailed, s.analyze("").State)
}

func TestARunWithoutTranscriptSaysThatItNeedsOne(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).Return(activities.Fetched{}, finally(fault.NoTranscript, "None.")).Once()
	s.closes(work.RunNeedsTranscript, fault.NoTranscript)
	require.Equal(t, work.RunNeedsTranscript, s.analyze("").State)
}

func TestATranscriptGivenWhileTheSourceIsOutOfReachIsTakenUp(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).After(4 * time.Hour).
		Return(finally(fault.Unavailable, "YouTube could not be reached.")).Once()
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalTranscript, nil) }, 3*time.Hour)
	s.OnActivity(fetch.SkipStage, mock.Anything, step(work.StageEpisode)).Return(nil).Once()
	s.plans(2)
	s.reads(2)
	s.becomesPublic(1)
	require.Equal(t, work.RunDone, s.analyze("").State)
}

func TestASourceThatNeverAnswersEndsTheRunWithItsLastWord(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	week := temporal.NewTimeoutError(enumspb.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE, finally(fault.Unavailable, "The feed could not be reached."))
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(week).Once()
	s.closes(work.RunFailed, fault.Unavailable)
	require.Equal(t, work.RunFailed, s.analyze("").State)
}

func TestAMissingChunkMakesTheJobPartialAndIsTriedAgainOnceAfterAnHour(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		second error
		state  work.RunState
		class  fault.Kind
		times  int
	}{
		"it can be read then":     {nil, work.RunDone, "", 2},
		"it still cannot be read": {finally(fault.Unsupported, "no"), work.RunPartial, fault.Unavailable, 1},
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
				return in.RunStage == step(work.StageExtract) && in.Again.After(begin)
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
	s.closes(work.RunFailed, fault.Denied)
	require.Equal(t, work.RunFailed, s.analyze("").State)
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
	s.closes(work.RunDone, "")
	require.Equal(t, work.RunDone, s.analyze("").State)
}

func TestACancelledRunClosesItsRows(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, mock.Anything).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).After(time.Hour).Return(activities.Fetched{}, nil)
	s.RegisterDelayedCallback(s.CancelWorkflow, time.Minute)
	s.closes(work.RunCancelled, "")
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
	s.OnActivity(jobs.FinishRun, mock.Anything, mock.Anything).Return(work.RunCancelled, nil).Once()
	require.Equal(t, work.RunCancelled, s.analyze("").State)
}

func TestARetryBeginsAtItsStage(t *testing.T) {
	t.Parallel()
	t.Run("extract", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.plans(1)
		s.reads(1)
		s.becomesPublic(1)
		require.Equal(t, work.RunDone, s.analyze(work.StageExtract).State)
	})
	t.Run("transcript", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.OnActivity(fetch.FetchTranscript, mock.Anything, mock.Anything).Return(activities.Fetched{}, nil).Once()
		s.plans(1)
		s.reads(1)
		s.becomesPublic(1)
		require.Equal(t, work.RunDone, s.analyze(work.StageTranscript).State)
	})
	t.Run("links", func(t *testing.T) {
		t.Parallel()
		s := newStory(t)
		s.links()
		s.closes(work.RunDone, "")
		require.Equal(t, work.RunDone, s.analyze(work.StageLinks).State)
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
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalBudget, nil) }, time.Hour)
	s.becomesPublic(1)
	begin := s.Now()
	require.Equal(t, work.RunDone, s.analyze("").State)
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
	s.closes(work.RunCancelled, "")
	s.ExecuteWorkflow(workflows.AnalyzeEpisode, work.RunInput{RunID: runID, EpisodeID: 1, Submitter: "someone"})
	require.True(t, s.IsWorkflowCompleted())
	require.True(t, temporal.IsCanceledError(s.GetWorkflowError()))
}

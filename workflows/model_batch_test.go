package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// asksInBatch expects a run of two chunks, which the plan has read in a batch.
func (s *story) asksInBatch() (asked, made activities.ModelBatch) {
	s.OnActivity(fetch.FetchEpisode, mock.Anything, step(work.StageEpisode)).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, step(work.StageTranscript)).Return(activities.Fetched{}, nil).Once()
	s.OnActivity(fetch.PlanChunks, mock.Anything, step(work.StageExtract)).
		Return(activities.Plan{TranscriptID: 3, Chunks: 2, BatchKey: "key"}, nil).Once()
	asked = activities.ModelBatch{RunStage: step(work.StageExtract), TranscriptID: 3, Chunks: 2, Key: "key"}
	made = asked
	made.ID, made.Which = "batch_0", []int{0, 1}
	return asked, made
}

// drops expects a batch to be dropped once.
func (s *story) drops(b activities.ModelBatch) {
	s.OnActivity(extract.DropModelBatch, mock.Anything, b).Return(nil).Once()
}

func TestABatchIsLookedAtEverMoreSeldomUntilItEnds(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	asked, made := s.asksInBatch()
	s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(made, nil).Once()
	s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(false, nil).Times(5)
	s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(true, nil).Once()
	s.OnActivity(extract.CollectModelBatch, mock.Anything, made).Return(nil).Once()
	s.reads(2) // what is missing, which only rows know
	s.becomesPublic(1)
	begin := s.Now()
	require.Equal(t, work.RunDone, s.analyze("").State)
	require.WithinDuration(t, begin.Add((1+2+4+8+15+15)*time.Minute), s.Now(), time.Minute)
}

func TestARunWithoutABatchIsReadLikeAny(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(s *story, asked, made activities.ModelBatch){
		"the server has none": func(s *story, asked, _ activities.ModelBatch) {
			s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(asked, nil).Once()
		},
		"it cannot be submitted": func(s *story, asked, _ activities.ModelBatch) {
			s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).
				Return(activities.ModelBatch{}, finally(fault.Internal, "Something broke.")).Once()
			s.drops(asked)
		},
		"it is gone": func(s *story, asked, made activities.ModelBatch) {
			s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(made, nil).Once()
			s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(false, finally(fault.Unsupported, "No batches.")).Once()
			s.drops(made)
		},
		"its answers cannot be read": func(s *story, asked, made activities.ModelBatch) {
			s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(made, nil).Once()
			s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(true, nil).Once()
			s.OnActivity(extract.CollectModelBatch, mock.Anything, made).Return(finally(fault.Unsupported, "Too large.")).Once()
			s.drops(made)
		},
		"it never ends": func(s *story, asked, made activities.ModelBatch) {
			s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(made, nil).Once()
			s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(false, nil)
			s.drops(made)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStory(t)
			asked, made := s.asksInBatch()
			answer(s, asked, made)
			s.reads(2)
			s.becomesPublic(1)
			begin := s.Now()
			require.Equal(t, work.RunDone, s.analyze("").State)
			require.Less(t, s.Now().Sub(begin), 27*time.Hour)
		})
	}
}

func TestARunThatIsCanceledWhileItsBatchIsUnderWayDropsIt(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	asked, made := s.asksInBatch()
	s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(made, nil).Once()
	s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(false, nil)
	s.drops(made)
	s.closes(work.RunCancelled, "")
	s.RegisterDelayedCallback(s.CancelWorkflow, 3*time.Hour)
	s.analyze("")
	require.True(t, temporal.IsCanceledError(s.GetWorkflowError()))
}

func TestARunThatWasClosedMeanwhileReadsNothing(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	asked, made := s.asksInBatch()
	s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(made, nil).Once()
	s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(false, finally(fault.Stale, "The run is closed.")).Once()
	s.drops(made)
	s.closes(work.RunFailed, fault.Stale)
	s.analyze("")
}

func TestABatchThatWaitsForBudgetIsSubmittedAsSoonAsItIsRaised(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	asked, made := s.asksInBatch()
	tomorrow := temporal.NewApplicationErrorWithOptions("The day's budget is used up.", string(fault.Budget),
		temporal.ApplicationErrorOptions{NextRetryDelay: 10 * time.Hour})
	s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(activities.ModelBatch{}, tomorrow).Once()
	s.OnActivity(extract.SubmitModelBatch, mock.Anything, asked).Return(made, nil).Once()
	s.OnActivity(extract.LookAtModelBatch, mock.Anything, made).Return(true, nil).Once()
	s.OnActivity(extract.CollectModelBatch, mock.Anything, made).Return(nil).Once()
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalBudget, nil) }, time.Hour)
	s.reads(2)
	s.becomesPublic(1)
	begin := s.Now()
	require.Equal(t, work.RunDone, s.analyze("").State)
	require.Less(t, s.Now().Sub(begin), 2*time.Hour, "nobody waits for midnight")
}

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

func TestChunksThatAnActivityHasNotComeToAreReadByOthers(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(20)
	s.readsParcel(activities.ChunksRead{Looked: 1}, nil, 20, 0, 1, 2, 3, 4) // a slow model: four are left
	s.readsParcel(activities.ChunksRead{Looked: 5}, nil, 20, 5, 6, 7, 8, 9)
	s.readsParcel(activities.ChunksRead{Looked: 5}, nil, 20, 10, 11, 12, 13, 14)
	s.readsParcel(activities.ChunksRead{Looked: 5}, nil, 20, 15, 16, 17, 18, 19)
	for i := 1; i <= 4; i++ {
		s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(i, 20)).Return(nil).Once()
	}
	s.becomesPublic(1)
	require.Equal(t, work.RunDone, s.analyze("").State)
}

func TestAChunkOfAParcelThatCannotBeReadIsMissingAndTriedAgainAfterAnHour(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(5)
	s.readsParcel(activities.ChunksRead{Looked: 2, Failed: []int{1}, Class: string(fault.Unsupported), Text: "Too often."}, nil, 5, 0, 1)
	s.readsParcel(activities.ChunksRead{Looked: 2}, nil, 5, 2, 3)
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(4, 5)).Return(nil).Once()
	s.OnActivity(jobs.SettlePartial, mock.Anything, mock.Anything).Return(nil).Once()
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(1, 5)).Return(nil).Once()
	s.becomesPublic(2)
	begin := s.Now()
	require.Equal(t, work.RunDone, s.analyze("").State)
	require.GreaterOrEqual(t, s.Now().Sub(begin), time.Hour)
}

func TestARunOfWhoseParcelsNothingCanBeReadSaysWhy(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(6)
	for i := range 3 {
		s.readsParcel(activities.ChunksRead{Looked: 2, Failed: []int{2 * i, 2*i + 1}, Class: string(fault.Denied), Text: "The key is refused."},
			nil, 6, 2*i, 2*i+1)
	}
	s.OnActivity(jobs.FinishRun, mock.Anything, activities.Finish{
		RunID: runID, State: work.RunFailed, Class: string(fault.Denied), Text: "The key is refused.",
	}).Return(work.RunFailed, nil).Once()
	require.Equal(t, work.RunFailed, s.analyze("").State)
}

func TestChunksDoNotShareTheFailureOfTheirParcel(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(8)
	s.readsParcel(activities.ChunksRead{}, finally(fault.Internal, "Something broke."), 8, 0, 1)
	for i := 1; i < 4; i++ {
		s.readsParcel(activities.ChunksRead{Looked: 2}, nil, 8, 2*i, 2*i+1)
	}
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(0, 8)).Return(nil).Once()
	s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(1, 8)).Return(nil).Once()
	s.becomesPublic(1)
	require.Equal(t, work.RunDone, s.analyze("").State)
}

func TestParcelsThatWaitForBudgetAreReadAsSoonAsItIsRaised(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.fetches(8)
	tomorrow := temporal.NewApplicationErrorWithOptions("The day's budget is used up.", string(fault.Budget),
		temporal.ApplicationErrorOptions{NextRetryDelay: 10 * time.Hour})
	s.readsParcel(activities.ChunksRead{}, tomorrow, 8, 0, 1)
	for i := range 4 {
		s.readsParcel(activities.ChunksRead{Looked: 2}, nil, 8, 2*i, 2*i+1)
	}
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(work.SignalBudget, nil) }, time.Hour)
	s.becomesPublic(1)
	begin := s.Now()
	require.Equal(t, work.RunDone, s.analyze("").State)
	require.Less(t, s.Now().Sub(begin), 2*time.Hour, "nobody waits for midnight")
}

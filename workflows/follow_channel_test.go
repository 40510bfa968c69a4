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
	"mentionary/workflows"
)

const channelID = 9

func (s *story) look() work.FollowResult {
	s.t.Helper()
	s.ExecuteWorkflow(workflows.FollowChannel, work.FollowInput{ChannelID: channelID})
	require.True(s.t, s.IsWorkflowCompleted())
	var r work.FollowResult
	if s.GetWorkflowError() == nil {
		require.NoError(s.t, s.GetWorkflowResult(&r))
	}
	return r
}

func TestALookIsOfTheTimeOfItsSchedule(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	at := time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)
	require.NoError(t, s.SetTypedSearchAttributesOnStart(temporal.NewSearchAttributes(
		temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime").ValueSet(at))))
	s.OnActivity(follows.SubmitFollow, mock.Anything, activities.FollowInput{ChannelID: channelID, At: at}).
		Return(activities.Followed{JobID: 5}, nil).Once()
	require.Equal(t, work.FollowResult{JobID: 5}, s.look())
}

func TestALookThatWasStartedByHandIsOfItsStart(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	begin := time.Date(2026, 3, 1, 18, 3, 4, 5000, time.UTC)
	s.SetStartTime(begin)
	s.OnActivity(follows.SubmitFollow, mock.Anything, mock.MatchedBy(func(in activities.FollowInput) bool {
		return in.ChannelID == channelID && in.At.Equal(begin.Truncate(time.Second))
	})).Return(activities.Followed{}, nil).Once()
	require.Equal(t, work.FollowResult{}, s.look(), "there was nothing to submit")
}

func TestALookIsTriedAgainUntilTheDatabaseAnswers(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	away := temporal.NewApplicationError("The database does not answer.", string(fault.Unavailable))
	s.OnActivity(follows.SubmitFollow, mock.Anything, mock.Anything).Return(activities.Followed{}, away).Times(4)
	s.OnActivity(follows.SubmitFollow, mock.Anything, mock.Anything).Return(activities.Followed{JobID: 6}, nil).Once()
	require.Equal(t, 6, s.look().JobID)
}

package workflows_test

import (
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"mentionary/activities"
	"mentionary/internal/work"
)

// The engine of the tests gives a step up after ten tries: whoever comes further has begun it anew.
func TestAStepWhoseWorkersDieBeginsAnew(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.OnActivity(fetch.FetchEpisode, mock.Anything, step(work.StageEpisode)).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, step(work.StageTranscript)).
		Return(activities.Fetched{}, temporal.NewHeartbeatTimeoutError()).Times(35)
	s.OnActivity(fetch.FetchTranscript, mock.Anything, step(work.StageTranscript)).Return(activities.Fetched{}, nil).Once()
	s.plans(1)
	s.reads(1)
	s.becomesPublic(1)
	require.Equal(t, work.RunResult{State: work.RunDone, Mentions: 12}, s.analyze(""))
}

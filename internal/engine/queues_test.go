package engine_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	taskqueuepb "go.temporal.io/api/taskqueue/v1"
	"google.golang.org/protobuf/types/known/durationpb"

	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

func TestQueuesTellWhatWaitsAndWhoWorks(t *testing.T) {
	t.Parallel()
	e, s, rows := newEngine(t)
	s.stats = map[string]*taskqueuepb.TaskQueueStats{
		"mentionary Workflow": {ApproximateBacklogCount: 1, TasksAddRate: 2},
		"mentionary Activity": {
			ApproximateBacklogCount: 3, ApproximateBacklogAge: durationpb.New(time.Minute), TasksAddRate: 0.5, TasksDispatchRate: 1,
		},
	}
	s.pollers = map[string]time.Time{
		"mentionary Workflow": now.Add(-time.Minute), "mentionary-fetch Activity": now.Add(-time.Minute),
		"mentionary-model Activity": now.Add(-4 * time.Minute), // has died since
	}
	rows.paused = map[work.Queue]jobs.QueuePause{work.QueueModel: {Name: "Ada", At: now}}
	got, err := e.TaskQueues(t.Context(), "mentionary")
	require.NoError(t, err)
	worker := work.QueueWorker{Identity: "7@here", Version: "1.2", Seen: now.Add(-time.Minute).UTC()}
	busy := worker
	busy.Slots, busy.Used = 16, 3
	require.Equal(t, []work.TaskQueue{
		{Name: work.QueueMain, Backlog: 4, Oldest: time.Minute, In: 2.5, Out: 1, Workers: []work.QueueWorker{worker}},
		{Name: work.QueueFetch, Workers: []work.QueueWorker{busy}},
		{Name: work.QueueModel, Paused: true, PausedBy: "Ada", PausedAt: now},
		{Name: work.QueueSpeech},
	}, got)
	s.err = errors.New("the server is away")
	_, err = e.TaskQueues(t.Context(), "mentionary")
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
}

func TestPausesAreWhatTheRowsSay(t *testing.T) {
	t.Parallel()
	e, s, rows := newEngine(t)
	byOperator := &taskqueuepb.RateLimitConfig{RateLimit: &taskqueuepb.RateLimit{RequestsPerSecond: 2}}
	s.limits = map[string]*taskqueuepb.RateLimitConfig{"mentionary Activity": byOperator}
	rows.paused = map[work.Queue]jobs.QueuePause{work.QueueFetch: {}}
	for range 2 { // the second time everything is as it should be
		require.NoError(t, e.ApplyPauses(t.Context(), "mentionary"))
		require.Equal(t, []string{"mentionary-fetch: paused in Mentionary"}, s.updates)
	}
	require.Zero(t, s.limits["mentionary-fetch Activity"].GetRateLimit().GetRequestsPerSecond())
	rows.paused = nil
	require.NoError(t, e.ApplyPauses(t.Context(), "mentionary"))
	require.Equal(t, []string{"mentionary-fetch: paused in Mentionary", "mentionary-fetch: resumed in Mentionary"}, s.updates)
	require.Nil(t, s.limits["mentionary-fetch Activity"].GetRateLimit())
	require.Same(t, byOperator, s.limits["mentionary Activity"], "a limit of the operator's own stays")
}

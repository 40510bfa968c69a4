//go:build !slim

package temporal

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/engine"
	"mentionary/internal/media"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
	"mentionary/workflows"
)

// followers are the rows of the schedules: the channels that somebody follows.
type followers struct {
	engine.Rows
	all []jobs.FollowRef
}

func (f *followers) FollowedChannels(context.Context) ([]jobs.FollowRef, error) { return f.all, nil }

// looks notes what the schedules' workflows ask for.
type looks struct {
	mu  sync.Mutex
	all []activities.FollowInput
}

func (l *looks) submit(_ context.Context, in activities.FollowInput) (activities.Followed, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, in)
	return activities.Followed{JobID: 7}, nil
}

func follows(tb testing.TB, c client.Client) []string {
	tb.Helper()
	var ids []string
	list, err := c.ScheduleClient().List(tb.Context(), client.ScheduleListOptions{})
	require.NoError(tb, err)
	for list.HasNext() {
		s, err := list.Next()
		require.NoError(tb, err)
		ids = append(ids, s.ID)
	}
	return ids
}

func TestFollowedChannelsAreLookedAtBySchedules(t *testing.T) {
	c := dial(t, startServer(t, Options{File: filepath.Join(t.TempDir(), "temporal.db")}))
	seen := &looks{}
	w := worker.New(c, string(work.QueueMain), worker.Options{})
	w.RegisterWorkflowWithOptions(workflows.FollowChannel, workflow.RegisterOptions{Name: work.FollowChannel})
	w.RegisterActivityWithOptions(seen.submit, activity.RegisterOptions{Name: "SubmitFollow"})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	show := jobs.FollowRef{ChannelID: 12, PublicID: "c-a-show", Platform: media.Feed, Title: "A show"}
	rows := &followers{all: []jobs.FollowRef{show, {ChannelID: 13, PublicID: "c-other", Platform: media.YouTube, Title: "Other"}}}
	e := engine.New(c, rows, nil, time.Now, slog.New(slog.DiscardHandler))
	for range 2 {
		require.NoError(t, e.FollowChannel(t.Context(), show))
	}
	require.Eventually(t, func() bool { return len(follows(t, c)) == 1 }, patience, 50*time.Millisecond)

	schedule := c.ScheduleClient().GetHandle(t.Context(), "follow/12")
	d, err := schedule.Describe(t.Context())
	require.NoError(t, err)
	require.Len(t, d.Info.NextActionTimes, 10)
	require.WithinDuration(t, time.Now(), d.Info.NextActionTimes[0], 7*time.Hour+time.Minute)
	require.NoError(t, schedule.Trigger(t.Context(), client.ScheduleTriggerOptions{}))
	require.Eventually(t, func() bool {
		d, err = schedule.Describe(t.Context())
		return err == nil && len(d.Info.RecentActions) == 1
	}, patience, 50*time.Millisecond)
	started := d.Info.RecentActions[0].StartWorkflowResult
	require.True(t, strings.HasPrefix(started.WorkflowID, "follow/12-"), started.WorkflowID)
	var got work.FollowResult
	require.NoError(t, c.GetWorkflow(t.Context(), started.WorkflowID, "").Get(t.Context(), &got))
	require.Equal(t, work.FollowResult{JobID: 7}, got)
	seen.mu.Lock()
	require.Len(t, seen.all, 1)
	require.Equal(t, 12, seen.all[0].ChannelID)
	require.True(t, strings.HasSuffix(started.WorkflowID, "-"+seen.all[0].At.Format(time.RFC3339)),
		"the time of the schedule, which the id tells too")
	seen.mu.Unlock()
	info, err := c.DescribeWorkflowExecution(t.Context(), started.WorkflowID, "")
	require.NoError(t, err)
	require.Equal(t, enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, info.GetWorkflowExecutionInfo().GetStatus())
	require.Contains(t, info.GetWorkflowExecutionInfo().GetSearchAttributes().GetIndexedFields(), work.AttrChannel)
	require.EqualValues(t, 4, info.GetWorkflowExecutionInfo().GetPriority().GetPriorityKey())

	require.NoError(t, e.ReconcileFollows(t.Context()))
	require.Eventually(t, func() bool { return len(follows(t, c)) == 2 }, patience, 50*time.Millisecond, "a missing schedule is made")
	rows.all = rows.all[:1]
	require.NoError(t, e.ReconcileFollows(t.Context()))
	require.Eventually(t, func() bool { return len(follows(t, c)) == 1 }, patience, 50*time.Millisecond, "one that nobody follows is deleted")
	for range 2 {
		require.NoError(t, e.UnfollowChannel(t.Context(), 12))
	}
	require.Eventually(t, func() bool { return len(follows(t, c)) == 0 }, patience, 50*time.Millisecond)
}

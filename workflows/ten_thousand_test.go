package workflows_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/work"
	"mentionary/workflows"
)

// bigChannel are the rows of a job of all episodes of a channel: listed by pages of fifty, worked on in windows.
type bigChannel struct {
	mu                      sync.Mutex
	total, listed           int
	running                 map[int]bool
	wanted, settled, widest int
	listings, looks, inPart int
	cancelled               bool
}

func (c *bigChannel) list(context.Context, activities.Listing) (activities.ListResult, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.listings++
	c.listed = min(c.listed+50, c.total)
	return activities.ListResult{Items: c.listed, Listed: c.listed == c.total}, nil
}

// next settles what runs, and lets as many start as the window has room for.
func (c *bigChannel) next(_ context.Context, in activities.WindowInput) (activities.Window, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looks++
	c.settled += len(c.running)
	c.running = map[int]bool{}
	w := activities.Window{Settled: c.settled, Open: c.total - c.settled}
	for id := c.settled + 1; id <= c.total && len(w.Start) < in.Size; id++ {
		w.Start = append(w.Start, id)
	}
	return w, nil
}

func (c *bigChannel) want(_ context.Context, in activities.WantInput) (work.ItemState, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running[in.ItemID] = true
	c.wanted++
	c.inPart++
	c.widest = max(c.widest, len(c.running))
	return work.ItemRunning, nil
}

// part runs one part of the job's workflow over the rows.
func (c *bigChannel) part(t *testing.T, in work.JobInput, meanwhile func(*story)) *story {
	t.Helper()
	s := newStory(t)
	s.SetTestTimeout(time.Minute)
	c.inPart = 0
	s.OnActivity(list.ListInput, mock.Anything, mock.Anything).Return(c.list).Maybe()
	s.OnActivity(jobs.NextItems, mock.Anything, mock.Anything).Return(c.next).Maybe()
	s.OnActivity(jobs.WantEpisode, mock.Anything, mock.Anything).Return(c.want).Maybe()
	s.OnActivity(jobs.CloseJob, mock.Anything, mock.Anything).Return(activities.Closed{State: work.Completed}, nil).Maybe()
	s.OnActivity(jobs.CancelJob, mock.Anything, mock.Anything).Return(
		func(context.Context, activities.JobOnly) error { c.cancelled = true; return nil }).Maybe()
	if meanwhile != nil {
		meanwhile(s)
	}
	s.ExecuteWorkflow(workflows.AnalyzeJob, in)
	require.True(t, s.IsWorkflowCompleted())
	return s
}

// A channel of 10,000 videos runs in parts that stay small however long it is, and none of its videos is left out.
func TestTenThousandVideosRunInWindowsWithoutAGrowingHistory(t *testing.T) {
	t.Parallel()
	c := &bigChannel{total: 10_000, running: map[int]bool{}}
	in, parts := work.JobInput{JobID: jobID, Submitter: "someone"}, 0
	for {
		parts++
		s := c.part(t, in, nil)
		require.LessOrEqual(t, c.inPart, 250+2*workflows.WindowSize, "videos of one part")
		var next *workflow.ContinueAsNewError
		if s.GetWorkflowError() == nil {
			break
		}
		require.ErrorAs(t, s.GetWorkflowError(), &next)
		in.Handled, in.Listed, in.Part = c.settled, true, parts
	}
	require.Equal(t, 200, c.listings, "pages of fifty, listed once")
	require.Equal(t, c.total, c.wanted)
	require.Equal(t, c.total, c.settled)
	require.Equal(t, workflows.WindowSize, c.widest)
	require.GreaterOrEqual(t, parts, 39)
}

func TestAllOfAChannelCanBeStoppedInTheMiddle(t *testing.T) {
	t.Parallel()
	c := &bigChannel{total: 10_000, running: map[int]bool{}, listed: 10_000}
	in := work.JobInput{JobID: jobID, Submitter: "someone", Listed: true, Handled: 5_000, Part: 20}
	c.settled = 5_000
	s := c.part(t, in, func(s *story) {
		s.RegisterDelayedCallback(s.CancelWorkflow, 0)
	})
	require.True(t, temporal.IsCanceledError(s.GetWorkflowError()))
	require.True(t, c.cancelled, "what it wants is given up")
	require.Less(t, c.wanted, 250, "nothing more is wanted")
}

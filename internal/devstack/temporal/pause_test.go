//go:build !slim

package temporal

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"mentionary/internal/engine"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// pauses are the rows of paused queues.
type pauses struct {
	engine.Rows
	on atomic.Bool
}

func (p *pauses) PausedQueues(context.Context) (map[work.Queue]jobs.QueuePause, error) {
	if p.on.Load() {
		return map[work.Queue]jobs.QueuePause{work.QueueFetch: {}}, nil
	}
	return nil, nil
}

// The server itself holds back the steps of a paused queue: those that have begun end, none begins, and afterwards all are done.
func TestAPausedQueueDrainsAndGoesOn(t *testing.T) {
	c := dial(t, startServer(t, Options{File: filepath.Join(t.TempDir(), "temporal.db")}))
	began, release := make(chan struct{}, 10), make(chan struct{})
	var done atomic.Int32
	step := func(ctx context.Context) error {
		began <- struct{}{}
		select {
		case <-release:
			done.Add(1)
		case <-ctx.Done():
		}
		return ctx.Err()
	}
	story := func(ctx workflow.Context) error {
		ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{TaskQueue: string(work.QueueFetch), StartToCloseTimeout: time.Minute})
		return workflow.ExecuteActivity(ctx, "Step").Get(ctx, nil)
	}
	for _, queue := range []work.Queue{work.QueueMain, work.QueueFetch} {
		w := worker.New(c, string(queue), worker.Options{})
		w.RegisterWorkflowWithOptions(story, workflow.RegisterOptions{Name: "Story"})
		w.RegisterActivityWithOptions(step, activity.RegisterOptions{Name: "Step"})
		require.NoError(t, w.Start())
		t.Cleanup(w.Stop)
	}
	rows := &pauses{}
	e := engine.New(c, rows, nil, time.Now, slog.New(slog.DiscardHandler))
	start := func() client.WorkflowRun {
		r, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{TaskQueue: string(work.QueueMain)}, "Story")
		require.NoError(t, err)
		return r
	}
	first := start()
	<-began
	rows.on.Store(true)
	require.NoError(t, e.ApplyPauses(t.Context(), DefaultNamespace))
	second := start()
	waits := func() bool {
		all, err := e.TaskQueues(t.Context(), DefaultNamespace)
		require.NoError(t, err)
		return all[1].Name == work.QueueFetch && all[1].Paused && all[1].Backlog == 1 && len(all[1].Workers) == 1
	}
	require.Eventually(t, waits, patience, 50*time.Millisecond, "what waits is seen")
	close(release)
	require.NoError(t, first.Get(t.Context(), nil), "what had begun ends")
	require.Never(t, func() bool { return len(began) > 0 }, 2*time.Second, 50*time.Millisecond, "nothing begins")
	rows.on.Store(false)
	resumed := time.Now()
	require.NoError(t, e.ApplyPauses(t.Context(), DefaultNamespace))
	require.NoError(t, second.Get(t.Context(), nil))
	t.Logf("the step that waited was done %s after the queue was resumed", time.Since(resumed).Round(time.Millisecond))
	require.EqualValues(t, 2, done.Load())
}

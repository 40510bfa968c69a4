//go:build !slim

package temporal

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"go.temporal.io/server/common/dynamicconfig"
)

// The benchmarks compare our settings with the server's own: go test -bench . -run '^$'

const (
	otherQueue   = "tests-other"
	stepsEach    = 20
	shortSteps   = 5
	startedAhead = 32
	stall        = time.Second // beyond the median
)

// forEachTuning runs the benchmark on a new server of each kind.
func forEachTuning(b *testing.B, run func(b *testing.B, c client.Client)) {
	for name, settings := range map[string]dynamicconfig.StaticClient{"stock": {}, "tuned": tuning()} {
		b.Run(name, func(b *testing.B) {
			o := Options{File: filepath.Join(b.TempDir(), "temporal.db"), Address: "127.0.0.1:0", Logger: slog.New(slog.DiscardHandler)}
			s, err := start(b.Context(), o, settings)
			require.NoError(b, err)
			defer stopServer(b, s)
			c := dial(b, s)
			defer c.Close()
			run(b, c)
		})
	}
}

// stamps collects the moments at which activities ran.
type stamps struct {
	guard sync.Mutex
	of    map[string][]time.Time
}

func (s *stamps) Stamp(_ context.Context, id string) error {
	s.guard.Lock()
	defer s.guard.Unlock()
	s.of[id] = append(s.of[id], time.Now())
	return nil
}

func steps(ctx workflow.Context, queue string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute, TaskQueue: queue})
	for range stepsEach {
		if err := workflow.ExecuteActivity(ctx, "Stamp", workflow.GetInfo(ctx).WorkflowExecution.ID).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkStep measures from one activity to the next of the same workflow, on its own task queue and on another one.
func BenchmarkStep(b *testing.B) {
	for _, at := range []string{queue, otherQueue} {
		b.Run(at, func(b *testing.B) {
			forEachTuning(b, func(b *testing.B, c client.Client) { report(b, timeSteps(b, c, at, b.N)) })
		})
	}
}

// timeSteps runs workflows whose activities are on a task queue, one after the other, and returns the times between two activities.
func timeSteps(tb testing.TB, c client.Client, at string, workflows int) (took []time.Duration) {
	tb.Helper()
	seen := &stamps{of: map[string][]time.Time{}}
	for _, q := range []string{queue, otherQueue} {
		w := worker.New(c, q, worker.Options{})
		w.RegisterWorkflow(steps)
		w.RegisterActivity(seen)
		require.NoError(tb, w.Start())
		defer w.Stop()
	}
	for i := range workflows {
		run, err := c.ExecuteWorkflow(tb.Context(), client.StartWorkflowOptions{ID: "steps-" + strconv.Itoa(i), TaskQueue: queue}, steps, at)
		require.NoError(tb, err)
		require.NoError(tb, run.Get(tb.Context(), nil))
	}
	for _, moments := range seen.of {
		for i := 1; i < len(moments); i++ {
			took = append(took, moments[i].Sub(moments[i-1]))
		}
	}
	return took
}

func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(took[(len(took)-1)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
	first, _ := slices.BinarySearch(took, took[len(took)/2]+stall)
	b.ReportMetric(float64(len(took)-first), "stalls")
}

func shortLocal(ctx workflow.Context) error {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{StartToCloseTimeout: time.Minute})
	for range shortSteps {
		if err := workflow.ExecuteLocalActivity(ctx, greet).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

func shortDurable(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	for range shortSteps {
		if err := workflow.ExecuteActivity(ctx, greet).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkWorkflows measures whole workflows of five short steps, many at a time.
func BenchmarkWorkflows(b *testing.B) {
	for name, definition := range map[string]func(workflow.Context) error{"local": shortLocal, "durable": shortDurable} {
		b.Run(name, func(b *testing.B) {
			forEachTuning(b, func(b *testing.B, c client.Client) {
				begun := time.Now()
				took := timeWorkflows(b, c, definition, b.N)
				b.ReportMetric(float64(b.N)/time.Since(begun).Seconds(), "workflows/s")
				report(b, took)
			})
		})
	}
}

// timeWorkflows runs workflows, many at a time, and returns how long each took.
func timeWorkflows(tb testing.TB, c client.Client, definition func(workflow.Context) error, workflows int) []time.Duration {
	tb.Helper()
	w := worker.New(c, queue, worker.Options{})
	w.RegisterWorkflow(definition)
	w.RegisterActivity(greet)
	require.NoError(tb, w.Start())
	defer w.Stop()
	took := make([]time.Duration, workflows)
	slots := make(chan struct{}, startedAhead)
	var all sync.WaitGroup
	for i := range workflows {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			began := time.Now()
			run, err := c.ExecuteWorkflow(tb.Context(),
				client.StartWorkflowOptions{ID: "short-" + strconv.Itoa(i), TaskQueue: queue, EnableEagerStart: true}, definition)
			if err == nil {
				err = run.Get(tb.Context(), nil)
			}
			if err != nil {
				tb.Error(err)
			}
			took[i] = time.Since(began)
		})
	}
	all.Wait()
	return took
}

// What the benchmarks measure works; how fast it is on a machine that does other things is not judged.
func TestWhatTheBenchmarksMeasure(t *testing.T) {
	c := dial(t, startServer(t, Options{File: filepath.Join(t.TempDir(), "temporal.db")}))
	require.Len(t, timeSteps(t, c, otherQueue, 1), stepsEach-1)
	require.Len(t, timeWorkflows(t, c, shortDurable, 2), 2)
}

// BenchmarkIdle measures the memory and the processor time of a server that nobody uses. Run it alone, one kind at a
// time: the process keeps what earlier servers took.
func BenchmarkIdle(b *testing.B) {
	const watched = 10 * time.Second
	forEachTuning(b, func(b *testing.B, _ client.Client) {
		for range b.N {
			before := processorTime(b)
			time.Sleep(watched)
			b.ReportMetric(100*(processorTime(b)-before).Seconds()/watched.Seconds(), "cpu-%")
		}
		runtime.GC()
		debug.FreeOSMemory()
		b.ReportMetric(residentMB(b), "rss-MB")
		b.ReportMetric(float64(runtime.NumGoroutine()), "goroutines")
	})
}

func residentMB(b *testing.B) float64 {
	b.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	require.NoError(b, err)
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	require.NoError(b, err)
	return float64(pages*os.Getpagesize()) / 1e6
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile("/proc/self/stat")
	require.NoError(b, err)
	fields := strings.Fields(string(stat)[strings.LastIndex(string(stat), ")")+1:])
	user, err := strconv.Atoi(fields[11])
	require.NoError(b, err)
	system, err := strconv.Atoi(fields[12])
	require.NoError(b, err)
	return time.Duration(user+system) * 10 * time.Millisecond // the kernel counts in hundredths of a second
}

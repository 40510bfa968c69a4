//go:build !slim

package temporal

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/server/common/dynamicconfig"
)

func TestStall(t *testing.T) {
	set := tuning()
	switch os.Getenv("V") {
	case "nofair":
		delete(set, dynamicconfig.MatchingEnableFairness.Key())
	case "stock":
		set = dynamicconfig.StaticClient{}
	case "stockfair":
		set = dynamicconfig.StaticClient{dynamicconfig.MatchingEnableFairness.Key(): true}
	case "workers":
		delete(set, dynamicconfig.TransferProcessorSchedulerWorkerCount.Key())
		delete(set, dynamicconfig.TimerProcessorSchedulerWorkerCount.Key())
		delete(set, dynamicconfig.VisibilityProcessorSchedulerWorkerCount.Key())
		delete(set, dynamicconfig.MemoryTimerProcessorSchedulerWorkerCount.Key())
	}
	n, _ := strconv.Atoi(os.Getenv("N"))
	o := Options{File: filepath.Join(t.TempDir(), "temporal.db"), Address: "127.0.0.1:0", Logger: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	s, err := start(t.Context(), o, set)
	require.NoError(t, err)
	defer stopServer(t, s)
	c := dial(t, s)
	w := worker.New(c, queue, worker.Options{MaxConcurrentWorkflowTaskPollers: pollers(), MaxConcurrentActivityTaskPollers: pollers()})
	w.RegisterWorkflow(shortDurable)
	w.RegisterActivity(greet)
	require.NoError(t, w.Start())
	slots := make(chan struct{}, startedAhead)
	var all sync.WaitGroup
	t0 := time.Now()
	var finished atomic.Int64
	go func() {
		last, at, dumps := int64(0), time.Now(), 0
		for {
			time.Sleep(100 * time.Millisecond)
			if n := finished.Load(); n != last {
				if d := time.Since(at); d > time.Second {
					fmt.Println("RESUME", time.Since(t0), d)
				}
				last, at = n, time.Now()
			} else if d := time.Since(at); d > 2*time.Second && dumps < 6 {
				dumps++
				b := make([]byte, 32<<20)
				k := runtime.Stack(b, true)
				os.WriteFile(fmt.Sprintf("/tmp/stalldump-%d.txt", dumps), b[:k], 0o644)
				fmt.Println("DUMP", dumps, time.Since(t0), d)
				at = at.Add(2 * time.Second)
			}
		}
	}()
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			began := time.Now()
			id := "short-" + strconv.Itoa(i)
			run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: queue, EnableEagerStart: true}, shortDurable)
			if err == nil {
				err = run.Get(t.Context(), nil)
				finished.Add(1)
				if d := time.Since(began); d > 2*time.Second {
					fmt.Println("SLOW", id, began.Sub(t0), d)
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	fmt.Println("RATE", float64(n)/time.Since(t0).Seconds())
}

func pollers() int {
	n, _ := strconv.Atoi(os.Getenv("P"))
	if n == 0 {
		n = 2
	}
	return n
}

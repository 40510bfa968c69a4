package engine_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/store"
)

func TestRunsThatWaitForBudgetAreToldThatItWasRaised(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	var want []string
	for id := range 40 {
		r.waiting = append(r.waiting, aRun(id))
		want = append(want, aRun(id).WorkflowID()+" "+job.SignalBudget)
	}
	require.NoError(t, e.BudgetRaised(t.Context()))
	slices.Sort(want)
	slices.Sort(s.signals)
	require.Equal(t, want, s.signals)

	s.err = errors.New("the server is away")
	require.True(t, fault.Is(e.BudgetRaised(t.Context()), fault.Unavailable))
	r.waiting = []store.RunRef{}
	require.NoError(t, e.BudgetRaised(t.Context()), "nobody waits")
}

func TestQueuesWithoutAWorkerAreFound(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	got, err := e.Unattended(t.Context())
	require.NoError(t, err)
	require.Equal(t, []job.Queue{job.QueueMain, job.QueueFetch, job.QueueModel}, got)
	s.pollers = map[string]time.Time{
		"mentionary Workflow": now.Add(-time.Minute), "mentionary-fetch Activity": now.Add(-time.Minute),
		"mentionary-model Activity": now.Add(-4 * time.Minute), // has died since
	}
	got, err = e.Unattended(t.Context())
	require.NoError(t, err)
	require.Equal(t, []job.Queue{job.QueueModel}, got)
	s.err = errors.New("the server is away")
	_, err = e.Unattended(t.Context())
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
}

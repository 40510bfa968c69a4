package engine_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"

	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
)

func TestRowsWithoutAWorkflowAreStarted(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	r.jobs, r.runs = []jobs.JobRef{aJob(1)}, []jobs.RunRef{aRun(2)}
	require.NoError(t, e.ReconcileOnce(t.Context()))
	require.Len(t, s.starts, 2)
	require.Equal(t, 1, r.count("job started 1"))
	require.Equal(t, 1, r.count("run started 2"))
	require.Equal(t, [3]time.Time{now.Add(-5 * time.Second), now.Add(-10 * time.Minute), now.Add(-time.Hour)}, r.before)
	require.Equal(t, 1, r.count("release 0"))
}

func TestRunningWorkflowsAreLeftAlone(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	r.jobs, r.runs = []jobs.JobRef{aJob(1)}, []jobs.RunRef{aRun(2)}
	s.states[aJob(1).WorkflowID()] = enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING
	s.states[aRun(2).WorkflowID()] = enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING
	require.NoError(t, e.ReconcileOnce(t.Context()))
	require.Empty(t, s.starts)
	require.Equal(t, []string{"release 0", "open work 0", "touched 30s ago, window 4", "job started 1", "run started 2"}, r.calls)
}

// A job that was not told that its rows changed is told by the reconciler, which looks at them every ten seconds.
func TestAJobWithSomethingToDoIsHurried(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	r.toHurry = []jobs.JobRef{aJob(1), aJob(2)}
	require.NoError(t, e.ReconcileOnce(t.Context()))
	require.Equal(t, []string{aJob(1).WorkflowID() + " hurry", aJob(2).WorkflowID() + " hurry"}, s.signals)
}

// An operator ended a workflow by hand: its rows follow.
func TestRowsOfClosedWorkflowsAreSettled(t *testing.T) {
	t.Parallel()
	for _, state := range []enumspb.WorkflowExecutionStatus{
		enumspb.WORKFLOW_EXECUTION_STATUS_TERMINATED, enumspb.WORKFLOW_EXECUTION_STATUS_FAILED,
		enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, enumspb.WORKFLOW_EXECUTION_STATUS_TIMED_OUT,
	} {
		e, s, r := newEngine(t)
		r.jobs, r.runs = []jobs.JobRef{aJob(1)}, []jobs.RunRef{aRun(2)}
		r.stopped, r.hurry = []jobs.RunRef{aRun(5)}, []jobs.JobRef{aJob(6)}
		s.states[aJob(1).WorkflowID()], s.states[aRun(2).WorkflowID()] = state, state
		require.NoError(t, e.ReconcileOnce(t.Context()))
		require.Empty(t, s.starts, state)
		require.Equal(t, 1, r.count("cancel job 1"))
		require.Equal(t, []string{aRun(5).WorkflowID()}, s.cancelled, "what only this job wanted ends with it")
		require.Equal(t, 1, r.count("finish run as failed 2"))
		require.Contains(t, r.failures[0].Text, "ended by an operator")
		require.Equal(t, []string{aJob(6).WorkflowID() + " hurry"}, s.signals)
	}
}

func TestOneThatCannotBeMendedDoesNotKeepItFromTheOthers(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	r.jobs, r.runs = []jobs.JobRef{aJob(1), aJob(2)}, []jobs.RunRef{aRun(3)}
	s.refuses[aJob(1).WorkflowID()] = serviceerror.NewInvalidArgument("no")
	err := e.ReconcileOnce(t.Context())
	require.True(t, fault.Is(err, fault.Internal), "%v", err)
	require.Zero(t, r.count("job started 1"))
	require.Equal(t, 1, r.count("job started 2"))
	require.Equal(t, 1, r.count("run started 3"))
}

func TestWhileTheServerIsAwayOnePassAsksOnce(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	for i := range 100 {
		r.jobs = append(r.jobs, aJob(i))
	}
	s.err = serviceerror.NewUnavailable("connection refused")
	require.True(t, fault.Is(e.ReconcileOnce(t.Context()), fault.Unavailable))
	require.Len(t, s.described, 1)
}

func TestANewNamespaceMeansThatAllWorkflowsAreLost(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	for range 2 {
		require.NoError(t, e.CheckNamespace(t.Context(), "mentionary"))
	}
	require.Zero(t, r.count("forget 0"), "the first namespace and the same again are no news")
	s.namespace = "ns-2"
	for range 2 {
		require.NoError(t, e.CheckNamespace(t.Context(), "mentionary"))
	}
	require.Equal(t, 1, r.count("forget 0"))
	s.err = serviceerror.NewUnavailable("connection refused")
	require.Error(t, e.CheckNamespace(t.Context(), "mentionary"))
	require.Equal(t, 1, r.count("forget 0"), "silence is not a new namespace")
}

func TestTheNamespaceThatTheRowsComeFromIsKnown(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	known, err := e.KnowsNamespace(t.Context(), "mentionary")
	require.NoError(t, err)
	require.False(t, known)
	require.Empty(t, r.facts, "asking keeps nothing")
	require.NoError(t, e.CheckNamespace(t.Context(), "mentionary"))
	known, err = e.KnowsNamespace(t.Context(), "mentionary")
	require.NoError(t, err)
	require.True(t, known)
	s.namespace = "ns-2"
	known, err = e.KnowsNamespace(t.Context(), "mentionary")
	require.NoError(t, err)
	require.False(t, known)
	s.err = serviceerror.NewUnavailable("connection refused")
	_, err = e.KnowsNamespace(t.Context(), "mentionary")
	require.Error(t, err)
}

// A store that is lost while this process runs is noticed; that somebody else works with another one is left alone.
func TestALostStoreIsNoticedWhileRunning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, s, r := newEngine(t)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- e.Reconcile(ctx, "mentionary") }()
		time.Sleep(15 * time.Second)
		require.Zero(t, r.count("forget 0"))
		s.mu.Lock()
		s.namespace = "ns-2"
		s.mu.Unlock()
		time.Sleep(30 * time.Second)
		require.Equal(t, 1, r.count("forget 0"), "once")
		r.mu.Lock()
		for name := range r.facts {
			r.facts[name] = "ns-of-another-process"
		}
		r.mu.Unlock()
		time.Sleep(30 * time.Second)
		require.Equal(t, 1, r.count("forget 0"), "two processes do not take the rows from each other")
		stop()
		require.NoError(t, <-done)
	})
}

// The loop goes on whatever fails, first finds out about the namespace, and ends with its context.
func TestReconcilingGoesOnUntilItIsStopped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, s, r := newEngine(t)
		s.err = serviceerror.NewUnavailable("connection refused")
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- e.Reconcile(ctx, "mentionary") }()
		time.Sleep(25 * time.Second)
		require.Zero(t, r.count("open work 0"), "before the namespace is known nothing is started")
		s.mu.Lock()
		s.err = nil
		s.mu.Unlock()
		time.Sleep(20 * time.Second)
		require.Equal(t, 2, r.count("open work 0"), "every ten seconds")
		r.mu.Lock()
		r.err = errors.New("the database is away")
		r.mu.Unlock()
		time.Sleep(20 * time.Second)
		require.Equal(t, 4, r.count("open work 0"), "a failure is tried again")
		stop()
		require.NoError(t, <-done)
	})
}

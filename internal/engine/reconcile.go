package engine

import (
	"context"
	"errors"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"

	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
	"mentionary/workflows"
)

const (
	reconcileEvery = 10 * time.Second
	startGrace     = 5 * time.Second  // the API itself starts what it wrote; only then the reconciler does
	untouched      = 10 * time.Minute // open rows that nothing touched for so long are looked up
	followsPasses  = 30               // passes from one look at the schedules of channels to the next: five minutes
	touchedLately  = 30 * time.Second // rows of a job that may say something of which its workflow was not told
	deadCall       = time.Hour        // what a call of the model reserved is given back when it is not settled by then
)

// factNamespace keeps the id of the namespace that our workflows live in.
const factNamespace = "temporal.namespace_id"

// Reconcile makes rows and workflows agree until ctx ends. Every pass is idempotent and may run in any process.
func (e *Engine) Reconcile(ctx context.Context, namespace string) error {
	t := time.NewTicker(reconcileEvery)
	defer t.Stop()
	seen, followsDue := "", false
	for pass := 0; ; pass++ {
		followsDue = followsDue || pass%followsPasses == 0
		var err error
		seen, err = e.compareNamespace(ctx, namespace, seen)
		known := e.report("compare the namespace", err)
		if known {
			e.report("reconcile", e.ReconcileOnce(ctx))
		}
		if known && followsDue {
			followsDue = !e.report("reconcile the schedules", errors.Join(e.ReconcileFollows(ctx), e.ReconcileRecurring(ctx)))
			e.report("pause and resume task queues", e.ApplyPauses(ctx, namespace))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

func (e *Engine) report(what string, err error) bool {
	if err != nil && !errors.Is(err, context.Canceled) {
		e.log.Warn("could not "+what+"; it will be tried again", "error", err)
	}
	return err == nil
}

// compareNamespace looks whether the namespace is still the one this process saw last, and compares a new one with the rows.
// That the rows know another one since then says that another process works with another server: that is not mended by
// taking the rows back and forth.
func (e *Engine) compareNamespace(ctx context.Context, namespace, seen string) (string, error) {
	id, err := e.NamespaceID(ctx, namespace)
	if err != nil || id == seen {
		return seen, err
	}
	if err := e.CheckNamespace(ctx, namespace); err != nil {
		return seen, err
	}
	return id, nil
}

// CheckNamespace compares the namespace with the one our rows know. A new one has none of our workflows: everything open
// is started again from its rows.
func (e *Engine) CheckNamespace(ctx context.Context, namespace string) error {
	id, err := e.NamespaceID(ctx, namespace)
	if err != nil {
		return err
	}
	kept, err := e.rows.FactOnce(ctx, factNamespace, id)
	if err != nil || kept == id {
		return err
	}
	e.log.Warn("the workflow engine's store is new; all open work is started again from its rows")
	if err := e.rows.ForgetWorkflows(ctx); err != nil {
		return err
	}
	return e.rows.SetFact(ctx, factNamespace, id)
}

// KnowsNamespace reports whether the namespace is the one our rows know. It changes nothing.
func (e *Engine) KnowsNamespace(ctx context.Context, namespace string) (bool, error) {
	id, err := e.NamespaceID(ctx, namespace)
	if err != nil {
		return false, err
	}
	kept, err := e.rows.Fact(ctx, factNamespace)
	return kept == id, err
}

// ReconcileOnce starts open jobs, runs, passes and batches without a workflow, settles open ones whose workflow is gone, hurries jobs
// that have something to do, and gives back what dead calls of the model reserved. One that cannot be mended does not keep it from the
// others; while the server is
// away it stops at the first.
func (e *Engine) ReconcileOnce(ctx context.Context) error {
	now := e.now()
	if err := e.rows.ReleaseReservations(ctx, now.Add(-deadCall)); err != nil {
		return err
	}
	jobs, runs, err := e.rows.OpenWork(ctx, now.Add(-startGrace), now.Add(-untouched))
	if err != nil {
		return err
	}
	passes, err := e.passes.OpenPasses(ctx, now.Add(-startGrace))
	if err != nil {
		return err
	}
	toHurry, err := e.rows.JobsToHurry(ctx, now.Add(-touchedLately), workflows.WindowSize)
	if err != nil {
		return err
	}
	return errors.Join(each(ctx, jobs, e.reviveJob), each(ctx, runs, e.reviveRun), each(ctx, passes, e.revivePass),
		each(ctx, toHurry, e.HurryJob), e.reconcileBatches(ctx, now), e.reconcileReading(ctx, now))
}

// each mends one after the other until the server does not answer.
func each[T any](ctx context.Context, all []T, mend func(context.Context, T) error) error {
	var errs []error
	for _, x := range all {
		err := mend(ctx, x)
		errs = append(errs, err)
		if fault.Is(err, fault.Unavailable) || ctx.Err() != nil {
			break
		}
	}
	return errors.Join(errs...)
}

// reviveJob starts a job's workflow; when that id has run and closed, somebody ended it by hand.
func (e *Engine) reviveJob(ctx context.Context, j jobs.JobRef) error {
	state, err := e.describe(ctx, j.WorkflowID())
	if err != nil {
		return err
	}
	switch state {
	case gone:
		return e.StartJob(ctx, j)
	case closed:
		e.log.Warn("the workflow of an open job has ended; the job is cancelled", "job", j.JobID)
		stopped, err := e.rows.CancelJob(ctx, j.JobID)
		for _, r := range stopped {
			err = errors.Join(err, e.CancelRun(ctx, r))
		}
		return err
	default:
		return e.rows.JobStarted(ctx, j.JobID)
	}
}

func (e *Engine) reviveRun(ctx context.Context, r jobs.RunRef) error {
	state, err := e.describe(ctx, r.WorkflowID())
	if err != nil {
		return err
	}
	switch state {
	case gone:
		return e.StartRun(ctx, r)
	case closed:
		_, jobs, err := e.rows.FinishRun(ctx, r.RunID, work.RunFailed, jobs.Failure{
			Class: string(fault.Conflict), Text: "The work was ended by an operator. Try again.",
		})
		for _, j := range jobs {
			err = errors.Join(err, e.HurryJob(ctx, j))
		}
		return err
	default:
		return e.rows.RunStarted(ctx, r.RunID)
	}
}

type workflowState int

const (
	running workflowState = iota
	closed
	gone
)

func (e *Engine) describe(ctx context.Context, id string) (workflowState, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	d, err := e.client.DescribeWorkflowExecution(ctx, id, "")
	switch {
	case errors.As(err, new(*serviceerror.NotFound)):
		return gone, nil
	case err != nil:
		return running, unavailable(err)
	case d.GetWorkflowExecutionInfo().GetStatus() == enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING:
		return running, nil
	default:
		return closed, nil
	}
}

package engine

import (
	"context"

	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"golang.org/x/sync/errgroup"

	"mentionary/internal/budget"
	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// toldAtOnce bounds how many runs are looked at and told at once.
const toldAtOnce = 16

// BudgetRaised makes parts of runs that wait for the budget of a resource ask again now. Those that are not told go on by themselves
// after midnight UTC.
func (e *Engine) BudgetRaised(ctx context.Context, namespace string, what budget.Resource) error {
	list, tell := e.rows.RunsReadByModel, e.readAgain
	if what == budget.Speech {
		list, tell = e.rows.RunsListening, e.hearAgain(namespace)
	}
	runs, err := list(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(toldAtOnce)
	for _, r := range runs {
		g.Go(func() error {
			waiting, err := e.waitForBudget(ctx, r.WorkflowID())
			if err != nil || len(waiting) == 0 {
				return err
			}
			return tell(ctx, r, waiting)
		})
	}
	return g.Wait()
}

// waitForBudget lists the activities of a run that failed for want of budget and wait for their next attempt. A run without one is
// left alone: telling it would break off the calls that it has paid for.
func (e *Engine) waitForBudget(ctx context.Context, id string) (waiting []*workflowpb.PendingActivityInfo, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	d, err := e.client.DescribeWorkflowExecution(ctx, id, "")
	if err != nil {
		return nil, unavailable(ignoreGone(err))
	}
	for _, a := range d.GetPendingActivities() {
		if a.GetState() == enumspb.PENDING_ACTIVITY_STATE_SCHEDULED &&
			a.GetLastFailure().GetApplicationFailureInfo().GetType() == string(fault.Budget) {
			waiting = append(waiting, a)
		}
	}
	return waiting, nil
}

// readAgain tells a run that reads: it begins all of its calls anew, which are short.
func (e *Engine) readAgain(ctx context.Context, r jobs.RunRef, _ []*workflowpb.PendingActivityInfo) error {
	return e.signal(ctx, r.WorkflowID(), work.SignalBudget)
}

// hearAgain lets only the pieces that wait begin now: others of the run are being heard, for minutes and for money.
func (e *Engine) hearAgain(namespace string) func(context.Context, jobs.RunRef, []*workflowpb.PendingActivityInfo) error {
	return func(ctx context.Context, r jobs.RunRef, waiting []*workflowpb.PendingActivityInfo) error {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		for _, a := range waiting {
			_, err := e.client.WorkflowService().ResetActivity(ctx, &workflowservice.ResetActivityRequest{
				Namespace: namespace, Execution: &commonpb.WorkflowExecution{WorkflowId: r.WorkflowID()},
				Activity: &workflowservice.ResetActivityRequest_Id{Id: a.GetActivityId()},
			})
			if err = ignoreGone(err); err != nil {
				return unavailable(err)
			}
		}
		return nil
	}
}

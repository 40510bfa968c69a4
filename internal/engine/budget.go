package engine

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
	"golang.org/x/sync/errgroup"

	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// toldAtOnce bounds how many runs are looked at and told at once.
const toldAtOnce = 16

// BudgetRaised tells runs with chunks that wait for the model's budget to ask again now. Those that are not told go on by
// themselves after midnight UTC.
func (e *Engine) BudgetRaised(ctx context.Context) error {
	reading, err := e.rows.RunsReadByModel(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(toldAtOnce)
	for _, r := range reading {
		g.Go(func() error {
			waits, err := e.waitsForBudget(ctx, r.WorkflowID())
			if err != nil || !waits {
				return err
			}
			return e.signal(ctx, r.WorkflowID(), work.SignalBudget)
		})
	}
	return g.Wait()
}

// waitsForBudget reports whether a run has a chunk that failed for want of budget and waits for its next attempt. A run
// without one is left alone: telling it would break off the calls that it has paid for.
func (e *Engine) waitsForBudget(ctx context.Context, id string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	d, err := e.client.DescribeWorkflowExecution(ctx, id, "")
	if err != nil {
		return false, unavailable(ignoreGone(err))
	}
	for _, a := range d.GetPendingActivities() {
		if a.GetState() == enumspb.PENDING_ACTIVITY_STATE_SCHEDULED &&
			a.GetLastFailure().GetApplicationFailureInfo().GetType() == string(fault.Budget) {
			return true, nil
		}
	}
	return false, nil
}

package engine

import (
	"context"
	"errors"
	"strconv"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

// memoPass is the name under which a workflow keeps the id of its pass: passes of one kind and type share a workflow id,
// so the id alone does not tell a former pass from the present one.
const memoPass = "pass"

// StartPass starts the workflow of a pass. One that is running is joined; one of a former pass that has ended gives way.
func (e *Engine) StartPass(ctx context.Context, p curate.PassRef) error {
	return e.start(ctx, client.StartWorkflowOptions{
		ID: p.WorkflowID(), StaticSummary: passSummary(p), Priority: priority(p.Submitter),
		WorkflowIDReusePolicy: enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		Memo:                  map[string]any{memoPass: strconv.Itoa(p.PassID)},
		TypedSearchAttributes: temporal.NewSearchAttributes(attrKind.ValueSet(string(p.Kind)), attrSubmitter.ValueSet(p.Submitter)),
	}, p.Kind.Workflow(), work.PassInput{PassID: p.PassID})
}

// CancelPass cancels the workflow of a pass whose row says so already. One that runs for a later pass is left alone.
func (e *Engine) CancelPass(ctx context.Context, p curate.PassRef) error {
	return e.cancelPass(ctx, p.WorkflowID(), p.PassID)
}

// cancelPass cancels a workflow if it runs for a pass.
func (e *Engine) cancelPass(ctx context.Context, workflowID string, id int) error {
	state, passID, err := e.describePass(ctx, workflowID)
	if err != nil || state != running || passID != strconv.Itoa(id) {
		return err
	}
	return e.cancel(ctx, workflowID)
}

// passSummary says in plain words what a pass does.
func passSummary(p curate.PassRef) string {
	return p.Kind.Title() + ": " + p.Type
}

// revivePass starts a pass's workflow when it is missing. When it has run and closed without closing the row, somebody
// ended it by hand.
func (e *Engine) revivePass(ctx context.Context, p curate.PassRef) error {
	state, passID, err := e.describePass(ctx, p.WorkflowID())
	if err != nil {
		return err
	}
	switch {
	case state == running:
		return nil
	case state == closed && passID == strconv.Itoa(p.PassID):
		e.log.Warn("the workflow of an open pass has ended; the pass has failed", "pass", p.PassID)
		_, err := e.passes.FinishPass(ctx, p.PassID, work.PassFailed, "Its workflow was ended by hand.")
		return err
	default:
		return e.StartPass(ctx, p)
	}
}

// describePass returns the state of the latest workflow of an id and the pass it was for.
func (e *Engine) describePass(ctx context.Context, id string) (state workflowState, passID string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	d, err := e.client.DescribeWorkflowExecution(ctx, id, "")
	switch {
	case errors.As(err, new(*serviceerror.NotFound)):
		return gone, "", nil
	case err != nil:
		return running, "", unavailable(err)
	}
	info := d.GetWorkflowExecutionInfo()
	state = closed
	if info.GetStatus() == enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING {
		state = running
	}
	if kept := info.GetMemo().GetFields()[memoPass]; kept != nil {
		if err := converter.GetDefaultDataConverter().FromPayload(kept, &passID); err != nil {
			return state, "", nil //nolint:nilerr // a memo that is not ours: not this pass
		}
	}
	return state, passID, nil
}

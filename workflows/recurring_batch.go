package workflows

import (
	"fmt"

	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/work"
)

// RecurringBatch is one run of a recurring batch. Its schedule starts it; it writes a batch of its own, starts it and ends.
func RecurringBatch(ctx workflow.Context, in work.RecurringInput) (work.RecurringResult, error) {
	var a *activities.Batches
	var out activities.Recurred
	run := activities.RecurringInput{RecurringID: in.RecurringID, At: scheduledAt(ctx)}
	ctx = heavyWrite(ctx, "Write the batch of this time and start it")
	if err := workflow.ExecuteActivity(ctx, a.SubmitRecurring, run).Get(ctx, &out); err != nil {
		return work.RecurringResult{}, err
	}
	text := "Nothing to submit: the schedule is paused or has ended, or its last run has not ended"
	if out.BatchID != 0 {
		text = fmt.Sprintf("Submitted as batch %d", out.BatchID)
	}
	workflow.SetCurrentDetails(ctx, text)
	return work.RecurringResult{BatchID: out.BatchID}, nil
}

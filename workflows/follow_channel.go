package workflows

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/work"
)

// FollowChannel is one look at a followed channel. Its schedule starts it; it submits the newest episodes as a job of
// their own and ends. What is analyzed already is not analyzed again: the job says so.
func FollowChannel(ctx workflow.Context, in work.FollowInput) (work.FollowResult, error) {
	var a *activities.Follows
	var out activities.Followed
	look := activities.FollowInput{ChannelID: in.ChannelID, At: scheduledAt(ctx)}
	ctx = heavyWrite(ctx, "Submit the newest episodes")
	if err := workflow.ExecuteActivity(ctx, a.SubmitFollow, look).Get(ctx, &out); err != nil {
		return work.FollowResult{}, err
	}
	text := "Nothing to submit: nobody follows the channel anymore, or the last look has not ended"
	if out.JobID != 0 {
		text = fmt.Sprintf("Submitted as job %d", out.JobID)
	}
	workflow.SetCurrentDetails(ctx, text)
	return work.FollowResult{JobID: out.JobID}, nil
}

var scheduledStart = temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime") // the server's own

// scheduledAt is the time of the schedule that the workflow was started for, the same in every run of it; without a
// schedule, when it was started.
func scheduledAt(ctx workflow.Context) time.Time {
	if at, ok := workflow.GetTypedSearchAttributes(ctx).GetTime(scheduledStart); ok {
		return at.UTC()
	}
	return workflow.GetInfo(ctx).WorkflowStartTime.UTC().Truncate(time.Second)
}

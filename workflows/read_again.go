package workflows

import (
	"fmt"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// stepsPerPart is after how many steps ReadAgain continues as new.
const stepsPerPart = 25

// ReadAgain reads earlier episodes again with what later ones taught, until nothing is news any more. Rows say which; cancelling it
// keeps what is done, and what is left stays news.
func ReadAgain(ctx workflow.Context, in work.ReadAgainInput) (work.ReadAgainResult, error) {
	p, err := readAgain(ctx, in)
	if workflow.IsContinueAsNewError(err) {
		return work.ReadAgainResult{}, err
	}
	end := activities.ReadingEnd{RereadingID: in.RereadingID, State: work.PassDone}
	switch {
	case temporal.IsCanceledError(err):
		end.State = work.PassCancelled
	case isKind(err, fault.Stale): // somebody ended it: its row says how
	case err != nil:
		end.State = work.PassFailed
		_, end.Reason = failureOf(err)
	}
	closing, _ := workflow.NewDisconnectedContext(ctx)
	closing = quickWrite(closing, "Close the pass")
	var a *activities.Readings
	var ended work.PassState
	if e := workflow.ExecuteLocalActivity(closing, a.CloseReading, end).Get(closing, &ended); e != nil {
		return work.ReadAgainResult{}, e
	}
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("Ended: %s. %s", ended, readingText(p)))
	if end.State == work.PassCancelled {
		return work.ReadAgainResult{}, err
	}
	return work.ReadAgainResult{State: ended, Read: p.Read, Changed: p.Changed}, nil
}

// readAgain takes step after step until none is left.
func readAgain(ctx workflow.Context, in work.ReadAgainInput) (activities.ReadingProgress, error) {
	var a *activities.Readings
	var last activities.ReadingProgress
	for step := 0; ; step++ {
		if step == stepsPerPart || workflow.GetInfo(ctx).GetContinueAsNewSuggested() {
			next := in
			next.Part++
			return last, workflow.NewContinueAsNewError(ctx, ReadAgain, next)
		}
		var p activities.ReadingProgress // a new one for each step: what an answer leaves out must not stay from the last
		step := heavyWrite(ctx, "Read episodes again")
		if err := workflow.ExecuteActivity(step, a.ReadNextAgain, activities.ReadingOnly{RereadingID: in.RereadingID}).Get(ctx, &p); err != nil {
			return last, err
		}
		last = p
		workflow.SetCurrentDetails(ctx, readingText(p))
		if !p.More {
			return last, nil
		}
	}
}

func readingText(p activities.ReadingProgress) string {
	return fmt.Sprintf("%d names looked at, %d episodes read again, %d changed", p.LookedAt, p.Read, p.Changed)
}

package workflows

import (
	"fmt"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// LinkPass checks the links of the entities on a pass's list, page by page.
func LinkPass(ctx workflow.Context, in work.PassInput) (work.PassResult, error) {
	var a *activities.Passes
	return runPass(ctx, in, func(page activities.PassPage) workflow.Future {
		return ask(remoteFetch(ctx, "Check links"), a.CheckPassLinks, page)
	})
}

// DuplicatePass merges what is certainly the same as an entity on a pass's list, page by page.
func DuplicatePass(ctx workflow.Context, in work.PassInput) (work.PassResult, error) {
	var a *activities.Passes
	return runPass(ctx, in, func(page activities.PassPage) workflow.Future {
		return workflow.ExecuteActivity(heavyWrite(ctx, "Look for duplicates"), a.MergePassDuplicates, page)
	})
}

// LookupPass asks public catalogs about the entities on a pass's list, page by page.
func LookupPass(ctx workflow.Context, in work.PassInput) (work.PassResult, error) {
	var a *activities.Passes
	return runPass(ctx, in, func(page activities.PassPage) workflow.Future {
		return ask(remoteFetch(ctx, "Ask public catalogs"), a.LookUpPassEntities, page)
	})
}

// runPass goes through the pages of a pass and closes its row. Cancelling it keeps what is done.
func runPass(ctx workflow.Context, in work.PassInput, step func(activities.PassPage) workflow.Future) (work.PassResult, error) {
	done, err := goThrough(ctx, in, step)
	state, reason := work.PassDone, ""
	switch {
	case temporal.IsCanceledError(err):
		state = work.PassCancelled
	case isKind(err, fault.Stale): // somebody ended it: its row says how
	case err != nil:
		state = work.PassFailed
		_, reason = failureOf(err)
	}
	closing, _ := workflow.NewDisconnectedContext(ctx)
	closing = quickWrite(closing, "Close the pass")
	var a *activities.Passes
	var ended work.PassState
	end := activities.PassEnd{PassID: in.PassID, State: state, Reason: reason}
	if e := workflow.ExecuteLocalActivity(closing, a.ClosePass, end).Get(closing, &ended); e != nil {
		return work.PassResult{}, e
	}
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("Ended: %s, %d entries", ended, done))
	if state == work.PassCancelled {
		return work.PassResult{}, err
	}
	return work.PassResult{State: ended, Done: done}, nil
}

// goThrough takes one page after the other and returns how many entities are done.
func goThrough(ctx workflow.Context, in work.PassInput, step func(activities.PassPage) workflow.Future) (int, error) {
	done := 0
	for page := 0; ; page++ {
		var p activities.PassProgress // a new one for each page: what an answer leaves out must not stay from the last
		if err := step(activities.PassPage{PassID: in.PassID, Page: page}).Get(ctx, &p); err != nil {
			return done, err
		}
		done = p.Done
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("%d of %d entries", p.Done, p.Total))
		if !p.More {
			return done, nil
		}
	}
}

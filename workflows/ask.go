package workflows

import (
	"errors"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// lostWorkers is how often a step begins anew at once because its worker fell silent. What kills every worker that begins it is then paced
// like an outage.
const lostWorkers = 20

// workerLost is how the engine's retry rules name a try whose worker stopped beating.
const workerLost = "TemporalTimeout:Heartbeat"

// ask runs a step that waits for other people's servers; the context comes from remoteFetch or audioFetch. That a worker died says
// nothing about the server that it asked: the step begins anew at once, and the pause after a failure, which doubles with each, is left to
// outages.
//
// It needs no version: activities that earlier code scheduled keep their own retry rules, by which such a try never ends the step.
func ask(ctx workflow.Context, step, in any) workflow.Future {
	try := workflow.ExecuteActivity(hurried(ctx), step, in)
	done, end := workflow.NewFuture(ctx)
	workflow.Go(ctx, func(ctx workflow.Context) {
		for lost := 1; isLost(try.Get(ctx, nil)); lost++ {
			again := ctx
			if lost < lostWorkers {
				again = hurried(ctx)
			}
			try = workflow.ExecuteActivity(again, step, in)
		}
		end.Chain(try)
	})
	return done
}

// hurried is a context whose steps end when their worker is lost.
func hurried(ctx workflow.Context) workflow.Context {
	rules := *workflow.GetActivityOptions(ctx).RetryPolicy
	rules.NonRetryableErrorTypes = append([]string{workerLost}, rules.NonRetryableErrorTypes...)
	return workflow.WithRetryPolicy(ctx, rules)
}

func isLost(err error) bool {
	var timeout *temporal.TimeoutError
	return errors.As(err, &timeout) && timeout.TimeoutType() == enumspb.TIMEOUT_TYPE_HEARTBEAT
}

//go:build !slim

package main

import (
	"time"

	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/workflow"
)

// longestTimer is how long the timers of a recorded story are at most: a replay does not ask how long a timer was.
const longestTimer = 3 * time.Second

// shortTimers makes the timers of workflows short, so that stories that wait for an hour can be recorded.
type shortTimers struct {
	interceptor.WorkerInterceptorBase
}

func (*shortTimers) InterceptWorkflow(_ workflow.Context,
	next interceptor.WorkflowInboundInterceptor,
) interceptor.WorkflowInboundInterceptor {
	in := &shortTimersIn{}
	in.Next = next
	return in
}

type shortTimersIn struct {
	interceptor.WorkflowInboundInterceptorBase
}

func (i *shortTimersIn) Init(next interceptor.WorkflowOutboundInterceptor) error {
	out := &shortTimersOut{}
	out.Next = next
	return i.Next.Init(out)
}

type shortTimersOut struct {
	interceptor.WorkflowOutboundInterceptorBase
}

func (o *shortTimersOut) NewTimerWithOptions(ctx workflow.Context, d time.Duration, options workflow.TimerOptions) workflow.Future {
	return o.Next.NewTimerWithOptions(ctx, min(d, longestTimer), options)
}

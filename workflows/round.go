package workflows

import "go.temporal.io/sdk/workflow"

// round is what activities run in that are to be begun again together: its context is cancelled when the next one begins.
type round struct {
	ctx    workflow.Context
	parent workflow.Context
	leave  workflow.CancelFunc
}

func newRound(parent workflow.Context) *round {
	r := &round{parent: parent}
	r.ctx, r.leave = workflow.WithCancel(parent)
	return r
}

// renewWhen begins a new round with each signal until ctx is cancelled.
func (r *round) renewWhen(ctx workflow.Context, signal workflow.ReceiveChannel) {
	for {
		s := workflow.NewSelector(ctx)
		s.AddReceive(ctx.Done(), func(workflow.ReceiveChannel, bool) {})
		s.AddReceive(signal, func(c workflow.ReceiveChannel, _ bool) { c.Receive(ctx, nil) })
		s.Select(ctx)
		if ctx.Err() != nil {
			return
		}
		over := r.leave
		r.ctx, r.leave = workflow.WithCancel(r.parent) // before the old one ends, so that what it ends finds the new one
		over()
	}
}

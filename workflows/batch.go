package workflows

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/work"
)

const (
	// betweenLines is the wait before every line after the first (SPEC.md section 9).
	betweenLines = 2 * time.Second

	linesPerPart = 100 // settled lines after which the workflow continues as new
)

// Batch submits the lines of a batch one after the other. A line that is refused stops nothing. Rows decide whether the batch
// is paused or cancelled: a signal only says that they changed. Cancelling the workflow cancels the batch.
func Batch(ctx workflow.Context, in work.BatchInput) (work.BatchResult, error) {
	b := &batchStory{ctx: ctx, in: in, changed: workflow.GetSignalChannel(ctx, work.SignalBatch)}
	cancelled, err := b.submitAll()
	switch {
	case workflow.IsContinueAsNewError(err):
		drain(b.changed)
		return work.BatchResult{}, err
	case err != nil && !temporal.IsCanceledError(err):
		return work.BatchResult{}, err
	}
	result, e := b.end(cancelled || err != nil)
	drain(b.changed)
	if e != nil {
		return work.BatchResult{}, e
	}
	return result, err
}

type batchStory struct {
	ctx     workflow.Context
	in      work.BatchInput
	changed workflow.ReceiveChannel
}

// submitAll submits line after line until none is left. It reports whether the rows say that the batch was cancelled.
func (b *batchStory) submitAll() (cancelled bool, err error) {
	for {
		n, err := b.next()
		switch {
		case err != nil || n.Cancelled:
			return n.Cancelled, err
		case n.Position == 0:
			return false, nil
		case n.Settled-b.in.Handled >= linesPerPart || workflow.GetInfo(b.ctx).GetContinueAsNewSuggested():
			return false, b.continueAsNew(n.Settled)
		case n.Paused:
			b.tell(fmt.Sprintf("Paused after %d lines", n.Settled))
			if _, err := b.wait(firstLook, "Look whether the batch goes on"); err != nil {
				return false, err
			}
			continue
		}
		if n.Settled > 0 {
			told, err := b.wait(betweenLines, "The pause between two lines")
			if err != nil {
				return false, err
			}
			if told {
				continue
			}
		}
		b.tell(fmt.Sprintf("%d lines submitted", n.Settled))
		if err := b.submit(n.Position); err != nil {
			return false, err
		}
	}
}

func (b *batchStory) next() (activities.BatchNext, error) {
	var a *activities.Batches
	var n activities.BatchNext
	ctx := quickWrite(b.ctx, "Read which line is next")
	err := workflow.ExecuteLocalActivity(ctx, a.NextBatchLine, activities.BatchOnly{BatchID: b.in.BatchID}).Get(ctx, &n)
	return n, err
}

func (b *batchStory) submit(position int) error {
	var a *activities.Batches
	ctx := heavyWrite(b.ctx, fmt.Sprintf("Submit line %d", position))
	return workflow.ExecuteActivity(ctx, a.SubmitBatchLine, activities.BatchLine{BatchID: b.in.BatchID, Position: position}).Get(ctx, nil)
}

// wait ends after the time, or earlier when a signal says that the rows changed: then told is true.
func (b *batchStory) wait(d time.Duration, why string) (told bool, err error) {
	timerCtx, stop := workflow.WithCancel(b.ctx)
	defer stop()
	s := workflow.NewSelector(b.ctx)
	s.AddFuture(workflow.NewTimerWithOptions(timerCtx, d, workflow.TimerOptions{Summary: why}), func(workflow.Future) {})
	s.AddReceive(b.changed, func(c workflow.ReceiveChannel, _ bool) {
		drain(c)
		told = true
	})
	s.AddReceive(b.ctx.Done(), func(workflow.ReceiveChannel, bool) {})
	s.Select(b.ctx)
	return told, b.ctx.Err()
}

func (b *batchStory) continueAsNew(settled int) error {
	next := b.in
	next.Handled, next.Part = settled, b.in.Part+1
	return workflow.NewContinueAsNewError(b.ctx, Batch, next)
}

// end closes the rows, on a context that outlives the cancellation. The jobs of a cancelled batch are cancelled first.
func (b *batchStory) end(cancelled bool) (work.BatchResult, error) {
	ctx, _ := workflow.NewDisconnectedContext(b.ctx)
	var a *activities.Batches
	batch := activities.BatchOnly{BatchID: b.in.BatchID}
	if cancelled {
		give := heavyWrite(ctx, "Cancel what the batch has submitted")
		if err := workflow.ExecuteActivity(give, a.CancelBatchJobs, batch).Get(give, nil); err != nil {
			return work.BatchResult{}, err
		}
	}
	var end activities.BatchEnd
	ctx = quickWrite(ctx, "Close the batch")
	if err := workflow.ExecuteLocalActivity(ctx, a.CloseBatch, batch).Get(ctx, &end); err != nil {
		return work.BatchResult{}, err
	}
	b.tell(fmt.Sprintf("Ended: %s, %d accepted, %d failed", end.State, end.Accepted, end.Failed))
	return work.BatchResult{State: end.State, Accepted: end.Accepted, Failed: end.Failed}, nil
}

// tell shows operators where the story is.
func (b *batchStory) tell(text string) { workflow.SetCurrentDetails(b.ctx, text) }

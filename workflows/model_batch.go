package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// How often a batch of the model's server is looked at, ever more seldom, and for how long: servers promise a day.
const (
	soonLook    = time.Minute
	seldomLook  = 15 * time.Minute
	batchWithin = 26 * time.Hour
)

// readInBatch has the model's server read all chunks in one batch, where the plan says so, and keeps what it answers. Chunks that are
// missing afterward, whyever, are read like those of any run.
//
// It needs no version: plans of earlier code say nothing of batches.
func (r *runStory) readInBatch() error {
	if r.plan.BatchKey == "" {
		return nil
	}
	r.tell(work.StageExtract, "Wait for the model's batch")
	batch := activities.ModelBatch{
		RunStage:     activities.RunStage{RunID: r.in.RunID, Stage: work.StageExtract},
		TranscriptID: r.plan.TranscriptID, Chunks: r.plan.Chunks, Key: r.plan.BatchKey,
	}
	err := r.submitBatch(&batch)
	if err == nil && batch.ID != "" {
		err = r.awaitBatch(batch)
	}
	if err == nil {
		return nil
	}
	var a *activities.Extract
	ctx, _ := workflow.NewDisconnectedContext(r.ctx)
	drop := heavyWrite(ctx, "Drop the model's batch")
	if e := workflow.ExecuteActivity(drop, a.DropModelBatch, batch).Get(drop, nil); e != nil {
		workflow.GetLogger(ctx).Info("a batch of the model's server was not dropped", "error", e)
	}
	if closing(err) {
		return err
	}
	return nil
}

// submitBatch submits the batch, again when the budget that it waits for is raised.
func (r *runStory) submitBatch(batch *activities.ModelBatch) error {
	var a *activities.Extract
	waiting, done := workflow.WithCancel(r.ctx)
	defer done()
	round := newRound(waiting)
	workflow.Go(waiting, func(ctx workflow.Context) { round.renewWhen(ctx, r.raised) })
	for {
		var made activities.ModelBatch
		err := workflow.ExecuteActivity(modelCall(round.ctx, "Submit a batch"), a.SubmitModelBatch, *batch).Get(r.ctx, &made)
		if err == nil {
			*batch = made
		}
		if !temporal.IsCanceledError(err) || r.ctx.Err() != nil {
			return err
		}
	}
}

// awaitBatch waits until nothing more comes of a batch and keeps what it answers.
func (r *runStory) awaitBatch(batch activities.ModelBatch) error {
	var a *activities.Extract
	until := workflow.Now(r.ctx).Add(batchWithin)
	for wait := soonLook; ; wait = min(2*wait, seldomLook) {
		if !workflow.Now(r.ctx).Before(until) {
			return temporal.NewNonRetryableApplicationError("The model's batch has not ended in time.", string(fault.Unavailable), nil)
		}
		err := workflow.NewTimerWithOptions(r.ctx, wait, workflow.TimerOptions{Summary: "Look at the model's batch"}).Get(r.ctx, nil)
		if err != nil {
			return err
		}
		var over bool
		look := modelCall(r.ctx, "Look at the model's batch")
		if err := workflow.ExecuteActivity(look, a.LookAtModelBatch, batch).Get(look, &over); err != nil {
			return err
		}
		if over {
			break
		}
	}
	collect := modelCall(r.ctx, "Collect what the model's batch answered")
	return workflow.ExecuteActivity(collect, a.CollectModelBatch, batch).Get(collect, nil)
}

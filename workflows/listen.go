package workflows

import (
	"fmt"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

const (
	piecesAtOnce = 4 // pieces of one run's audio that wait to be heard at once; the queue bounds how many are
	audioTries   = 3 // plans of one run's audio: a source may send other audio each time
)

// listen has the audio of the episode heard, until that is done or a transcript is given; then the listening is left.
func (r *runStory) listen() (given bool, err error) {
	r.tell(work.StageTranscript, "Listen to the audio")
	ctx, leave := workflow.WithCancel(r.ctx)
	defer leave()
	done, end := workflow.NewFuture(ctx)
	workflow.Go(ctx, func(ctx workflow.Context) { end.SetError(r.hear(ctx)) })
	return r.untilGiven(ctx, leave, done, nil)
}

// hear fetches the audio, has all pieces heard and joins them. It begins anew when the audio has changed meanwhile.
func (r *runStory) hear(ctx workflow.Context) (err error) {
	for range audioTries {
		if err = r.hearAll(ctx); !isKind(err, fault.Conflict) {
			return err
		}
	}
	return temporal.NewNonRetryableApplicationError("The source sends other audio each time, so it could not be heard.",
		string(fault.NoTranscript), nil)
}

func (r *runStory) hearAll(ctx workflow.Context) error {
	var a *activities.Listen
	var plan activities.AudioPlan
	stage := activities.RunStage{RunID: r.in.RunID, Stage: work.StageTranscript}
	fetch := audioFetch(ctx, "Fetch the audio")
	if err := ask(fetch, a.PrepareAudio, stage).Get(ctx, &plan); err != nil {
		return err
	}
	if err := r.hearPieces(ctx, plan.Pieces); err != nil {
		return err
	}
	join := heavyWrite(ctx, "Join what was heard")
	return workflow.ExecuteActivity(join, a.JoinSpeech, stage).Get(ctx, nil)
}

// hearPieces has all pieces heard, some at once. One that cannot be heard ends the others: a transcript with a hole is none.
func (r *runStory) hearPieces(ctx workflow.Context, n int) (failed error) {
	r.tell(work.StageTranscript, fmt.Sprintf("Hear %d pieces of the audio", n))
	ctx, leave := workflow.WithCancel(ctx)
	defer leave()
	slots, group := workflow.NewSemaphore(ctx, piecesAtOnce), workflow.NewWaitGroup(ctx)
	for i := range n {
		if err := slots.Acquire(ctx, 1); err != nil {
			break
		}
		group.Add(1)
		workflow.Go(ctx, func(ctx workflow.Context) {
			defer group.Done()
			defer slots.Release(1)
			if err := r.hearPiece(ctx, i, n); err != nil && failed == nil {
				failed = err
				leave()
			}
		})
	}
	group.Wait(ctx)
	if failed == nil {
		failed = ctx.Err()
	}
	return failed
}

func (r *runStory) hearPiece(ctx workflow.Context, i, n int) error {
	var a *activities.Listen
	in := activities.PieceInput{RunStage: activities.RunStage{RunID: r.in.RunID, Stage: work.StageTranscript}, Piece: i, Pieces: n}
	return workflow.ExecuteActivity(speechCall(ctx, fmt.Sprintf("Hear piece %d of %d", i+1, n)), a.HearPiece, in).Get(ctx, nil)
}

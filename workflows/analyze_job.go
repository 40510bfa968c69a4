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
	// WindowSize is how many items of one job run at once.
	WindowSize = 4

	itemsPerPart = 250 // settled items after which the workflow continues as new

	// Rows are read again even when nothing hurries: after a minute at first, then after twice as long each time.
	firstLook   = time.Minute
	longestLook = time.Hour

	// changeHurry is the change of docs/adr/0027: a job listens to SignalHurry and looks ever more seldom.
	changeHurry = "0027-hurry"
)

// AnalyzeJob drives one submission of any kind: it lists the input, keeps a window of items wanted, and ends when every
// item is settled. Cancelling it gives up what the job wants.
func AnalyzeJob(ctx workflow.Context, in work.JobInput) (work.JobResult, error) {
	j := newJobStory(ctx, in)
	err := j.list()
	if err == nil {
		err = j.work()
	}
	result, err := j.end(err)
	for _, c := range j.signals {
		drain(c) // hints that nobody needs any more: left alone they would be a warning in the log
	}
	return result, err
}

type jobStory struct {
	ctx     workflow.Context
	in      work.JobInput
	signals []workflow.ReceiveChannel // each says that rows changed
	longest time.Duration             // the longest time from one look at the rows to the next
	look    time.Duration             // the time until the next one
	failed  error                     // why the listing failed for good
	state   work.State                // how the rows ended
}

func newJobStory(ctx workflow.Context, in work.JobInput) *jobStory {
	j := &jobStory{ctx: ctx, in: in, look: firstLook, longest: firstLook}
	names := []string{work.SignalRunDone, work.SignalPause}
	if workflow.GetVersion(ctx, changeHurry, workflow.DefaultVersion, 1) == 1 {
		names = append(names, work.SignalHurry)
		j.longest = longestLook
	}
	for _, name := range names {
		j.signals = append(j.signals, workflow.GetSignalChannel(ctx, name))
	}
	return j
}

// list turns the input into items, page by page.
func (j *jobStory) list() error {
	var a *activities.List
	for !j.in.Listed {
		var page activities.ListResult
		ctx := remoteFetch(j.ctx, "List the episodes")
		if err := ask(ctx, a.ListInput, activities.Listing{JobID: j.in.JobID}).Get(ctx, &page); err != nil {
			if temporal.IsCanceledError(err) {
				return err
			}
			j.failed = err
			return nil
		}
		j.in.Listed = page.Listed
		j.tell(fmt.Sprintf("Found %d episodes", page.Items))
	}
	return nil
}

// work keeps the window full until nothing is open.
func (j *jobStory) work() error {
	for j.failed == nil {
		w, err := j.next()
		if err != nil {
			return err
		}
		j.tell(fmt.Sprintf("%d settled, %d running, %d open", w.Settled, w.Running, w.Open))
		if w.Open == 0 {
			if open, err := j.close(); err != nil || !open {
				return err
			}
			continue
		}
		if err := j.want(w.Start); err != nil {
			return err
		}
		if w.Settled-j.in.Handled >= itemsPerPart || workflow.GetInfo(j.ctx).GetContinueAsNewSuggested() {
			return j.continueAsNew(w.Settled)
		}
		if len(w.Start) > 0 {
			j.look = firstLook
			continue // an item may have been analyzed before: there may be room at once
		}
		if err := j.wait(); err != nil {
			return err
		}
	}
	return nil
}

func (j *jobStory) next() (activities.Window, error) {
	var a *activities.Jobs
	var w activities.Window
	ctx := quickWrite(j.ctx, "Read the items")
	err := workflow.ExecuteLocalActivity(ctx, a.NextItems, activities.WindowInput{JobID: j.in.JobID, Size: WindowSize}).Get(ctx, &w)
	return w, err
}

// want makes the job want its next items. One that fails is tried again with the next look at the rows.
func (j *jobStory) want(items []int) error {
	var a *activities.Jobs
	ctx := heavyWrite(j.ctx, "Start the next episodes")
	futures := make([]workflow.Future, 0, len(items))
	for _, id := range items {
		futures = append(futures, workflow.ExecuteActivity(ctx, a.WantEpisode, activities.WantInput{JobID: j.in.JobID, ItemID: id}))
	}
	for _, f := range futures {
		if err := f.Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// wait ends when a signal says that rows changed, or when it is time to look. That is ever later as long as there is no
// signal: a job that waits for days looks once an hour.
func (j *jobStory) wait() error {
	timerCtx, stop := workflow.WithCancel(j.ctx)
	defer stop()
	s := workflow.NewSelector(j.ctx)
	timer := workflow.NewTimerWithOptions(timerCtx, j.look, workflow.TimerOptions{Summary: "Look at the rows again"})
	s.AddFuture(timer, func(workflow.Future) { j.look = min(2*j.look, j.longest) })
	for _, c := range j.signals {
		s.AddReceive(c, func(c workflow.ReceiveChannel, _ bool) {
			drain(c)
			j.look = firstLook
		})
	}
	s.AddReceive(j.ctx.Done(), func(workflow.ReceiveChannel, bool) {})
	s.Select(j.ctx)
	return j.ctx.Err()
}

// drain takes everything that is waiting on a channel.
func drain(c workflow.ReceiveChannel) {
	for c.ReceiveAsync(nil) {
		continue
	}
}

func (j *jobStory) continueAsNew(settled int) error {
	next := j.in
	next.Handled, next.Listed, next.Part = settled, true, j.in.Part+1
	return workflow.NewContinueAsNewError(j.ctx, AnalyzeJob, next)
}

// end closes the rows. A cancelled job gives up its wants on a context that outlives the cancellation.
func (j *jobStory) end(err error) (work.JobResult, error) {
	if workflow.IsContinueAsNewError(err) {
		return work.JobResult{}, err
	}
	if err != nil && !temporal.IsCanceledError(err) {
		return work.JobResult{}, err
	}
	ctx, _ := workflow.NewDisconnectedContext(j.ctx)
	if err != nil {
		var a *activities.Jobs
		give := heavyWrite(ctx, "Give up the episodes that the job asked for")
		if e := workflow.ExecuteActivity(give, a.CancelJob, activities.JobOnly{JobID: j.in.JobID}).Get(give, nil); e != nil {
			return work.JobResult{}, e
		}
		return work.JobResult{State: work.Cancelled}, err
	}
	if j.failed != nil {
		return j.failListing(ctx)
	}
	j.tell(fmt.Sprintf("Ended: %s", j.state))
	return work.JobResult{State: j.state}, nil
}

// close notes that the workflow ends, unless something was opened meanwhile.
func (j *jobStory) close() (open bool, err error) {
	var a *activities.Jobs
	var closed activities.Closed
	ctx := quickWrite(j.ctx, "Close the job")
	err = workflow.ExecuteLocalActivity(ctx, a.CloseJob, activities.JobOnly{JobID: j.in.JobID}).Get(ctx, &closed)
	j.state = closed.State
	return closed.Open, err
}

// failListing writes why the input could not be listed. The workflow itself ends well: the rows tell the failure.
func (j *jobStory) failListing(ctx workflow.Context) (work.JobResult, error) {
	var a *activities.Jobs
	class, text := failureOf(j.failed)
	ctx = quickWrite(ctx, "Note that the input cannot be read")
	err := workflow.ExecuteLocalActivity(ctx, a.FailJob, activities.JobFailure{JobID: j.in.JobID, Class: class, Text: text}).Get(ctx, nil)
	j.tell("Failed: " + text)
	return work.JobResult{State: work.Failed}, err
}

// tell shows operators where the story is.
func (j *jobStory) tell(text string) { workflow.SetCurrentDetails(j.ctx, text) }

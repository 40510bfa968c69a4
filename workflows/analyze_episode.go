package workflows

import (
	"fmt"
	"slices"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

const (
	chunksAtOnce = 4         // chunks of one run that are read at once
	maxParcel    = 16        // chunks that one activity reads, one after the other
	secondChance = time.Hour // after which missing chunks are tried again, once
)

// AnalyzeEpisode is one run of one recipe, shared by all jobs that want it: episode, transcript, chunks, publish, links.
// From publishing on the episode is public; no later stage takes it back. It ends with its rows closed, whatever happens.
func AnalyzeEpisode(ctx workflow.Context, in work.RunInput) (work.RunResult, error) {
	r := newRunStory(ctx, in)
	state, err := r.analyze()
	result, err := r.finish(state, err)
	drain(r.given) // what was given too late for this run is in its row: the next run takes it
	return result, err
}

type runStory struct {
	ctx      workflow.Context
	in       work.RunInput
	given    workflow.ReceiveChannel // a transcript was given: its row is written
	raised   workflow.ReceiveChannel // the budget of the model was raised
	plan     activities.Plan
	missing  []int // chunks that could not be read
	mentions int
}

func newRunStory(ctx workflow.Context, in work.RunInput) *runStory {
	return &runStory{
		ctx: ctx, in: in, given: workflow.GetSignalChannel(ctx, work.SignalTranscript), raised: workflow.GetSignalChannel(ctx, work.SignalBudget),
	}
}

func (r *runStory) analyze() (work.RunState, error) {
	if r.in.From == work.StageLinks || r.in.From == work.StageCheck {
		return work.RunDone, r.links()
	}
	if err := r.fetch(); err != nil {
		return "", err
	}
	if err := r.readInBatch(); err != nil {
		return "", err
	}
	if err := r.extract(); err != nil {
		return "", err
	}
	if err := r.publish(); err != nil {
		return "", err
	}
	if err := r.links(); err != nil {
		return "", err
	}
	if len(r.missing) == 0 {
		return work.RunDone, nil
	}
	return r.secondChance()
}

// fetch brings in episode and transcript, unless the run begins later, and plans the chunks. A transcript that somebody
// gives meanwhile ends the waiting.
func (r *runStory) fetch() error {
	var a *activities.Fetch
	for _, step := range []struct {
		stage    work.Stage
		activity any
		summary  string
	}{
		{work.StageEpisode, a.FetchEpisode, "Fetch the episode"},
		{work.StageTranscript, a.FetchTranscript, "Fetch the transcript"},
	} {
		if step.stage.Before(r.in.From) {
			continue
		}
		r.tell(step.stage, step.summary)
		fetched, given, err := r.orGiven(step.stage, step.activity, step.summary)
		if err == nil && fetched.Listen && !given {
			given, err = r.listen()
		}
		if err != nil {
			return err
		}
		if given {
			break
		}
	}
	return r.planChunks()
}

// orGiven runs a fetching step until it ends or a transcript is given; then the step is left.
func (r *runStory) orGiven(stage work.Stage, activity any, summary string) (out activities.Fetched, given bool, err error) {
	ctx, leave := workflow.WithCancel(remoteFetch(r.ctx, summary))
	defer leave()
	done := ask(ctx, activity, activities.RunStage{RunID: r.in.RunID, Stage: stage})
	var result any
	if stage == work.StageTranscript {
		result = &out
	}
	if given, err = r.untilGiven(ctx, leave, done, result); !given || r.ctx.Err() != nil || stage != work.StageEpisode {
		return out, given, err
	}
	var a *activities.Fetch
	skip := quickWrite(r.ctx, "Skip the source: a transcript was given")
	return out, true, workflow.ExecuteLocalActivity(skip, a.SkipStage, activities.RunStage{RunID: r.in.RunID, Stage: stage}).Get(skip, nil)
}

// untilGiven waits for a step, whose result it writes, until a transcript is given; then the step is left, and it waits until its
// workers have let go.
func (r *runStory) untilGiven(
	ctx workflow.Context, leave workflow.CancelFunc, done workflow.Future, result any,
) (given bool, err error) {
	s := workflow.NewSelector(r.ctx)
	s.AddFuture(done, func(f workflow.Future) { err = f.Get(ctx, result) })
	s.AddReceive(r.given, func(c workflow.ReceiveChannel, _ bool) { c.Receive(r.ctx, nil); given = true })
	s.Select(r.ctx)
	if !given && err != nil && r.given.ReceiveAsync(nil) {
		given, err = true, nil // it came while the step failed
	}
	if !given || r.ctx.Err() != nil {
		return given, err
	}
	leave()
	_ = done.Get(ctx, nil)
	return true, nil
}

func (r *runStory) planChunks() error {
	var a *activities.Fetch
	ctx := quickWrite(r.ctx, "Plan the chunks")
	err := workflow.ExecuteLocalActivity(ctx, a.PlanChunks, activities.RunStage{RunID: r.in.RunID, Stage: work.StageExtract}).Get(ctx, &r.plan)
	if err == nil && (r.plan.Missing || r.plan.Chunks == 0) {
		return temporal.NewNonRetryableApplicationError("The source has no transcript.", string(fault.NoTranscript), nil)
	}
	return err
}

// extract reads all chunks, some at once. A chunk that cannot be read is missing; a run without a single one fails.
func (r *runStory) extract() error {
	r.tell(work.StageExtract, fmt.Sprintf("Read %d chunks", r.plan.Chunks))
	all := make([]int, r.plan.Chunks)
	for i := range all {
		all[i] = i
	}
	failed, err := r.readChunks(all)
	r.missing = failed
	if len(failed) < r.plan.Chunks {
		return r.ctx.Err()
	}
	return err
}

// readChunks reads the given chunks and returns which of them failed, with the last error. When the budget is raised
// meanwhile, those that are under way are begun again: one that waits for midnight would not look sooner.
func (r *runStory) readChunks(chunks []int) (failed []int, last error) {
	reading, done := workflow.WithCancel(r.ctx)
	defer done()
	round := newRound(reading)
	workflow.Go(reading, func(ctx workflow.Context) { round.renewWhen(ctx, r.raised) })
	parcels, underWay := r.parcels(chunks), 0
	for {
		err := workflow.Await(r.ctx, func() bool {
			return len(parcels) > 0 && underWay < chunksAtOnce || len(parcels) == 0 && underWay == 0
		})
		if err != nil {
			return chunks, err
		}
		if len(parcels) == 0 {
			return failed, last
		}
		parcel := parcels[0]
		parcels = parcels[1:]
		underWay++
		workflow.Go(r.ctx, func(ctx workflow.Context) {
			left, missing, err := r.readParcel(ctx, round, parcel)
			if err != nil {
				last = err
			}
			failed, parcels = append(failed, missing...), append(parcels, parcelsOf(left)...)
			underWay--
		})
	}
}

// changeParcels is the change that reads several chunks in one activity (docs/adr/0069).
const changeParcels = "0069-chunks-in-parcels"

// parcels divides chunks among those that are read at once. In runs that began before, each chunk is a parcel.
func (r *runStory) parcels(chunks []int) [][]int {
	if len(chunks) > chunksAtOnce && workflow.GetVersion(r.ctx, changeParcels, workflow.DefaultVersion, 1) != workflow.DefaultVersion {
		return parcelsOf(chunks)
	}
	return slices.Collect(slices.Chunk(chunks, 1))
}

func parcelsOf(chunks []int) [][]int {
	return slices.Collect(slices.Chunk(chunks, max(1, min(maxParcel, (len(chunks)+chunksAtOnce-1)/chunksAtOnce))))
}

// readParcel reads a parcel of chunks, again in each new round. It returns which chunks it has not come to, which cannot be read, and
// why not. When the activity fails for good, its chunks get a try each: they do not share one's failure.
func (r *runStory) readParcel(ctx workflow.Context, round *round, parcel []int) (left, missing []int, err error) {
	if len(parcel) == 1 {
		if err = r.readChunk(ctx, round, parcel[0]); err != nil {
			missing = parcel
		}
		return nil, missing, err
	}
	var a *activities.Extract
	in := activities.ChunksInput{
		RunStage:     activities.RunStage{RunID: r.in.RunID, Stage: work.StageExtract},
		TranscriptID: r.plan.TranscriptID, Which: parcel, Chunks: r.plan.Chunks,
	}
	for {
		call := modelCall(round.ctx, fmt.Sprintf("Read %d chunks from %d of %d on", len(parcel), parcel[0]+1, r.plan.Chunks))
		var out activities.ChunksRead
		err = workflow.ExecuteActivity(call, a.ReadChunks, in).Get(ctx, &out)
		switch {
		case err == nil:
			if len(out.Failed) > 0 {
				err = temporal.NewNonRetryableApplicationError(out.Text, out.Class, nil)
			}
			return parcel[out.Looked:], out.Failed, err
		case r.ctx.Err() != nil:
			return nil, parcel, err
		case temporal.IsCanceledError(err):
			continue
		}
		for _, i := range parcel {
			if e := r.readChunk(ctx, round, i); e != nil {
				missing, err = append(missing, i), e
			}
		}
		return nil, missing, err
	}
}

// readChunk reads a chunk, again in each new round.
func (r *runStory) readChunk(ctx workflow.Context, round *round, i int) error {
	var a *activities.Extract
	in := activities.ChunkInput{
		RunStage:     activities.RunStage{RunID: r.in.RunID, Stage: work.StageExtract},
		TranscriptID: r.plan.TranscriptID, Chunk: i, Chunks: r.plan.Chunks,
	}
	for {
		call := modelCall(round.ctx, fmt.Sprintf("Read chunk %d of %d", i+1, r.plan.Chunks))
		err := workflow.ExecuteActivity(call, a.ExtractChunk, in).Get(ctx, nil)
		if !temporal.IsCanceledError(err) || r.ctx.Err() != nil {
			return err
		}
	}
}

// publish makes the episode public.
func (r *runStory) publish() error {
	var a *activities.Publish
	var out activities.PublishResult
	r.tell(work.StagePublish, "Combine the mentions and publish")
	ctx := heavyWrite(r.ctx, "Publish")
	err := workflow.ExecuteActivity(ctx, a.PublishEpisode, activities.RunStage{RunID: r.in.RunID, Stage: work.StagePublish}).Get(ctx, &out)
	r.mentions = out.Mentions
	return err
}

// links finds and checks addresses. It is best effort: a dead link never fails a run.
func (r *runStory) links() error {
	var a *activities.Links
	r.tell(work.StageLinks, "Find links")
	find := remoteFetch(r.ctx, "Find links") // it asks public catalogs, for a short time
	if r.in.From != work.StageCheck {
		if err := ask(find, a.ResolveLinks, activities.RunStage{RunID: r.in.RunID, Stage: work.StageLinks}).Get(find, nil); closing(err) {
			return err
		}
	}
	r.tell(work.StageCheck, "Check links")
	check := remoteFetch(r.ctx, "Check links")
	if err := ask(check, a.CheckLinks, activities.RunStage{RunID: r.in.RunID, Stage: work.StageCheck}).Get(check, nil); closing(err) {
		return err
	}
	return nil
}

// closing reports whether an error ends the run, also from a step that is best effort.
func closing(err error) bool { return temporal.IsCanceledError(err) || isKind(err, fault.Stale) }

// secondChance lets the jobs go as partial and tries the missing chunks again after an hour, once.
func (r *runStory) secondChance() (work.RunState, error) {
	var jobs *activities.Jobs
	ctx := quickWrite(r.ctx, "Tell the jobs that some chunks are missing")
	in := activities.Settle{
		RunStage: activities.RunStage{RunID: r.in.RunID, Stage: work.StageExtract},
		Again:    workflow.Now(r.ctx).Add(secondChance),
	}
	err := workflow.ExecuteLocalActivity(ctx, jobs.SettlePartial, in).Get(ctx, nil)
	if err != nil {
		return "", err
	}
	r.tell(work.StageExtract, fmt.Sprintf("%d chunks are missing; they are tried again in an hour", len(r.missing)))
	if err := workflow.NewTimerWithOptions(r.ctx, secondChance, workflow.TimerOptions{Summary: "Try missing chunks again"}).
		Get(r.ctx, nil); err != nil {
		return "", err
	}
	before := len(r.missing)
	r.missing, _ = r.readChunks(r.missing)
	if len(r.missing) < before {
		if err := r.publish(); err != nil {
			return "", err
		}
	}
	if len(r.missing) > 0 {
		return work.RunPartial, r.ctx.Err()
	}
	return work.RunDone, nil
}

// finish closes the rows on a context that outlives a cancellation, and says how the run ended.
func (r *runStory) finish(state work.RunState, err error) (work.RunResult, error) {
	in := activities.Finish{RunID: r.in.RunID, State: state}
	switch {
	case err == nil:
		if state == work.RunPartial {
			in.Class, in.Text = string(fault.Unavailable),
				fmt.Sprintf("%d of %d parts of the transcript could not be read.", len(r.missing), r.plan.Chunks)
		}
	case temporal.IsCanceledError(err):
		in.State = work.RunCancelled
	case isKind(err, fault.NoTranscript):
		in.State = work.RunNeedsTranscript
		in.Class, in.Text = failureOf(err)
	default:
		in.State = work.RunFailed
		in.Class, in.Text = failureOf(err)
	}
	r.tellFailure(in.Class)
	var a *activities.Jobs
	var closed work.RunState
	ctx, _ := workflow.NewDisconnectedContext(r.ctx)
	ctx = heavyWrite(ctx, "Close the run")
	if e := workflow.ExecuteActivity(ctx, a.FinishRun, in).Get(ctx, &closed); e != nil {
		return work.RunResult{}, e
	}
	workflow.SetCurrentDetails(r.ctx, fmt.Sprintf("Ended: %s. %s", closed, in.Text))
	if temporal.IsCanceledError(err) {
		return work.RunResult{State: closed}, err
	}
	return work.RunResult{State: closed, Mentions: r.mentions}, nil
}

// tellFailure lets operators find a run by the kind of its failure. Runs that began before do without (docs/adr/0034).
func (r *runStory) tellFailure(class string) {
	if class == "" || workflow.GetVersion(r.ctx, changeErrorClass, workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		return
	}
	_ = workflow.UpsertTypedSearchAttributes(r.ctx, errorAttribute.ValueSet(class)) // fails on a foreign key type only
}

// changeErrorClass is the change that writes how a run failed into its search attributes.
const changeErrorClass = "0034-error-class"

var errorAttribute = temporal.NewSearchAttributeKeyKeyword(work.AttrError)

var stageAttribute = temporal.NewSearchAttributeKeyKeyword(work.AttrStage)

// tell shows operators where the story is.
func (r *runStory) tell(stage work.Stage, text string) {
	workflow.SetCurrentDetails(r.ctx, text)
	_ = workflow.UpsertTypedSearchAttributes(r.ctx, stageAttribute.ValueSet(string(stage))) // fails on a foreign key type only
}

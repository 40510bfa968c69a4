//go:build !slim

// Command record writes the histories that the replay test replays: it runs each story on the real embedded server, with
// steps that answer by the id of the run. A history that is committed is never recorded again; a new release adds files.
package main

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/api/temporalproto"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	sdklog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"

	"mentionary/activities"
	devtemporal "mentionary/internal/devstack/temporal"
	"mentionary/internal/fault"
	"mentionary/internal/work"
	"mentionary/workflows"
)

const folder = "workflows/testdata/histories"

func main() {
	if err := record(context.Background()); err != nil {
		log.Fatal(err)
	}
}

// The runs and jobs of the recording: their ids say how their steps answer.
const (
	good = iota + 1
	private
	silent   // no transcript
	hanging  // its source does not answer: a transcript is given
	stopping // cancelled while its source does not answer
	linksOnly
	unfollowed // a channel that nobody follows any more
	spent      // chunks wait for the model's budget, which is raised
	torn       // a chunk cannot be read
	mended     // a chunk can be read at the second try only
	waiting    // a job whose items are settled after it has looked once
	failing    // a batch one of whose lines is refused
	dropped    // a batch that its rows call cancelled after its first line
	held       // a batch that is paused after its first line, and resumed
	long       // a batch of more lines than one part of its workflow submits
	heard      // its audio is listened to
	unheard    // its audio cannot be heard
	mute       // its speech server does not answer: a transcript is given
	slow       // its model is slow: parcels of chunks are handed back
	broken     // a parcel of chunks fails, its chunks do not
	batched    // its model reads in a batch, which ends
	unwanted   // cancelled while its model's batch is under way
	garbled    // an answer of its model's batch cannot be used
	refusing   // its model's server refuses to say what became of the batch
	batchless  // its model's server has no batches
)

func record(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "histories")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	server, err := devtemporal.Start(ctx, devtemporal.Options{
		File: filepath.Join(dir, "temporal.db"), Address: "127.0.0.1:0", Namespace: "mentionary", Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	defer func() { _ = server.Close(ctx) }()
	c, err := client.Dial(client.Options{
		HostPort: server.Address(), Namespace: "mentionary", Identity: "recorder",
		Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
	if err != nil {
		return err
	}
	defer c.Close()
	stop, err := runWorkers(c)
	if err != nil {
		return err
	}
	defer stop()
	for _, s := range stories() {
		if _, err := os.Stat(s.file()); err == nil {
			continue
		}
		if err := s.record(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// story is one recording: what is started, and what happens to it.
type story struct {
	name      string
	workflow  string
	input     any
	scheduled bool // started by a schedule instead of by us
	meanwhile func(ctx context.Context, c client.Client, id string) error
}

func (s story) file() string { return filepath.Join(folder, s.name+".json") }

func stories() []story {
	run := func(name string, id int, from work.Stage) story {
		return story{
			name: "analyze_episode." + name, workflow: work.AnalyzeEpisode,
			input: work.RunInput{RunID: id, EpisodeID: id, Submitter: "recorder", From: from},
		}
	}
	jobs := func(name string, id int) story {
		return story{name: "analyze_job." + name, workflow: work.AnalyzeJob, input: work.JobInput{JobID: id, Submitter: "recorder"}}
	}
	signal := func(name string) func(context.Context, client.Client, string) error {
		return func(ctx context.Context, c client.Client, id string) error {
			return c.SignalWorkflow(ctx, id, "", name, nil)
		}
	}
	cancel := func(ctx context.Context, c client.Client, id string) error { return c.CancelWorkflow(ctx, id, "") }
	follow := func(name string, id int) story {
		return story{name: "follow_channel." + name, workflow: work.FollowChannel, input: work.FollowInput{ChannelID: id}, scheduled: true}
	}
	given, cancelled, raised := run("given", hanging, ""), run("cancelled", stopping, ""), run("raised", spent, "")
	parcelsRaised := run("parcels_raised", spent, "")
	parcelsRaised.meanwhile = afterFailures(2, signal(work.SignalBudget))
	overheard := run("given_while_listening", mute, "")
	overheard.meanwhile = afterFailures(1, signal(work.SignalTranscript))
	stopped, hurried := jobs("cancelled", stopping), jobs("hurried", waiting)
	raised.meanwhile = afterFailures(2, signal(work.SignalBudget))
	pass := func(name string, workflow string, id int) story {
		return story{name: name, workflow: workflow, input: work.PassInput{PassID: id}}
	}
	batch := func(name string, id int) story {
		return story{name: "batch." + name, workflow: work.Batch, input: work.BatchInput{BatchID: id}}
	}
	resumed, ended := batch("resumed", held), batch("ended_by_operator", stopping)
	resumed.meanwhile, ended.meanwhile = signal(work.SignalBatch), cancel
	recurring := func(name string, id int) story {
		return story{name: "recurring_batch." + name, workflow: work.RecurringBatch, input: work.RecurringInput{RecurringID: id}, scheduled: true}
	}
	again := func(name string, id int) story {
		return story{name: "read_again." + name, workflow: work.ReadAgain, input: work.ReadAgainInput{RereadingID: id}}
	}
	left := again("cancelled", stopping)
	left.meanwhile = cancel
	halted := func(name, workflow string) story {
		s := pass(name+".cancelled", workflow, stopping)
		s.meanwhile = cancel
		return s
	}
	abandoned := run("batch_cancelled", unwanted, "")
	abandoned.meanwhile = onTimer(cancel)
	given.meanwhile, cancelled.meanwhile, stopped.meanwhile = signal(work.SignalTranscript), cancel, cancel
	hurried.meanwhile = signal(work.SignalHurry)
	return []story{
		run("done", good, ""), run("failed", private, ""), run("needs_transcript", silent, ""), run("links", linksOnly, work.StageLinks),
		given, cancelled, raised, run("partial", torn, ""), run("mended", mended, ""), run("failed_by_kind", private, ""),
		run("heard", heard, ""), run("unheard", unheard, ""), run("heard_again", heard, work.StageTranscript), overheard,
		run("parcels", good, ""), run("parcels_handed_back", slow, ""), run("parcels_partial", torn, ""), run("parcels_alone", broken, ""),
		parcelsRaised,
		run("batch_done", batched, ""), abandoned, run("batch_unusable", garbled, ""), run("batch_fallback", refusing, ""),
		run("batch_none", batchless, ""),
		jobs("completed", good), jobs("failed", private), stopped, hurried,
		follow("submitted", good), follow("nothing", unfollowed),
		pass("link_pass.done", work.LinkPass, good), pass("link_pass.failed", work.LinkPass, private), halted("link_pass", work.LinkPass),
		batch("completed", good), batch("failures", failing), batch("cancelled", dropped), resumed, ended, batch("continued", long),
		recurring("submitted", good), recurring("nothing", unfollowed),
		pass("duplicate_pass.done", work.DuplicatePass, good), pass("duplicate_pass.failed", work.DuplicatePass, private),
		halted("duplicate_pass", work.DuplicatePass),
		pass("lookup_pass.done", work.LookupPass, good), pass("lookup_pass.failed", work.LookupPass, private),
		halted("lookup_pass", work.LookupPass),
		again("done", good), again("failed", private), again("continued", long), left,
	}
}

func (s story) record(ctx context.Context, c client.Client) error {
	r, err := s.start(ctx, c)
	if err != nil {
		return err
	}
	id := r.GetID()
	if s.meanwhile != nil {
		if err := untilWaiting(ctx, c, id); err != nil {
			return err
		}
		if err := s.meanwhile(ctx, c, id); err != nil {
			return err
		}
	}
	if err := r.Get(ctx, nil); err != nil && !temporal.IsCanceledError(err) {
		return err
	}
	h := &historypb.History{}
	for events := c.GetWorkflowHistory(ctx, id, r.GetRunID(), false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT); events.HasNext(); {
		e, err := events.Next()
		if err != nil {
			return err
		}
		h.Events = append(h.Events, anonymous(e))
	}
	b, err := temporalproto.CustomJSONMarshalOptions{Indent: " "}.Marshal(h)
	if err != nil {
		return err
	}
	fmt.Printf("%-32s %3d events, %6d bytes\n", s.name, len(h.Events), len(b))
	return os.WriteFile(s.file(), b, 0o644)
}

// start starts the story, or lets a schedule do so.
func (s story) start(ctx context.Context, c client.Client) (client.WorkflowRun, error) {
	id := strings.ReplaceAll(s.name, ".", "/")
	if !s.scheduled {
		return c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: string(work.QueueMain)}, s.workflow, s.input)
	}
	schedule, err := c.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: id, TriggerImmediately: true, Spec: client.ScheduleSpec{Intervals: []client.ScheduleIntervalSpec{{Every: 6 * time.Hour}}},
		Action: &client.ScheduleWorkflowAction{ID: id, Workflow: s.workflow, Args: []any{s.input}, TaskQueue: string(work.QueueMain)},
	})
	if err != nil {
		return nil, err
	}
	for range 200 {
		d, err := schedule.Describe(ctx)
		if err != nil {
			return nil, err
		}
		if done := d.Info.RecentActions; len(done) > 0 {
			w := done[0].StartWorkflowResult
			return c.GetWorkflow(ctx, w.WorkflowID, w.FirstExecutionRunID), nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, fmt.Errorf("%s was never started by its schedule", id)
}

// untilWaiting waits until the story has an activity under way or a timer set.
func untilWaiting(ctx context.Context, c client.Client, id string) error {
	for range 200 {
		d, err := c.DescribeWorkflowExecution(ctx, id, "")
		if err != nil {
			return err
		}
		if len(d.GetPendingActivities()) > 0 || d.GetWorkflowExecutionInfo().GetHistoryLength() > 12 {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("%s never came to wait", id)
}

// afterFailures waits until all activities of the story, at least so many, wait for their next attempts.
func afterFailures(
	least int, then func(context.Context, client.Client, string) error,
) func(context.Context, client.Client, string) error {
	return func(ctx context.Context, c client.Client, id string) error {
		for range 200 {
			d, err := c.DescribeWorkflowExecution(ctx, id, "")
			if err != nil {
				return err
			}
			pending := d.GetPendingActivities()
			running := func(a *workflowpb.PendingActivityInfo) bool { return a.GetLastFailure() == nil }
			if len(pending) >= least && !slices.ContainsFunc(pending, running) {
				return then(ctx, c, id)
			}
			time.Sleep(50 * time.Millisecond)
		}
		return fmt.Errorf("nothing failed in %s", id)
	}
}

// onTimer waits until the story has set a timer.
func onTimer(then func(context.Context, client.Client, string) error) func(context.Context, client.Client, string) error {
	return func(ctx context.Context, c client.Client, id string) error {
		for range 200 {
			for events := c.GetWorkflowHistory(ctx, id, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT); events.HasNext(); {
				e, err := events.Next()
				if err != nil {
					return err
				}
				if e.GetEventType() == enumspb.EVENT_TYPE_TIMER_STARTED {
					return then(ctx, c, id)
				}
			}
			time.Sleep(50 * time.Millisecond)
		}
		return fmt.Errorf("%s never set a timer", id)
	}
}

// anonymous takes the machine's name out of an event.
func anonymous(e *historypb.HistoryEvent) *historypb.HistoryEvent {
	if a := e.GetWorkflowTaskScheduledEventAttributes(); a != nil && a.GetTaskQueue().GetNormalName() != "" {
		a.TaskQueue.Name = "sticky"
	}
	return e
}

// runWorkers runs workers whose steps answer by id.
func runWorkers(c client.Client) (stop func(), err error) {
	var started []worker.Worker
	stop = func() {
		for _, w := range started {
			w.Stop()
		}
	}
	for _, q := range []work.Queue{work.QueueMain, work.QueueFetch, work.QueueModel, work.QueueSpeech} {
		w := worker.New(c, string(q), worker.Options{
			DisableWorkflowWorker: q != work.QueueMain, Interceptors: []interceptor.WorkerInterceptor{&shortTimers{}},
		})
		if q == work.QueueMain {
			workflows.Register(w)
		}
		for name, f := range steps() {
			w.RegisterActivityWithOptions(f, activity.RegisterOptions{Name: name})
		}
		if err := w.Start(); err != nil {
			stop()
			return nil, err
		}
		started = append(started, w)
	}
	return stop, nil
}

func final(k fault.Kind, sentence string) error {
	return temporal.NewApplicationErrorWithOptions(sentence, string(k), temporal.ApplicationErrorOptions{NonRetryable: true})
}

// fetched reads an episode or its transcript, or does not.
func fetched(ctx context.Context, in activities.RunStage) error {
	switch {
	case in.RunID == private:
		return final(fault.Private, "This video is private.")
	case in.RunID == silent && in.Stage == work.StageTranscript:
		return final(fault.NoTranscript, "The source offers no transcript. Upload one to continue.")
	case in.RunID == hanging || in.RunID == stopping:
		for ctx.Err() == nil {
			activity.RecordHeartbeat(ctx)
			time.Sleep(200 * time.Millisecond)
		}
		return ctx.Err()
	}
	return nil
}

// fetchTranscript is fetched, and finds that audio is to be listened to.
func fetchTranscript(ctx context.Context, in activities.RunStage) (activities.Fetched, error) {
	listen := in.RunID == heard || in.RunID == unheard || in.RunID == mute
	return activities.Fetched{Listen: listen}, fetched(ctx, in)
}

func prepareAudio(context.Context, activities.RunStage) (activities.AudioPlan, error) {
	return activities.AudioPlan{Pieces: 3}, nil
}

func hearPiece(_ context.Context, in activities.PieceInput) error {
	switch {
	case in.RunID == unheard && in.Piece == 1:
		return final(fault.NoTranscript, "The feed has no transcript, and its audio could not be heard.")
	case in.RunID == mute:
		return temporal.NewApplicationErrorWithOptions("The speech server does not answer.", string(fault.Unavailable),
			temporal.ApplicationErrorOptions{NextRetryDelay: time.Hour})
	}
	return nil
}

// steps are the activities by name, each answering by the id of its run or job.
func steps() map[string]any {
	type stage = activities.RunStage
	nothing := func(context.Context, stage) error { return nil }
	return map[string]any{
		"FetchEpisode": fetched, "FetchTranscript": fetchTranscript, "SkipStage": nothing,
		"PrepareAudio": prepareAudio, "HearPiece": hearPiece, "JoinSpeech": nothing,
		"SettlePartial": func(context.Context, activities.Settle) error { return nil },
		"PlanChunks": func(_ context.Context, in stage) (activities.Plan, error) {
			plan := activities.Plan{TranscriptID: 1, Chunks: 6}
			if in.RunID >= batched {
				plan.BatchKey = "key"
			}
			return plan, nil
		},
		"SubmitModelBatch": submitModelBatch, "LookAtModelBatch": lookAtModelBatch(),
		"CollectModelBatch": func(context.Context, activities.ModelBatch) error { return nil },
		"DropModelBatch":    func(context.Context, activities.ModelBatch) error { return nil },
		"ExtractChunk":      extractChunk(), "ReadChunks": readChunks(),
		"PublishEpisode": func(context.Context, stage) (activities.PublishResult, error) {
			return activities.PublishResult{Mentions: 40, Entities: 12}, nil
		},
		"ResolveLinks": func(context.Context, stage) (activities.LinkResult, error) {
			return activities.LinkResult{Links: 3}, nil
		},
		"CheckLinks": func(context.Context, stage) (activities.LinkResult, error) {
			return activities.LinkResult{Links: 3}, nil
		},
		"FinishRun": func(_ context.Context, in activities.Finish) (work.RunState, error) { return in.State, nil },
		"ListInput": func(_ context.Context, in activities.Listing) (activities.ListResult, error) {
			if in.JobID == private {
				return activities.ListResult{}, final(fault.BadInput, "The feed has no episodes yet.")
			}
			return activities.ListResult{Items: 2, Listed: true, Title: "A show"}, nil
		},
		"NextItems": nextItems(), "FailJob": func(context.Context, activities.JobFailure) error { return nil },
		"WantEpisode": func(context.Context, activities.WantInput) (work.ItemState, error) { return work.ItemRunning, nil },
		"CloseJob": func(context.Context, activities.JobOnly) (activities.Closed, error) {
			return activities.Closed{State: work.Completed}, nil
		},
		"SubmitFollow": func(_ context.Context, in activities.FollowInput) (activities.Followed, error) {
			if in.ChannelID == unfollowed {
				return activities.Followed{}, nil
			}
			return activities.Followed{JobID: 17}, nil
		},
		"NextBatchLine": nextLine(), "SubmitBatchLine": func(context.Context, activities.BatchLine) error { return nil },
		"CancelBatchJobs": func(context.Context, activities.BatchOnly) error { return nil },
		"CloseBatch":      closeBatch,
		"SubmitRecurring": func(_ context.Context, in activities.RecurringInput) (activities.Recurred, error) {
			if in.RecurringID == unfollowed {
				return activities.Recurred{}, nil
			}
			return activities.Recurred{BatchID: 18}, nil
		},
		"CancelJob":      func(context.Context, activities.JobOnly) error { return nil },
		"CheckPassLinks": passPage, "MergePassDuplicates": passPage, "LookUpPassEntities": passPage,
		"ReadNextAgain": readNextAgain(),
		"CloseReading":  func(_ context.Context, in activities.ReadingEnd) (work.PassState, error) { return in.State, nil },
		"ClosePass":     func(_ context.Context, in activities.PassEnd) (work.PassState, error) { return in.State, nil },
	}
}

// passPage returns three pages of ten entities; that of a pass to be cancelled does not end by itself.
func passPage(ctx context.Context, in activities.PassPage) (activities.PassProgress, error) {
	switch in.PassID {
	case private:
		return activities.PassProgress{}, final(fault.Internal, fault.Neutral)
	case stopping:
		for ctx.Err() == nil {
			activity.RecordHeartbeat(ctx)
			time.Sleep(200 * time.Millisecond)
		}
		return activities.PassProgress{}, ctx.Err()
	}
	return activities.PassProgress{Done: 10 * (in.Page + 1), Total: 30, More: in.Page < 2}, nil
}

// nextItems offers two items first and has everything settled afterwards; a job to be cancelled never settles.
func nextItems() func(context.Context, activities.WindowInput) (activities.Window, error) {
	asked := map[int]int{}
	return func(_ context.Context, in activities.WindowInput) (activities.Window, error) {
		asked[in.JobID]++
		switch {
		case asked[in.JobID] == 1:
			return activities.Window{Start: []int{1, 2}, Open: 2}, nil
		case in.JobID == stopping, in.JobID == waiting && asked[in.JobID] == 2:
			return activities.Window{Open: 2, Running: 2}, nil
		default:
			return activities.Window{Settled: 2}, nil
		}
	}
}

// nextLine goes through three lines; what happens between them is the batch's own.
func nextLine() func(context.Context, activities.BatchOnly) (activities.BatchNext, error) {
	var mu sync.Mutex
	asked := map[int]int{}
	return func(_ context.Context, in activities.BatchOnly) (activities.BatchNext, error) {
		mu.Lock()
		defer mu.Unlock()
		n := asked[in.BatchID]
		asked[in.BatchID]++
		switch {
		case in.BatchID == dropped && n == 1:
			return activities.BatchNext{Settled: 1, Cancelled: true}, nil
		case (in.BatchID == held || in.BatchID == stopping) && n == 1:
			return activities.BatchNext{Settled: 1, Position: 2, Paused: true}, nil
		case in.BatchID == held && n > 1:
			n--
		case in.BatchID == long && n > 0:
			n = 99 + n // the part is full after its first line
			if n < 102 {
				return activities.BatchNext{Settled: n, Position: n + 1}, nil
			}
			return activities.BatchNext{Settled: n}, nil
		}
		if n == 3 {
			return activities.BatchNext{Settled: n}, nil
		}
		return activities.BatchNext{Settled: n, Position: n + 1}, nil
	}
}

func closeBatch(_ context.Context, in activities.BatchOnly) (activities.BatchEnd, error) {
	switch in.BatchID {
	case failing:
		return activities.BatchEnd{State: work.BatchCompleted, Accepted: 2, Failed: 1}, nil
	case dropped, stopping:
		return activities.BatchEnd{State: work.BatchCancelled, Accepted: 1}, nil
	}
	return activities.BatchEnd{State: work.BatchCompleted, Accepted: 3}, nil
}

// extractChunk has no budget for some chunks when it is asked first.
func extractChunk() func(context.Context, activities.ChunkInput) error {
	var asked [3]atomic.Bool
	var tried atomic.Bool
	return func(_ context.Context, in activities.ChunkInput) error {
		if in.Chunk == 2 && (in.RunID == torn || in.RunID == mended && !tried.Swap(true)) {
			return final(fault.Unsupported, "The model has failed at this part of the transcript too often.")
		}
		if in.RunID == spent && in.Chunk < len(asked) && !asked[in.Chunk].Swap(true) {
			return temporal.NewApplicationErrorWithOptions("The day's budget is used up.", string(fault.Budget),
				temporal.ApplicationErrorOptions{NextRetryDelay: time.Hour})
		}
		return nil
	}
}

// readChunks plays the activity that reads parcels: six chunks in three of them, with what goes wrong in some runs.
func readChunks() func(context.Context, activities.ChunksInput) (activities.ChunksRead, error) {
	var asked [3]atomic.Bool
	return func(_ context.Context, in activities.ChunksInput) (activities.ChunksRead, error) {
		first, all := in.Which[0], activities.ChunksRead{Looked: len(in.Which)}
		switch {
		case in.RunID == torn && first == 2:
			all.Failed, all.Class = in.Which[:1], string(fault.Unsupported)
			all.Text = "The model has failed at this part of the transcript too often."
		case in.RunID == garbled && first == 2: // what the batch left is read directly, and takes its time
			all.Looked = 1
		case in.RunID == slow:
			all.Looked = 1
		case in.RunID == broken && first == 2:
			return activities.ChunksRead{}, final(fault.Internal, fault.Neutral)
		case in.RunID == spent && first < 4 && !asked[first/2].Swap(true):
			return activities.ChunksRead{}, temporal.NewApplicationErrorWithOptions("The day's budget is used up.", string(fault.Budget),
				temporal.ApplicationErrorOptions{NextRetryDelay: time.Hour})
		}
		return all, nil
	}
}

// readNextAgain reads three times ten episodes, or many more times; that of a pass to be cancelled does not end by itself.
func readNextAgain() func(ctx context.Context, in activities.ReadingOnly) (activities.ReadingProgress, error) {
	var mu sync.Mutex
	steps := map[int]int{}
	return func(ctx context.Context, in activities.ReadingOnly) (activities.ReadingProgress, error) {
		last := 3
		switch in.RereadingID {
		case private:
			return activities.ReadingProgress{}, final(fault.Internal, fault.Neutral)
		case stopping:
			for ctx.Err() == nil {
				activity.RecordHeartbeat(ctx)
				time.Sleep(200 * time.Millisecond)
			}
			return activities.ReadingProgress{}, ctx.Err()
		case long:
			last = 60
		}
		mu.Lock()
		defer mu.Unlock()
		steps[in.RereadingID]++
		n := steps[in.RereadingID]
		return activities.ReadingProgress{LookedAt: 40, Read: 10 * n, Changed: n, More: n < last}, nil
	}
}

package engine

import (
	"context"
	"errors"
	"log/slog"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/fault"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// maxTitle is how many characters of a title a summary holds: the server stores them with ease.
const maxTitle = 120

// Rows is what the engine asks of the store.
type Rows interface {
	JobStarted(ctx context.Context, id int) error
	RunStarted(ctx context.Context, id int) error
	JobsToHurry(ctx context.Context, since time.Time, size int) ([]jobs.JobRef, error)
	OpenWork(ctx context.Context, before, stale time.Time) ([]jobs.JobRef, []jobs.RunRef, error)
	Fact(ctx context.Context, name string) (string, error)
	FactOnce(ctx context.Context, name, value string) (string, error)
	SetFact(ctx context.Context, name, value string) error
	ForgetWorkflows(ctx context.Context) error
	CancelJob(ctx context.Context, jobID int) ([]jobs.RunRef, error)
	FinishRun(ctx context.Context, runID int, state work.RunState, f jobs.Failure) (work.RunState, []jobs.JobRef, error)
	ReleaseReservations(ctx context.Context, before time.Time) error
	FollowedChannels(ctx context.Context) ([]jobs.FollowRef, error)
	RunsReadByModel(ctx context.Context) ([]jobs.RunRef, error)
	RunsListening(ctx context.Context) ([]jobs.RunRef, error)
	BatchRows
	PausedQueues(ctx context.Context) (map[work.Queue]jobs.QueuePause, error)
}

// Passes is what the engine needs of the room of passes.
type Passes interface {
	OpenPasses(ctx context.Context, before time.Time) ([]curate.PassRef, error)
	FinishPass(ctx context.Context, id int, state work.PassState, reason string) (work.PassState, error)
}

// Engine starts and tells workflows.
type Engine struct {
	client client.Client
	rows   Rows
	passes Passes
	now    func() time.Time
	log    *slog.Logger

	readings Readings // nil: nobody reads earlier episodes again
	watch    watch
}

// New returns an engine over a client, which may be lazy: nothing is asked of the server until it is needed.
func New(c client.Client, rows Rows, passes Passes, now func() time.Time, log *slog.Logger) *Engine {
	return &Engine{client: c, rows: rows, passes: passes, now: now, log: log}
}

// ReadAgain makes the reconciler read earlier episodes again when there is news.
func (e *Engine) ReadAgain(readings Readings) *Engine {
	e.readings = readings
	return e
}

// callTimeout bounds each call, so that an API answers while the server is down.
const callTimeout = 5 * time.Second

// System work stands behind what people wait for.
const systemPriority = 4

func priority(submitter string) temporal.Priority {
	p := temporal.Priority{FairnessKey: submitter}
	if submitter == database.SystemSubmitter {
		p.PriorityKey = systemPriority
	}
	return p
}

var (
	attrKind      = temporal.NewSearchAttributeKeyKeyword(work.AttrKind)
	attrPlatform  = temporal.NewSearchAttributeKeyKeyword(work.AttrPlatform)
	attrSubmitter = temporal.NewSearchAttributeKeyKeyword(work.AttrSubmitter)
)

// StartJob starts the workflow of a job. One that is started already is left alone.
func (e *Engine) StartJob(ctx context.Context, j jobs.JobRef) error {
	err := e.start(ctx, client.StartWorkflowOptions{
		ID: j.WorkflowID(), StaticSummary: "Job: " + wording.Shorten(j.Title, maxTitle), Priority: priority(j.Submitter),
		TypedSearchAttributes: temporal.NewSearchAttributes(attrKind.ValueSet(string(j.Kind)),
			attrPlatform.ValueSet(string(j.Platform)), attrSubmitter.ValueSet(j.Submitter)),
	}, work.AnalyzeJob, work.JobInput{JobID: j.JobID, Submitter: j.Submitter})
	if err != nil {
		return err
	}
	e.log.InfoContext(ctx, "job started", "job", j.JobID, "workflow", j.WorkflowID())
	return e.rows.JobStarted(ctx, j.JobID)
}

// StartRun starts the workflow of a run. One that is started already is left alone.
func (e *Engine) StartRun(ctx context.Context, r jobs.RunRef) error {
	err := e.start(ctx, client.StartWorkflowOptions{
		ID: r.WorkflowID(), StaticSummary: "Analyze: " + wording.Shorten(r.Title, maxTitle), Priority: priority(r.Submitter),
		TypedSearchAttributes: temporal.NewSearchAttributes(attrKind.ValueSet("episode"), attrSubmitter.ValueSet(r.Submitter)),
	}, work.AnalyzeEpisode, work.RunInput{RunID: r.RunID, EpisodeID: r.EpisodeID, Submitter: r.Submitter, From: r.From})
	if err != nil {
		return err
	}
	e.log.InfoContext(ctx, "run started", "run", r.RunID, "episode", r.EpisodeID, "workflow", r.WorkflowID())
	return e.rows.RunStarted(ctx, r.RunID)
}

// start starts a top-level workflow: a running one is joined. A closed one is not run again, because its id carries the
// key of its row, unless the options say otherwise.
func (e *Engine) start(ctx context.Context, o client.StartWorkflowOptions, name string, in any) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	o.TaskQueue = string(work.QueueMain)
	if o.WorkflowIDReusePolicy == enumspb.WORKFLOW_ID_REUSE_POLICY_UNSPECIFIED {
		o.WorkflowIDReusePolicy = enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE
	}
	o.WorkflowIDConflictPolicy = enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING
	_, err := e.client.ExecuteWorkflow(ctx, o, name, in)
	if errors.As(err, new(*serviceerror.WorkflowExecutionAlreadyStarted)) {
		return nil
	}
	return unavailable(err)
}

// HurryJob tells a job to look at its rows now.
func (e *Engine) HurryJob(ctx context.Context, j jobs.JobRef) error {
	return e.signal(ctx, j.WorkflowID(), work.SignalHurry)
}

// PauseJob tells a job that its pause flag changed.
func (e *Engine) PauseJob(ctx context.Context, j jobs.JobRef) error {
	return e.signal(ctx, j.WorkflowID(), work.SignalPause)
}

// TellTranscript tells a run that a transcript was given.
func (e *Engine) TellTranscript(ctx context.Context, r jobs.RunRef) error {
	return e.signal(ctx, r.WorkflowID(), work.SignalTranscript)
}

// signal tells a workflow something. One that is gone needs no telling.
func (e *Engine) signal(ctx context.Context, id, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return unavailable(ignoreGone(e.client.SignalWorkflow(ctx, id, "", name, nil)))
}

// CancelJob cancels the workflow of a job whose rows say so already.
func (e *Engine) CancelJob(ctx context.Context, j jobs.JobRef) error {
	return e.cancel(ctx, j.WorkflowID())
}

// CancelRun cancels the workflow of a run whose row says so already.
func (e *Engine) CancelRun(ctx context.Context, r jobs.RunRef) error {
	return e.cancel(ctx, r.WorkflowID())
}

func (e *Engine) cancel(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return unavailable(ignoreGone(e.client.CancelWorkflow(ctx, id, "")))
}

// Health asks the server.
func (e *Engine) Health(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err := e.client.CheckHealth(ctx, &client.CheckHealthRequest{})
	return unavailable(err)
}

// NamespaceID is the id of the namespace the client works in: a new one means that all workflows are lost.
func (e *Engine) NamespaceID(ctx context.Context, namespace string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	d, err := e.client.WorkflowService().DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: namespace})
	if err != nil {
		return "", unavailable(err)
	}
	return d.GetNamespaceInfo().GetId(), nil
}

func ignoreGone(err error) error {
	if errors.As(err, new(*serviceerror.NotFound)) {
		return nil
	}
	return err
}

// unavailable is the fault of a call that failed. A request that the server understood and refused is our mistake: it
// says nothing about the next one.
func unavailable(err error) error {
	if err == nil {
		return nil
	}
	if errors.As(err, new(*serviceerror.InvalidArgument)) {
		return fault.Wrap(fault.Internal, err, fault.Neutral)
	}
	return fault.Wrap(fault.Unavailable, err, "The workflow engine does not answer. Nothing is lost; work continues when it is back.")
}

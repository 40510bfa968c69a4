package engine_test

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	namespacepb "go.temporal.io/api/namespace/v1"
	"go.temporal.io/api/serviceerror"
	taskqueuepb "go.temporal.io/api/taskqueue/v1"
	workerpb "go.temporal.io/api/worker/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mentionary/internal/engine"
	"mentionary/internal/media"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// started is a request to start a workflow.
type started struct {
	options client.StartWorkflowOptions
	name    any
	input   any
}

// server is a workflow server as its client shows it. What tests do not use is nil and panics.
type server struct {
	client.Client

	mu        sync.Mutex
	namespace string
	states    map[string]enumspb.WorkflowExecutionStatus // by workflow id; others are unknown
	memos     map[string]string                          // pass by workflow id
	refuses   map[string]error                           // by workflow id
	pending   map[string][]*workflowpb.PendingActivityInfo
	stats     map[string]*taskqueuepb.TaskQueueStats
	limits    map[string]*taskqueuepb.RateLimitConfig
	updates   []string             // of limits
	pollers   map[string]time.Time // last seen, by queue + " " + kind
	err       error                // of every call
	hangs     bool

	starts    []started
	signals   []string // id + " " + name
	cancelled []string
	resets    []string // workflow and activity
	described []string
	schedules map[string]client.ScheduleOptions
	nextRuns  map[string][]time.Time // by id
}

func (s *server) answer(ctx context.Context) error {
	if s.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return s.err
}

func (s *server) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, name any, args ...any) (client.WorkflowRun, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.answer(ctx); err != nil {
		return nil, err
	}
	if err := s.refuses[o.ID]; err != nil {
		return nil, err
	}
	s.starts = append(s.starts, started{o, name, args[0]})
	return nil, nil
}

func (s *server) SignalWorkflow(ctx context.Context, id, _, name string, _ any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signals = append(s.signals, id+" "+name)
	return s.answer(ctx)
}

func (s *server) CancelWorkflow(ctx context.Context, id, _ string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelled = append(s.cancelled, id)
	return s.answer(ctx)
}

func (s *server) CheckHealth(ctx context.Context, _ *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, s.answer(ctx)
}

func (s *server) DescribeWorkflowExecution(ctx context.Context, id, _ string) (*workflowservice.DescribeWorkflowExecutionResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.described = append(s.described, id)
	if err := s.answer(ctx); err != nil {
		return nil, err
	}
	state, ok := s.states[id]
	if !ok {
		return nil, serviceerror.NewNotFound("no such workflow")
	}
	info := &workflowpb.WorkflowExecutionInfo{Execution: &commonpb.WorkflowExecution{WorkflowId: id}, Status: state}
	if pass, ok := s.memos[id]; ok {
		kept, err := converter.GetDefaultDataConverter().ToPayload(pass)
		if err != nil {
			return nil, err
		}
		info.Memo = &commonpb.Memo{Fields: map[string]*commonpb.Payload{"pass": kept}}
	}
	return &workflowservice.DescribeWorkflowExecutionResponse{WorkflowExecutionInfo: info, PendingActivities: s.pending[id]}, nil
}

func (s *server) WorkflowService() workflowservice.WorkflowServiceClient {
	return namespaces{server: s}
}

// namespaces is the part of the server's own face that is used.
type namespaces struct {
	workflowservice.WorkflowServiceClient
	server *server
}

func (n namespaces) ResetActivity(
	ctx context.Context, r *workflowservice.ResetActivityRequest, _ ...grpc.CallOption,
) (*workflowservice.ResetActivityResponse, error) {
	s := n.server
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resets = append(s.resets, r.GetExecution().GetWorkflowId()+" "+r.GetId())
	return &workflowservice.ResetActivityResponse{}, s.answer(ctx)
}

func (n namespaces) DescribeNamespace(ctx context.Context, _ *workflowservice.DescribeNamespaceRequest,
	_ ...grpc.CallOption,
) (*workflowservice.DescribeNamespaceResponse, error) {
	s := n.server
	s.mu.Lock()
	defer s.mu.Unlock()
	return &workflowservice.DescribeNamespaceResponse{NamespaceInfo: &namespacepb.NamespaceInfo{Id: s.namespace}}, s.answer(ctx)
}

// DescribeTaskQueue returns the pollers, figures and limits that the test gave, or that were set.
func (n namespaces) DescribeTaskQueue(ctx context.Context, r *workflowservice.DescribeTaskQueueRequest,
	_ ...grpc.CallOption,
) (*workflowservice.DescribeTaskQueueResponse, error) {
	s := n.server
	s.mu.Lock()
	defer s.mu.Unlock()
	name := r.GetTaskQueue().GetName() + " " + r.GetTaskQueueType().String()
	out := &workflowservice.DescribeTaskQueueResponse{Stats: s.stats[name]}
	if limit := s.limits[name]; limit != nil {
		out.Config = &taskqueuepb.TaskQueueConfig{QueueRateLimit: limit}
	}
	if seen, ok := s.pollers[name]; ok {
		out.Pollers = append(out.Pollers, &taskqueuepb.PollerInfo{LastAccessTime: timestamppb.New(seen), Identity: "7@here 1.2"})
	}
	return out, s.answer(ctx)
}

// UpdateTaskQueueConfig keeps a limit.
func (n namespaces) UpdateTaskQueueConfig(ctx context.Context, r *workflowservice.UpdateTaskQueueConfigRequest,
	_ ...grpc.CallOption,
) (*workflowservice.UpdateTaskQueueConfigResponse, error) {
	s := n.server
	s.mu.Lock()
	defer s.mu.Unlock()
	u := r.GetUpdateQueueRateLimit()
	s.updates = append(s.updates, r.GetTaskQueue()+": "+u.GetReason())
	s.limits[r.GetTaskQueue()+" "+r.GetTaskQueueType().String()] = &taskqueuepb.RateLimitConfig{
		RateLimit: u.GetRateLimit(), Metadata: &taskqueuepb.ConfigMetadata{Reason: u.GetReason()},
	}
	return &workflowservice.UpdateTaskQueueConfigResponse{}, s.answer(ctx)
}

// ListWorkers says how busy the worker of the fetching queue is.
func (n namespaces) ListWorkers(context.Context, *workflowservice.ListWorkersRequest, ...grpc.CallOption,
) (*workflowservice.ListWorkersResponse, error) {
	//nolint:staticcheck // what the engine reads
	return &workflowservice.ListWorkersResponse{WorkersInfo: []*workerpb.WorkerInfo{{WorkerHeartbeat: &workerpb.WorkerHeartbeat{
		WorkerIdentity: "7@here 1.2", TaskQueue: "mentionary-fetch",
		ActivityTaskSlotsInfo: &workerpb.WorkerSlotsInfo{CurrentAvailableSlots: 13, CurrentUsedSlots: 3},
	}}}}, nil
}

// rows note what the engine asks of the store.
type rows struct {
	paused    map[work.Queue]jobs.QueuePause
	mu        sync.Mutex
	facts     map[string]string
	jobs      []jobs.JobRef // open work
	toHurry   []jobs.JobRef // have something to do
	runs      []jobs.RunRef
	hurry     []jobs.JobRef // answered by FinishRun
	stopped   []jobs.RunRef // answered by CancelJob
	reading   []jobs.RunRef // by a model
	listening []jobs.RunRef
	passes    []curate.PassRef
	err       error // of OpenWork
	calls     []string
	failures  []jobs.Failure
	before    [3]time.Time // OpenWork's two, ReleaseReservations'
	followed  []jobs.FollowRef
	batchRows
}

func (r *rows) note(what string, id int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, what+" "+strconv.Itoa(id))
}

// count is how often something was asked.
func (r *rows) count(what string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, c := range r.calls {
		if c == what {
			n++
		}
	}
	return n
}

func (r *rows) JobStarted(_ context.Context, id int) error { r.note("job started", id); return nil }
func (r *rows) RunStarted(_ context.Context, id int) error { r.note("run started", id); return nil }

func (r *rows) OpenWork(_ context.Context, before, stale time.Time) ([]jobs.JobRef, []jobs.RunRef, error) {
	r.note("open work", 0)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before[0], r.before[1] = before, stale
	return slices.Clone(r.jobs), slices.Clone(r.runs), r.err
}

func (r *rows) JobsToHurry(_ context.Context, since time.Time, size int) ([]jobs.JobRef, error) {
	r.note("touched "+now.Sub(since).String()+" ago, window", size)
	return r.toHurry, nil
}

func (r *rows) OpenPasses(context.Context, time.Time) ([]curate.PassRef, error) { return r.passes, nil }

func (r *rows) FinishPass(_ context.Context, id int, state work.PassState, _ string) (work.PassState, error) {
	r.note("finish pass as "+string(state), id)
	return state, nil
}

func (r *rows) FactOnce(_ context.Context, name, value string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.facts[name]; !ok {
		r.facts[name] = value
	}
	return r.facts[name], nil
}

func (r *rows) Fact(_ context.Context, name string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.facts[name], nil
}

func (r *rows) SetFact(_ context.Context, name, value string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.facts[name] = value
	return nil
}

func (r *rows) ForgetWorkflows(context.Context) error { r.note("forget", 0); return nil }

func (r *rows) CancelJob(_ context.Context, id int) ([]jobs.RunRef, error) {
	r.note("cancel job", id)
	return r.stopped, nil
}

func (r *rows) FinishRun(_ context.Context, id int, state work.RunState, f jobs.Failure) (work.RunState, []jobs.JobRef, error) {
	r.note("finish run as "+string(state), id)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, f)
	return state, r.hurry, nil
}

func (r *rows) ReleaseReservations(_ context.Context, before time.Time) error {
	r.note("release", 0)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before[2] = before
	return nil
}

func (r *rows) FollowedChannels(context.Context) ([]jobs.FollowRef, error) {
	r.note("followed", 0)
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.followed), nil
}
func (r *rows) RunsReadByModel(context.Context) ([]jobs.RunRef, error) { return r.reading, nil }

func (r *rows) RunsListening(context.Context) ([]jobs.RunRef, error) { return r.listening, nil }

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newEngine(t *testing.T) (*engine.Engine, *server, *rows) {
	t.Helper()
	s := &server{
		namespace: "ns-1", states: map[string]enumspb.WorkflowExecutionStatus{}, memos: map[string]string{}, refuses: map[string]error{},
		schedules: map[string]client.ScheduleOptions{},
	}
	r := &rows{facts: map[string]string{}}
	return engine.New(s, r, r, func() time.Time { return now }, slog.New(slog.DiscardHandler)), s, r
}

func aJob(id int) jobs.JobRef {
	return jobs.JobRef{
		JobID: id, Key: "key" + strconv.Itoa(id), Incarnation: 1, Submitter: "ann", Kind: media.KindFeed, Platform: media.Feed,
		Title: "A feed",
	}
}

func aRun(id int) jobs.RunRef {
	return jobs.RunRef{
		RunID: id, EpisodeID: 100 + id, Number: 2, Key: "key" + strconv.Itoa(id), Submitter: "ann", From: work.StageExtract,
		Title: "An episode",
	}
}

func aPass(id int) curate.PassRef {
	return curate.PassRef{PassID: id, Kind: work.PassDuplicates, Type: "book", Submitter: "mo"}
}

func (r *rows) PausedQueues(context.Context) (map[work.Queue]jobs.QueuePause, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.paused, nil
}

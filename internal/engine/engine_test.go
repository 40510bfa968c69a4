package engine_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/engine"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// requireOptions checks what every start has in common.
func requireOptions(t *testing.T, o client.StartWorkflowOptions) {
	t.Helper()
	require.Equal(t, string(work.QueueMain), o.TaskQueue)
	require.Equal(t, enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE, o.WorkflowIDReusePolicy, "what has run is not run again")
	require.Equal(t, enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING, o.WorkflowIDConflictPolicy, "what runs is joined")
	require.Zero(t, o.WorkflowExecutionTimeout, "a job may wait for days")
}

func keyword(t *testing.T, o client.StartWorkflowOptions, name string) string {
	t.Helper()
	v, ok := o.TypedSearchAttributes.GetKeyword(temporal.NewSearchAttributeKeyKeyword(name))
	require.True(t, ok, name)
	return v
}

func TestAJobStartsUnderItsOwnID(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	require.NoError(t, e.StartJob(t.Context(), aJob(7)))
	require.Len(t, s.starts, 1)
	got := s.starts[0]
	requireOptions(t, got.options)
	require.Equal(t, "job/key7-1", got.options.ID)
	require.Equal(t, work.AnalyzeJob, got.name)
	require.Equal(t, work.JobInput{JobID: 7, Submitter: "ann"}, got.input)
	require.Equal(t, "Job: A feed", got.options.StaticSummary)
	require.Equal(t, temporal.Priority{FairnessKey: "ann"}, got.options.Priority)
	require.Equal(t, "feed", keyword(t, got.options, work.AttrKind))
	require.Equal(t, "feed", keyword(t, got.options, work.AttrPlatform))
	require.Equal(t, "ann", keyword(t, got.options, work.AttrSubmitter))
	require.Equal(t, []string{"job started 7"}, r.calls)
}

func TestARunStartsUnderItsOwnID(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	require.NoError(t, e.StartRun(t.Context(), aRun(3)))
	got := s.starts[0]
	requireOptions(t, got.options)
	require.Equal(t, aRun(3).WorkflowID(), got.options.ID)
	require.Equal(t, work.AnalyzeEpisode, got.name)
	require.Equal(t, work.RunInput{RunID: 3, EpisodeID: 103, Submitter: "ann", From: work.StageExtract}, got.input)
	require.Equal(t, "Analyze: An episode", got.options.StaticSummary)
	require.Equal(t, "episode", keyword(t, got.options, work.AttrKind))
	require.Equal(t, "ann", keyword(t, got.options, work.AttrSubmitter))
	require.Equal(t, []string{"run started 3"}, r.calls)
}

func TestSystemWorkStandsBehindWhatPeopleWaitFor(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	j := aJob(1)
	j.Submitter = database.SystemSubmitter
	require.NoError(t, e.StartJob(t.Context(), j))
	p := s.starts[0].options.Priority
	require.Greater(t, p.PriorityKey, 3, "3 is what counts for work without a priority")
	require.Equal(t, database.SystemSubmitter, p.FairnessKey)
}

func TestSummariesAreCutAndClean(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	j, r := aJob(1), aRun(1)
	j.Title, r.Title = strings.Repeat("ü", 1000), "bad \xff byte"
	require.NoError(t, e.StartJob(t.Context(), j))
	require.NoError(t, e.StartRun(t.Context(), r))
	cut := strings.TrimPrefix(s.starts[0].options.StaticSummary, "Job: ")
	require.Equal(t, strings.Repeat("ü", 119)+"…", cut)
	require.Equal(t, "Analyze: bad  byte", s.starts[1].options.StaticSummary)
}

func TestAlreadyStartedIsSuccess(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	s.err = serviceerror.NewWorkflowExecutionAlreadyStarted("there is one", "", "")
	require.NoError(t, e.StartJob(t.Context(), aJob(1)))
	require.NoError(t, e.StartRun(t.Context(), aRun(1)))
	require.Equal(t, []string{"job started 1", "run started 1"}, r.calls)
}

// told are the calls about a workflow that exists.
func told(e *engine.Engine) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"hurry":      func(ctx context.Context) error { return e.HurryJob(ctx, aJob(1)) },
		"pause":      func(ctx context.Context) error { return e.PauseJob(ctx, aJob(1)) },
		"transcript": func(ctx context.Context) error { return e.TellTranscript(ctx, aRun(1)) },
		"cancel job": func(ctx context.Context) error { return e.CancelJob(ctx, aJob(1)) },
		"cancel run": func(ctx context.Context) error { return e.CancelRun(ctx, aRun(1)) },
	}
}

func TestWorkflowsAreToldByTheirIDs(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	for name, call := range told(e) {
		require.NoError(t, call(t.Context()), name)
	}
	require.ElementsMatch(t, []string{"job/key1-1 hurry", "job/key1-1 pause", aRun(1).WorkflowID() + " transcript"}, s.signals)
	require.ElementsMatch(t, []string{"job/key1-1", aRun(1).WorkflowID()}, s.cancelled)
}

func TestAWorkflowThatIsGoneNeedsNoTelling(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	s.err = serviceerror.NewNotFound("workflow execution already completed")
	for name, call := range told(e) {
		require.NoError(t, call(t.Context()), name)
	}
}

// Pages answer while the server is away: each call ends within its time with a sentence, and nothing is noted as started.
func TestAServerThatIsAwayIsAFaultWithinFiveSeconds(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*server){
		"refuses": func(s *server) { s.err = serviceerror.NewUnavailable("connection refused") },
		"hangs":   func(s *server) { s.hangs = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e, s, r := newEngine(t)
				away(s)
				calls := told(e)
				calls["start job"] = func(ctx context.Context) error { return e.StartJob(ctx, aJob(1)) }
				calls["start run"] = func(ctx context.Context) error { return e.StartRun(ctx, aRun(1)) }
				calls["health"] = e.Health
				calls["namespace"] = func(ctx context.Context) error { _, err := e.NamespaceID(ctx, "mentionary"); return err }
				for name, call := range calls {
					asked := time.Now()
					err := call(t.Context())
					require.True(t, fault.Is(err, fault.Unavailable), "%s: %v", name, err)
					require.Contains(t, fault.Of(err).Sentence, "Nothing is lost", name)
					require.LessOrEqual(t, time.Since(asked), 5*time.Second, name)
				}
				require.Empty(t, r.calls)
			})
		})
	}
}

func TestARequestThatTheServerRefusesIsOurMistake(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	s.err = serviceerror.NewInvalidArgument("id too long")
	err := e.StartJob(t.Context(), aJob(1))
	require.True(t, fault.Is(err, fault.Internal), "%v", err)
	require.Equal(t, fault.Neutral, fault.Of(err).Sentence)
	require.ErrorIs(t, err, s.err)
}

func TestAHealthyServerIsHealthy(t *testing.T) {
	t.Parallel()
	e, _, _ := newEngine(t)
	require.NoError(t, e.Health(t.Context()))
	id, err := e.NamespaceID(t.Context(), "mentionary")
	require.NoError(t, err)
	require.Equal(t, "ns-1", id)
}

package workflows_test

import (
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/work"
	"mentionary/workflows"
)

// Typed references to name activities.
var (
	jobs    *activities.Jobs
	list    *activities.List
	fetch   *activities.Fetch
	extract *activities.Extract
	publish *activities.Publish
	links   *activities.Links
	follows *activities.Follows
	passes  *activities.Passes
	listen  *activities.Listen
)

// story is a workflow test environment that skips time. Every activity must be expected; others fail the test.
type story struct {
	*testsuite.TestWorkflowEnvironment
	t *testing.T
}

func newStory(t *testing.T) *story {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	s := &story{suite.NewTestWorkflowEnvironment(), t}
	activities.Steps{}.Register(s)
	workflows.Register(s)
	t.Cleanup(func() { s.AssertExpectations(t) })
	return s
}

const runID = 7

func step(stage work.Stage) activities.RunStage {
	return activities.RunStage{RunID: runID, Stage: stage}
}

func (s *story) fetches(chunks int) {
	s.OnActivity(fetch.FetchEpisode, mock.Anything, step(work.StageEpisode)).Return(nil).Once()
	s.OnActivity(fetch.FetchTranscript, mock.Anything, step(work.StageTranscript)).Return(activities.Fetched{}, nil).Once()
	s.plans(chunks)
}

func (s *story) plans(chunks int) {
	s.OnActivity(fetch.PlanChunks, mock.Anything, step(work.StageExtract)).
		Return(activities.Plan{TranscriptID: 3, Chunks: chunks}, nil).Once()
}

func chunk(i, n int) activities.ChunkInput {
	return activities.ChunkInput{RunStage: step(work.StageExtract), TranscriptID: 3, Chunk: i, Chunks: n}
}

func parcel(n int, which ...int) activities.ChunksInput {
	return activities.ChunksInput{RunStage: step(work.StageExtract), TranscriptID: 3, Which: which, Chunks: n}
}

// reads expects each of n chunks to be read by itself: there are no more than are read at once.
func (s *story) reads(n int) {
	for i := range n {
		s.OnActivity(extract.ExtractChunk, mock.Anything, chunk(i, n)).Return(nil).Once()
	}
}

// readsParcel expects chunks to be read by one activity, once.
func (s *story) readsParcel(out activities.ChunksRead, err error, n int, which ...int) {
	s.OnActivity(extract.ReadChunks, mock.Anything, parcel(n, which...)).Return(out, err).Once()
}

func (s *story) publishes(times int) {
	s.OnActivity(publish.PublishEpisode, mock.Anything, step(work.StagePublish)).
		Return(activities.PublishResult{Mentions: 12, Entities: 5}, nil).Times(times)
}

func (s *story) links() {
	s.OnActivity(links.ResolveLinks, mock.Anything, step(work.StageLinks)).Return(activities.LinkResult{Links: 2}, nil).Once()
	s.OnActivity(links.CheckLinks, mock.Anything, step(work.StageCheck)).Return(activities.LinkResult{Links: 2}, nil).Once()
}

// becomesPublic expects a run to be published so many times, its links to be found and checked, and its end as done.
func (s *story) becomesPublic(published int) {
	s.publishes(published)
	s.links()
	s.closes(work.RunDone, "")
}

// closes expects the run to be closed once, in this state and with this class of error.
func (s *story) closes(state work.RunState, class fault.Kind) {
	s.OnActivity(jobs.FinishRun, mock.Anything, mock.MatchedBy(func(in activities.Finish) bool {
		return in.RunID == runID && in.State == state && in.Class == string(class)
	})).Return(state, nil).Once()
}

func (s *story) analyze(from work.Stage) work.RunResult {
	s.t.Helper()
	s.ExecuteWorkflow(workflows.AnalyzeEpisode, work.RunInput{RunID: runID, EpisodeID: 1, Submitter: "someone", From: from})
	require.True(s.t, s.IsWorkflowCompleted())
	var r work.RunResult
	if s.GetWorkflowError() == nil {
		require.NoError(s.t, s.GetWorkflowResult(&r))
	}
	return r
}

// finally is a failure that no retry mends, as the interceptor makes it.
func finally(k fault.Kind, sentence string) error {
	return temporal.NewApplicationErrorWithOptions(sentence, string(k), temporal.ApplicationErrorOptions{NonRetryable: true})
}

package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"

	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

func TestAPassStartsUnderTheIDOfItsKindAndType(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	require.NoError(t, e.StartPass(t.Context(), aPass(5)))
	got := s.starts[0]
	require.Equal(t, "pass/duplicates/book", got.options.ID)
	require.Equal(t, enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE, got.options.WorkflowIDReusePolicy, "the next pass may follow")
	require.Equal(t, enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING, got.options.WorkflowIDConflictPolicy, "a running one is joined")
	require.Equal(t, work.DuplicatePass, got.name)
	require.Equal(t, work.PassInput{PassID: 5}, got.input)
	require.Equal(t, "Find duplicates: book", got.options.StaticSummary)
	require.Equal(t, "duplicates", keyword(t, got.options, work.AttrKind))
	require.Equal(t, "mo", keyword(t, got.options, work.AttrSubmitter))
	links := aPass(6)
	links.Kind = work.PassLinks
	require.NoError(t, e.StartPass(t.Context(), links))
	require.Equal(t, work.LinkPass, s.starts[1].name)
	require.Equal(t, "Check links: book", s.starts[1].options.StaticSummary)
}

func TestPassesAreRevivedFromTheirRows(t *testing.T) {
	t.Parallel()
	const id = "pass/duplicates/book"
	for name, c := range map[string]struct {
		state  enumspb.WorkflowExecutionStatus
		memo   string
		starts int
		failed int
	}{
		"missing":                  {starts: 1},
		"running":                  {state: enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING, memo: "5"},
		"ended by hand":            {state: enumspb.WORKFLOW_EXECUTION_STATUS_TERMINATED, memo: "5", failed: 1},
		"a former pass has ended":  {state: enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, memo: "4", starts: 1},
		"ended, of unknown origin": {state: enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, starts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, s, r := newEngine(t)
			r.passes = []curate.PassRef{aPass(5)}
			if c.state != enumspb.WORKFLOW_EXECUTION_STATUS_UNSPECIFIED {
				s.states[id] = c.state
			}
			if c.memo != "" {
				s.memos[id] = c.memo
			}
			require.NoError(t, e.ReconcileOnce(t.Context()))
			require.Len(t, s.starts, c.starts)
			require.Equal(t, c.failed, r.count("finish pass as failed 5"))
		})
	}
}

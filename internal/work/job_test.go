package work_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/work"
)

func TestOutcomeOfAJob(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		items []work.ItemState
		want  work.State
	}{
		"all done":             {[]work.ItemState{work.ItemDone, work.ItemAlready}, work.Completed},
		"one failed":           {[]work.ItemState{work.ItemDone, work.ItemFailed}, work.Partial},
		"all failed":           {[]work.ItemState{work.ItemFailed, work.ItemFailed}, work.Failed},
		"needs a transcript":   {[]work.ItemState{work.ItemNeedsTranscript}, work.Partial},
		"partial is not whole": {[]work.ItemState{work.ItemPartial}, work.Partial},
		"nothing to do":        {nil, work.Completed},
	} {
		require.Equal(t, c.want, work.Outcome(c.items), name)
	}
}

func TestPublicWordsAreThoseOfTheSpecification(t *testing.T) {
	t.Parallel()
	want := map[work.State]string{
		work.Queued: "pending", work.Running: "running", work.Waiting: "waiting", work.Completed: "completed",
		work.Partial: "completed", work.Failed: "failed", work.Cancelled: "cancelled",
	}
	for s, w := range want {
		require.Equal(t, w, s.Public())
	}
}

func TestStagesAreOrdered(t *testing.T) {
	t.Parallel()
	s := work.Stages()
	for i := 1; i < len(s); i++ {
		require.True(t, s[i-1].Before(s[i]))
		require.False(t, s[i].Before(s[i-1]))
	}
}

func TestWorkflowIDsStayShortAndPlain(t *testing.T) {
	t.Parallel()
	plain := regexp.MustCompile(`^[a-z0-9/-]{1,100}$`)
	require.Regexp(t, plain, work.WorkflowID("k3j5h2g7d9s1a4f6"))
	require.Regexp(t, plain, work.FollowID(2147483647))
	require.Regexp(t, plain, work.RunWorkflowID(2147483647, 2147483647, "k3j5h2g7d9s1a4f6"))
}

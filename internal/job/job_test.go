package job_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/job"
)

func TestOutcomeOfAJob(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		items []job.ItemState
		want  job.State
	}{
		"all done":             {[]job.ItemState{job.ItemDone, job.ItemAlready}, job.Completed},
		"one failed":           {[]job.ItemState{job.ItemDone, job.ItemFailed}, job.Partial},
		"all failed":           {[]job.ItemState{job.ItemFailed, job.ItemFailed}, job.Failed},
		"needs a transcript":   {[]job.ItemState{job.ItemNeedsTranscript}, job.Partial},
		"partial is not whole": {[]job.ItemState{job.ItemPartial}, job.Partial},
		"nothing to do":        {nil, job.Completed},
	} {
		require.Equal(t, c.want, job.Outcome(c.items), name)
	}
}

func TestPublicWordsAreThoseOfTheSpecification(t *testing.T) {
	t.Parallel()
	want := map[job.State]string{
		job.Queued: "pending", job.Running: "running", job.Waiting: "waiting", job.Completed: "completed",
		job.Partial: "completed", job.Failed: "failed", job.Cancelled: "cancelled",
	}
	for s, w := range want {
		require.Equal(t, w, s.Public())
	}
}

func TestStagesAreOrdered(t *testing.T) {
	t.Parallel()
	s := job.Stages()
	for i := 1; i < len(s); i++ {
		require.True(t, s[i-1].Before(s[i]))
		require.False(t, s[i].Before(s[i-1]))
	}
	_, ok := job.ParseStage("nonsense")
	require.False(t, ok)
}

func TestWorkflowIDsStayShortAndPlain(t *testing.T) {
	t.Parallel()
	plain := regexp.MustCompile(`^[a-z0-9/-]{1,100}$`)
	require.Regexp(t, plain, job.WorkflowID("k3j5h2g7d9s1a4f6"))
	require.Regexp(t, plain, job.FollowID(2147483647))
	require.Regexp(t, plain, job.RunWorkflowID(2147483647, 2147483647, "k3j5h2g7d9s1a4f6"))
}

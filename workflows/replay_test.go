package workflows_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/api/history/v1"
	"go.temporal.io/api/temporalproto"
	sdklog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"mentionary/workflows"
)

func replayer() worker.WorkflowReplayer {
	r := worker.NewWorkflowReplayer()
	workflows.Register(r)
	return r
}

var quiet = sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler))

func histories(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/histories/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// Work that is under way when a new version is deployed goes on: every recorded history replays.
func TestRecordedHistoriesReplay(t *testing.T) {
	t.Parallel()
	stories, inBatches := map[string]int{}, 0
	for _, f := range histories(t) {
		require.NoError(t, replayer().ReplayWorkflowHistoryFromJSONFile(quiet, f), f)
		name, ending, _ := strings.Cut(filepath.Base(f), ".")
		stories[name]++
		if name == "analyze_episode" && strings.HasPrefix(ending, "batch_") {
			inBatches++
		}
	}
	require.GreaterOrEqual(t, stories["analyze_job"], 3)
	require.GreaterOrEqual(t, stories["analyze_episode"], 5)
	require.GreaterOrEqual(t, inBatches, 5)
	require.GreaterOrEqual(t, stories["follow_channel"], 2)
	require.GreaterOrEqual(t, stories["link_pass"], 2)
	require.GreaterOrEqual(t, stories["duplicate_pass"], 2)
	require.GreaterOrEqual(t, stories["read_again"], 4)
	require.GreaterOrEqual(t, stories["batch"], 6)
	require.GreaterOrEqual(t, stories["recurring_batch"], 2)
}

// The replay test must be able to fail: a history without one of its steps does not replay.
func TestAChangedStoryDoesNotReplay(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/histories/analyze_episode.done.json")
	require.NoError(t, err)
	changed := strings.Replace(string(b), `"PublishEpisode"`, `"PublishSomethingElse"`, 1)
	require.NotEqual(t, string(b), changed)
	f := filepath.Join(t.TempDir(), "changed.json")
	require.NoError(t, os.WriteFile(f, []byte(changed), 0o600))
	require.Error(t, replayer().ReplayWorkflowHistoryFromJSONFile(quiet, f))
}

// Histories carry ids, counts and small enums: SECURITY.md, R-16 and R-17.
func TestHistoriesStaySmall(t *testing.T) {
	t.Parallel()
	for _, f := range histories(t) {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		var h history.History
		require.NoError(t, temporalproto.CustomJSONUnmarshalOptions{DiscardUnknown: true}.Unmarshal(b, &h))
		require.Less(t, len(h.GetEvents()), 200, f)
		for _, e := range h.GetEvents() {
			require.Less(t, e.Size(), 4<<10, "%s, event %d", f, e.GetEventId())
		}
	}
}

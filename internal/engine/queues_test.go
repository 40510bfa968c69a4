package engine_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/work"
)

func TestQueuesWithoutAWorkerAreFound(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	got, err := e.Unattended(t.Context())
	require.NoError(t, err)
	require.Equal(t, []work.Queue{work.QueueMain, work.QueueFetch, work.QueueModel}, got)
	s.pollers = map[string]time.Time{
		"mentionary Workflow": now.Add(-time.Minute), "mentionary-fetch Activity": now.Add(-time.Minute),
		"mentionary-model Activity": now.Add(-4 * time.Minute), // has died since
	}
	got, err = e.Unattended(t.Context())
	require.NoError(t, err)
	require.Equal(t, []work.Queue{work.QueueMain, work.QueueModel}, got, "steps on the main queue have nobody either")
	s.pollers["mentionary Activity"] = now
	got, err = e.Unattended(t.Context())
	require.NoError(t, err)
	require.Equal(t, []work.Queue{work.QueueModel}, got)
	s.err = errors.New("the server is away")
	_, err = e.Unattended(t.Context())
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
}

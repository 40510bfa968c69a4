//go:build e2e

package e2e_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func busy(int) (time.Duration, int) { return 0, http.StatusServiceUnavailable }

// waits holds a job to the picture people get while its source is away: the state, a sentence, when it goes on.
func waits(t *testing.T, j job) {
	t.Helper()
	require.Equal(t, "waiting", j.Status, "%s", j)
	require.NotNil(t, j.NextAttemptAt, "%s", j)
	require.Contains(t, j.StateText, "tried again", "%s", j)
	if len(j.Items) > 0 { // before its list is known there is no episode to give one to
		require.Contains(t, j.StateText, "upload a transcript", "%s", j)
	}
}

func waiting(j job) bool { return j.State == "waiting" && j.NextAttemptAt != nil && len(j.Items) > 0 }

func TestAnUploadEndsTheWaitForASource(t *testing.T) {
	t.Parallel()
	show := newPodcast(t, "Busy Show", 1, busy)
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	noor := signIn(t, asPeople(m.base), "preset-noor")

	t.Run("a busy podcast server", func(t *testing.T) {
		noor := &api{t: t, base: noor.base, browser: noor.browser}
		id := noor.submit(show.feed(), 0)
		j := noor.await(id, 30*time.Second, "a wait for the source", waiting)
		waits(t, j)
		require.Greater(t, time.Until(*j.NextAttemptAt), 40*time.Second, "the server asked for a minute")
		require.True(t, j.Items[0].CanProvideTranscript)
		require.Equal(t, "retrying", j.Items[0].step("transcript").State)

		noor.provide(id, j.Items[0].ID, noor.upload("talk.vtt", transcriptVTT(1)))
		j = noor.awaitClosed(id, "completed", 30*time.Second)
		require.Positive(t, j.Items[0].Mentions)
		require.Equal(t, 1, show.total(), "the server was left in peace")
	})

	// Without a network YouTube is out of reach; with one it knows no such video. Both times somebody can go on.
	t.Run("a YouTube address", func(t *testing.T) {
		noor := &api{t: t, base: noor.base, browser: noor.browser}
		id := noor.submit("https://www.youtube.com/watch?v=zzzzzzzzzzz", 0)
		j := noor.await(id, time.Minute, "the end of the first attempt", func(j job) bool { return waiting(j) || j.closed() })
		if j.closed() {
			require.Equal(t, "failed", j.State, "%s", j)
			require.NotEmpty(t, j.StateText)
		} else {
			waits(t, j)
			require.Contains(t, j.StateText, "YouTube")
		}
		require.True(t, j.Items[0].CanProvideTranscript, "%s", j)

		noor.provide(id, j.Items[0].ID, noor.upload("talk.srt", transcriptSRT(2)))
		j = noor.awaitClosed(id, "completed", 30*time.Second)
		require.Positive(t, j.Items[0].Mentions)
	})
	m.stop()
	m.database().finished(2)
}

func TestAJobGoesOnWhenItsSourceIsBack(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	show := newPodcast(t, "Gone For A While", 3, nil)
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS=http://"+address+","+show.origin)
	operator := m.operator()
	id := operator.submit("http://"+address+"/feed.xml", 3)
	j := operator.await(id, 30*time.Second, "a wait for the feed", func(j job) bool { return j.State == "waiting" })
	waits(t, j)
	require.Contains(t, j.StateText, "could not be reached")
	require.Empty(t, j.Items, "what the feed holds is not known yet")

	back := httptest.NewUnstartedServer(http.HandlerFunc(show.serve))
	require.NoError(t, back.Listener.Close())
	l, err := net.Listen("tcp", address)
	require.NoError(t, err)
	back.Listener = l
	back.Start()
	t.Cleanup(back.Close)
	require.Equal(t, 3, operator.awaitClosed(id, "completed", time.Minute).ItemsDone)
	m.stop()
	m.database().finished(3)
}

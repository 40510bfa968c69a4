//go:build e2e

package e2e_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/speech/speechtest"
)

// killer kills a machine at chosen moments and starts it again.
type killer struct {
	t        *testing.T
	m        *machine
	patience time.Duration // how long a moment may take to come
	kills    int
}

// at waits for a moment, kills the machine a little later, prepares what comes next and starts the machine again.
func (k *killer) at(moment string, came <-chan struct{}, after time.Duration, next func()) {
	k.t.Helper()
	began := time.Now()
	select {
	case <-came:
	case <-time.After(k.patience):
		require.FailNow(k.t, "the moment did not come", "%s\n%s", moment, k.m.out.tail(4<<10))
	}
	waited := time.Since(began)
	time.Sleep(after) // a random moment is what this is about
	k.m.kill()
	k.kills++
	next()
	k.m.start()
	k.t.Logf("kill %d, %s: after %s and %s", k.kills, moment, waited.Round(100*time.Millisecond), after.Round(time.Millisecond))
}

// afterTheTranscript kills the machine when the transcript of a job's only episode is written, and starts it again.
func (k *killer) afterTheTranscript(jobID int) {
	k.t.Helper()
	k.m.operator().await(jobID, k.patience, "the transcript", func(j job) bool {
		return j.closed() || len(j.Items) == 1 && j.Items[0].step("transcript").State == "done"
	})
	now := make(chan struct{})
	close(now)
	k.at("the transcript is written", now, 0, func() {})
}

// interrupted is a speech server's script: it tells when a piece comes for the first time and answers it by a reply of the test. What
// comes again is heard.
type interrupted struct {
	mu    sync.Mutex
	seen  map[speechtest.Stretch]bool
	reply speechtest.Reply
	came  chan struct{}
}

// next waits for another new piece, which is answered so.
func (s *interrupted) next(reply speechtest.Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reply, s.came = reply, make(chan struct{})
}

func (s *interrupted) answer(r speechtest.Request) speechtest.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	stretch := speechtest.Stretch{Talk: r.Talk, StartMS: r.StartMS, EndMS: r.EndMS}
	if r.Probe || s.seen[stretch] {
		return speechtest.Reply{}
	}
	s.seen[stretch] = true
	close(s.came)
	return s.reply
}

// An hour of audio is heard by a process that is killed ten times: before it knows the episode, in the middle of its audio, while the
// server hears a piece, just after it answered, and after the last word.
func TestAnHourIsHeardThroughTenKilledProcesses(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(41, time.Hour)
	show, server := newSpokenShow(t, talk, 1), speechtest.New(t, talk)
	script := &interrupted{seen: map[speechtest.Stretch]bool{}}
	server.SetScript(script.answer)
	k := &killer{t: t, patience: time.Minute, m: startMachine(t, append(show.listens(server), "MENTIONARY_WORK_SPEECH=1")...)}

	hang := func() { script.next(speechtest.Reply{Hang: true}) }
	asked := show.hold(spokenFeed)
	id := k.m.operator().submit(show.origin+spokenFeed, 1)
	k.at("the feed is being read", asked, 0, func() { asked = show.hold(spokenAudio) })
	k.at("the audio is being fetched", asked, rand.N(200*time.Millisecond), hang)
	for range pieces - 2 {
		k.at("a piece is being heard", script.came, rand.N(100*time.Millisecond), hang)
	}
	k.at("a piece is being heard", script.came, 0, func() { script.next(speechtest.Reply{}) })
	k.at("the last piece was heard", script.came, rand.N(20*time.Millisecond), func() {})
	k.afterTheTranscript(id)

	j := k.m.operator().awaitClosed(id, "completed", time.Minute)
	require.Equal(t, 10, k.kills)
	require.Empty(t, wordsAstray(bareWords(talk.Text()), heard(k.m.operator(), j)), "every word once")
	k.m.stop()
	paidAndGone(t, k.m, server)
}

// paidAndGone holds a stopped machine that heard all pieces of an hour to a ledger with each of them once, and to nothing left behind.
func paidAndGone(t *testing.T, m *machine, server *speechtest.Server) {
	t.Helper()
	sent, calls := 0, 0
	for stretch, times := range server.Counts() {
		require.LessOrEqual(t, times, 2, "%v was sent %d times", stretch, times)
		sent += stretch.EndMS - stretch.StartMS
		calls += times
	}
	require.Len(t, server.Counts(), pieces)
	booked := m.database().count(`SELECT SUM(heard_ms) FROM usages`)
	require.InDelta(t, sent, booked, 500, "each piece is booked once, to the second")
	t.Logf("%d pieces of %s in all, sent %d times, booked %s", pieces, time.Duration(sent)*time.Millisecond, calls,
		time.Duration(booked)*time.Millisecond)
	require.Empty(t, filesIn(t, filepath.Join(m.dir, "audio")), "no audio is left")
	require.Zero(t, m.database().count(`SELECT COUNT(*) FROM hearings`), "no piece is left")
	m.database().holdsTogether()
}

// pieces is in how many pieces of ten minutes that overlap an hour is heard.
const pieces = 7

// filesIn lists the files of a folder that may not be there.
func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if !errors.Is(err, os.ErrNotExist) {
		require.NoError(t, err)
	}
	return out
}

// What the story above is measured with notices a word that the server swallows and one that it says twice, in a real instance.
func TestALostAndADoubledWordAreNoticed(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(42, 2*time.Minute)
	said := bareWords(talk.Text())
	wrong := talk
	lost, doubled := len(talk.Words)/3, len(talk.Words)/2
	extra := talk.Words[doubled]
	extra.StartMS, extra.EndMS = extra.EndMS+1, extra.EndMS+30
	wrong.Words = slices.Insert(slices.Clone(talk.Words), doubled+1, extra)
	wrong.Words = slices.Delete(wrong.Words, lost, lost+1)

	show, server := newSpokenShow(t, talk, 1), speechtest.New(t, wrong)
	m := startMachine(t, show.listens(server)...)
	id := m.operator().submit(show.origin+spokenFeed, 1)
	got := heard(m.operator(), m.operator().awaitClosed(id, "completed", time.Minute))
	require.Equal(t, []string{
		path("-%s@%d", said[lost], lost), path("+%s@%d", said[doubled], doubled+1),
	}, wordsAstray(said, got))
}

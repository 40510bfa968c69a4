//go:build e2e

package e2e_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/speech/speechtest"
)

// spokenShow is a podcast on a server of the test: audio without transcripts, the same in each episode.
type spokenShow struct {
	origin string
	count  int
	audio  []byte

	mu    sync.Mutex
	holds string        // path that is held back
	held  chan struct{} // closed when it is asked for
}

// newSpokenShow serves a talk as MP3, in as many episodes, until the test ends.
func newSpokenShow(t *testing.T, talk speechtest.Talk, count int) *spokenShow {
	t.Helper()
	return serveSpoken(t, talk.MP3(), count)
}

// serveSpoken serves an MP3, in as many episodes, until the test ends.
func serveSpoken(t *testing.T, audio []byte, count int) *spokenShow {
	t.Helper()
	s := &spokenShow{count: count, audio: audio}
	server := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	s.origin = server.URL
	return s
}

const (
	spokenFeed  = "/feed.xml"
	spokenAudio = "/audio/" // and a number
)

// hold keeps the next request for a path waiting until its sender is gone. Of audio, half is sent before.
func (s *spokenShow) hold(path string) (asked <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds, s.held = path, make(chan struct{})
	return s.held
}

// takeHold reports whether this request is the one to hold.
func (s *spokenShow) takeHold(path string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holds != path {
		return nil
	}
	s.holds = ""
	return s.held
}

func (s *spokenShow) serve(w http.ResponseWriter, r *http.Request) {
	path, isAudio := r.URL.Path, strings.HasPrefix(r.URL.Path, spokenAudio)
	if isAudio {
		path = spokenAudio
	}
	held := s.takeHold(path)
	switch {
	case path == spokenFeed:
		if held == nil {
			w.Header().Set("Content-Type", "application/rss+xml; charset=utf-8")
			_, _ = w.Write([]byte(s.rss()))
		}
	case isAudio:
		w.Header().Set("Content-Type", "audio/mpeg")
		w.Header().Set("ETag", `"one"`)
		if held == nil {
			http.ServeContent(w, r, "episode.mp3", time.Time{}, bytes.NewReader(s.audio))
			return
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(s.audio)))
		_, _ = w.Write(s.audio[:len(s.audio)/2])
		_ = http.NewResponseController(w).Flush()
	default:
		http.NotFound(w, r)
	}
	if held != nil {
		close(held)
		<-r.Context().Done()
	}
}

func (s *spokenShow) rss() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Spoken</title><description>Made for a test.</description><language>en</language>`)
	for n := s.count; n >= 1; n-- {
		fmt.Fprintf(&b, `
<item><title>What is said in part %d</title><guid isPermaLink="false">spoken-%d</guid><pubDate>%s</pubDate>
<enclosure url="%s%s%d.mp3" length="%d" type="audio/mpeg"/></item>`, n, n,
			time.Date(2026, 1, 1, 6, 0, 0, 0, time.UTC).AddDate(0, 0, n).Format(time.RFC1123Z), s.origin, spokenAudio, n, len(s.audio))
	}
	b.WriteString("\n</channel></rss>\n")
	return b.String()
}

// listens are the settings of a machine that listens to the show.
func (s *spokenShow) listens(server *speechtest.Server) []string {
	return []string{
		"MENTIONARY_FEED_ORIGINS=" + s.origin, "MENTIONARY_SPEECH_URL=" + server.URL, "MENTIONARY_SPEECH_KEY=" + speechtest.Key,
		"MENTIONARY_SPEECH_NAME=" + speechtest.Model,
	}
}

// heard returns the words of the transcript that came of the job's episode, without marks.
func heard(a *api, j job) []string {
	a.t.Helper()
	require.Len(a.t, j.Items, 1)
	got := ask[struct{ Transcript, Origin string }](a, http.MethodGet, path("/api/episodes/%s/transcript", j.Items[0].VideoID), nil)
	require.Equal(a.t, "speech", got.Origin)
	return bareWords(got.Transcript)
}

// bareWords are the words of a text in lower case, without marks.
func bareWords(text string) []string {
	return strings.Fields(strings.NewReplacer(".", "", ",", "", "?", "", "!", "").Replace(strings.ToLower(text)))
}

// wordsAstray compares what was said with what was heard, word by word in order, and names what is lost ("-word@n") and what was not
// said there ("+word@n"), n counting what was said.
func wordsAstray(said, heard []string) []string {
	var out []string
	for i, j := 0, 0; i < len(said) || j < len(heard); {
		if i < len(said) && j < len(heard) && said[i] == heard[j] {
			i, j = i+1, j+1
			continue
		}
		lost, added := nextCommon(said[i:], heard[j:])
		for k := range lost {
			out = append(out, fmt.Sprintf("-%s@%d", said[i+k], i+k))
		}
		for k := range added {
			out = append(out, fmt.Sprintf("+%s@%d", heard[j+k], i+lost))
		}
		i, j = i+lost, j+added
	}
	return out
}

// nextCommon returns how many words to leave out of each, as few as can be, before the next eight (or all that is left) are the same.
func nextCommon(said, heard []string) (lost, added int) {
	const same = 8
	agree := func(a, b []string) bool {
		n := min(same, max(len(a), len(b)))
		return len(a) >= n && len(b) >= n && strings.Join(a[:n], " ") == strings.Join(b[:n], " ")
	}
	for sum := 1; sum <= len(said)+len(heard); sum++ {
		for lost := max(0, sum-len(heard)); lost <= min(sum, len(said)); lost++ {
			if agree(said[lost:], heard[sum-lost:]) {
				return lost, sum - lost
			}
		}
	}
	return len(said), len(heard)
}

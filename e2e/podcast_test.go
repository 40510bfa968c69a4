//go:build e2e

package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// podcast is a show on a server of the test: its feed answers at once, its transcripts when and how the test wants.
type podcast struct {
	origin string
	title  string
	count  int
	pause  string // seconds a busy show asks for
	vtt    func(n int) string

	mu      sync.Mutex
	asked   map[int]int // times each transcript was asked for
	waiting int         // transcripts that are being waited for
	hidden  bool        // the feed is not there
	answers func(n int) (delay time.Duration, status int)
}

// newPodcast serves a show of count episodes until the test ends. answers says how transcript n (from 1) answers; nil
// means at once and well. A busy show asks for a pause of a minute.
func newPodcast(t *testing.T, title string, count int, answers func(n int) (time.Duration, int)) *podcast {
	t.Helper()
	p := &podcast{title: title, count: count, pause: "60", vtt: transcriptVTT, asked: map[int]int{}, answers: answers}
	s := httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(s.Close)
	p.origin = s.URL
	return p
}

// slowly answers each transcript after 100 to 300 ms, as a server far away does.
func slowly(n int) (time.Duration, int) {
	return time.Duration(100+n*67%200) * time.Millisecond, http.StatusOK
}

func (p *podcast) feed() string { return p.origin + "/feed.xml" }

// answer changes how transcripts answer from now on.
func (p *podcast) answer(answers func(n int) (time.Duration, int)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answers = answers
}

// times returns how often each transcript was asked for.
func (p *podcast) times() map[int]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := map[int]int{}
	for n, c := range p.asked {
		out[n] = c
	}
	return out
}

func (p *podcast) total() int {
	sum := 0
	for _, n := range p.times() {
		sum += n
	}
	return sum
}

// open returns how many transcripts are being waited for now.
func (p *podcast) open() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting
}

// hide takes the feed away, or puts it back.
func (p *podcast) hide(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hidden = on
}

// begin notes that a transcript is asked for and returns how it is to be answered.
func (p *podcast) begin(n int) (delay time.Duration, status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked[n]++
	p.waiting++
	if p.answers == nil {
		return 0, http.StatusOK
	}
	return p.answers(n)
}

func (p *podcast) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting--
}

func (p *podcast) isHidden() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hidden
}

func (p *podcast) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/feed.xml" && !p.isHidden() {
		w.Header().Set("Content-Type", "application/rss+xml; charset=utf-8")
		_, _ = w.Write([]byte(p.rss()))
		return
	}
	name, ok := strings.CutPrefix(r.URL.Path, "/transcripts/")
	n, err := strconv.Atoi(strings.TrimSuffix(name, ".vtt"))
	if !ok || err != nil || n < 1 || n > p.count {
		http.NotFound(w, r)
		return
	}
	delay, status := p.begin(n)
	defer p.end()
	select {
	case <-time.After(delay):
	case <-r.Context().Done():
		return
	}
	if status != http.StatusOK {
		w.Header().Set("Retry-After", p.pause)
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "text/vtt; charset=utf-8")
	_, _ = w.Write([]byte(p.vtt(n)))
}

func (p *podcast) rss() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>%s</title><description>Made for a test.</description><language>en</language>`, p.title)
	for n := p.count; n >= 1; n-- {
		at := time.Date(2026, 1, 1, 6, 0, 0, 0, time.UTC).AddDate(0, 0, n)
		fmt.Fprintf(&b, `
<item><title>Episode %d of %s</title><guid isPermaLink="false">%s-%d</guid><pubDate>%s</pubDate>
<enclosure url="%s/audio/%d.mp3" length="1000" type="audio/mpeg"/>
<podcast:transcript url="%s/transcripts/%d.vtt" type="text/vtt" language="en"/></item>`,
			n, p.title, strings.ReplaceAll(p.title, " ", "-"), n, at.Format(time.RFC1123Z), p.origin, n, p.origin, n)
	}
	b.WriteString("\n</channel></rss>\n")
	return b.String()
}

// Each episode names a book of its own and things that all episodes share, so that both rows of one episode and counters
// over many can go wrong.
var (
	bookNames = []string{"The Quiet Harbour", "Salt and Iron", "Rivers of the North", "A Lamp for Winter", "The Glass Orchard"}
	surnames  = []string{"Vint", "Osk", "Lind", "Marlow", "Petrow", "Sandoval"}
)

// spoken is what is said in episode n.
func spoken(n int) []string {
	return []string{
		fmt.Sprintf("Welcome to the show, this is episode number %d.", n),
		fmt.Sprintf("I read a book called %s by Nora %s last year.", bookNames[n%len(bookNames)], surnames[n%len(surnames)]),
		"You should read Thinking, Fast and Slow.",
		"We met in Berlin and flew on to Paris the same day.",
		"She works at Microsoft and he used to work at Google.",
		fmt.Sprintf("The part about the iPhone took %d minutes.", n),
		"Thanks for listening and see you next week.",
	}
}

func transcriptVTT(n int) string {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for i, l := range spoken(n) {
		fmt.Fprintf(&b, "\n00:00:%02d.000 --> 00:00:%02d.500\n%s\n", i*5, i*5+4, l)
	}
	return b.String()
}

func transcriptSRT(n int) string {
	var b strings.Builder
	for i, l := range spoken(n) {
		fmt.Fprintf(&b, "%d\n00:00:%02d,000 --> 00:00:%02d,500\n%s\n\n", i+1, i*5, i*5+4, l)
	}
	return b.String()
}

func transcriptJSON(t *testing.T, n int) string {
	t.Helper()
	type segment struct {
		StartTime float64 `json:"startTime"`
		EndTime   float64 `json:"endTime"`
		Body      string  `json:"body"`
	}
	var segments []segment
	for i, l := range spoken(n) {
		segments = append(segments, segment{float64(i * 5), float64(i*5) + 4.5, l})
	}
	b, err := json.Marshal(map[string]any{"version": "1.0.0", "segments": segments})
	require.NoError(t, err)
	return string(b)
}

func transcriptTXT(n int) string { return strings.Join(spoken(n), "\n\n") + "\n" }

//go:build e2e

package e2e_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract/llm/llmtest"
	"mentionary/internal/mention"
)

// longEpisodes says how many long episodes are measured one by one, and as many again in a backfill.
const longEpisodes = "MENTIONARY_LONG_EPISODES"

// evenCues, when it is set, gives all cues of long episodes the same length.
const evenCues = "MENTIONARY_EVEN_CUES"

const (
	longMentions  = 400
	longSentences = 2_700 // of ten words: about three hours, 36,000 tokens
)

var (
	givenNames  = []string{"Nora", "Milo", "Greta", "Tomas", "Ilse", "Bruno", "Petra", "Anton", "Edda", "Oskar"}
	nameBegins  = []string{"Var", "Hol", "Bren", "Kal", "Mor", "Tal", "Fen", "Gris", "Lor", "Sten", "Ulm", "Wend", "Zor", "Pel", "Dar"}
	nameMiddles = []string{"an", "el", "in", "or", "ul", "av", "ek", "is", "om", "ur"}
	nameEnds    = []string{"berg", "ström", "wick", "sen", "ley", "mark", "dal", "rose", "field", "gard", "holt", "nova"}
)

// longName is a name of two words; many numbers have names of their own.
func longName(n int) string {
	given := givenNames[n%len(givenNames)]
	n /= len(givenNames)
	begin := nameBegins[n%len(nameBegins)]
	n /= len(nameBegins)
	middle := nameMiddles[n%len(nameMiddles)]
	return given + " " + begin + middle + nameEnds[n/len(nameMiddles)%len(nameEnds)]
}

// longVTT is what is said in long episode n: 400 times a name of 250, of which every fifth belongs to all episodes. Its cues take 2.5 to
// 5.5 seconds, as in transcripts that people or machines cut by what is said; with evenCues each takes four, as where they are cut by time.
func longVTT(n int) string {
	even := os.Getenv(evenCues) != ""
	length := rand.New(rand.NewPCG(uint64(n), 4))
	filler := strings.Fields("we then looked at how all of this came about and what it would mean for those who work on it " +
		"every day because nobody had really thought about that part before and it took them a long while to see why")
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	var at time.Duration
	for i, said := 0, 0; i < longSentences; i++ {
		line := make([]string, 10)
		for k := range line {
			line[k] = filler[(i*7+k*(1+i%3)+n)%len(filler)]
		}
		text := strings.Join(line, " ")
		if i*longMentions/longSentences >= said {
			name := said % 250
			if name%5 > 0 {
				name += n * 250
			}
			said++
			text = fmt.Sprintf("that week we met %s and talked for hours", longName(name))
		}
		takes := 4 * time.Second
		if !even {
			takes = time.Duration(2500+length.IntN(3000)) * time.Millisecond
		}
		fmt.Fprintf(&b, "\n%s --> %s\n%s.\n", vttTime(at), vttTime(at+takes-100*time.Millisecond), strings.ToUpper(text[:1])+text[1:])
		at += takes
	}
	return b.String()
}

func vttTime(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d:%02d.%03d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60, d.Milliseconds()%1000)
}

// quickModel is a model server that names everybody who was met, counts how often each part was asked for, and does nothing else: it
// must not take the time that is measured.
type quickModel struct {
	url   string
	delay time.Duration // before it answers

	mu    sync.Mutex
	asked map[string]int // by the mark under the part, which is a hash of it
}

// noPart is the mark under what a program asks when it starts, to see whether the model is there.
const noPart = "=== transcript 000000000000 ==="

var met = regexp.MustCompile(`That week we met (\pL+ \pL+) and talked for hours\.`)

func newQuickModel(t *testing.T, delay time.Duration) *quickModel {
	t.Helper()
	m := &quickModel{delay: delay, asked: map[string]int{}}
	s := httptest.NewServer(http.HandlerFunc(m.serve))
	t.Cleanup(s.Close)
	m.url = s.URL + "/v1"
	return m
}

func (m *quickModel) serve(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Messages []struct {
			Content string `json:"content"`
		} `json:"messages"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || len(asked.Messages) == 0 {
		http.Error(w, "no messages", http.StatusBadRequest)
		return
	}
	text := asked.Messages[len(asked.Messages)-1].Content
	entities := []any{}
	for _, found := range met.FindAllStringSubmatch(text, -1) {
		entities = append(entities, llmtest.Entity(llmtest.Planted{Type: mention.Person, Name: found[1]}, found[0], found[1]))
	}
	if mark := text[strings.LastIndexByte(text, '\n')+1:]; mark != noPart {
		m.mu.Lock()
		m.asked[mark]++
		m.mu.Unlock()
	}
	select {
	case <-time.After(m.delay):
	case <-r.Context().Done():
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"object": "chat.completion", "model": llmtest.Model,
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": llmtest.Answer(entities...)},
		}},
		"usage": map[string]any{"prompt_tokens": len(text) / 4, "completion_tokens": 40 * len(entities)},
	})
}

// calls returns how many parts were asked for, how many calls that were, and the most for one part.
func (m *quickModel) calls() (parts, calls, most int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, n := range m.asked {
		calls, most = calls+n, max(most, n)
	}
	return len(m.asked), calls, most
}

// newLongMachine prepares a machine whose model is the server's, and which knows the shows.
func newLongMachine(t *testing.T, model *quickModel, shows ...*podcast) *machine {
	t.Helper()
	origins := make([]string, 0, len(shows))
	for _, s := range shows {
		origins = append(origins, s.origin)
	}
	return newMachine(t, "MENTIONARY_MODEL_URL="+model.url, "MENTIONARY_MODEL_KEY="+llmtest.Key, "MENTIONARY_MODEL_NAME="+llmtest.Model,
		"MENTIONARY_SUBMISSIONS_PER_HOUR=1000000", "MENTIONARY_FEED_ORIGINS="+strings.Join(origins, ","))
}

func newLongShow(t *testing.T, title string, first, count int) *podcast {
	t.Helper()
	p := newPodcast(t, title, count, nil)
	p.vtt = func(n int) string { return longVTT(first + n) }
	return p
}

// TestALongEpisodeIsSoonThere measures episodes of three hours, read by a model that answers at once: from handing one in until a
// visitor's list shows it, then as many in one backfill. Times are told, not held: make bench-steps EPISODES=40.
func TestALongEpisodeIsSoonThere(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(longEpisodes))
	n = max(n, 1)
	model, archive := newQuickModel(t, 0), newLongShow(t, "Archive", 0, n)
	shows := []*podcast{archive}
	for i := range n {
		shows = append(shows, newLongShow(t, fmt.Sprintf("Single %d", i), n+i, 1))
	}
	m := newLongMachine(t, model, shows...)
	m.start()
	m.stop() // a new database is on disk now
	empty := m.kept()
	m.start()
	began, busy := m.written(), m.processor()

	visitor := &api{t: t, base: m.base}
	var took []time.Duration
	for i, show := range shows[1:] {
		at := time.Now()
		id := m.operator().submit(show.feed(), 1)
		eventuallySoon(t, time.Minute, func() bool {
			return strings.Contains(string(visitor.call(http.MethodGet, "/api/episodes?limit=2", nil).body), "Episode 1 of "+show.title)
		})
		took = append(took, time.Since(at))
		j := m.operator().awaitClosed(id, "completed", time.Minute)
		require.Greater(t, j.Items[0].Mentions, longMentions*9/10, "episode %d", i)
	}
	slices.Sort(took)
	single, worked := m.written(), m.processor()
	t.Logf("%d episodes one by one: %s p50, %s p95 until they are listed; %.1f MB written and %.2f s of a processor for each", n,
		took[(n-1)/2].Round(time.Millisecond), took[(n-1)*95/100].Round(time.Millisecond), megabytes(single-began)/float64(n),
		(worked-busy).Seconds()/float64(n))

	before, at := m.resident(), time.Now()
	id := m.operator().submit(archive.feed(), n)
	half := m.operator().awaitDone(id, n/2, 10*time.Minute)
	middle := m.resident()
	require.Equal(t, n, m.operator().awaitClosed(id, "completed", 10*time.Minute).ItemsDone, "%s", half)
	spent := time.Since(at)
	t.Logf("%d episodes in one backfill: %.2f/s; %.1f MB written and %.2f s of a processor for each; resident %d MB before, "+
		"%d in the middle, %d at the end", n, float64(n)/spent.Seconds(), megabytes(m.written()-single)/float64(n),
		(m.processor()-worked).Seconds()/float64(n), before>>20, middle>>20, m.resident()>>20)
	m.stop()
	now := m.kept()
	t.Logf("kept for each of %d episodes: %.2f MB of ours, %.2f MB of the workflow engine", 2*n,
		megabytes(now.rows-empty.rows)/float64(2*n), megabytes(now.workflows-empty.workflows)/float64(2*n))
	m.database().finished(2 * n)
	parts, calls, _ := model.calls()
	t.Logf("%.1f calls of the model for each", float64(calls)/float64(2*n))
	require.Equal(t, parts, calls, "each part is asked for once")
}

// TestAKillRepeatsOnlyTheCallsInFlight kills the process while a model reads a long episode. Once: a part whose call two kills break off
// has been paid twice, and is not asked for a third time in its run.
func TestAKillRepeatsOnlyTheCallsInFlight(t *testing.T) {
	t.Parallel()
	const atOnce = 4
	model, show := newQuickModel(t, 50*time.Millisecond), newLongShow(t, "Killed", 0, 1)
	m := newLongMachine(t, model, show)
	m.start()
	id := m.operator().submit(show.feed(), 1)
	eventually(t, time.Minute, func() string {
		if _, calls, _ := model.calls(); calls >= 10 {
			return ""
		}
		return "the model is not asked"
	})
	m.kill()
	m.start()
	m.operator().awaitClosed(id, "completed", time.Minute)
	m.stop()
	parts, calls, most := model.calls()
	t.Logf("%d parts, %d calls, at most %d for one", parts, calls, most)
	require.Greater(t, parts, 24)
	require.LessOrEqual(t, calls, parts+atOnce, "only what was in flight is asked again")
	require.LessOrEqual(t, most, 2)
	m.database().finished(1)
}

// onDisk is how large the databases of a machine are.
type onDisk struct{ rows, workflows int64 }

// kept is what a stopped machine has on disk.
func (m *machine) kept() onDisk {
	m.t.Helper()
	size := func(name string) int64 {
		info, err := os.Stat(filepath.Join(m.dir, name))
		require.NoError(m.t, err)
		return info.Size()
	}
	return onDisk{rows: size("mentionary.db"), workflows: size("temporal.db")}
}

// written is what the process has sent to disk, in bytes.
func (p *program) written() int64 { return p.kernelSays("io", "write_bytes:") }

// processor is the time of processors that the process has used, its own and the system's for it.
func (p *program) processor() time.Duration {
	p.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	require.NoError(p.t, err)
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, err := strconv.ParseInt(fields[11], 10, 64)
	require.NoError(p.t, err)
	system, err := strconv.ParseInt(fields[12], 10, 64)
	require.NoError(p.t, err)
	return time.Duration(user+system) * (time.Second / 100) // ticks, of which Linux tells 100 a second
}

func megabytes(n int64) float64 { return float64(n) / 1e6 }

// eventuallySoon is eventually for what is measured: it looks every few milliseconds.
func eventuallySoon(t *testing.T, within time.Duration, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !done(); time.Sleep(5 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "it took longer than %s", within)
	}
}

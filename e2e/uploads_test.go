//go:build e2e

package e2e_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// tooManyCues is the costly file that is refused once it was read.
const tooManyCues = "captions.vtt"

// peak is the largest resident memory that a process has had, in MiB.
func (p *program) peak() int { return int(p.kernelSays("status", "VmHWM:") >> 10) }

// costly are files that take the most memory for their size: as many cues as a transcript may have, more than that, text
// without an end, words as segments. Each differs from the others by its number.
var costly = map[string]func(i, size int) string{
	"whisper.json": func(i, size int) string {
		var b strings.Builder
		b.WriteString(`{"segments":[`)
		const segments = 59_990
		for n := range segments {
			s := n
			fmt.Fprintf(&b, `{"id":%d,"seek":0,"start":%d.0,"end":%d.9,"text":"we said %d words here","tokens":[%s],"temperature":0.0},`, n, s, s,
				n%997, strings.Repeat("50364,", max(0, size/segments-110)/6)+"1")
		}
		fmt.Fprintf(&b, `{"start":59990,"end":59991,"text":"the end %d"}]}`, i)
		return b.String()
	},
	tooManyCues: func(i, size int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "WEBVTT\n\nNOTE %d\n\n", i)
		for n := 0; b.Len() < size; n++ {
			s := n / 4
			fmt.Fprintf(&b, "%02d:%02d:%02d.000 --> %02d:%02d:%02d.500\nword %d and a little more of it\n\n", s/3600, s/60%60, s%60, s/3600, s/60%60,
				s%60, n%1000)
		}
		return b.String()
	},
	"talk.txt": func(i, size int) string {
		return fmt.Sprintf("Number %d. ", i) + strings.Repeat("The same words again and again. ", size/32)
	},
	"words.json": func(i, size int) string {
		segment := `{"start":1.5,"end":2,"text":"we said these few words here"},`
		return `{"segments":[` + strings.Repeat(segment, size/len(segment)) + fmt.Sprintf(`{"text":"the end %d"}]}`, i)
	},
}

func TestManyLargeUploadsAtOnceStayInMemoryAndSmallInTheDatabase(t *testing.T) {
	const atOnce, size, most = 20, 15 << 20, 512
	m := startMachine(t, "MENTIONARY_UPLOAD_MIB_PER_DAY=4096")
	noor := signIn(t, asPeople(m.base), "preset-noor")
	before := m.peak()
	taken, sentBytes := 0, 0
	for name, content := range costly {
		var mu sync.Mutex
		var all sync.WaitGroup
		counts := map[int]int{}
		for i := range atOnce {
			all.Go(func() {
				file := content(i, size)
				req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, noor.base+"/api/uploads", strings.NewReader(file))
				if err != nil {
					t.Error(err)
					return
				}
				req.Header.Set("Content-Type", "application/octet-stream")
				req.Header.Set("X-File-Name", name)
				req.Header.Set("Expect", "100-continue")
				client := &http.Client{Jar: noor.browser.Jar, Timeout: 5 * time.Minute}
				res, err := client.Do(req)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				var body bytes.Buffer
				_, _ = body.ReadFrom(res.Body)
				_ = res.Body.Close()
				mu.Lock()
				defer mu.Unlock()
				counts[res.StatusCode]++
				switch res.StatusCode {
				case http.StatusOK:
					taken++
					sentBytes += len(file)
				case http.StatusRequestEntityTooLarge:
					if !strings.Contains(body.String(), "The file contains more than a day of speech.") {
						t.Errorf("%s: refused without a reason: %s", name, &body)
					}
				case http.StatusTooManyRequests:
					if again, err := strconv.Atoi(res.Header.Get("Retry-After")); err != nil || again < 1 ||
						!strings.Contains(body.String(), "Please send this one again in") {
						t.Errorf("%s: sent away without a time: %v %s", name, res.Header, &body)
					}
				default:
					t.Errorf("%s: %s: %s", name, res.Status, &body)
				}
			})
		}
		all.Wait()
		status := http.StatusOK
		if name == tooManyCues {
			status = http.StatusRequestEntityTooLarge
		}
		require.NotZero(t, counts[status], "%s: %v", name, counts)
		t.Logf("%s: %d files of %d MiB at once, answers by status %v, peak so far %d MiB (%d before)", name, atOnce, size>>20, counts,
			m.peak(), before)
	}
	require.LessOrEqual(t, m.peak(), most, "MiB of resident memory at most")
	m.stop()
	db := m.database()
	require.Equal(t, taken, db.count("SELECT COUNT(*) FROM uploads"))
	stored := db.count("SELECT SUM(COALESCE(LENGTH(packed), 0) + COALESCE(LENGTH(cues), 0)) FROM uploads")
	t.Logf("%d MiB of files are %d KiB of rows", sentBytes>>20, stored>>10)
	require.LessOrEqual(t, stored, sentBytes)
	file, err := os.Stat(filepath.Join(m.dir, "mentionary.db"))
	require.NoError(t, err)
	require.LessOrEqual(t, int(file.Size()), sentBytes, "the whole database is smaller than the files")
}

func TestOverlappingImportsSurviveAKilledServerAndAnalyzeEachTextOnce(t *testing.T) {
	t.Parallel()
	const files, imports, importTime = 24, 3, 3 * time.Minute
	m := startMachine(t)
	dir := t.TempDir()
	for i := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("2026-01-%02d Talk.txt", i+1)), []byte(transcriptTXT(i+1)), 0o600))
	}
	var running []*program
	for range imports {
		running = append(running, launch(t, fullProgram, m.env, "import", dir))
	}
	for _, p := range running {
		p.says("Sending: ")
	}
	m.kill()
	running[0].kill() // as impatient people do, and give the command again
	for _, p := range running[1:] {
		p.says("Waiting up to 2 minutes for it")
	}
	m.start()
	running[0] = launch(t, fullProgram, m.env, "import", dir)
	for _, p := range running {
		p.ends(importTime)
		require.Regexp(t, fmt.Sprintf(`(Analyzed|Already there) +%d\b`, files), p.out.String())
	}
	for _, p := range running[1:] {
		require.Contains(t, p.out.String(), "Mentionary is back; the import goes on.")
	}

	again := launch(t, fullProgram, m.env, "import", dir)
	again.ends(importTime)
	require.Regexp(t, fmt.Sprintf(`Already there +%d\b`, files), again.out.String(), "the same files later are nothing new")
	m.stop()
	db := m.database()
	db.finished(files)
	require.Equal(t, files, db.count("SELECT COUNT(*) FROM uploads"))
	require.Equal(t, files, db.count("SELECT COUNT(DISTINCT content_hash) FROM transcripts"))
	require.Equal(t, files, db.count("SELECT COUNT(*) FROM runs"), "one run for one text")
	require.Zero(t, db.count("SELECT COUNT(*) FROM uploads WHERE packed IS NOT NULL"), "a transcript holds each text")
}

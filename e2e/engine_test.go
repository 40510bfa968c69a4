//go:build e2e

package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// sphinx is a speech server of the shape that the product talks to, with a real engine behind it: Debian's PocketSphinx, which
// mishears a third of what a synthetic voice says.
type sphinx struct {
	URL string // base URL, ending in /v1

	t   *testing.T
	dir string

	mu    sync.Mutex
	times map[[sha256.Size]byte]int // how often each piece of audio came, without the question for abilities
	came  chan struct{}             // closed when a piece comes for the first time
	last  []timedWord               // of the last answer
}

// timedWord is a word as the engine heard it.
type timedWord struct {
	Word  string  `json:"word"`
	Start float64 `json:"start"` // seconds
	End   float64 `json:"end"`
}

func newSphinx(t *testing.T) *sphinx {
	t.Helper()
	s := &sphinx{t: t, dir: t.TempDir(), times: map[[sha256.Size]byte]int{}, came: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/audio/transcriptions", s.transcribe)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// expectAnother has arrived tell of the next piece that did not come before.
func (s *sphinx) expectAnother() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.came = make(chan struct{})
}

// arrived is closed when the next new piece has come.
func (s *sphinx) arrived() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.came
}

// answered keeps what was heard.
func (s *sphinx) answered(words []timedWord) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = words
}

// count notes that a piece came.
func (s *sphinx) count(piece []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := sha256.Sum256(piece)
	if s.times[key]++; s.times[key] > 1 {
		return
	}
	select {
	case <-s.came:
	default:
		close(s.came)
	}
}

func (s *sphinx) transcribe(w http.ResponseWriter, r *http.Request) {
	upload, _, err := r.FormFile("file")
	if err != nil {
		http.Error(w, `{"error":{"message":"no file"}}`, http.StatusBadRequest)
		return
	}
	defer func() { _ = upload.Close() }()
	piece, err := io.ReadAll(upload)
	if err != nil {
		return // the sender is gone
	}
	if probe := len(piece) < 64<<10; !probe {
		s.count(piece)
	}
	words, seconds, err := s.hear(r.Context(), piece)
	if err != nil {
		http.Error(w, `{"error":{"message":"the engine failed"}}`, http.StatusInternalServerError)
		return
	}
	s.answered(words)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{ // fails only when the sender is gone
		"task": "transcribe", "language": "english", "duration": seconds, "text": textOf(words), "words": words,
	})
}

// hear has the engine listen to a file of any format.
func (s *sphinx) hear(ctx context.Context, audio []byte) (words []timedWord, seconds float64, err error) {
	dir, err := os.MkdirTemp(s.dir, "")
	if err != nil {
		return nil, 0, err
	}
	in, wav := filepath.Join(dir, "in"), filepath.Join(dir, "in.wav")
	if err := os.WriteFile(in, audio, 0o600); err != nil {
		return nil, 0, err
	}
	if err := exec.CommandContext(ctx, "ffmpeg", "-loglevel", "error", "-y", "-i", in, "-ar", "16000", "-ac", "1", wav).Run(); err != nil {
		return nil, 0, err
	}
	info, err := os.Stat(wav)
	if err != nil {
		return nil, 0, err
	}
	out, err := exec.CommandContext(ctx, "pocketsphinx_continuous", "-infile", wav, "-time", "yes").Output()
	return readSphinx(out), float64(info.Size()-44) / 32_000, err
}

// readSphinx reads what the engine prints: for each utterance its text, then a line for each word with its times and how sure it is.
// Silence and noise are in brackets, and another way to say a word is numbered: "read(2)".
func readSphinx(out []byte) []timedWord {
	var words []timedWord
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) != 4 || strings.ContainsAny(f[0][:1], "<[") {
			continue
		}
		start, err1 := strconv.ParseFloat(f[1], 64)
		end, err2 := strconv.ParseFloat(f[2], 64)
		if err1 != nil || err2 != nil {
			continue // a text of four words
		}
		word, _, _ := strings.Cut(f[0], "(")
		words = append(words, timedWord{Word: word, Start: start, End: end})
	}
	return words
}

func textOf(words []timedWord) string {
	var text []string
	for _, w := range words {
		text = append(text, w.Word)
	}
	return strings.Join(text, " ")
}

// speak has a synthetic voice say a text, as an MP3.
func speak(t *testing.T, text string) []byte {
	t.Helper()
	dir := t.TempDir()
	wav, mp3 := filepath.Join(dir, "said.wav"), filepath.Join(dir, "said.mp3")
	for _, command := range [][]string{
		{"espeak-ng", "-v", "en-us+f2", "-s", "120", "-g", "2", "-w", wav, text},
		{"ffmpeg", "-loglevel", "error", "-i", wav, "-b:a", "64k", mp3},
	} {
		out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	b, err := os.ReadFile(mp3)
	require.NoError(t, err)
	return b
}

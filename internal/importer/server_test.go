package importer_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const token = "secret-of-the-operator"

// sent is one upload as the instance got it.
type sent struct{ file, name, info, title, channel, language string }

// instance is a scripted Mentionary.
type instance struct {
	*httptest.Server
	clock *clock

	mu       sync.Mutex
	uploads  []sent
	process  []processed
	looks    int // at jobs
	requests int

	refuse map[string]answer                        // by file name
	job    func(id, look, files int) map[string]any // nil: all done at the second look
	first  func(w http.ResponseWriter, r *http.Request, n int) bool
}

type processed struct {
	Type           string   `json:"type"`
	UploadIDs      []string `json:"uploadIds"`
	IdempotencyKey string   `json:"idempotencyKey"`
}

type answer struct {
	status  int
	message string
}

func newInstance(t *testing.T) *instance {
	t.Helper()
	i := &instance{clock: newClock(), refuse: map[string]answer{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/jobs", func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, []any{}) })
	mux.HandleFunc("POST /api/uploads", i.upload)
	mux.HandleFunc("POST /api/process", i.startJob)
	mux.HandleFunc("GET /api/jobs/{id}", i.showJob)
	mux.HandleFunc("GET /api/episodes/{id}", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, 200, map[string]any{"counts": []any{map[string]any{"type": "book", "count": 2}, map[string]any{"type": "person", "count": 3}}})
	})
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		i.requests++
		n := i.requests
		i.mu.Unlock()
		if i.first != nil && i.first(w, r, n) {
			return
		}
		if r.Header.Get("Authorization") != "Bearer "+token {
			refuse(w, 401, "Please sign in.")
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(i.Close)
	return i
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, message string) {
	reply(w, status, map[string]string{"code": "scripted", "message": message})
}

// hangUp ends the connection without an answer, as a process that is killed does.
func hangUp(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_ = conn.(*net.TCPConn).SetLinger(0)
		_ = conn.Close()
	}
}

func (i *instance) upload(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength <= 0 {
		refuse(w, 411, "The size must be known.")
		return
	}
	form, err := r.MultipartReader()
	if err != nil {
		refuse(w, 400, err.Error())
		return
	}
	var got sent
	fields := map[string]*string{"file": &got.file, "info": &got.info, "title": &got.title, "channel": &got.channel, "language": &got.language}
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			refuse(w, 400, err.Error())
			return
		}
		data, _ := io.ReadAll(part)
		if fields[part.FormName()] == nil {
			refuse(w, 400, "unknown field "+part.FormName())
			return
		}
		*fields[part.FormName()] = string(data)
		if part.FormName() == "file" {
			got.name = part.FileName()
		}
	}
	if a, ok := i.refuse[got.name]; ok {
		refuse(w, a.status, a.message)
		return
	}
	i.clock.add(250 * time.Millisecond)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.uploads = append(i.uploads, got)
	reply(w, 200, map[string]any{"uploadId": "id-of-" + got.name, "title": got.title, "cues": 2, "duration": 4.0, "language": got.language})
}

func (i *instance) startJob(w http.ResponseWriter, r *http.Request) {
	var p processed
	if r.Header.Get("Content-Type") != "application/json" || json.NewDecoder(r.Body).Decode(&p) != nil {
		refuse(w, 400, "not JSON")
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	at := slices.IndexFunc(i.process, func(o processed) bool { return o.IdempotencyKey == p.IdempotencyKey })
	if at < 0 {
		at = len(i.process)
		i.process = append(i.process, p)
	}
	reply(w, 200, map[string]any{"jobId": at + 1, "type": "upload"})
}

func (i *instance) showJob(w http.ResponseWriter, r *http.Request) {
	var id int
	_, _ = fmt.Sscan(r.PathValue("id"), &id)
	i.mu.Lock()
	i.looks++
	look, files := i.looks, len(i.process[id-1].UploadIDs)
	i.mu.Unlock()
	if i.job == nil {
		reply(w, 200, allDone(id, look, files))
		return
	}
	reply(w, 200, i.job(id, look, files))
}

// allDone is a job whose episodes are running at the first look and done at the second.
func allDone(_, look, files int) map[string]any {
	state, status, done := "running", "running", 0
	if look > 1 {
		state, status, done = "done", "completed", files
	}
	var items []any
	for n := range files {
		items = append(items, item(fmt.Sprintf("Episode %d", n+1), state, "", fmt.Sprintf("v%d", n+1)))
	}
	return jobOf(status, done, 0, items...)
}

func item(title, state, text, videoID string) map[string]any {
	return map[string]any{
		"title": title, "state": state, "stateText": text, "videoId": videoID, "entities": 5, "mentions": 1200,
		"steps": []any{map[string]any{"stage": "extract", "state": "running", "text": "chunk 3 of 12"}},
	}
}

func jobOf(status string, done, failed int, items ...any) map[string]any {
	return map[string]any{
		"status": status, "state": status, "stateText": "State of the job.", "itemsTotal": len(items), "itemsDone": done,
		"itemsFailed": failed, "items": items,
	}
}

// clock is moved by the waiting of the importer and by the instance.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (i *instance) names() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	var out []string
	for _, u := range i.uploads {
		out = append(out, u.name)
	}
	slices.Sort(out)
	return out
}

func (i *instance) upload1(t *testing.T, name string) sent {
	t.Helper()
	i.mu.Lock()
	defer i.mu.Unlock()
	at := slices.IndexFunc(i.uploads, func(s sent) bool { return s.name == name })
	require.GreaterOrEqual(t, at, 0, "%s was not sent", name)
	return i.uploads[at]
}

func isUpload(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/uploads") }

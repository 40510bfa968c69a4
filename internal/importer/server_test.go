package importer_test

import (
	"cmp"
	"context"
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
	"google.golang.org/protobuf/encoding/protojson"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
)

const token = "secret-of-the-operator"

// sent is one upload as the instance got it.
type sent struct{ file, name, info, title, channel, language string }

// instance is a scripted Mentionary.
type instance struct {
	*httptest.Server
	mentionaryv1connect.UnimplementedJobServiceHandler
	mentionaryv1connect.UnimplementedStatsServiceHandler
	mentionaryv1connect.UnimplementedShowServiceHandler
	clock *clock

	mu       sync.Mutex
	uploads  []sent
	process  []*v1.ProcessRequest
	looks    int   // at jobs
	newest   int32 // job from before
	site     int32 // times the site was asked what it counts
	requests int
	titles   []string         // of shows that directories know
	refuses  map[string]error // submissions, by address

	estimated []*v1.EstimateEpisodesRequest
	comesTo   func(address string) (*v1.EstimateEpisodesResponse, error) // nil: nothing is a show

	refuse map[string]answer                        // by file name
	job    func(id, look, files int) map[string]any // nil: all done at the second look
	first  func(w http.ResponseWriter, r *http.Request, n int) bool
}

type answer struct {
	status  int
	message string
}

func newInstance(t *testing.T) *instance {
	t.Helper()
	i := &instance{clock: newClock(), refuse: map[string]answer{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/uploads", i.upload)
	mux.Handle(mentionaryv1connect.NewJobServiceHandler(i))
	mux.Handle(mentionaryv1connect.NewStatsServiceHandler(i))
	mux.Handle(mentionaryv1connect.NewShowServiceHandler(i))
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
	code := map[int]string{401: "unauthenticated", 403: "permission_denied", 429: "resource_exhausted", 503: "unavailable"}[status]
	reply(w, status, map[string]string{"code": cmp.Or(code, "invalid_argument"), "message": message})
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

func (i *instance) ListJobs(context.Context, *v1.ListJobsRequest) (*v1.ListJobsResponse, error) {
	out := &v1.ListJobsResponse{}
	if i.newest > 0 {
		out.Jobs = append(out.Jobs, &v1.Job{Id: i.newest})
	}
	return out, nil
}

func (i *instance) Process(_ context.Context, r *v1.ProcessRequest) (*v1.ProcessResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if err := i.refuses[r.GetInput()]; err != nil {
		return nil, err
	}
	at := slices.IndexFunc(i.process, func(o *v1.ProcessRequest) bool { return o.GetIdempotencyKey() == r.GetIdempotencyKey() })
	if at < 0 {
		at = len(i.process)
		i.process = append(i.process, r)
	}
	return &v1.ProcessResponse{JobId: int32(at + 1), Type: "upload"}, nil
}

func (i *instance) GetJob(_ context.Context, r *v1.GetJobRequest) (*v1.GetJobResponse, error) {
	i.mu.Lock()
	i.looks++
	look, files := i.looks, len(i.process[r.GetId()-1].GetUploadIds())
	i.mu.Unlock()
	show := i.job
	if show == nil {
		show = allDone
	}
	text, err := json.Marshal(show(int(r.GetId()), look, files))
	if err != nil {
		return nil, err
	}
	out := &v1.Job{}
	return &v1.GetJobResponse{Job: out}, protojson.Unmarshal(text, out)
}

// GetStats counts what was there before, and more of it each time.
func (i *instance) GetStats(context.Context, *v1.GetStatsRequest) (*v1.GetStatsResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.site++
	return &v1.GetStatsResponse{TotalMentions: 12345 * i.site, TotalBooks: 7 * i.site, TotalPeople: 1000 * i.site}, nil
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
		"title": title, "state": state, "stateText": text, "videoId": videoID,
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

// The addresses of calls.
const (
	listJobs = mentionaryv1connect.JobServiceListJobsProcedure
	startJob = mentionaryv1connect.JobServiceProcessProcedure
	showJob  = mentionaryv1connect.JobServiceGetJobProcedure
)

func isUpload(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/uploads") }

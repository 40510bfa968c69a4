//go:build e2e

package e2e_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// traces is an OpenTelemetry collector of the test.
type traces struct {
	address string
	mu      sync.Mutex
	spans   map[string][]string // names by trace
}

func newTraces(t *testing.T) *traces {
	t.Helper()
	c := &traces{spans: map[string][]string{}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		var in collector.ExportTraceServiceRequest
		if err != nil || proto.Unmarshal(b, &in) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, r := range in.GetResourceSpans() {
			for _, scope := range r.GetScopeSpans() {
				for _, span := range scope.GetSpans() {
					id := string(span.GetTraceId())
					c.spans[id] = append(c.spans[id], span.GetName())
				}
			}
		}
	}))
	t.Cleanup(s.Close)
	c.address = s.URL
	return c
}

// with returns whether one trace has all the spans.
func (c *traces) with(names ...string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, spans := range c.spans {
		all := strings.Join(spans, "\n")
		found := 0
		for _, n := range names {
			if strings.Contains(all, n) {
				found++
			}
		}
		if found == len(names) {
			return true
		}
	}
	return false
}

// TestOperatorsSeeWhatHappens follows one submission through traces, logs and metrics of two processes.
func TestOperatorsSeeWhatHappens(t *testing.T) {
	t.Parallel()
	spans := newTraces(t)
	show := newPodcast(t, "Watched", 2, nil)
	c := newCluster(t, 1, show.origin)
	webOps, workerOps := freeAddress(t), freeAddress(t)
	launch(t, slimProgram, c.env, "migrate").ends(startTime)
	web := c.launchServe(0, "MENTIONARY_TRACES="+spans.address, "MENTIONARY_OPS_LISTEN="+webOps)
	worker := launch(t, slimProgram, append(append([]string{}, c.env...), "MENTIONARY_TRACES="+spans.address,
		"MENTIONARY_OPS_LISTEN="+workerOps), "worker")
	web.ready(c.webs[0] + "/readyz")
	worker.ready("http://" + workerOps + "/readyz")
	noor := signIn(t, c.webs[0], "preset-noor")
	id := noor.submit(show.feed(), 2)
	noor.awaitClosed(id, "completed", time.Minute)

	metrics := func(address string) string {
		return string((&api{t: t, base: "http://" + address}).call(http.MethodGet, "/metrics", nil).body)
	}
	require.Contains(t, metrics(webOps), `mentionary_http_requests_total{code="ok",procedure="/mentionary.v1.JobService/Process"} 1`)
	eventually(t, startTime, func() string {
		if m := metrics(workerOps); !strings.Contains(m, `mentionary_runs_total{outcome="done"} 2`) ||
			!strings.Contains(m, `mentionary_stage_seconds_count{outcome="done",stage="publish"} 2`) {
			return m
		}
		return ""
	})
	require.Contains(t, metrics(workerOps), `mentionary_queue_backlog{queue="mentionary-fetch"} 0`)

	// Lines of the log lead from the request to the job, to its workflow and to the runs.
	said := web.out.String()
	job := regexp.MustCompile(`msg="job started".* workflow=(\S+).* request_id=(\S+)`).FindStringSubmatch(said)
	require.NotNil(t, job, said)
	require.Contains(t, said, "path=/api/process")
	require.Contains(t, worker.out.String(), `msg="a job wants a run"`)
	require.Contains(t, worker.out.String(), `msg="run started"`)

	web.stop()
	worker.stop()
	eventually(t, startTime, func() string {
		if spans.with("JobService/Process", "StartWorkflow:AnalyzeJob", "RunActivity:WantEpisode", "StartWorkflow:AnalyzeEpisode",
			"RunActivity:FetchTranscript") {
			return ""
		}
		spans.mu.Lock()
		defer spans.mu.Unlock()
		var all []string
		for _, names := range spans.spans {
			all = append(all, strings.Join(names, " "))
		}
		return "no trace leads from the call to the activity: " + strings.Join(all, "\n")
	})
}

//go:build e2e

package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const callTime = 20 * time.Second

// api is the REST API as one person uses it: with the operator's token, or with the cookies of a signed-in browser.
type api struct {
	t       *testing.T
	base    string
	token   string
	browser *http.Client
}

// answer is what a call gave.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send makes a call with any body.
func (a *api) send(method, path, contentType string, body io.Reader, headers ...string) answer {
	a.t.Helper()
	req, err := http.NewRequestWithContext(a.t.Context(), method, a.base+path, body)
	require.NoError(a.t, err)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if a.token != "" {
		req.Header.Set("Authorization", "Bearer "+a.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	c := &http.Client{Timeout: callTime}
	if a.browser != nil {
		c.Jar = a.browser.Jar
	}
	res, err := c.Do(req)
	require.NoError(a.t, err, "%s %s", method, path)
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	require.NoError(a.t, err)
	return answer{status: res.StatusCode, header: res.Header, body: got}
}

// call makes a call with a JSON body, or none when body is nil.
func (a *api) call(method, path string, body any) answer {
	a.t.Helper()
	if body == nil {
		return a.send(method, path, "", nil)
	}
	b, err := json.Marshal(body)
	require.NoError(a.t, err)
	return a.send(method, path, "application/json", bytes.NewReader(b))
}

// ask makes a call that must succeed and reads its answer.
func ask[T any](a *api, method, path string, body any) T {
	a.t.Helper()
	got := a.call(method, path, body)
	require.Equal(a.t, http.StatusOK, got.status, "%s %s: %s", method, path, got.body)
	var out T
	require.NoError(a.t, json.Unmarshal(got.body, &out), "%s %s: %s", method, path, got.body)
	return out
}

// step, item and job are the parts of the job answers that the scenarios look at.
type (
	step struct {
		Stage, State, Text string
		NextAttemptAt      *time.Time
		Attempt            int
	}
	item struct {
		ID                             int
		State, StateText, Title        string
		VideoID                        string
		EpisodeID, Mentions, Entities  int
		CanProvideTranscript, CanRetry bool
		Steps                          []step
	}
	job struct {
		ID                                 int
		Type, Status, State, StateText     string
		ItemsTotal, ItemsDone, ItemsFailed int
		Paused                             bool
		NextAttemptAt                      *time.Time
		Items                              []item
	}
	catalogue struct {
		TotalEpisodes, TotalBooks, TotalProducts, TotalPeople, TotalCompanies, TotalLocations, TotalConcepts, TotalSponsors,
		TotalMentions, TotalChannels int
	}
)

func (j job) String() string {
	s := fmt.Sprintf("job %d is %s (%s): %d of %d done, %d failed", j.ID, j.State, j.StateText, j.ItemsDone, j.ItemsTotal, j.ItemsFailed)
	for _, it := range j.Items {
		s += fmt.Sprintf("\n  %s %q: %s", it.State, it.Title, it.StateText)
	}
	return s
}

// closed reports whether nothing more will happen to the job by itself.
func (j job) closed() bool {
	return j.Status == "completed" || j.Status == "failed" || j.Status == "cancelled"
}

// step returns a stage of the item.
func (i item) step(stage string) step {
	for _, s := range i.Steps {
		if s.Stage == stage {
			return s
		}
	}
	return step{}
}

// submit hands in an address with a number of recent episodes (0: the default) and returns the job's id.
func (a *api) submit(input string, episodes int) int {
	a.t.Helper()
	body := map[string]any{"input": input}
	if episodes > 0 {
		body["config"] = map[string]any{"mode": "recent", "episodeCount": episodes}
	}
	return ask[struct{ JobID int }](a, http.MethodPost, "/api/process", body).JobID
}

func (a *api) job(id int) job {
	a.t.Helper()
	return ask[job](a, http.MethodGet, fmt.Sprintf("/api/jobs/%d", id), nil)
}

// tell sends a command to a job: cancel, pause or retry.
func (a *api) tell(id int, command string, body map[string]any) job {
	a.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	return ask[job](a, http.MethodPost, fmt.Sprintf("/api/jobs/%d/%s", id, command), body)
}

// await polls a job until it is as wanted.
func (a *api) await(id int, within time.Duration, what string, wanted func(job) bool) job {
	a.t.Helper()
	var j job
	eventually(a.t, within, func() string {
		if j = a.job(id); wanted(j) {
			return ""
		}
		return "waiting for " + what + ": " + j.String()
	})
	return j
}

// awaitClosed polls a job until it has ended in the state.
func (a *api) awaitClosed(id int, state string, within time.Duration) job {
	a.t.Helper()
	j := a.await(id, within, "the end of the job", job.closed)
	require.Equal(a.t, state, j.State, "%s", j)
	return j
}

// awaitDone polls a job until a number of its episodes are done.
func (a *api) awaitDone(id, n int, within time.Duration) job {
	a.t.Helper()
	return a.await(id, within, fmt.Sprintf("%d episodes", n), func(j job) bool { return j.ItemsDone >= n })
}

// upload sends a file and returns its id.
func (a *api) upload(name, content string) string {
	a.t.Helper()
	got := a.send(http.MethodPost, "/api/uploads", "application/octet-stream", bytes.NewReader([]byte(content)), "X-File-Name",
		url.PathEscape(name))
	require.Equal(a.t, http.StatusOK, got.status, "%s: %s", name, got.body)
	var out struct{ UploadID string }
	require.NoError(a.t, json.Unmarshal(got.body, &out))
	require.NotEmpty(a.t, out.UploadID)
	return out.UploadID
}

// provide gives an item of a job an uploaded transcript.
func (a *api) provide(jobID, itemID int, uploadID string) job {
	a.t.Helper()
	return ask[job](a, http.MethodPost, fmt.Sprintf("/api/jobs/%d/items/%d/transcript", jobID, itemID), map[string]any{"uploadId": uploadID})
}

// path fills ids into the path of a call.
func path(format string, ids ...any) string { return fmt.Sprintf(format, ids...) }

func (a *api) stats() catalogue {
	a.t.Helper()
	return ask[catalogue](a, http.MethodGet, "/api/stats", nil)
}

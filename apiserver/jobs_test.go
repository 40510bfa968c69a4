package apiserver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

func TestProcessRecognizesItsInput(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	for input, want := range map[string][2]string{
		"https://youtu.be/abcdefghijk":                               {"video", "https://www.youtube.com/watch?v=abcdefghijk"},
		" https://www.youtube.com/watch?v=abcdefghijk&t=3s ":         {"video", "https://www.youtube.com/watch?v=abcdefghijk"},
		"https://www.youtube.com/@SomeBody":                          {"channel", "https://www.youtube.com/@somebody"},
		"UCabcdefghijklmnopqrstuv":                                   {"channel", "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv"},
		"https://www.youtube.com/playlist?list=PL0123456789abcdefgh": {"playlist", "https://www.youtube.com/playlist?list=PL0123456789abcdefgh"},
		"https://podcast.example.org/feed.xml":                       {"feed", "https://podcast.example.org/feed.xml"},
	} {
		// The client's guess is wrong on purpose: the server's reading wins.
		got := w.object(w.call(p, "POST", "/api/process", map[string]any{"input": input, "type": "video"}), http.StatusOK)
		require.Equal(t, want[0], got["type"], input)
		require.Equal(t, want[1], got["url"], input)
		require.Len(t, got, 3)
		require.Equal(t, []string{"start job"}, w.engine.taken())
		require.Equal(t, float64(int(got["jobId"].(float64))), got["jobId"])
	}
}

func TestBadInputsAreRefusedWithASentence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	for name, body := range map[string]any{
		"empty":           map[string]any{"input": "  "},
		"nothing":         map[string]any{},
		"words":           map[string]any{"input": "my favorite show"},
		"another scheme":  map[string]any{"input": "file:///etc/passwd"},
		"script":          map[string]any{"input": "javascript:alert(1)"},
		"password":        map[string]any{"input": "https://user:pass@example.org/feed"},
		"too long":        map[string]any{"input": "https://example.org/" + strings.Repeat("a", 3000)},
		"controls":        map[string]any{"input": "https://example.org/\u0000"},
		"unknown type":    map[string]any{"input": "UCabcdefghijklmnopqrstuv", "type": "movie"},
		"unknown mode":    map[string]any{"input": "UCabcdefghijklmnopqrstuv", "config": map[string]any{"mode": "some"}},
		"no episodes":     map[string]any{"input": "UCabcdefghijklmnopqrstuv", "config": map[string]any{"mode": "recent", "episodeCount": 0}},
		"101 episodes":    map[string]any{"input": "UCabcdefghijklmnopqrstuv", "config": map[string]any{"mode": "recent", "episodeCount": 101}},
		"366 days":        map[string]any{"input": "UCabcdefghijklmnopqrstuv", "config": map[string]any{"mode": "dateRange", "dateRange": 366}},
		"upload of none":  map[string]any{"type": "upload"},
		"wrong JSON type": map[string]any{"input": 7},
	} {
		got := w.call(p, "POST", "/api/process", body)
		require.Equal(t, http.StatusBadRequest, got.status, "%s: %s", name, got.body)
		w.refused(got, http.StatusBadRequest, "invalid_argument")
	}
	require.Equal(t, "Please enter a YouTube URL",
		w.refused(w.call(p, "POST", "/api/process", map[string]any{"input": ""}), http.StatusBadRequest, "invalid_argument"))
	w.refused(w.call(p, "POST", "/api/process", map[string]any{"uploadIds": []string{"unknown"}}), http.StatusNotFound, "not_found")
	require.Empty(t, w.engine.taken())
	require.Empty(t, w.list(w.call(p, "GET", "/api/jobs", nil)))
}

func TestConfigSelectsEpisodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	user, admin := w.signIn("una", ""), w.signIn("ada", "admin")
	const channel, playlist, one = "UCabcdefghijklmnopqrstuv", "PL0123456789abcdefgh", "https://youtu.be/abcdefghijk"
	for name, c := range map[string]struct {
		by     *person
		input  string
		config map[string]any
		want   media.Selection
	}{
		"channel":  {user, channel, nil, media.Selection{Mode: media.SelectRecent, Count: 10}},
		"playlist": {user, playlist, nil, media.Selection{Mode: media.SelectRecent, Count: 100}},
		"recent": {
			user, channel,
			map[string]any{"mode": "recent", "episodeCount": 3},
			media.Selection{Mode: media.SelectRecent, Count: 3},
		},
		"recent, default": {user, channel, map[string]any{"mode": "recent"}, media.Selection{Mode: media.SelectRecent, Count: 10}},
		"days": {
			user, channel,
			map[string]any{"mode": "dateRange", "dateRange": 7},
			media.Selection{Mode: media.SelectDateRange, Days: 7},
		},
		"days, default":     {user, channel, map[string]any{"mode": "dateRange"}, media.Selection{Mode: media.SelectDateRange, Days: 30}},
		"all, admin":        {admin, channel, map[string]any{"mode": "all"}, media.Selection{Mode: media.SelectAll}},
		"ignored on videos": {user, one, map[string]any{"mode": "all"}, media.Selection{Mode: media.SelectAll}},
	} {
		body := map[string]any{"input": c.input}
		if c.config != nil {
			body["config"] = c.config
		}
		got := w.object(w.call(c.by, "POST", "/api/process", body), http.StatusOK)
		row, err := w.store.Jobs.Job(t.Context(), int(got["jobId"].(float64)), 0)
		require.NoError(t, err)
		require.Equal(t, c.want, row.Selection, name)
	}
	sentence := w.refused(w.call(user, "POST", "/api/process", map[string]any{"input": channel, "config": map[string]any{"mode": "all"}}),
		http.StatusForbidden, "permission_denied")
	require.Contains(t, sentence, "Only administrators")
}

func TestTheSameKeyAnswersTheSameJob(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	submit := func(p *person, key string) float64 {
		return w.object(w.call(p, "POST", "/api/process", map[string]any{"input": "https://youtu.be/abcdefghijk", "idempotencyKey": key}),
			http.StatusOK)["jobId"].(float64)
	}
	first := submit(una, "k")
	require.Equal(t, first, submit(una, "k"))
	require.Equal(t, []string{"start job"}, w.engine.taken(), "the second call starts nothing")
	require.NotEqual(t, first, submit(una, "other"))
	require.NotEqual(t, first, submit(otto, "k"), "keys are everybody's own")
	w.engine.taken()
	for name, other := range map[string]map[string]any{
		"another video": {"input": "https://youtu.be/bbbbbbbbbbb"}, "a channel": {"input": "https://www.youtube.com/@theshow"},
	} {
		other["idempotencyKey"] = "k"
		for _, got := range w.both(una, "JobService/Process", other) {
			sentence := w.refused(got, http.StatusConflict, "aborted")
			require.Contains(t, sentence, "used for another submission", name)
		}
	}
	require.Empty(t, w.engine.taken())
}

func TestTheEngineMayBeDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	w.engine.failWith(errDown)
	id := w.process(p, "https://youtu.be/abcdefghijk")
	require.Equal(t, "cancelled", w.object(w.call(p, "POST", fmt.Sprintf("/api/jobs/%d/cancel", id), map[string]any{}),
		http.StatusOK)["status"])
	require.Contains(t, w.logs.String(), "the engine is down")
}

func TestForeignJobsAreNotThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, otto, mo, ada := w.signIn("una", ""), w.signIn("otto", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	id := w.process(una, "https://youtu.be/abcdefghijk")
	item := w.items(id, video("abcdefghijk"))[0]
	path := fmt.Sprintf("/api/jobs/%d", id)
	calls := map[string]any{
		path + "/cancel": map[string]any{}, path + "/pause": map[string]any{"paused": true}, path + "/retry": map[string]any{},
		path + fmt.Sprintf("/items/%d/transcript", item.ID): map[string]any{"uploadId": "x"},
	}
	missing := w.refused(w.call(otto, "GET", "/api/jobs/424242", nil), http.StatusNotFound, "not_found")
	require.Equal(t, missing, w.refused(w.call(otto, "GET", path, nil), http.StatusNotFound, "not_found"), "private and missing look the same")
	for call, body := range calls {
		require.Equal(t, missing, w.refused(w.call(otto, "POST", call, body), http.StatusNotFound, "not_found"), call)
	}
	require.Empty(t, w.list(w.call(otto, "GET", "/api/jobs", nil)))
	w.refused(w.call(otto, "GET", "/api/jobs?all=true", nil), http.StatusForbidden, "permission_denied")
	for _, p := range []*person{mo, ada} {
		require.Equal(t, "UNA", w.object(w.call(p, "GET", path, nil), http.StatusOK)["submitter"])
		all := w.call(p, "GET", "/api/jobs?all=true", nil)
		require.Len(t, w.list(all), 1)
		require.Equal(t, "1", all.header.Get("X-Total-Count"))
		require.NotContains(t, all.body, "canary.example", "no e-mail of a submitter")
		require.Empty(t, w.list(w.call(p, "GET", "/api/jobs", nil)), "the plain list is one's own")
	}
	require.Empty(t, w.object(w.call(una, "GET", path, nil), http.StatusOK)["submitter"])
	w.object(w.call(mo, "POST", path+"/pause", calls[path+"/pause"]), http.StatusOK)
}

func TestTheJobSaysWhatHappens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	id := w.process(p, "https://youtu.be/abcdefghijk")
	path := fmt.Sprintf("/api/jobs/%d", id)
	got := w.object(w.call(p, "GET", path, nil), http.StatusOK)
	require.Equal(t, "pending", got["status"])
	require.Equal(t, "queued", got["state"])
	require.Equal(t, "It starts in a moment.", got["stateText"])
	for _, field := range []string{"id", "type", "input", "status", "createdAt", "finishedAt", "nextAttemptAt", "items"} {
		require.Contains(t, got, field)
	}
	require.Nil(t, got["finishedAt"])

	item := w.items(id, video("abcdefghijk"))[0]
	run := w.want(id, item.ID)
	next := time.Now().Add(time.Minute).UTC().Truncate(time.Second)
	require.NoError(t, w.store.Jobs.SetStep(t.Context(), run, work.StageEpisode, jobs.StepProgress{
		State: work.StepRetrying, Failure: jobs.Failure{
			Class: string(fault.Unavailable), Text: "dial tcp: refused", NextAttempt: next,
			Attempt: 2,
		},
	}))
	got = w.object(w.call(p, "GET", path, nil), http.StatusOK)
	require.Equal(t, "waiting", got["status"])
	require.Equal(t, "YouTube could not be reached. It will be tried again. You can also upload a transcript.", got["stateText"])
	require.Equal(t, next.Format(time.RFC3339), got["nextAttemptAt"])
	line := got["items"].([]any)[0].(map[string]any)
	require.Equal(t, "running", line["state"])
	require.Equal(t, true, line["canProvideTranscript"])
	require.Len(t, line["steps"], len(work.Stages()))
	step := line["steps"].([]any)[0].(map[string]any)
	require.Equal(t, "retrying", step["state"])
	require.Equal(t, next.Format(time.RFC3339), step["nextAttemptAt"])
	require.Contains(t, w.list(w.call(p, "GET", "/api/jobs", nil))[0]["stateText"], "YouTube could not be reached.")

	require.NoError(t, w.store.Jobs.SetStep(t.Context(), run, work.StageEpisode, jobs.StepProgress{State: work.StepDone}))
	require.NoError(t, w.store.Jobs.SetStep(t.Context(), run, work.StageTranscript,
		jobs.StepProgress{State: work.StepRunning, Text: "Asking for captions"}))
	require.Equal(t, "Fetching the transcript: Asking for captions.", w.object(w.call(p, "GET", path, nil), http.StatusOK)["stateText"])

	_, _, err := w.store.Jobs.FinishRun(t.Context(), run, work.RunNeedsTranscript,
		jobs.Failure{Class: string(fault.NoTranscript), Text: "There are no captions."})
	require.NoError(t, err)
	got = w.object(w.call(p, "GET", path, nil), http.StatusOK)
	require.Equal(t, "waiting", got["status"])
	require.Equal(t, "There is no transcript. Upload one to continue.", got["stateText"])
	require.Equal(t, true, got["items"].([]any)[0].(map[string]any)["canRetry"])
}

func TestPauseCancelAndRetry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	id := w.process(p, "https://youtu.be/abcdefghijk")
	item := w.items(id, video("abcdefghijk"))[0]
	w.want(id, item.ID)
	w.engine.taken()
	post := func(what string, body map[string]any) map[string]any {
		return w.object(w.call(p, "POST", fmt.Sprintf("/api/jobs/%d/%s", id, what), body), http.StatusOK)
	}
	got := post("pause", map[string]any{"paused": true})
	require.Equal(t, true, got["paused"])
	require.Equal(t, "Resume the job to continue.", got["stateText"])
	require.Equal(t, []string{"pause job", "cancel run"}, w.engine.taken(), "nobody else wanted the run")
	require.Equal(t, true, post("pause", map[string]any{"paused": true})["paused"], "twice is fine")
	require.Equal(t, false, post("pause", map[string]any{"paused": false})["paused"])
	w.want(id, item.ID)
	w.engine.taken()
	require.Equal(t, "cancelled", post("cancel", map[string]any{})["status"])
	require.Equal(t, []string{"cancel job", "cancel run"}, w.engine.taken())
	got = post("cancel", map[string]any{})
	require.Equal(t, "cancelled", got["status"], "twice is fine")
	require.Empty(t, w.engine.taken())
	require.Equal(t, true, got["canRetry"])
	require.Contains(t, w.refused(w.call(p, "POST", fmt.Sprintf("/api/jobs/%d/pause", id), map[string]any{"paused": true}),
		http.StatusConflict, "aborted"), "already ended")
	got = post("retry", map[string]any{})
	require.Equal(t, "running", got["status"])
	require.Equal(t, []string{"start job", "hurry job"}, w.engine.taken())
	w.refused(w.call(p, "POST", fmt.Sprintf("/api/jobs/%d/retry", id), map[string]any{"fromStage": "nonsense"}), http.StatusBadRequest,
		"invalid_argument")
}

func TestOnlyModeratorsHaveAFinishedEpisodeAnalyzedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.publish(), w.signIn("mo", "moderator")
	id := int(w.list(w.call(una, "GET", "/api/jobs", nil))[0]["id"].(float64))
	path := fmt.Sprintf("/api/jobs/%d", id)
	line := w.object(w.call(una, "GET", path, nil), http.StatusOK)["items"].([]any)[0].(map[string]any)
	require.Equal(t, "done", line["state"])
	require.Equal(t, false, line["canRetry"])
	require.Equal(t, 1.0, line["entities"])
	again := map[string]any{"itemId": line["id"]}
	w.refused(w.call(una, "POST", path+"/retry", again), http.StatusForbidden, "permission_denied")
	require.Equal(t, "running", w.object(w.call(mo, "POST", path+"/retry", again), http.StatusOK)["status"])
}

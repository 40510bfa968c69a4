package apiserver_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// act does something to work and returns the result of each row.
func (w *world) act(by *person, action string, keys ...string) []map[string]any {
	w.Helper()
	return w.list(w.call(by, "POST", "/api/admin/work/act", map[string]any{"action": action, "keys": keys}))
}

func TestModeratorsSeeEverybodysWorkWithoutEmails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	id := w.process(una, "https://youtu.be/abcdefghijk")
	item := w.items(id, video("abcdefghijk"))[0]
	run := w.want(id, item.ID)
	got := w.call(mo, "GET", "/api/admin/work", nil)
	require.NotContains(t, got.body, "una@")
	rows := w.list(got)
	require.Len(t, rows, 2)
	require.Equal(t, fmt.Sprintf("run-%d", run), rows[0]["key"])
	require.Equal(t, "UNA", rows[0]["submitter"])
	require.Equal(t, []any{"cancel", "transcript"}, rows[0]["actions"])
	require.Equal(t, []any{"cancel", "pause", "transcript"}, rows[1]["actions"])
	require.Empty(t, w.list(w.call(mo, "GET", "/api/admin/work?states=failed", nil)))
	w.refused(w.call(una, "GET", "/api/admin/work", nil), http.StatusForbidden, "permission_denied")
	w.refused(w.call(mo, "GET", "/api/admin/work?states=asleep", nil), http.StatusBadRequest, "invalid_argument")
	w.refused(w.call(mo, "GET", "/api/admin/work/job-0", nil), http.StatusNotFound, "not_found")
}

func TestAnActionSaysForEachRowWhatCameOfIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	first, second := w.process(una, "https://youtu.be/abcdefghijk"), w.process(una, "https://youtu.be/bbbbbbbbbbb")
	w.items(first, video("abcdefghijk"))
	w.items(second, video("bbbbbbbbbbb"))
	keys := []string{fmt.Sprintf("job-%d", first), fmt.Sprintf("job-%d", second), "job-424242", "nonsense"}
	w.engine.taken()
	preview := w.list(w.call(mo, "GET", "/api/admin/work/preview?action=cancel&keys="+keys[0]+"&keys="+keys[2], nil))
	require.Equal(t, true, preview[0]["ok"])
	require.Equal(t, "1 episode not analyzed yet will be dropped.", preview[0]["text"])
	require.Equal(t, false, preview[1]["ok"])
	require.Equal(t, "There is no such work.", preview[1]["text"])
	require.Empty(t, w.engine.taken(), "a preview tells nobody")

	got := w.act(mo, "cancel", keys...)
	require.Len(t, got, 4)
	for i, ok := range []bool{true, true, false, false} {
		require.Equal(t, keys[i], got[i]["key"])
		require.Equal(t, ok, got[i]["ok"])
	}
	require.Equal(t, "cancelled", got[0]["work"].(map[string]any)["state"])
	require.Contains(t, w.engine.taken(), "cancel job")
	again := w.act(mo, "cancel", keys[0])[0]
	require.Equal(t, "It has already ended.", again["text"])
	retried := w.act(mo, "retry", keys[0])[0]
	require.Equal(t, true, retried["ok"], retried)
	require.Equal(t, []string{"start job", "hurry job"}, w.engine.taken())
	_, n, err := w.store.AuditLog(t.Context(), fmt.Sprintf("job/%d", first), 0, 0)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	refused := w.call(una, "POST", "/api/admin/work/act", map[string]any{"action": "cancel", "keys": keys})
	w.refused(refused, http.StatusForbidden, "permission_denied")
}

func TestARunIsCanceledForAllWhoWantIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	id := w.process(una, "https://youtu.be/abcdefghijk")
	run := fmt.Sprintf("run-%d", w.want(id, w.items(id, video("abcdefghijk"))[0].ID))
	w.engine.taken()
	require.Equal(t, "A run cannot be paused. Pause the jobs that want it.", w.act(mo, "pause", run)[0]["text"])
	require.Equal(t, true, w.act(mo, "cancel", run)[0]["ok"])
	require.Equal(t, []string{"cancel run", "hurry job"}, w.engine.taken())
	require.Equal(t, true, w.act(mo, "retry", run)[0]["ok"])
	require.Equal(t, "No job wants this run anymore. Retry from a job with the episode, or submit the episode again.",
		w.act(mo, "retry", run)[0]["text"])
}

func TestWhatOthersDoToAJobIsAuditedOneselfIsNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	id := w.process(una, "https://youtu.be/abcdefghijk")
	w.items(id, video("abcdefghijk"))
	for i, by := range []*person{una, mo} {
		for _, on := range []bool{true, false} {
			w.object(w.call(by, "POST", fmt.Sprintf("/api/jobs/%d/pause", id), map[string]any{"paused": on}), http.StatusOK)
		}
		_, n, err := w.store.AuditLog(t.Context(), fmt.Sprintf("job/%d", id), 0, 0)
		require.NoError(t, err)
		require.Equal(t, 2*i, n)
	}
}

func TestTheStoryOfARunHasItsAttempts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo, ada := w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	id := w.process(una, "https://youtu.be/abcdefghijk")
	run := w.want(id, w.items(id, video("abcdefghijk"))[0].ID)
	chunk := 1
	require.NoError(t, w.store.Jobs.SaveAttempt(t.Context(), jobs.Attempt{
		RunID: run, Execution: "e/1", Number: 1, Stage: work.StageExtract, Chunk: &chunk, Scheduled: time.Now(), Started: time.Now(),
		Ended: time.Now(), Class: "unavailable", Text: "The model does not answer.", RetryAt: time.Now().Add(time.Minute),
	}))
	path := fmt.Sprintf("/api/admin/work/run-%d", run)
	story := w.object(w.call(mo, "GET", path, nil), http.StatusOK)
	require.Len(t, story["steps"], 7)
	attempt := story["attempts"].([]any)[0].(map[string]any)
	require.Equal(t, "The model does not answer.", attempt["text"])
	chunks := story["chunks"].([]any)
	require.Len(t, chunks, 2)
	require.Equal(t, "waiting", chunks[0].(map[string]any)["state"])
	require.Equal(t, "retrying", chunks[1].(map[string]any)["state"])
	require.Equal(t, fmt.Sprintf("job-%d", id), story["wants"].([]any)[0].(map[string]any)["key"])
	require.Empty(t, story["workflowUrl"], "moderators are not led to the engine")
	workflow := story["ids"].([]any)[0].(map[string]any)["value"].(string)
	require.Contains(t, workflow, "episode/")
	admin := w.object(w.call(ada, "GET", path, nil), http.StatusOK)
	require.Contains(t, admin["workflowUrl"], "/admin/temporal/namespaces/mentionary/workflows/episode%2F")
	job := w.object(w.call(mo, "GET", fmt.Sprintf("/api/admin/work/job-%d", id), nil), http.StatusOK)
	require.InDelta(t, float64(run), job["job"].(map[string]any)["items"].([]any)[0].(map[string]any)["runId"], 0)
	require.Len(t, job["parts"], 1)
}

func TestEverybodysWorkIsWatchedByThoseWhoMay(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	s := w.watch(mo, &v1.WatchRequest{Work: &v1.ListWorkRequest{States: []string{"queued"}}})
	s.next()
	id := w.process(una, "https://youtu.be/abcdefghijk")
	key := fmt.Sprintf("job-%d", id)
	told := func(matches bool) {
		s.until(func(m *v1.WatchResponse) bool {
			for _, n := range m.GetWork() {
				if n.GetWork().GetKey() == key && n.GetMatches() == matches {
					return true
				}
			}
			return false
		})
	}
	told(true)
	w.items(id, video("abcdefghijk")) // it runs now
	told(false)
}

func TestQueuesAreAskedForAllTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, mo := w.signIn("ada", "admin"), w.signIn("mo", "moderator")
	w.engine.queues = []work.TaskQueue{{Name: work.QueueFetch, Backlog: 12, Oldest: 8 * time.Second, In: 2.5, Workers: []work.QueueWorker{
		{Identity: "4711@here", Version: "1.2", Seen: time.Now(), Slots: 8, Used: 3},
	}}}
	for range 3 {
		got := w.object(w.call(ada, "GET", "/api/admin/queues", nil), http.StatusOK)
		require.Len(t, got["queues"], 1)
	}
	require.Equal(t, 1, w.engine.looked)
	w.refused(w.call(mo, "GET", "/api/admin/queues", nil), http.StatusForbidden, "permission_denied")
	paused := w.object(w.call(ada, "POST", "/api/admin/queues/mentionary-fetch/pause", map[string]any{"paused": true}), http.StatusOK)
	require.Equal(t, "mentionary-fetch", paused["name"])
	require.Contains(t, w.engine.taken(), "apply pauses")
	w.engine.failWith(errors.New("away"))
	w.object(w.call(ada, "POST", "/api/admin/queues/mentionary-fetch/pause", map[string]any{"paused": false}), http.StatusOK)
	got := w.object(w.call(ada, "GET", "/api/admin/queues", nil), http.StatusOK)
	require.Empty(t, got["queues"])
	require.Contains(t, got["problem"], "The workflow engine does not answer.")
}

func TestBatchesAndPassesAreActedOnLikeJobs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo, ada := w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	batch := fmt.Sprintf("batch-%d", w.startBatch(ada, "https://youtu.be/aaaaaaaaaaa", "https://youtu.be/bbbbbbbbbbb"))
	w.object(w.call(mo, "POST", "/api/passes", map[string]any{"kind": "links", "entityType": "book"}), http.StatusOK)
	rows := w.list(w.call(mo, "GET", "/api/admin/work?kinds=pass&kinds=batch", nil))
	require.Len(t, rows, 2)
	pass := rows[0]["key"].(string)
	require.Equal(t, []any{"cancel"}, rows[0]["actions"])
	require.Empty(t, rows[1]["actions"], "batches are for admins")
	w.engine.taken()

	for _, c := range []struct {
		by               *person
		action, on, text string
	}{
		{mo, "cancel", batch, "Your account may not change batches."},
		{ada, "retry", batch, "A batch does not support this. Use its jobs instead."},
		{ada, "resume", batch, "It is not paused."},
		{ada, "pause", pass, "A pass can only be canceled. Start another one under Data Quality."},
	} {
		preview := w.list(w.call(c.by, "GET", "/api/admin/work/preview?action="+c.action+"&keys="+c.on, nil))
		for _, got := range []map[string]any{preview[0], w.act(c.by, c.action, c.on)[0]} {
			require.Equal(t, false, got["ok"])
			require.Equal(t, c.text, got["text"])
		}
	}
	require.Empty(t, w.engine.taken())

	preview := w.list(w.call(ada, "GET", "/api/admin/work/preview?action=cancel&keys="+batch+"&keys="+pass, nil))
	require.Equal(t, "2 lines not submitted yet will be dropped, and the open jobs of the others canceled.", preview[0]["text"])
	require.Equal(t, "It will end. What was found stays.", preview[1]["text"])
	for _, step := range []struct{ action, state, told string }{
		{"pause", "paused", "tell batch"}, {"resume", "queued", "tell batch"}, {"cancel", "cancelled", "tell batch"},
	} {
		got := w.act(ada, step.action, batch)[0]
		require.Equal(t, true, got["ok"], got)
		require.Equal(t, step.state, got["work"].(map[string]any)["state"])
		require.Equal(t, []string{step.told}, w.engine.taken())
	}
	require.Equal(t, "It has already ended.", w.act(ada, "cancel", batch)[0]["text"])
	got := w.act(mo, "cancel", pass)[0]
	require.Equal(t, true, got["ok"], got)
	require.Equal(t, "cancelled", got["work"].(map[string]any)["state"])
	require.Equal(t, []string{"cancel pass"}, w.engine.taken())
}

func TestAPassOverEarlierEpisodesIsSeenAndCanceledLikeOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	w.publish()
	id, err := w.store.Rereading.Begin(t.Context())
	require.NoError(t, err)
	key := fmt.Sprintf("reading-%d", id)
	rows := w.list(w.call(mo, "GET", "/api/admin/work?kinds=pass", nil))
	require.Len(t, rows, 1)
	require.Equal(t, []any{key, "readings", "Read earlier episodes again", "running", "System"},
		[]any{rows[0]["key"], rows[0]["type"], rows[0]["title"], rows[0]["state"], rows[0]["submitter"]})
	require.Equal(t, "0 episodes read again, 0 of them changed.", rows[0]["stateText"])
	story := w.object(w.call(mo, "GET", "/api/admin/work/"+key, nil), http.StatusOK)
	require.Len(t, story["results"], 3)
	require.Equal(t, "A pass over earlier episodes can only be canceled. It begins by itself when there is something to read again.",
		w.act(mo, "pause", key)[0]["text"])
	preview := w.list(w.call(mo, "GET", "/api/admin/work/preview?action=cancel&keys="+key, nil))
	require.Contains(t, preview[0]["text"], "after a day at the soonest")
	w.engine.taken()
	got := w.act(mo, "cancel", key)[0]
	require.Equal(t, true, got["ok"], got)
	require.Equal(t, "cancelled", got["work"].(map[string]any)["state"])
	require.Equal(t, []string{"cancel reading"}, w.engine.taken())
	require.Equal(t, "It has already ended.", w.act(mo, "cancel", key)[0]["text"])
}

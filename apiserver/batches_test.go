package apiserver_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// startBatch starts a batch over REST and returns its id.
func (w *world) startBatch(p *person, lines ...string) int {
	w.Helper()
	got := w.object(w.call(p, "POST", "/api/admin/batches", map[string]any{"kind": "urls", "text": strings.Join(lines, "\n")}), http.StatusOK)
	return int(got["batch"].(map[string]any)["id"].(float64))
}

// submitLine does what the workflow of a batch does with a line.
func (w *world) submitLine(batchID, position int) int {
	w.Helper()
	j, _, err := w.store.Jobs.SubmitBatchLine(w.Context(), batchID, position)
	require.NoError(w, err)
	return j.JobID
}

func TestABatchIsStartedFollowedPausedAndCancelled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.signIn("ada", "admin")
	got := w.object(w.call(ada, "POST", "/api/admin/batches", map[string]any{
		"kind": "urls", "text": " https://youtu.be/aaaaaaaaaaa \n\nhttps://www.youtube.com/watch?v=aaaaaaaaaaa\nnonsense\n" +
			"https://feeds.example.org/a.xml\n",
	}), http.StatusOK)
	require.Equal(t, []string{"start batch"}, w.engine.taken(), "after the rows are written")
	batch := got["batch"].(map[string]any)
	id := int(batch["id"].(float64))
	require.Equal(t, "queued", batch["state"])
	require.Equal(t, "https://youtu.be/aaaaaaaaaaa and 1 other", batch["title"])
	require.Equal(t, "ADA", batch["submitter"])
	require.EqualValues(t, 2, batch["total"])
	require.Len(t, batch["items"], 2)
	dropped := got["dropped"].([]any)
	require.Len(t, dropped, 2)
	require.Equal(t, map[string]any{
		"line": 3., "text": "https://www.youtube.com/watch?v=aaaaaaaaaaa", "reason": "The same address is in line 1.", "duplicate": true,
	}, dropped[0])

	jobID := w.submitLine(id, 1)
	path := fmt.Sprintf("/api/admin/batches/%d", id)
	batch = w.object(w.call(ada, "GET", path, nil), http.StatusOK)
	require.Equal(t, "running", batch["state"])
	line := batch["items"].([]any)[0].(map[string]any)
	require.Equal(t, "success", line["status"])
	require.Equal(t, "video", line["type"])
	require.EqualValues(t, 1, line["index"])
	require.EqualValues(t, jobID, line["job"].(map[string]any)["id"])
	waiting := batch["items"].([]any)[1].(map[string]any)
	require.Equal(t, "pending", waiting["status"])
	require.Nil(t, waiting["job"])

	require.Equal(t, true, w.object(w.call(ada, "POST", path+"/pause", map[string]any{"paused": true}), http.StatusOK)["paused"])
	require.Equal(t, false, w.object(w.call(ada, "POST", path+"/pause", map[string]any{"paused": false}), http.StatusOK)["paused"])
	for range 2 {
		batch = w.object(w.call(ada, "POST", path+"/cancel", map[string]any{}), http.StatusOK)
	}
	require.Equal(t, "cancelled", batch["state"])
	require.Equal(t, "cancelled", batch["items"].([]any)[1].(map[string]any)["status"])
	require.Equal(t, []string{"tell batch", "tell batch", "tell batch"}, w.engine.taken(), "cancelling again tells nothing new")
	require.Equal(t, "The batch has already ended, so it cannot be paused.",
		w.refused(w.call(ada, "POST", path+"/pause", map[string]any{"paused": true}), http.StatusConflict, "aborted"))

	list := w.call(ada, "GET", "/api/admin/batches?limit=1", nil)
	require.Equal(t, "1", list.header.Get("X-Total-Count"))
	require.Equal(t, "cancelled", w.list(list)[0]["state"])
	gone := w.call(ada, "GET", "/api/admin/batches/424242", nil)
	require.Equal(t, "There is no such batch.", w.refused(gone, http.StatusNotFound, "not_found"))
	stats := w.object(w.call(ada, "GET", "/api/admin/stats", nil), http.StatusOK)
	require.EqualValues(t, 1, stats["totalBatchJobs"])
}

func TestABatchOfSomebodyWhoIsNoAdminAnyMoreSaysWhyItStopped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.signIn("ada", "admin"), w.signIn("bea", "admin")
	id := w.startBatch(ada, "https://youtu.be/aaaaaaaaaaa", "@somebody")
	_, err := w.store.People.SetRole(t.Context(), store.Actor{PublicID: bea.PublicID}, ada.PublicID, "moderator")
	require.NoError(t, err)
	next, err := w.store.Jobs.NextBatchLine(t.Context(), id)
	require.NoError(t, err)
	require.True(t, next.Paused)
	path := fmt.Sprintf("/api/admin/batches/%d", id)
	const why = "ADA may no longer run batches, so it stopped before the next line. Nothing is lost: whoever resumes it runs the rest " +
		"in their own name."
	held := w.object(w.call(bea, "GET", path, nil), http.StatusOK)
	require.Equal(t, []any{true, why}, []any{held["paused"], held["heldText"]})
	story := w.list(w.call(bea, "GET", "/api/admin/work?kinds=batch", nil))
	require.Equal(t, "0 of 2 lines submitted. "+why, story[0]["stateText"])
	resumed := w.object(w.call(bea, "POST", path+"/pause", map[string]any{"paused": false}), http.StatusOK)
	require.Equal(t, []any{false, "", "BEA"}, []any{resumed["paused"], resumed["heldText"], resumed["submitter"]})
}

func TestBatchesAreInTheExportOfTheirSender(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.signIn("ada", "admin"), w.signIn("bea", "admin")
	w.startBatch(ada, "https://youtu.be/aaaaaaaaaaa", "@somebody")
	w.startBatch(bea, "https://youtu.be/bbbbbbbbbbb")
	got := w.object(w.call(ada, "GET", "/api/user/export", nil), http.StatusOK)["batches"].([]any)
	require.Len(t, got, 1)
	require.Equal(t, []any{"https://youtu.be/aaaaaaaaaaa", "@somebody"}, got[0].(map[string]any)["lines"])
}

func TestListsThatNoBatchTakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.signIn("ada", "admin")
	for name, c := range map[string]struct {
		kind, text, sentence string
	}{
		"no URLs":       {"urls", " \n ", "Please enter YouTube URLs to process"},
		"no valid URLs": {"urls", "nonsense\nmore of it", "Please provide valid YouTube URLs"},
		"no channel":    {"channel", "", "Please enter a YouTube channel URL"},
		"no playlist":   {"playlist", "", "Please enter a YouTube playlist URL"},
		"two channels":  {"channel", "@one\n@two", "Please enter one address here. For a list of addresses, use the tab Individual URLs."},
		"a page as a file": {
			"urls", "<html></html>", "This file is not a subscription list (OPML) that can be read. Export it again from your podcast app.",
		},
	} {
		got := w.call(ada, "POST", "/api/admin/batches", map[string]any{"kind": c.kind, "text": c.text})
		require.Equal(t, c.sentence, w.refused(got, http.StatusBadRequest, "invalid_argument"), name)
	}
	var b strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&b, "https://feeds.example.org/%d.xml\n", i)
	}
	require.Contains(t, w.refused(w.call(ada, "POST", "/api/admin/batches", map[string]any{"kind": "urls", "text": b.String()}),
		http.StatusBadRequest, "invalid_argument"), "A batch takes at most 1,000 addresses.")
	require.Empty(t, w.engine.taken())
	file := map[string]any{"text": "title,url\nA,https://feeds.example.org/a.xml\nB,none\n"}
	got := w.object(w.call(ada, "POST", "/api/admin/batches/lines", file), http.StatusOK)
	require.EqualValues(t, 1, got["valid"])
	require.EqualValues(t, 1, got["unknown"])
	require.Equal(t, "csv", got["format"])
	require.Equal(t, []any{"https://feeds.example.org/a.xml"}, got["lines"])
}

func TestABatchIsSubmittedOnceHoweverOftenItIsSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.signIn("ada", "admin")
	w.engine.failWith(fault.New(fault.Unavailable, "no answer"))
	send := func(text string) answer {
		return w.call(ada, "POST", "/api/admin/batches", map[string]any{
			"kind": "channel", "text": text, "config": map[string]any{"mode": "dateRange", "dateRange": 7}, "idempotencyKey": "k1",
		})
	}
	first := w.object(send("@somebody"), http.StatusOK)["batch"].(map[string]any)
	second := w.object(send("@somebody"), http.StatusOK)["batch"].(map[string]any)
	require.Equal(t, first["id"], second["id"])
	require.Equal(t, []string{"start batch"}, w.engine.taken())
	require.Equal(t, map[string]any{"mode": "dateRange", "dateRange": 7., "episodeCount": nil}, first["config"])
	w.refused(send("@somebody-else"), http.StatusConflict, "aborted")
}

func TestBatchesAreWatchedLineByLine(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	ada := w.signIn("ada", "admin")
	id := w.startBatch(ada, "https://youtu.be/aaaaaaaaaaa", "https://youtu.be/bbbbbbbbbbb", "ftp://nowhere.example")
	s := w.watch(ada, &v1.WatchRequest{BatchId: int32(id), Batches: true})
	first := s.next().GetBatches()
	require.Len(t, first, 1)
	require.Len(t, first[0].GetItems(), 2, "the third line was dropped")

	jobID := w.submitLine(id, 1)
	got := s.until(func(m *v1.WatchResponse) bool {
		return len(m.GetBatches()) == 1 && len(m.GetBatches()[0].GetItems()) > 0
	}).GetBatches()[0]
	require.Len(t, got.GetItems(), 1, "only what changed")
	require.Equal(t, "success", got.GetItems()[0].GetStatus())
	require.EqualValues(t, 1, got.GetSuccessful())

	w.items(jobID, video("aaaaaaaaaaa"))
	items, _, err := w.store.Jobs.JobItems(t.Context(), jobID, 0, 0)
	require.NoError(t, err)
	run := w.want(jobID, items[0].ID)
	require.NoError(t, w.store.Jobs.SetStep(t.Context(), run, work.StageTranscript, jobs.StepProgress{State: work.StepRunning}))
	got = s.until(func(m *v1.WatchResponse) bool {
		return len(m.GetBatches()) == 1 && len(m.GetBatches()[0].GetItems()) == 1 && m.GetBatches()[0].GetItems()[0].GetStage() == "transcript"
	}).GetBatches()[0]
	require.EqualValues(t, 1, got.GetItems()[0].GetIndex(), "the stage of a line's job is told while it runs")

	other := w.startBatch(ada, "https://youtu.be/ccccccccccc")
	got = s.until(func(m *v1.WatchResponse) bool {
		return len(m.GetBatches()) == 1 && m.GetBatches()[0].GetId() == int32(other)
	}).GetBatches()[0]
	require.Empty(t, got.GetItems())

	mo := w.signIn("mo", "moderator")
	require.Equal(t, connect.CodePermissionDenied, connect.CodeOf(w.watch(mo, &v1.WatchRequest{BatchId: int32(id)}).end()))
	require.Equal(t, connect.CodePermissionDenied, connect.CodeOf(w.watch(mo, &v1.WatchRequest{Batches: true}).end()))
	require.Equal(t, connect.CodeNotFound, connect.CodeOf(w.watch(ada, &v1.WatchRequest{BatchId: 424242}).end()))
}

func TestSchedulesTellWhenTheyRunAndWhatCameOfIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	ada, una := w.signIn("ada", "admin"), w.signIn("una", "")
	w.object(w.call(una, "POST", "/api/user/follows", map[string]any{"channelId": aChannel}), http.StatusOK)
	w.engine.taken()
	made := w.object(w.call(ada, "POST", "/api/admin/schedules", map[string]any{
		"title": "Mondays", "text": "https://feeds.example.org/a.xml\n@somebody", "config": map[string]any{"mode": "recent", "episodeCount": 5},
		"weekTime": map[string]any{"weekdays": []int{1, 4}, "hour": 6, "minute": 5, "timeZone": "Europe/Berlin"},
	}), http.StatusOK)
	require.Equal(t, []string{"schedule Mondays, paused: false"}, w.engine.taken())
	require.Equal(t, "Every Monday and Thursday at 06:05", made["times"])
	require.Equal(t, "ADA", made["madeBy"])
	require.Nil(t, made["nextRunAt"], "the engine has not told")
	id := int(made["id"].(float64))
	rows, err := w.store.Jobs.RecurringBatches(t.Context())
	require.NoError(t, err)
	next := time.Date(2026, 3, 5, 5, 5, 0, 0, time.UTC)
	w.engine.mu.Lock()
	w.engine.next = map[string]time.Time{rows[0].ScheduleID(): next}
	w.engine.mu.Unlock()
	w.ahead.Add(int64(time.Minute))

	list := w.call(ada, "GET", "/api/admin/schedules", nil)
	require.Equal(t, "2", list.header.Get("X-Total-Count"))
	all := w.list(list)
	require.Equal(t, []any{"batch", "follow"}, []any{all[0]["kind"], all[1]["kind"]})
	require.Equal(t, "2026-03-05T05:05:00Z", all[0]["nextRunAt"])
	require.Equal(t, "The Show", all[1]["title"])
	require.EqualValues(t, 1, all[1]["followers"])
	require.Nil(t, all[1]["lastRun"])
	require.Len(t, w.list(w.call(ada, "GET", "/api/admin/schedules?kind=follow", nil)), 1)
	require.Equal(t, "follow", w.list(w.call(ada, "GET", "/api/admin/schedules?offset=1&limit=1", nil))[0]["kind"])
	asked := w.engine.asked
	for range 5 {
		w.list(w.call(ada, "GET", "/api/admin/schedules", nil))
	}
	require.LessOrEqual(t, w.engine.asked-asked, 1, "the engine is asked every ten seconds at most")

	path := fmt.Sprintf("/api/admin/schedules/batch/%d", id)
	paused := w.object(w.call(ada, "POST", path+"/pause", map[string]any{"paused": true}), http.StatusOK)
	require.Equal(t, true, paused["paused"])
	require.Nil(t, paused["nextRunAt"])
	ran := w.object(w.call(ada, "POST", path+"/run", map[string]any{}), http.StatusOK)
	run := ran["lastRun"].(map[string]any)
	require.Equal(t, "0 of 2 addresses submitted.", run["text"])
	require.NotNil(t, run["batchId"])
	require.Equal(t, "The last run has not ended yet. Wait for it, or cancel its batch first.",
		w.refused(w.call(ada, "POST", path+"/run", map[string]any{}), http.StatusConflict, "aborted"))
	w.object(w.call(ada, "POST", path+"/end", map[string]any{}), http.StatusOK)
	require.Equal(t, []string{"schedule Mondays, paused: true", "start batch", "unschedule Mondays"}, w.engine.taken())

	follow := fmt.Sprintf("/api/admin/schedules/follow/%d", int(all[1]["id"].(float64)))
	w.object(w.call(ada, "POST", follow+"/pause", map[string]any{"paused": true}), http.StatusOK)
	look := w.object(w.call(ada, "POST", follow+"/run", map[string]any{}), http.StatusOK)
	require.NotNil(t, look["lastRun"].(map[string]any)["jobId"])
	w.object(w.call(ada, "POST", follow+"/end", map[string]any{}), http.StatusOK)
	require.Equal(t, []string{"pause follow The Show: true", "start job", "unfollow"}, w.engine.taken())
	require.Empty(t, w.list(w.call(ada, "GET", "/api/admin/schedules", nil)))
	require.Empty(t, w.list(w.call(una, "GET", "/api/user/follows", nil)), "for everybody who follows it")
}

func TestARecurringBatchIsEdited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.signIn("ada", "admin")
	made := w.object(w.call(ada, "POST", "/api/admin/schedules", map[string]any{
		"title": "Mondays", "text": "@somebody", "weekTime": map[string]any{"weekdays": []int{1}, "hour": 6},
	}), http.StatusOK)
	w.engine.taken()
	path := fmt.Sprintf("/api/admin/schedules/batch/%d", int(made["id"].(float64)))
	edit := map[string]any{
		"title": "Tuesdays", "text": "@somebody\nhttps://youtu.be/dQw4w9WgXcQ",
		"weekTime": map[string]any{"weekdays": []int{2}, "hour": 7, "timeZone": "Europe/Berlin"},
	}
	got := w.object(w.call(ada, "PATCH", path, edit), http.StatusOK)
	require.Equal(t, []any{made["id"], "Tuesdays", "Every Tuesday at 07:00"}, []any{got["id"], got["title"], got["times"]})
	require.Len(t, got["lines"], 2)
	require.Equal(t, []string{"schedule Tuesdays, paused: false", "unschedule Mondays"}, w.engine.taken())
	w.object(w.call(ada, "PATCH", path, edit), http.StatusOK)
	require.Empty(t, w.engine.taken(), "nothing is different")
	for field, bad := range map[string]any{
		"text": "", "weekTime": map[string]any{"weekdays": []int{2}, "hour": 7, "timeZone": "Mars/Olympus"},
	} {
		wrong := maps.Clone(edit)
		wrong[field] = bad
		require.Equal(t, http.StatusBadRequest, w.call(ada, "PATCH", path, wrong).status, field)
	}
	require.Equal(t, http.StatusNotFound, w.call(ada, "PATCH", "/api/admin/schedules/batch/424242", edit).status)
}

func TestWatchingSchedules(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	ada, mo := w.signIn("ada", "admin"), w.signIn("mo", "moderator")
	require.Equal(t, connect.CodePermissionDenied, connect.CodeOf(w.watch(mo, &v1.WatchRequest{Schedules: true}).end()))
	s := w.watch(ada, &v1.WatchRequest{Schedules: true})
	version := s.next().GetSchedulesVersion()
	require.NotEmpty(t, version)
	w.object(w.call(ada, "POST", "/api/admin/schedules", map[string]any{
		"text": "@somebody", "weekTime": map[string]any{"weekdays": []int{1}, "hour": 6},
	}), http.StatusOK)
	s.until(func(m *v1.WatchResponse) bool {
		return m.GetSchedulesVersion() != "" && m.GetSchedulesVersion() != version
	})
}

func TestTimesThatNoScheduleTakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.signIn("ada", "admin")
	for name, at := range map[string]map[string]any{
		"no day":       {"weekdays": []int{}, "hour": 6},
		"a day twice":  {"weekdays": []int{1, 1}, "hour": 6},
		"no such day":  {"weekdays": []int{7}, "hour": 6},
		"no such hour": {"weekdays": []int{1}, "hour": 24},
		"no such zone": {"weekdays": []int{1}, "hour": 6, "timeZone": "Mars/Olympus"},
		"this machine": {"weekdays": []int{1}, "hour": 6, "timeZone": "Local"},
	} {
		got := w.call(ada, "POST", "/api/admin/schedules", map[string]any{"text": "@somebody", "weekTime": at})
		require.Equal(t, http.StatusBadRequest, got.status, "%s: %s", name, got.body)
	}
	require.Empty(t, w.list(w.call(ada, "GET", "/api/admin/schedules", nil)))
}

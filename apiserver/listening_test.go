package apiserver_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

func TestModeratorsHaveEpisodesHeardAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	mo, una := w.signIn("mo", "moderator"), w.signIn("una", "")
	const path = "/api/episodes/" + videoID + "/listening"

	preview := w.object(w.call(mo, "GET", path, nil), http.StatusOK)
	require.Equal(t, map[string]any{
		"canListen": true, "reason": "", "server": "an-ear", "duration": 7500.0, "listeningPrice": 0.006, "listeningSpeed": nil,
	}, preview)
	w.refused(w.call(una, "GET", path, nil), http.StatusForbidden, "permission_denied")
	w.refused(w.call(una, "POST", path, map[string]any{}), http.StatusForbidden, "permission_denied")

	asked := map[string]any{"idempotencyKey": "again"}
	job := int(w.object(w.call(mo, "POST", path, asked), http.StatusOK)["jobId"].(float64))
	items, _, err := w.store.Jobs.JobItems(t.Context(), job, 0, 0)
	require.NoError(t, err)
	require.Len(t, items, 1)
	require.Equal(t, "An episode", items[0].Title)
	require.Equal(t, job, int(w.object(w.call(mo, "POST", path, asked), http.StatusOK)["jobId"].(float64)), "one wish, one job")

	run := w.want(job, items[0].ID)
	require.Equal(t, job, int(w.object(w.call(mo, "POST", path, asked), http.StatusOK)["jobId"].(float64)), "while it is heard, too")
	require.Equal(t, "This episode is being analyzed. Try again when that has ended.",
		w.refused(w.call(mo, "POST", path, map[string]any{"idempotencyKey": "other"}), http.StatusConflict, "aborted"))
	_, _, err = w.store.Jobs.FinishRun(t.Context(), run, work.RunFailed, jobs.Failure{})
	require.NoError(t, err)
	require.Equal(t, true, w.object(w.call(mo, "GET", path, nil), http.StatusOK)["canListen"])
}

func TestWithoutASpeechServerNobodyListensAgain(t *testing.T) {
	t.Parallel()
	w := newWorldOn(t, storetest.SQLite(t), apiserver.WatchTiming{}, func(o *apiserver.Options) { o.Listening = nil })
	w.publish()
	mo := w.signIn("mo", "moderator")
	const path = "/api/episodes/" + videoID + "/listening"
	preview := w.object(w.call(mo, "GET", path, nil), http.StatusOK)
	require.Equal(t, false, preview["canListen"])
	require.Equal(t, "No speech server is set up here.", preview["reason"])
	w.refused(w.call(mo, "POST", path, map[string]any{}), http.StatusConflict, "aborted")
}

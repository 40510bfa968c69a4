package apiserver_test

import (
	"encoding/csv"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
)

func TestTrendsAreOfAPeriodAndNameNobodyToModerators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.publish()
	w.process(una, "https://youtu.be/bbbbbbbbbbb")
	mo, ada := w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	w.refused(w.call(nil, "GET", "/api/admin/trends", nil), http.StatusUnauthorized, "unauthenticated")
	w.refused(w.call(una, "GET", "/api/admin/trends", nil), http.StatusForbidden, "permission_denied")

	today := time.Now().UTC().Format(time.DateOnly)
	got := w.object(w.call(ada, "GET", "/api/admin/trends?days=7", nil), http.StatusOK)
	require.Equal(t, today, got["to"])
	require.Len(t, got["jobs"], 7)
	require.Equal(t, map[string]any{
		"date": today, "completed": 1.0, "partial": 0.0, "failed": 0.0, "cancelled": 0.0, "open": 1.0,
	}, got["jobs"].([]any)[6])
	require.Equal(t, map[string]any{"date": today, "episodes": 1.0, "counts": []any{map[string]any{"type": "book", "count": 1.0}}},
		got["mentions"].([]any)[6])
	require.Equal(t, map[string]any{"jobs": 2.0, "episodes": 1.0, "mentions": 1.0, "newUsers": 3.0}, got["sums"])
	require.Equal(t, map[string]any{"jobs": 0.0, "episodes": 0.0, "mentions": 0.0, "newUsers": 0.0}, got["previousSums"])
	require.Equal(t, map[string]any{"date": today, "newUsers": 3.0}, got["userGrowth"].([]any)[6])

	less := w.object(w.call(mo, "GET", "/api/admin/trends?days=7", nil), http.StatusOK)
	require.Empty(t, less["userGrowth"])
	require.Nil(t, less["sums"].(map[string]any)["newUsers"])
	require.Nil(t, less["previousSums"].(map[string]any)["newUsers"])
	require.Equal(t, got["mentions"], less["mentions"])

	rising := w.call(mo, "GET", "/api/admin/trends/rising?days=7&type=book", nil)
	require.Equal(t, "1", rising.header.Get("X-Total-Count"))
	row := w.list(rising)[0]
	require.Equal(t, [4]any{"Dune", "book", 1.0, 0.0}, [4]any{row["name"], row["type"], row["mentions"], row["mentionsBefore"]})
	require.Empty(t, w.list(w.call(mo, "GET", "/api/admin/trends/rising?days=7&type=location", nil)))
}

func TestCostsAreForAdminsAndInventNoPrice(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, mo, ada := w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	for model, id := range map[string]string{"known": "aaaaaaaaaaa", "unknown": "bbbbbbbbbbb"} {
		job := w.process(una, "https://youtu.be/"+id)
		item := w.items(job, video(id))[0]
		run, err := w.store.Jobs.WantEpisode(t.Context(), job, item.ID, extract.Recipe{Extractor: "llm", Model: model})
		require.NoError(t, err)
		_, err = w.store.Jobs.ReserveTokens(t.Context(), run.Run.RunID, 0, 3_000_000)
		require.NoError(t, err)
		require.NoError(t, w.store.Jobs.SettleTokens(t.Context(), run.Run.RunID, 0,
			extract.Usage{Calls: 1, PromptTokens: 1_000_000, CachedTokens: 500_000, CompletionTokens: 100_000}))
	}
	w.refused(w.call(mo, "GET", "/api/admin/costs", nil), http.StatusForbidden, "permission_denied")
	w.refused(w.call(mo, "GET", "/api/admin/costs/waiting", nil), http.StatusForbidden, "permission_denied")
	got := w.object(w.call(ada, "GET", "/api/admin/costs?days=2", nil), http.StatusOK)
	require.Equal(t, map[string]any{
		"promptTokens": 2e6, "cachedTokens": 1e6, "completionTokens": 2e5, "calls": 2.0, "dollars": 1.5, "unpricedTokens": 1.1e6,
		"heardSeconds": 0.0,
	}, got["total"], "half a dollar read, one written")
	days := got["days"].([]any)
	require.Len(t, days, 2)
	require.Nil(t, days[0].(map[string]any)["cost"].(map[string]any)["dollars"])
	prices := map[string]any{}
	for _, m := range got["models"].([]any) {
		prices[m.(map[string]any)["model"].(string)] = m.(map[string]any)["promptPrice"]
	}
	require.Equal(t, map[string]any{"known": 0.5, "unknown": nil}, prices)
	people := got["people"].([]any)
	require.Len(t, people, 1)
	require.Equal(t, una.PublicID, people[0].(map[string]any)["userId"])
	require.Len(t, got["jobs"], 2)
	require.Equal(t, "UNA", got["jobs"].([]any)[0].(map[string]any)["submitter"])
}

func TestTheAuditLogIsAFileThatSpreadsheetsDoNotCalculate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo, ada := w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	_, err := w.store.People.SaveProfile(t.Context(), una.ID, people.Profile{DisplayName: "=HYPERLINK(\"http://evil.example\",\"x\"),\n1"})
	require.NoError(t, err)
	_, err = w.store.People.SetRole(t.Context(), store.Actor{PublicID: ada.PublicID}, una.PublicID, "moderator")
	require.NoError(t, err)
	_, err = w.store.People.SetActive(t.Context(), store.Actor{PublicID: ada.PublicID}, una.PublicID, false)
	require.NoError(t, err)
	const path = "/api/admin/audit/export"
	w.refused(w.call(mo, "GET", path, nil), http.StatusForbidden, "permission_denied")
	w.refused(w.call(ada, "GET", path+"?format=xml", nil), http.StatusBadRequest, "invalid_argument")
	w.refused(w.call(ada, "GET", path+"?from=yesterday", nil), http.StatusBadRequest, "invalid_argument")
	for _, path := range []string{"/api/admin/audit", "/api/admin/costs", "/api/admin/trends", "/api/admin/trends/rising"} {
		said := w.refused(w.call(ada, "GET", path+"?from=yesterday&to=2026-03-01", nil), http.StatusBadRequest, "invalid_argument")
		require.Equal(t, "from: write a day such as 2026-03-01.", said)
	}

	file := w.call(ada, "GET", path+"?operation=user.role", nil)
	require.Equal(t, http.StatusOK, file.status)
	name := "mentionary-audit-" + time.Now().UTC().Format(time.DateOnly) + ".csv"
	require.Equal(t, `attachment; filename="`+name+`"`, file.header.Get("Content-Disposition"))
	require.Contains(t, file.header.Get("Content-Type"), "text/csv")
	rows, err := csv.NewReader(strings.NewReader(file.body)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 2)
	row := map[string]string{}
	for i, name := range rows[0] {
		row[name] = rows[1][i]
	}
	require.Equal(t, "'=HYPERLINK(\"http://evil.example\",\"x\"),\n1", row["objectName"])
	require.Equal(t, [3]string{"role", "user", "moderator"}, [3]string{row["field"], row["before"], row["after"]})
	require.Equal(t, "ADA", row["actorName"])

	entries := w.list(w.call(ada, "GET", path+"?format=json&actor="+ada.PublicID, nil))
	require.Len(t, entries, 2)
	listed := w.list(w.call(ada, "GET", "/api/admin/audit", nil))
	require.Equal(t, listed, entries, "the file has what the list has")
	require.Equal(t, "[]", strings.Join(strings.Fields(w.call(ada, "GET", path+"?format=json&actor=nobody", nil).body), ""))

	names := w.object(w.call(ada, "GET", "/api/admin/audit/names", nil), http.StatusOK)
	require.Equal(t, []any{"user.role", "user.status"}, names["operations"])
	require.Equal(t, []any{map[string]any{"id": ada.PublicID, "name": "ADA"}}, names["people"])
}

func TestWhoCannotBeChangedIsToldWithTheList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, ada := w.signIn("una", ""), w.signIn("ada", "admin")
	for _, p := range w.list(w.call(ada, "GET", "/api/admin/users", nil)) {
		switch p["id"] {
		case ada.PublicID:
			require.Contains(t, p["locked"], "your own role")
		case una.PublicID:
			require.Nil(t, p["locked"])
		}
	}
}

func TestFailuresNameNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	job := w.process(una, "https://youtu.be/bbbbbbbbbbb")
	require.NoError(t, w.store.Jobs.JobListingFailed(t.Context(), job, jobs.Failure{Class: "private", Text: "This video is private."}))
	w.refused(w.call(una, "GET", "/api/admin/failures", nil), http.StatusForbidden, "permission_denied")
	got := w.list(w.call(mo, "GET", "/api/admin/failures", nil))
	require.Len(t, got, 1)
	require.EqualValues(t, job, got[0]["jobId"])
	require.Equal(t, "This video is private.", got[0]["text"])
	require.NotContains(t, w.call(mo, "GET", "/api/admin/failures", nil).body, "UNA")
}

// somePrices are those of the servers of the tests.
var somePrices = budget.Prices{"known": {Prompt: 0.5, Cached: 0.5, Completion: 10}}

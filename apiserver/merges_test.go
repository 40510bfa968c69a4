package apiserver_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	storecatalogue "mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// directory publishes an episode that mentions the names under one type, and returns the entities' ids by name.
func (w *world) directory(name string, typ mention.Type, names ...string) map[string]int {
	w.Helper()
	by := w.signIn("publisher of "+name, "")
	id := w.process(by, "https://www.youtube.com/watch?v="+name)
	run := w.want(id, w.items(id, video(name))[0].ID)
	require.NoError(w, w.store.Jobs.SaveEpisode(w.Context(), run, media.Episode{
		Platform: media.YouTube, ExternalID: name, Title: "An episode",
		Channel: media.Channel{Platform: media.YouTube, ExternalID: "UC" + name, Name: "The Show"},
	}))
	text, err := w.store.Jobs.SaveTranscript(w.Context(), run,
		transcript.Transcript{Origin: transcript.Captions, Cues: []transcript.Cue{{Text: "We talked."}}})
	require.NoError(w, err)
	var list []mention.Mention
	for i, said := range names {
		list = append(list, mention.Mention{
			Candidate: mention.Candidate{Type: typ, Name: said, Quote: said, Surface: said, Context: mention.Editorial, Stance: mention.Discussed},
			Start:     i * 100, End: i*100 + 5, Confidence: 0.9,
		})
	}
	_, err = w.store.Publish.Publish(w.Context(), publish.PublishInput{RunID: run, TranscriptID: text, Mentions: list})
	require.NoError(w, err)
	_, _, err = w.store.Jobs.FinishRun(w.Context(), run, work.RunDone, jobs.Failure{})
	require.NoError(w, err)
	w.engine.taken()
	out := map[string]int{}
	page, err := w.store.Catalogue.Entities(w.Context(), storecatalogue.EntityFilter{})
	require.NoError(w, err)
	for _, e := range page.Entities {
		out[e.Name] = e.ID
	}
	return out
}

func TestModeratorsMergeAndTakeBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	ids := w.directory("aaaaaaaaaaa", mention.Product, "Garden Shears", "Hedge Cutter")
	survivor, merged := ids["Garden Shears"], ids["Hedge Cutter"]
	path := func(what string) string { return fmt.Sprintf("/api/entities/%d/%s", survivor, what) }

	preview := w.object(w.call(mo, "GET", fmt.Sprintf("%s?mergedId=%d", path("merge-preview"), merged), nil), http.StatusOK)
	require.Equal(t, []any{1.0, 1.0, []any{"Hedge Cutter"}},
		[]any{preview["mentionsMoved"], preview["episodesMoved"], preview["aliasesAdded"]})
	require.Contains(t, preview["warnings"], "Both are mentioned in 1 episode.")

	got := w.object(w.call(mo, "POST", path("merge"), map[string]any{"mergedId": merged}), http.StatusOK)
	merge := got["merge"].(map[string]any)
	require.Equal(t, []any{"Garden Shears", "Hedge Cutter", false, true, nil},
		[]any{merge["survivorName"], merge["mergedName"], merge["automatic"], merge["canUndo"], merge["undoneAt"]})
	require.Equal(t, 2.0, got["entity"].(map[string]any)["mentionCount"])
	old := w.object(w.call(nil, "GET", fmt.Sprintf("/api/entities/%d", merged), nil), http.StatusOK)
	require.EqualValues(t, survivor, old["id"], "the old address leads to the survivor")

	list := w.call(mo, "GET", fmt.Sprintf("/api/merges?entityId=%d", merged), nil)
	require.Len(t, w.list(list), 1)
	require.Equal(t, "1", list.header.Get("X-Total-Count"))
	require.Empty(t, w.list(w.call(mo, "GET", "/api/merges?entityId=999", nil)))

	undone := w.object(w.call(mo, "POST", fmt.Sprintf("/api/merges/%.0f/undo", merge["id"]), map[string]any{}), http.StatusOK)
	require.NotNil(t, undone["undoneAt"])
	require.Equal(t, false, undone["canUndo"])
	require.Len(t, w.list(w.call(nil, "GET", "/api/entities?type=product", nil)), 2)
	w.object(w.call(mo, "POST", path("distinct"), map[string]any{"otherId": merged}), http.StatusOK)
}

func TestWhatIsMergedAtOnceIsOneMerge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	ids := w.directory("aaaaaaaaaaa", mention.Product, "Garden Shears", "Garden Shear", "Gardn Shears", "Garden Sheers")
	survivor, others := ids["Garden Shears"], []int{ids["Garden Shear"], ids["Gardn Shears"], ids["Garden Sheers"]}

	preview := w.object(w.call(mo, "GET", fmt.Sprintf("/api/entities/%d/merge-preview?mergedIds=%d&mergedIds=%d&mergedIds=%d",
		survivor, others[0], others[1], others[2]), nil), http.StatusOK)
	require.Equal(t, []any{3.0, 1.0}, []any{preview["mentionsMoved"], preview["episodesMoved"]})
	parts := preview["parts"].([]any)
	require.Len(t, parts, 3)
	require.Equal(t, 1.0, parts[2].(map[string]any)["mentionsMoved"])
	require.Equal(t, "Garden Shear", preview["merged"].(map[string]any)["name"])

	got := w.object(w.call(mo, "POST", fmt.Sprintf("/api/entities/%d/merge", survivor),
		map[string]any{"mergedId": others[0], "mergedIds": others[1:]}), http.StatusOK)
	merge := got["merge"].(map[string]any)
	require.Len(t, merge["merged"], 3)
	require.Equal(t, []any{"Garden Shears", "Garden Shear", true}, []any{merge["survivorName"], merge["mergedName"], merge["canUndo"]})
	require.Equal(t, 4.0, got["entity"].(map[string]any)["mentionCount"])
	list := w.call(mo, "GET", fmt.Sprintf("/api/merges?entityId=%d", others[2]), nil)
	require.Equal(t, "1", list.header.Get("X-Total-Count"))
	require.Equal(t, merge["id"], w.list(list)[0]["id"])
	admin := w.signIn("ad", "admin")
	audit := w.list(w.call(admin, "GET", "/api/admin/audit?operation=entity.merge", nil))
	require.Len(t, audit, 1, "one line for one merge")
	require.Contains(t, fmt.Sprint(audit[0]["changes"]), "Garden Shear, Gardn Shears, Garden Sheers")

	undone := w.object(w.call(mo, "POST", fmt.Sprintf("/api/merges/%.0f/undo", merge["id"]), map[string]any{}), http.StatusOK)
	require.NotNil(t, undone["undoneAt"])
	require.Len(t, w.list(w.call(nil, "GET", "/api/entities?type=product", nil)), 4)

	many := make([]int, 21)
	for i := range many {
		many[i] = 1000 + i
	}
	require.Equal(t, "At most 20 entities can become part of another one at once. Choose fewer of them.",
		w.refused(w.call(mo, "POST", fmt.Sprintf("/api/entities/%d/merge", survivor), map[string]any{"mergedIds": many}),
			http.StatusBadRequest, "invalid_argument"))
}

func TestMergesThatCannotBeMadeAreRefusedInSentences(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	w.directory("aaaaaaaaaaa", mention.Product, "Garden Shears", "Hedge Cutter", "Lawn Wizard")
	ids := w.directory("bbbbbbbbbbb", mention.Book, "Dune")
	a, b, c := ids["Garden Shears"], ids["Hedge Cutter"], ids["Lawn Wizard"]
	merge := func(survivor, merged int) answer {
		return w.call(mo, "POST", fmt.Sprintf("/api/entities/%d/merge", survivor), map[string]any{"mergedId": merged})
	}
	w.refused(merge(a, 999), http.StatusNotFound, "not_found")
	w.refused(merge(999, a), http.StatusNotFound, "not_found")
	require.Contains(t, w.refused(merge(a, a), http.StatusBadRequest, "invalid_argument"), "cannot be merged with itself")
	require.Contains(t, w.refused(merge(a, ids["Dune"]), http.StatusBadRequest, "invalid_argument"),
		"Only entities of the same type can be merged.")
	require.Contains(t, w.refused(w.call(mo, "POST", fmt.Sprintf("/api/entities/%d/merge", a), map[string]any{}), http.StatusBadRequest,
		"invalid_argument"), "mergedId")
	w.refused(w.call(mo, "GET", fmt.Sprintf("/api/entities/%d/merge-preview?mergedId=%d", a, ids["Dune"]), nil), http.StatusBadRequest,
		"invalid_argument")
	w.refused(w.call(mo, "POST", "/api/merges/999/undo", map[string]any{}), http.StatusNotFound, "not_found")
	w.refused(w.call(mo, "POST", fmt.Sprintf("/api/entities/%d/distinct", a), map[string]any{"otherId": a}), http.StatusBadRequest,
		"invalid_argument")
	w.refused(w.call(mo, "POST", fmt.Sprintf("/api/entities/%d/distinct", a), map[string]any{"otherId": 999}), http.StatusNotFound,
		"not_found")

	first := w.object(merge(a, b), http.StatusOK)["merge"].(map[string]any)["id"]
	require.Contains(t, w.refused(merge(c, b), http.StatusConflict, "aborted"), "“Hedge Cutter” was merged earlier")
	w.object(merge(c, a), http.StatusOK)
	sentence := w.refused(w.call(mo, "POST", fmt.Sprintf("/api/merges/%.0f/undo", first), map[string]any{}), http.StatusConflict, "aborted")
	require.Equal(t, "“Garden Shears” was itself merged into “Lawn Wizard” later. Undo that merge (number 2) first, then this one.",
		sentence)
	rows := w.list(w.call(mo, "GET", "/api/merges", nil))
	require.Equal(t, []any{true, false}, []any{rows[0]["canUndo"], rows[1]["canUndo"]}, "newest first")
}

func TestSimilarEntitiesLeaveOutWhatIsNotTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	w.directory("aaaaaaaaaaa", mention.Person, "Bryan Cantrill")
	ids := w.directory("bbbbbbbbbbb", mention.Person, "Brian Cantrell")
	path := fmt.Sprintf("/api/entities/%d/similar", ids["Bryan Cantrill"])
	got := w.list(w.call(mo, "GET", path, nil))
	require.Len(t, got, 1)
	require.Equal(t, "Brian Cantrell", got[0]["entity"].(map[string]any)["name"])
	require.Contains(t, []any{"similar", "heard"}, got[0]["matchType"])
	require.Greater(t, got[0]["similarity"], 0.5)
	require.NotEmpty(t, got[0]["reasons"])
	w.object(w.call(mo, "POST", fmt.Sprintf("/api/entities/%d/distinct", ids["Bryan Cantrill"]),
		map[string]any{"otherId": ids["Brian Cantrell"]}), http.StatusOK)
	require.Empty(t, w.list(w.call(mo, "GET", path, nil)))
	w.refused(w.call(mo, "GET", "/api/entities/999/similar", nil), http.StatusNotFound, "not_found")
}

func TestBatchValidateAnswersWhatItsPassFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	ids := w.directory("aaaaaaaaaaa", mention.Company, "Acme")
	good, bad := "https://acme.example/", "https://acme.example/gone"
	shy := "https://shy.example/"
	for _, url := range []string{good, bad, shy} {
		require.NoError(t, w.store.Catalogue.AddLinks(t.Context(), ids["Acme"], []storecatalogue.NewLink{{URL: url, Trust: link.Catalogue}}))
	}
	w.engine.onPass = func(p curate.PassRef) {
		require.Equal(t, "pass/links/company", p.WorkflowID())
		require.NoError(t, w.store.Catalogue.SaveLinkChecks(t.Context(), []storecatalogue.LinkVerdict{
			{URL: good, State: "valid", Reason: "answers", CheckedAt: time.Now()},
			{URL: bad, State: "broken", Reason: "gone", CheckedAt: time.Now()},
		}))
		_, err := w.store.Curate.FinishPass(t.Context(), p.PassID, work.PassDone, "")
		require.NoError(t, err)
	}
	got := w.list(w.call(mo, "POST", "/api/entities/batch-validate", map[string]any{"entityType": "organization"}))
	require.Len(t, got, 1)
	require.Equal(t, "Acme", got[0]["entity"].(map[string]any)["name"])
	require.Equal(t, 0.5, got[0]["confidence"])
	one := func(list string) map[string]any {
		require.Len(t, got[0][list], 1, list)
		return got[0][list].([]any)[0].(map[string]any)
	}
	require.Equal(t, []any{good, "The page answers."}, []any{one("validLinks")["url"], one("validLinks")["reason"]})
	require.NotNil(t, one("validLinks")["checkedAt"])
	require.Equal(t, "The site says that the page does not exist.", one("invalidLinks")["reason"])
	require.Equal(t, []any{shy, "Not checked yet.", nil},
		[]any{one("unknownLinks")["url"], one("unknownLinks")["reason"], one("unknownLinks")["checkedAt"]})
	require.Contains(t, w.refused(w.call(mo, "POST", "/api/entities/batch-validate", map[string]any{"entityType": "animal"}),
		http.StatusBadRequest, "invalid_argument"), "entityType")
	require.Contains(t, w.refused(w.call(mo, "POST", "/api/entities/batch-validate", map[string]any{}), http.StatusBadRequest,
		"invalid_argument"), "entityType")
}

func TestBatchDisambiguateCountsWhatItsPassDid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	w.directory("aaaaaaaaaaa", mention.Person, "Bryan Cantrill")
	ids := w.directory("bbbbbbbbbbb", mention.Person, "Brian Cantrell")
	step := func(p curate.PassRef) {
		_, err := w.store.Curate.PassDuplicates(t.Context(), p.PassID, 100)
		require.NoError(t, err)
	}
	whole := func(p curate.PassRef) {
		step(p)
		_, err := w.store.Curate.FinishPass(t.Context(), p.PassID, work.PassDone, "")
		require.NoError(t, err)
	}
	call := func() map[string]any {
		return w.object(w.call(mo, "POST", "/api/entities/batch-disambiguate", map[string]any{"entityType": "person", "limit": 100}),
			http.StatusOK)
	}
	w.engine.onPass = whole
	require.Equal(t, map[string]any{"merged": 0.0, "created": 0.0, "skipped": 1.0}, call())
	for _, id := range ids {
		require.NoError(t, w.store.Catalogue.AddLinks(t.Context(), id,
			[]storecatalogue.NewLink{{URL: "https://en.wikipedia.org/wiki/Bryan_Cantrill", Trust: link.Catalogue}}))
	}
	w.engine.onPass = func(p curate.PassRef) { // goes on for longer than anybody waits
		step(p)
		w.ahead.Store(int64(21 * time.Second))
	}
	require.Equal(t, map[string]any{"merged": 1.0, "created": 0.0, "skipped": 0.0}, call(), "what was done so far")
	require.Equal(t, true, w.list(w.call(mo, "GET", "/api/merges", nil))[0]["automatic"])
	require.Contains(t, w.refused(w.call(mo, "POST", "/api/entities/batch-disambiguate", map[string]any{"entityType": "animal"}),
		http.StatusBadRequest, "invalid_argument"), "entityType")
	w.refused(w.call(mo, "POST", "/api/entities/batch-disambiguate", map[string]any{"entityType": "person", "limit": 1001}),
		http.StatusBadRequest, "invalid_argument")
}

func TestAPassForDuplicatesGoesOverAWholeType(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	w.directory("aaaaaaaaaaa", mention.Person, "Bryan Cantrill", "Ada Lovelace")
	w.directory("bbbbbbbbbbb", mention.Person, "Brian Cantrell")
	start := func(kind string) answer {
		return w.call(mo, "POST", "/api/passes", map[string]any{"kind": kind, "entityType": "person", "all": true})
	}
	w.engine.onPass = func(p curate.PassRef) {
		more, err := w.store.Curate.PassDuplicates(t.Context(), p.PassID, 2)
		require.NoError(t, err)
		require.True(t, more)
	}
	pass := w.object(start("duplicates"), http.StatusOK)
	require.Equal(t, []any{2.0, 3.0}, []any{pass["done"], pass["total"]})
	require.Contains(t, w.refused(start("links"), http.StatusBadRequest, "invalid_argument"), "Only a pass for duplicates")
}

// A pass whose workflow engine is down is waited for and then answered as far as it is known; the reconciler starts it.
func TestAPassWaitsNoLongerThanTwentySeconds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	w.directory("aaaaaaaaaaa", mention.Person, "Bryan Cantrill")
	w.engine.failWith(errDown)
	w.engine.onPass = func(curate.PassRef) { w.ahead.Store(int64(20 * time.Second)) }
	got := w.list(w.call(mo, "POST", "/api/entities/batch-validate", map[string]any{"entityType": "person"}))
	require.Len(t, got, 1)
	require.Equal(t, 0.0, got[0]["confidence"])
	open, err := w.store.Curate.OpenPasses(t.Context(), time.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Len(t, open, 1)
}

func TestAWaitForAPassEndsWhenTheCallerLeaves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo := w.signIn("mo", "moderator")
	w.directory("aaaaaaaaaaa", mention.Person, "Bryan Cantrill")
	ctx, leave := context.WithCancel(t.Context())
	w.engine.onPass = func(curate.PassRef) { leave() }
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.http.URL+"/api/entities/batch-validate",
		strings.NewReader(`{"entityType":"person"}`))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: "mentionary_session", Value: mo.token})
	_, err = w.http.Client().Do(r)
	require.ErrorIs(t, err, context.Canceled)
	w.http.Close() // returns when no handler is left
}

package apiserver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func TestADecisionIsMadeListedAndTakenBackOverREST(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	mo := c.signInAs("mo", "moderator")
	id := newMention(c)
	decided := c.object(c.call(mo, "POST", "/api/review/decisions",
		map[string]any{"mentionId": id, "decision": "type", "type": "product", "reason": "it is sold in shops"}), http.StatusOK)
	require.Equal(t, []any{"type", "product", "book"}, []any{decided["decision"], decided["meantType"], decided["type"]})
	list := c.list(c.call(mo, "GET", "/api/review/decisions", nil))
	require.Equal(t, decided["id"], list[0]["id"])
	require.Equal(t, "it is sold in shops", list[0]["reason"])
	lines := c.list(c.call(mo, "GET", "/api/glossary?search="+strings.Fields(decided["name"].(string))[0], nil))
	require.NotEmpty(t, lines)
	undone := c.object(c.call(mo, "POST", fmt.Sprintf("/api/review/decisions/%v/undo", decided["id"]), map[string]any{}), http.StatusOK)
	require.NotNil(t, undone["undoneAt"])

	for _, wrong := range []map[string]any{
		{"decision": "right"},
		{"itemId": 1, "mentionId": id, "decision": "right"},
		{"mentionId": id, "decision": "type"},
		{"mentionId": id, "decision": "type", "type": "animal"},
		{"mentionId": id, "decision": "entity"},
		{"mentionId": id, "decision": "maybe"},
	} {
		c.object(c.call(mo, "POST", "/api/review/decisions", wrong), http.StatusBadRequest)
	}
}

func TestReportsComeToModeratorsWithDisplayNamesOnly(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	reader, mo := c.signInAs("reader", ""), c.signInAs("mo", "moderator")
	book := c.entities[mention.Book]
	report := map[string]any{"itemType": "entity", "itemId": book, "reason": "other", "text": "  It is a film.  "}
	first := c.object(c.call(reader, "POST", "/api/reports", report), http.StatusOK)
	require.Equal(t, "It is a film.", first["text"])
	require.Equal(t, first["id"], c.object(c.call(reader, "POST", "/api/reports", report), http.StatusOK)["id"])
	report["text"] = " "
	c.object(c.call(reader, "POST", "/api/reports", report), http.StatusBadRequest)

	got := c.call(mo, "GET", "/api/reports", nil)
	require.NotContains(t, got.body, "@people.example")
	list := c.list(got)
	require.InDelta(t, 2, list[0]["reporters"], 0, "Vera said so too")
	answered := c.object(c.call(mo, "POST", "/api/reports/answer",
		map[string]any{"itemType": "entity", "itemId": book, "state": "accepted"}), http.StatusOK)
	require.InDelta(t, 2, answered["reports"], 0)
	require.Empty(t, c.list(c.call(mo, "GET", "/api/reports", nil)))
}

func TestUploadsAreEditedAndTakenBack(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	mo := c.signInAs("mo", "moderator")
	id := uploadPublished(c, nil, nil)["id"]
	edited := c.object(c.call(mo, "PATCH", fmt.Sprintf("/api/episodes/%v", id),
		map[string]any{"title": " A  better title ", "channel": "Kitchen Talks", "publishedAt": "2026-01-02T00:00:00Z"}), http.StatusOK)
	require.Equal(t, "A better title", edited["title"])
	require.Equal(t, "Kitchen Talks", edited["channel"].(map[string]any)["name"])
	require.Equal(t, "2026-01-02T00:00:00Z", edited["publishedAt"])
	published := c.list(c.call(mo, "GET", "/api/unpublished?state=published", nil))
	require.Equal(t, id, int(published[0]["episode"].(map[string]any)["id"].(float64)))
	for range 2 {
		back := c.object(c.call(mo, "POST", fmt.Sprintf("/api/episodes/%v/unpublish", id), map[string]any{}), http.StatusOK)
		require.Equal(t, "private", back["visibility"])
	}
	c.object(c.call(mo, "PATCH", fmt.Sprintf("/api/episodes/%v", id), map[string]any{"title": "  "}), http.StatusBadRequest)
	c.object(c.call(mo, "PATCH", fmt.Sprintf("/api/episodes/%d", c.episode), map[string]any{"title": "Mine"}), http.StatusConflict)
}

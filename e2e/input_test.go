//go:build e2e

package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// refused holds an answer to the shape of every refusal: a status, a code, a sentence for people.
func refused(t *testing.T, got answer, status int, code, sentence string) {
	t.Helper()
	require.Equal(t, status, got.status, "%s", got.body)
	var e struct{ Code, Message string }
	require.NoError(t, json.Unmarshal(got.body, &e), "%s", got.body)
	require.Equal(t, code, e.Code, "%s", got.body)
	require.Contains(t, e.Message, sentence)
	require.NotEmpty(t, e.Message)
	require.NotContains(t, e.Message, "proto", "what people read has none of our words in it")
}

// serverError finds calls that were answered with 500 and above in a log.
var serverError = regexp.MustCompile(`path=/api/\S* status=5.*`)

func TestBadInputIsRefusedWithASentence(t *testing.T) {
	t.Parallel()
	empty := newPodcast(t, "Empty Show", 0, nil)
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+empty.origin)
	noor := signIn(t, asPeople(m.base), "preset-noor")
	const bad, invalid = http.StatusBadRequest, "invalid_argument"

	for name, c := range map[string]struct {
		method, path, body string
		status             int
		code, sentence     string
	}{
		"nothing":           {"POST", "/api/process", `{"input":"  "}`, bad, invalid, "Please enter"},
		"not an address":    {"POST", "/api/process", `{"input":"my favorite show"}`, bad, invalid, "not an address"},
		"another scheme":    {"POST", "/api/process", `{"input":"ftp://example.org/feed.xml"}`, bad, invalid, "http:// or https://"},
		"a password in it":  {"POST", "/api/process", `{"input":"https://a:b@example.org/feed.xml"}`, bad, invalid, "without them"},
		"a page of YouTube": {"POST", "/api/process", `{"input":"https://www.youtube.com/feed/trending"}`, bad, invalid, ""},
		"too long":          {"POST", "/api/process", `{"input":"https://example.org/` + strings.Repeat("a", 2100) + `"}`, bad, invalid, ""},
		"a number for text": {"POST", "/api/process", `{"input":7}`, bad, invalid, ""},
		"a list for text":   {"POST", "/api/process", `{"input":["https://example.org/"]}`, bad, invalid, ""},
		"no JSON":           {"POST", "/api/process", `input=x`, bad, invalid, ""},
		"half JSON":         {"POST", "/api/process", `{"input":"https://exa`, bad, invalid, ""},
		"deep JSON":         {"POST", "/api/process", strings.Repeat(`{"config":`, 5000) + `1` + strings.Repeat(`}`, 5000), bad, invalid, ""},
		"too many episodes": {
			"POST", "/api/process", `{"input":"UCabcdefghijklmnopqrstuv","config":{"mode":"recent","episodeCount":101}}`, bad,
			invalid, "",
		},
		"all of them": {
			"POST", "/api/process", `{"input":"UCabcdefghijklmnopqrstuv","config":{"mode":"all"}}`, http.StatusForbidden,
			"permission_denied", "administrators",
		},
		"a foreign upload":    {"POST", "/api/process", `{"uploadIds":["nobodys"]}`, http.StatusNotFound, "not_found", "upload it again"},
		"an unknown job":      {"GET", "/api/jobs/999999", "", http.StatusNotFound, "not_found", "no such job"},
		"a job by name":       {"GET", "/api/jobs/first", "", bad, invalid, ""},
		"a job beyond int32":  {"GET", "/api/jobs/99999999999", "", bad, invalid, ""},
		"a job below zero":    {"GET", "/api/jobs/-1", "", bad, invalid, ""},
		"cancel an unknown":   {"POST", "/api/jobs/999999/cancel", `{}`, http.StatusNotFound, "not_found", "no such job"},
		"an unknown stage":    {"POST", "/api/jobs/1/retry", `{"fromStage":"dancing"}`, bad, invalid, ""},
		"an unknown episode":  {"GET", "/api/episodes/999999", "", http.StatusNotFound, "not_found", ""},
		"an unknown entity":   {"GET", "/api/entities/999999", "", http.StatusNotFound, "not_found", ""},
		"an unknown channel":  {"GET", "/api/channels/nobody", "", http.StatusNotFound, "not_found", ""},
		"too large a limit":   {"GET", "/api/jobs?limit=1001", "", bad, invalid, ""},
		"a limit in words":    {"GET", "/api/jobs?limit=many", "", bad, invalid, ""},
		"below zero":          {"GET", "/api/jobs?offset=-1", "", bad, invalid, ""},
		"everybody's jobs":    {"GET", "/api/jobs?all=true", "", http.StatusForbidden, "permission_denied", ""},
		"no such call":        {"GET", "/api/nothing", "", http.StatusNotFound, "not_found", ""},
		"an admin's business": {"GET", "/api/admin/users", "", http.StatusForbidden, "permission_denied", ""},
	} {
		t.Run(name, func(t *testing.T) {
			kind := ""
			if c.body != "" {
				kind = "application/json"
			}
			mine := &api{t: t, base: noor.base, browser: noor.browser}
			refused(t, mine.send(c.method, c.path, kind, strings.NewReader(c.body)), c.status, c.code, c.sentence)
		})
	}
	t.Run("nobody", func(t *testing.T) {
		nobody := &api{t: t, base: m.base}
		refused(t, nobody.call("POST", "/api/process", map[string]any{"input": "https://example.org/"}), http.StatusUnauthorized,
			"unauthenticated", "sign in")
		stranger := &api{t: t, base: m.base, token: "guessed"}
		refused(t, stranger.call("GET", "/api/jobs", nil), http.StatusUnauthorized, "unauthenticated", "sign in")
	})

	const mib = 1 << 20
	line := "The same words again and again until it is too much.\n"
	for name, c := range map[string]struct {
		file, content  string
		status         int
		code, sentence string
	}{
		"empty":        {"talk.vtt", "", bad, invalid, ""},
		"binary":       {"talk.vtt", "\x7fELF\x02\x01\x01\x00" + strings.Repeat("\x00\xff", 2000), 0, "", ""},
		"a picture":    {"talk.png", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 500), 0, "", ""},
		"broken VTT":   {"talk.vtt", "WEBVTT\n\n00:00:9x.000 --> never\n", bad, invalid, ""},
		"broken JSON":  {"talk.json", `{"segments":[{"startTime":`, bad, invalid, ""},
		"17 MiB":       {"talk.txt", strings.Repeat(line, 17*mib/len(line)), http.StatusRequestEntityTooLarge, invalid, "16 MiB"},
		"22 MiB":       {"talk.txt", strings.Repeat(line, 22*mib/len(line)), http.StatusRequestEntityTooLarge, invalid, "16 MiB"},
		"only a stamp": {"talk.srt", "1\n00:00:01,000 --> 00:00:02,000\n\n", bad, invalid, ""},
	} {
		t.Run("upload/"+name, func(t *testing.T) {
			mine := &api{t: t, base: noor.base, browser: noor.browser}
			got := mine.send("POST", "/api/uploads", "application/octet-stream", bytes.NewReader([]byte(c.content)), "X-File-Name", c.file)
			if c.status == 0 { // whether it is no transcript or no format of ours is for the parser to say
				require.Contains(t, []int{bad, http.StatusUnsupportedMediaType}, got.status, "%s", got.body)
				var e struct{ Code string }
				require.NoError(t, json.Unmarshal(got.body, &e), "%s", got.body)
				c.status, c.code = got.status, e.Code
				require.NotEmpty(t, e.Code)
			}
			refused(t, got, c.status, c.code, c.sentence)
		})
	}

	t.Run("a feed without episodes", func(t *testing.T) {
		mine := &api{t: t, base: noor.base, browser: noor.browser}
		j := mine.awaitClosed(mine.submit(empty.feed(), 0), "failed", 30*time.Second)
		require.Contains(t, j.StateText, "no episodes")
		refused(t, mine.call("POST", fmt.Sprintf("/api/jobs/%d/pause", j.ID), map[string]any{"paused": true}), http.StatusConflict, "aborted",
			"already ended")
	})
	require.Empty(t, serverError.FindAllString(m.out.String(), -1), "nothing of this is a mistake of ours")
	m.stop()
}

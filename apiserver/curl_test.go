package apiserver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

// TestTheLinesOfTheDocumentationWork runs every curl line of docs/api.md, in its order, against a server with a
// catalogue: each must succeed and hold the field that its jq names.
func TestTheLinesOfTheDocumentationWork(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../docs/api.md")
	require.NoError(t, err)
	lines := curlLines(string(raw))
	require.GreaterOrEqual(t, len(lines), 20)
	c := newCatalogue(newWorld(t))
	token := c.accessToken()
	bearer := http.Header{"Authorization": {"Bearer " + token}}
	as := func(method, path, kind, body string) map[string]any {
		header := bearer.Clone()
		header.Set("Content-Type", kind)
		return c.object(c.send(nil, method, path, strings.NewReader(body), header), http.StatusOK)
	}
	job := as("POST", "/api/process", "application/json", `{"input":"https://youtu.be/curlcurlcur"}`)["jobId"]
	c.items(int(job.(float64)), video("curlcurlcur"))
	variables := map[string]string{
		"HOST": "", "TOKEN": token, "ENTITY": strconv.Itoa(c.entities[mention.Book]), "EPISODE": firstVideo, "CHANNEL": showChannel,
		"JOB":    fmt.Sprint(job),
		"UPLOAD": fmt.Sprint(as("POST", "/api/uploads", "text/vtt", goodVTT)["uploadId"]),
	}
	for _, line := range lines {
		call, err := readCurl(line, func(name string) string {
			value, known := variables[name]
			require.True(t, known, "%s: the test has no $%s", line, name)
			return value
		})
		require.NoError(t, err, line)
		got := c.send(nil, call.method, call.target, bytes.NewReader(call.body), call.header)
		require.Equal(t, http.StatusOK, got.status, "%s\n%s", line, got.body)
		var value any
		require.NoError(t, json.Unmarshal([]byte(got.body), &value), line)
		found, err := pick(value, call.field)
		require.NoError(t, err, "%s\n%s", line, got.body)
		require.NotNil(t, found, "%s\n%s", line, got.body)
	}
}

// accessToken makes a token as a script has one.
func (c *catalogue) accessToken() string {
	c.Helper()
	made := c.object(c.call(c.signInAs("scripter", ""), "POST", "/api/user/tokens",
		map[string]any{"name": "docs", "scopes": []string{"read", "write"}, "expiresInDays": 1}), http.StatusOK)
	secret, _ := made["secret"].(string)
	require.NotEmpty(c, secret)
	return secret
}

func TestCurlLinesAreReadAsAShellWould(t *testing.T) {
	t.Parallel()
	value := func(name string) string { return "<" + name + ">" }
	got, err := readCurl(`curl -X PATCH -H "A: $B" "$HOST/x?y=1" -d '{"a": "$C"}' | jq '.[0].name'`, value)
	require.NoError(t, err)
	require.Equal(t, curlCall{
		method: "PATCH", target: "<HOST>/x?y=1", header: http.Header{"A": {"<B>"}}, body: []byte(`{"a": "$C"}`),
		field: ".[0].name",
	}, got)
	got, err = readCurl(`curl "$HOST/x" -d "{\"a\": $N}" | jq .b  # why`, value)
	require.NoError(t, err)
	require.Equal(t, "POST", got.method)
	require.Equal(t, `{"a": <N>}`, string(got.body))
	require.Equal(t, ".b", got.field)
	for _, bad := range []string{
		"wget x | jq .a", "curl x", "curl --insecure x | jq .a", "curl 'x | jq .a", "curl a b | jq .a",
		"curl -d @other.json x | jq .a",
	} {
		_, err := readCurl(bad, value)
		require.Error(t, err, bad)
	}
	var doc any
	require.NoError(t, json.Unmarshal([]byte(`[{"a":{"b":[1,null]}}]`), &doc))
	one, err := pick(doc, ".[0].a.b[0]")
	require.NoError(t, err)
	require.Equal(t, 1.0, one)
	for _, path := range []string{".a", ".[1].a", ".[0].x", ".[0].a.b[2]", "a"} {
		_, err := pick(doc, path)
		require.Error(t, err, path)
	}
	require.Equal(t, []string{"curl a b"}, curlLines("```sh\ncurl a \\\n  b\n```\ncurl no\n```json\ncurl no\n```\n"))
}

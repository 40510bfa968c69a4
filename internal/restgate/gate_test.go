package restgate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/fault"
	"mentionary/internal/restgate"
)

var jsonType = []string{"Content-Type", "application/json"}

func TestListsAreBareArraysWithTheirTotal(t *testing.T) {
	t.Parallel()
	g, _ := newGate(t)
	w := send(g, "GET", "/api/entities?type=book", "")
	require.Equal(t, 200, w.Code)
	require.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
	require.Equal(t, "41", w.Header().Get("X-Total-Count"))
	require.Equal(t, `[{"id":1,"type":"book","name":"<Dune> & \"more\"\u2028","description":null,"mentionCount":0,"metadata":{`+
		`"amazonUrl":null,"wikipediaUrl":null,"linkedinUrl":null,"websiteUrl":null,"mapsUrl":null,"goodreadsUrl":null,"author":"Frank Herbert",`+
		`"company":null,"country":null,"title":null,"field":null,"category":null,"sponsorType":null,`+
		`"promoCode":null,"offer":null,"bestUrl":null},`+
		`"episodes":[{"id":2,"videoId":"","title":"E","thumbnailUrl":null,"channel":null,"mentionCount":0,"publishedAt":null}],`+
		`"episodeCount":0,"slug":"","mentions":[],"records":[],"privateMentions":0,"privateEpisodes":0,`+
		`"tellingQuote":null,"recommenderCount":0,"talkedCount":0,"part":"","topic":"","editions":[],"linkOrigins":[]}]`, w.Body.String())

	empty := send(g, "GET", "/api/entities?type=none", "")
	require.Equal(t, "[]", empty.Body.String())
	require.Equal(t, "0", empty.Header().Get("X-Total-Count"))
}

func TestAnUnsetResponseFieldIsNull(t *testing.T) {
	t.Parallel()
	g, d := newGate(t)
	w := send(g, "GET", "/api/auth/user", "")
	require.Equal(t, 200, w.Code)
	require.Equal(t, "null", w.Body.String())
	require.NotContains(t, w.Header(), "X-Total-Count")
	d.user = &v1.CurrentUser{Id: "u"}
	require.Contains(t, send(g, "GET", "/api/auth/user", "").Body.String(), `"firstName":null`)
}

func TestParametersAreDecoded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method, target, body string
		want                 proto.Message
	}{
		"query by JSON name": {
			"GET", "/api/entities?withEpisodes=true&limit=12&search=a%20b", "",
			&v1.ListEntitiesRequest{WithEpisodes: true, Limit: 12, Search: "a b"},
		},
		"query by contract name": {
			"GET", "/api/entities?with_episodes=true&page_token=x", "",
			&v1.ListEntitiesRequest{WithEpisodes: true, PageToken: "x"},
		},
		"unknown is ignored":    {"GET", "/api/entities?nope=1&limit=3&utm_source=x", "", &v1.ListEntitiesRequest{Limit: 3}},
		"the last value counts": {"GET", "/api/entities?limit=3&limit=4", "", &v1.ListEntitiesRequest{Limit: 4}},
		"DELETE with a body": {
			"DELETE", "/api/user/favorites", `{"itemType":"entity","itemId":5}`,
			&v1.RemoveFavoriteRequest{ItemType: "entity", ItemId: 5},
		},
		"DELETE with a query": {
			"DELETE", "/api/user/favorites?itemType=entity&itemId=6", "",
			&v1.RemoveFavoriteRequest{ItemType: "entity", ItemId: 6},
		},
		"body over query": {
			"POST", "/api/user/favorites?itemId=9", `{"itemType":"episode","itemId":2}`,
			&v1.AddFavoriteRequest{ItemType: "episode", ItemId: 2},
		},
		"path over body": {
			"POST", "/api/jobs/7/retry?id=9", `{"id":8,"itemId":3,"fromStage":"links"}`,
			&v1.RetryJobRequest{Id: 7, ItemId: 3, FromStage: "links"},
		},
		"unknown and null fields": {
			"POST", "/api/process", `{"nope":{"a":[1]},"input":"x","config":null,"uploadIds":["a","b"]}`,
			&v1.ProcessRequest{Input: "x", UploadIds: []string{"a", "b"}},
		},
		"nested messages": {
			"POST", "/api/process", `{"config":{"mode":"recent","episodeCount":5}}`,
			&v1.ProcessRequest{Config: &v1.ProcessConfig{Mode: "recent", EpisodeCount: new(int32(5))}},
		},
		"repeated in the query": {"POST", "/api/process?uploadIds=a&uploadIds=b", ``, &v1.ProcessRequest{UploadIds: []string{"a", "b"}}},
		"messages in the query": {"POST", "/api/process?config=x&input=y", ``, &v1.ProcessRequest{Input: "y"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, d := newGate(t)
			var header []string
			if c.body != "" || c.method == "POST" {
				header = []string{"Content-Type", "application/json;charset=UTF-8"}
			}
			w := send(g, c.method, c.target, c.body, header...)
			require.Equal(t, 200, w.Code, w.Body.String())
			require.True(t, proto.Equal(c.want, d.last), "got %v", d.last)
		})
	}
}

func TestProblemsAreNamed(t *testing.T) {
	t.Parallel()
	g, _ := newGate(t)
	for name, c := range map[string]struct {
		method, target, body string
		header               []string
		status               int
		code, message        string
	}{
		"number in query": {
			"GET", "/api/entities?limit=abc", "", nil, 400, "invalid_argument",
			"limit: must be a whole number, and not too large.",
		},
		"empty number": {
			"GET", "/api/entities?limit=", "", nil, 400, "invalid_argument",
			"limit: must be a whole number, and not too large.",
		},
		"number too large": {
			"GET", "/api/entities?limit=99999999999", "", nil, 400, "invalid_argument",
			"limit: must be a whole number, and not too large.",
		},
		"bool in query": {
			"GET", "/api/entities?withEpisodes=1", "", nil, 400, "invalid_argument",
			"withEpisodes: must be true or false.",
		},
		"number in path": {
			"GET", "/api/entities/dune", "", nil, 400, "invalid_argument",
			"id: must be a whole number, and not too large.",
		},
		"UTF-8 in query": {"GET", "/api/entities?search=%ff", "", nil, 400, "invalid_argument", "search: must be valid UTF-8."},
		"broken query": {
			"GET", "/api/entities?search=%zz", "", nil, 400, "invalid_argument",
			"The part of the address after the question mark is not valid. Write special characters as %XX.",
		},
		"rule": {
			"GET", "/api/entities?limit=1001", "", nil, 400, "invalid_argument",
			"limit: must be at least 0 and at most 1000",
		},
		"rule names JSON field": {
			"GET", "/api/user/favorites/check?itemType=entity", "", nil, 400, "invalid_argument",
			"itemId: must be greater than 0",
		},
		"rule in a list": {
			"POST", "/api/process", `{"uploadIds":["a",""]}`, jsonType, 400, "invalid_argument",
			"uploadIds[1]: must not be empty",
		},
		"rule below a message": {
			"POST", "/api/process", `{"config":{"dateRange":400}}`, jsonType, 400, "invalid_argument",
			"config.dateRange: must be at least 1 and at most 365",
		},
		"malformed JSON": {
			"POST", "/api/user/favorites", `{bad`, jsonType, 400, "invalid_argument",
			"The JSON of the request cannot be read at line 1, column 2: invalid value bad.",
		},
		"wrong type in JSON": {
			"POST", "/api/user/favorites", "{\n\"itemId\":\"x\"}", jsonType, 400, "invalid_argument",
			`The JSON of the request cannot be read at line 2, column 10: invalid value for int32 field itemId: "x".`,
		},
		"JSON ends early": {
			"POST", "/api/user/favorites", `{"itemId":1`, jsonType, 400, "invalid_argument",
			"The JSON of the request cannot be read: unexpected EOF.",
		},
		"JSON of another sort": {
			"POST", "/api/user/favorites", `[]`, jsonType, 400, "invalid_argument",
			"The JSON of the request cannot be read at line 1, column 1: unexpected token [.",
		},
		"form": {
			"POST", "/api/user/favorites", `a=b`,
			[]string{"Content-Type", "application/x-www-form-urlencoded"},
			415,
			"invalid_argument", "Please send the request as JSON, uncompressed, with the header Content-Type: application/json.",
		},
		"no type": {
			"POST", "/api/user/favorites", `{}`, nil, 415, "invalid_argument",
			"Please send the request as JSON, uncompressed, with the header Content-Type: application/json.",
		},
		"no type, no body": {
			"POST", "/api/jobs/1/retry", ``, nil, 415, "invalid_argument",
			"Please send the request as JSON, uncompressed, with the header Content-Type: application/json.",
		},
		"DELETE as a form": {
			"DELETE", "/api/user/favorites", `a=b`,
			[]string{"Content-Type", "text/plain"},
			415, "invalid_argument",
			"Please send the request as JSON, uncompressed, with the header Content-Type: application/json.",
		},
		"compressed body": {
			"POST", "/api/user/favorites", `{}`,
			[]string{"Content-Type", "application/json", "Content-Encoding", "gzip"},
			415, "invalid_argument", "Please send the request as JSON, uncompressed, with the header Content-Type: application/json.",
		},
		"too large": {
			"POST", "/api/process", `{"input":"` + strings.Repeat("x", maxBody) + `"}`, jsonType, 413, "resource_exhausted",
			"The request is larger than 4096 bytes. Please send less at once.",
		},
		"too large together": {
			"POST", "/api/process?type=" + strings.Repeat("y", maxBody-100),
			`{"input":"` + strings.Repeat("x", maxBody-100) + `"}`, jsonType, 413, "resource_exhausted",
			"The request is larger than 4096 bytes. Please send less at once.",
		},
		"not found": {"GET", "/api/entities/404", "", nil, 404, "not_found", "There is no such entity."},
		"not implemented": {
			"GET", "/api/entities/1/similar", "", nil, 501, "unimplemented",
			"mentionary.v1.EntityService.ListSimilarEntities is not implemented",
		},
		"errors stay inside": {"GET", "/api/entities/500", "", nil, 500, "internal", fault.Neutral},
		"unknown path":       {"GET", "/api/nope", "", nil, 404, "not_found", "There is nothing at this address."},
		"unknown below":      {"GET", "/api/entities/1/nope", "", nil, 404, "not_found", "There is nothing at this address."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := send(g, c.method, c.target, c.body, c.header...)
			require.Equal(t, c.status, w.Code, w.Body.String())
			require.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
			var got map[string]string
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got))
			require.Equal(t, map[string]string{"code": c.code, "message": c.message}, got)
		})
	}
}

func TestDeepJSONIsRefused(t *testing.T) {
	t.Parallel()
	g, _ := newGate(t)
	w := send(g, "POST", "/api/process", `{"nope":`+strings.Repeat("[", 100)+strings.Repeat("]", 100)+`}`, jsonType...)
	require.Equal(t, 400, w.Code, w.Body.String())
	require.Contains(t, w.Body.String(), "recursion depth")
}

func TestQuotedInputIsCutShort(t *testing.T) {
	t.Parallel()
	g, _ := newGate(t)
	w := send(g, "POST", "/api/user/favorites", `{"itemId":"`+strings.Repeat("é", 1000)+`"}`, jsonType...)
	require.Equal(t, 400, w.Code)
	require.Less(t, w.Body.Len(), 700)
}

func TestMethodsAndHead(t *testing.T) {
	t.Parallel()
	g, _ := newGate(t)
	w := send(g, "PUT", "/api/stats", "")
	require.Equal(t, 405, w.Code)
	require.Equal(t, "GET, HEAD, OPTIONS", w.Header().Get("Allow"))
	require.JSONEq(t, `{"code":"unimplemented","message":"This address does not support PUT. It supports GET, HEAD, OPTIONS."}`,
		w.Body.String())
	asked := send(g, "OPTIONS", "/api/user/favorites", "")
	require.Equal(t, 204, asked.Code)
	require.Equal(t, "DELETE, GET, HEAD, POST, OPTIONS", asked.Header().Get("Allow"))
	require.Zero(t, asked.Body.Len())
	require.Equal(t, 404, send(g, "OPTIONS", "/api/nope", "").Code)
	server := httptest.NewServer(g)
	t.Cleanup(server.Close)
	res, err := http.Head(server.URL + "/api/stats")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, 200, res.StatusCode)
	require.Positive(t, res.ContentLength)
	require.NotEmpty(t, res.Header.Get("ETag"))
}

func TestHeadersTravelBothWays(t *testing.T) {
	t.Parallel()
	g, d := newGate(t)
	w := send(g, "GET", "/api/stats", "", "Cookie", "__Host-session=s", "User-Agent", "UA", "X-Request-Id", "12345678", "Sec-Fetch-Site",
		"same-origin",
		"Connection", "X-Secret, close", "X-Secret", "1", "Te", "trailers", "Connect-Timeout-Ms", "1", "Accept-Encoding", "gzip",
		"Transfer-Encoding", "chunked")
	require.Equal(t, 200, w.Code)
	for k, v := range map[string]string{
		"Cookie": "__Host-session=s", "User-Agent": "UA", "X-Request-Id": "12345678",
		"Sec-Fetch-Site": "same-origin",
	} {
		require.Equal(t, v, d.header.Get(k), k)
	}
	for _, k := range []string{"Connection", "X-Secret", "Te", "Connect-Timeout-Ms", "Accept-Encoding", "Transfer-Encoding"} {
		require.NotContains(t, d.header, k)
	}
	require.Equal(t, "POST", d.method)
	require.Equal(t, "a=b", w.Header().Get("Set-Cookie"))
	require.Equal(t, "public, max-age=60", w.Header().Get("Cache-Control"))
	require.NotContains(t, w.Header(), "Accept-Encoding")

	around := httptest.NewRecorder()
	around.Header().Set("Set-Cookie", "session=1")
	g.ServeHTTP(around, httptest.NewRequest("GET", "/api/stats", nil))
	require.Equal(t, []string{"session=1", "a=b"}, around.Header().Values("Set-Cookie"))

	late := send(g, "GET", "/api/entities/429", "")
	require.Equal(t, 429, late.Code)
	require.Equal(t, "7", late.Header().Get("Retry-After"))
	require.JSONEq(t, `{"code":"resource_exhausted","message":"Too many requests."}`, late.Body.String())
}

func TestConditionalReads(t *testing.T) {
	t.Parallel()
	g, d := newGate(t)
	first := send(g, "GET", "/api/auth/user", "")
	tag := first.Header().Get("ETag")
	require.Regexp(t, `^W/"[A-Za-z0-9_-]+"$`, tag)
	for _, known := range []string{tag, `"other", ` + tag, strings.TrimPrefix(tag, "W/"), "*"} {
		again := send(g, "GET", "/api/auth/user", "", "If-None-Match", known)
		require.Equal(t, 304, again.Code)
		require.Empty(t, again.Body.String())
		require.Equal(t, tag, again.Header().Get("ETag"))
	}
	d.user = &v1.CurrentUser{Id: "u"}
	changed := send(g, "GET", "/api/auth/user", "", "If-None-Match", tag)
	require.Equal(t, 200, changed.Code)
	require.NotEqual(t, tag, changed.Header().Get("ETag"))
	require.NotContains(t, send(g, "POST", "/api/user/favorites", `{"itemType":"entity","itemId":1}`, jsonType...).Header(), "Etag")
}

func TestTheCallersCancellationReachesTheHandler(t *testing.T) {
	t.Parallel()
	g, d := newGate(t)
	ctx, cancel := context.WithCancel(t.Context())
	g.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/api/entities", nil))
	require.NoError(t, d.ctx.Err())
	cancel()
	require.ErrorIs(t, d.ctx.Err(), context.Canceled)
	w := httptest.NewRecorder()
	g.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/api/entities", nil))
	require.Equal(t, 499, w.Code)
}

func TestOtherRoutesShareTheGate(t *testing.T) {
	t.Parallel()
	g, _ := newGate(t)
	g.Handle("POST /api/uploads", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(201) }))
	require.Equal(t, 201, send(g, "POST", "/api/uploads", "x").Code)
	w := send(g, "GET", "/api/uploads", "")
	require.Equal(t, 405, w.Code)
	require.Equal(t, "POST, OPTIONS", w.Header().Get("Allow"))
}

func TestForeignAnswersStayNeutral(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		want   int
	}{
		"plain text error": {503, "upstream stack trace", 503},
		"not the message":  {200, "\xff\xff", 500},
		"odd status":       {202, "x", 500},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := restgate.New(maxBody)
			require.NoError(t, g.Mount("/"+mentionaryv1connect.StatsServiceName+"/", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			})))
			w := send(g, "GET", "/api/stats", "")
			require.Equal(t, c.want, w.Code)
			require.JSONEq(t, `{"code":"internal","message":"`+fault.Neutral+`"}`, w.Body.String())
		})
	}
}

func TestMountFailsForWhatIsNoService(t *testing.T) {
	t.Parallel()
	g := restgate.New(maxBody)
	require.Error(t, g.Mount("/mentionary.v1.Nope/", http.NotFoundHandler()))
	require.Error(t, g.Mount("/mentionary.v1.Entity/", http.NotFoundHandler()))
}

// Whatever is sent, the answer is one of the documented ones and JSON.
func FuzzDecode(f *testing.F) {
	f.Add("/api/process", "limit=1", []byte(`{"input":"x","config":{"mode":"recent"}}`))
	f.Add("/api/jobs/1/retry", "itemId=x", []byte(`{`))
	f.Add("/api/user/favorites", "itemType=%ff&&=&itemId=1e9", []byte(`{"itemId":1e400}`))
	f.Add("/api/user/favorites", "itemType=episode", []byte("{\"itemId\":\"\xff\"}"))
	f.Add("/api/jobs/%2e%2e%2f/retry", ";", bytes.Repeat([]byte("["), 2000))
	g, _ := newGate(f)
	f.Fuzz(func(t *testing.T, path, query string, body []byte) {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
		if u, err := r.URL.Parse(path); err == nil {
			r.URL = u
		}
		r.URL.RawQuery = query
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		require.Contains(t, []int{200, 301, 307, 308, 400, 404, 405, 413}, w.Code, "%q", w.Body.String())
		if w.Code == 200 || w.Code >= 400 {
			require.True(t, json.Valid(w.Body.Bytes()), "%q", w.Body.String())
		}
	})
}

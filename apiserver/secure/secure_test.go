package secure_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver/secure"
	"mentionary/internal/fault"
)

type rig struct {
	http.Handler
	log *bytes.Buffer
}

func wrap(t *testing.T, h http.HandlerFunc, change ...func(*secure.Options)) rig {
	t.Helper()
	log := &bytes.Buffer{}
	o := secure.Options{
		BaseURL: "https://example.test", MaxBody: 100, Log: slog.New(slog.NewJSONHandler(log, nil)),
		OwnBodyLimit: []string{"POST /api/uploads"}, AnyOrigin: []string{"POST /csp-report"},
	}
	for _, c := range change {
		c(&o)
	}
	wrapped, err := secure.Wrap(h, o)
	require.NoError(t, err)
	return rig{wrapped, log}
}

func (r rig) send(req *http.Request, header ...string) *httptest.ResponseRecorder {
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	r.ServeHTTP(w, req)
	return w
}

func get(path string) *http.Request {
	return httptest.NewRequest("GET", "https://example.test"+path, nil)
}

func write(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestEveryAnswerIsProtected(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{
		"text":    write(200, "text/plain", "x"),
		"error":   write(500, "application/json", "{}"),
		"nothing": func(http.ResponseWriter, *http.Request) {},
		"panic":   func(http.ResponseWriter, *http.Request) { panic("x") },
		"flushed": func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := wrap(t, h).send(get("/api/x")).Header()
			for k, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
				"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
				"Strict-Transport-Security": "max-age=31536000; includeSubDomains",
				"Content-Security-Policy":   "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			} {
				require.Equal(t, []string{want}, got.Values(k), k)
			}
			require.Contains(t, got.Get("Permissions-Policy"), "camera=()")
		})
	}
}

func TestAHandlersOwnHeadersWin(t *testing.T) {
	t.Parallel()
	w := wrap(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Content-Security-Policy", "default-src 'self'")
		w.Header().Add("Cache-Control", "public, max-age=60")
		w.Header().Add("Referrer-Policy", "no-referrer")
	}, func(o *secure.Options) { o.BaseURL = "http://127.0.0.1:8080" }).send(get("/api/login"))
	require.Equal(t, []string{"default-src 'self'"}, w.Header().Values("Content-Security-Policy"))
	require.Equal(t, []string{"public, max-age=60"}, w.Header().Values("Cache-Control"))
	require.Equal(t, []string{"no-referrer"}, w.Header().Values("Referrer-Policy"))
	require.Empty(t, w.Header().Get("Strict-Transport-Security"), "plain http must not promise https")
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	var inContext, inHeader string
	r := wrap(t, func(_ http.ResponseWriter, r *http.Request) {
		inContext, inHeader = secure.RequestID(r.Context()), r.Header.Get(secure.RequestIDHeader)
	})
	for given, kept := range map[string]bool{
		"abc-12345": true, "1234567": false, "": false, "has spaces": false, "new\nline123": false, strings.Repeat("a", 64): true,
		strings.Repeat("a", 65): false,
	} {
		w := r.send(get("/"), secure.RequestIDHeader, given)
		id := w.Header().Get(secure.RequestIDHeader)
		require.Regexp(t, `^[A-Za-z0-9-]{8,64}$`, id)
		require.Equal(t, kept, id == given, given)
		require.Equal(t, id, inContext)
		require.Equal(t, id, inHeader)
	}
	require.Empty(t, secure.RequestID(t.Context()))
}

func TestTheLogKeepsNoPrivateThings(t *testing.T) {
	t.Parallel()
	r := wrap(t, write(404, "text/plain", "abc"))
	req := get("/episode/7?q=canary-query")
	req.RemoteAddr = "203.0.113.9:4242"
	id := r.send(req, "User-Agent", "canary-agent", "Cookie", "canary-cookie").Header().Get(secure.RequestIDHeader)
	require.NotContains(t, r.log.String(), "canary")
	require.NotContains(t, r.log.String(), "203.0.113.9")
	var line map[string]any
	require.NoError(t, json.Unmarshal(r.log.Bytes(), &line))
	require.Equal(t, "request", line["msg"])
	require.Equal(t, "INFO", line["level"])
	require.Equal(t, "/episode/7", line["path"])
	require.InDelta(t, 404, line["status"], 0)
	require.InDelta(t, 3, line["bytes"], 0)
	require.Equal(t, id, line["request_id"])
}

func TestLoggersDerivedFromTheHandlerKeepTheID(t *testing.T) {
	t.Parallel()
	log := &bytes.Buffer{}
	h := secure.LogHandler(slog.NewTextHandler(log, nil))
	require.Equal(t, h, secure.LogHandler(h))
	r := wrap(t, func(_ http.ResponseWriter, r *http.Request) {
		slog.New(h).With("a", 1).InfoContext(r.Context(), "x")
	})
	r.send(get("/"), secure.RequestIDHeader, "abcdefgh")
	require.Equal(t, 1, strings.Count(log.String(), "request_id=abcdefgh"))
	require.Equal(t, 1, strings.Count(r.log.String(), "request_id"))
}

func TestPanicsBecomeNeutralAnswers(t *testing.T) {
	t.Parallel()
	boom := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("ETag", `"x"`)
		panic("secret canary")
	}
	r := wrap(t, boom)
	w := r.send(get("/api/x"), secure.RequestIDHeader, "abcdefgh")
	require.Equal(t, 500, w.Code)
	require.JSONEq(t, `{"code":"internal","message":"`+fault.Neutral+` If it happens again, tell us this request id: abcdefgh"}`,
		w.Body.String())
	require.Empty(t, w.Header().Get("ETag"))
	require.Contains(t, r.log.String(), "secret canary")
	require.Contains(t, r.log.String(), "secure_test.go", "the stack tells where")
	require.Contains(t, r.log.String(), `"status":500`)

	page := r.send(get("/books"), secure.RequestIDHeader, "abcdefgh")
	require.Equal(t, 500, page.Code)
	require.Equal(t, fault.Neutral+" If it happens again, tell us this request id: abcdefgh\n", page.Body.String())
	require.Contains(t, r.send(get("/a.B/C?connect=v1")).Header().Get("Content-Type"), "application/json")
}

func TestBrokenAnswersAreBrokenOff(t *testing.T) {
	t.Parallel()
	late := wrap(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half")
		panic("late")
	})
	require.PanicsWithError(t, http.ErrAbortHandler.Error(), func() { late.send(get("/")) })
	require.Contains(t, late.log.String(), `"panic":"late"`)
	aborted := wrap(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	require.PanicsWithError(t, http.ErrAbortHandler.Error(), func() { aborted.send(get("/")) })
	require.NotContains(t, aborted.log.String(), "panic in a handler")
	require.Contains(t, aborted.log.String(), `"msg":"request"`)
}

func TestOtherSitesCannotChangeAnything(t *testing.T) {
	t.Parallel()
	r := wrap(t, write(200, "text/plain", "done"))
	post := func(path string, header ...string) *httptest.ResponseRecorder {
		return r.send(httptest.NewRequest("POST", "https://example.test"+path, nil), header...)
	}
	w := post("/api/process", "Sec-Fetch-Site", "cross-site")
	require.Equal(t, 403, w.Code)
	require.JSONEq(t, `{"code":"permission_denied","message":"This request came from another site and was refused. `+
		`Please do this on Mentionary's own pages."}`, w.Body.String())
	require.Equal(t, 403, post("/api/process", "Origin", "https://evil.test").Code)
	require.Equal(t, 403, post("/api/process", "Sec-Fetch-Site", "same-site").Code)
	require.Equal(t, 200, post("/api/process", "Sec-Fetch-Site", "same-origin").Code)
	require.Equal(t, 200, post("/api/process").Code, "no browser")
	require.Equal(t, 200, post("/csp-report", "Sec-Fetch-Site", "cross-site").Code)
	require.Equal(t, 200, r.send(get("/api/stats"), "Sec-Fetch-Site", "cross-site").Code)
	_, err := secure.Wrap(http.NotFoundHandler(), secure.Options{BaseURL: "https://example.test/path"})
	require.Error(t, err)
}

func TestBodiesAreLimited(t *testing.T) {
	t.Parallel()
	r := wrap(t, func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			w.WriteHeader(413)
			return
		}
		w.Header().Set("X-Read", strings.Repeat("x", min(len(b), 101)))
	})
	post := func(path string, size int, announced bool) *httptest.ResponseRecorder {
		req := httptest.NewRequest("POST", "https://example.test"+path, strings.NewReader(strings.Repeat("x", size)))
		if !announced {
			req.ContentLength = -1
		}
		return r.send(req)
	}
	require.Equal(t, 200, post("/api/x", 100, true).Code)
	require.Equal(t, 413, post("/api/x", 101, false).Code)
	w := post("/api/x", 101, true)
	require.Equal(t, 413, w.Code)
	require.JSONEq(t, `{"code":"resource_exhausted","message":"The request is larger than 100 bytes. Please send less at once."}`,
		w.Body.String())
	require.Equal(t, 200, post("/api/uploads", 5000, true).Code)
}

// A stream's message has to arrive while the handler still runs, whatever its type.
func TestStreamsArriveAtOnce(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"application/connect+proto", "application/connect+json", "application/json", "text/event-stream"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			seen := make(chan struct{})
			server := httptest.NewServer(wrap(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", kind)
				f, ok := w.(http.Flusher)
				if !ok || http.NewResponseController(w).EnableFullDuplex() != nil {
					return // no Flusher or no way to the writer below: the reader sees the end at once
				}
				_, _ = io.WriteString(w, "first")
				f.Flush()
				select {
				case <-seen:
				case <-r.Context().Done():
				}
				_, _ = io.WriteString(w, "second")
			}))
			t.Cleanup(server.Close)
			req, err := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
			require.NoError(t, err)
			req.Header.Set("Accept-Encoding", "gzip")
			res, err := server.Client().Do(req)
			require.NoError(t, err)
			defer res.Body.Close()
			first := make([]byte, 5)
			_, err = io.ReadFull(res.Body, first)
			require.NoError(t, err)
			require.Equal(t, "first", string(first))
			require.Empty(t, res.Header.Get("Content-Encoding"))
			close(seen)
			rest, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.Equal(t, "second", string(rest))
		})
	}
}

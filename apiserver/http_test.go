package apiserver_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/apiserver"
	"mentionary/internal/restgate/httprule"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/storetest"
)

// routes are all REST routes of the contract.
func routes(t *testing.T) []httprule.Route {
	t.Helper()
	var out []httprule.Route
	for _, m := range methods() {
		list, err := httprule.Of(m)
		require.NoError(t, err)
		out = append(out, list...)
	}
	require.Greater(t, len(out), 40)
	return out
}

var variable = regexp.MustCompile(`\{[a-z0-9_]+\}`)

// filled is a route's address with a value in the place of its variables.
func filled(rt httprule.Route, value string) string {
	return variable.ReplaceAllLiteralString(rt.Path, url.PathEscape(value))
}

func TestEveryRouteSpeaksHTTP(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	admin := w.signIn("ada", "admin")
	for _, rt := range routes(t) {
		path := filled(rt, "1")
		what := rt.Verb + " " + path

		asked := w.call(nil, http.MethodOptions, path, nil)
		require.Equal(t, http.StatusNoContent, asked.status, what)
		require.Empty(t, asked.body, what)
		allowed := strings.Split(asked.header.Get("Allow"), ", ")
		require.Contains(t, allowed, rt.Verb, what)
		require.Contains(t, allowed, http.MethodOptions, what)

		for _, verb := range []string{http.MethodPut, http.MethodPatch, http.MethodTrace, "BREW"} {
			if slices.Contains(allowed, verb) {
				continue
			}
			wrong := w.call(admin, verb, path, nil)
			w.refused(wrong, http.StatusMethodNotAllowed, "unimplemented")
			require.Equal(t, asked.header.Get("Allow"), wrong.header.Get("Allow"), what)
		}
		w.refused(w.call(nil, rt.Verb, path+"/no/such/thing", nil), http.StatusNotFound, "not_found")

		if rt.HasBody {
			for _, kind := range []string{
				"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml",
				"nonsense",
			} {
				w.refused(w.send(admin, rt.Verb, path, strings.NewReader("a=b"), http.Header{"Content-Type": {kind}}), http.StatusUnsupportedMediaType,
					"invalid_argument")
			}
			huge := strings.NewReader(`{"nope":"` + strings.Repeat("x", 1<<20) + `"}`)
			w.refused(w.send(admin, rt.Verb, path, huge, http.Header{"Content-Type": {"application/json"}}), http.StatusRequestEntityTooLarge,
				"resource_exhausted")
			w.refused(w.send(admin, rt.Verb, path, strings.NewReader(`{"nope"`), http.Header{"Content-Type": {"application/json"}}),
				http.StatusBadRequest, "invalid_argument")
		}
		if rt.Verb == http.MethodGet {
			for _, p := range []*person{nil, admin} {
				get, head := w.call(p, http.MethodGet, path, nil), w.call(p, http.MethodHead, path, nil)
				require.Equal(t, get.status, head.status, what)
				require.Empty(t, head.body, what)
				if get.status == http.StatusOK && strings.HasSuffix(path, "/health") {
					continue // it tells the time, so that no two answers are the same
				}
				for _, k := range []string{"Content-Type", "Etag", "X-Total-Count", "Cache-Control"} {
					require.Equal(t, get.header.Get(k), head.header.Get(k), "%s: %s", what, k)
				}
				if get.status == http.StatusOK {
					require.NotEmpty(t, get.header.Get("Etag"), what)
					again := w.send(p, http.MethodGet, path, nil, http.Header{"If-None-Match": {get.header.Get("Etag")}})
					require.Equal(t, http.StatusNotModified, again.status, what)
					require.Empty(t, again.body)
				}
			}
		}
	}
	for _, path := range []string{"/api", "/api/", "/api/nope", "/api/entities/1/nope", "/mentionary.v1.Nope/Nope"} {
		w.refused(w.call(nil, http.MethodGet, path, nil), http.StatusNotFound, "not_found")
		w.refused(w.call(nil, http.MethodOptions, path, nil), http.StatusNotFound, "not_found")
	}
	for path, verb := range map[string]string{
		"/api/uploads": "POST", "/api/health": "GET", "/api/openapi.yaml": "GET",
		"/api/pictures/x": "GET",
	} {
		require.Contains(t, w.call(nil, http.MethodOptions, path, nil).header.Get("Allow"), verb, path)
	}
}

// odd are texts that programs stumble over.
var odd = []string{
	"", "0", "-1", "1", "2147483647", "2147483648", "-9223372036854775809", "99999999999999999999999", "1e9", "NaN", "0x10", "１", "true",
	"null", "{}", "[]",
	"\x00", "a\x00b", "\xff\xfe", "\u202eabc", "𝕏🎉", "é\u0301", "\ufeff", "\uffff", " ", "\t\r\n", "%", "%%", "_", "\\", "\\'", "'", "\"",
	"''; DROP TABLE users; --",
	"\" OR 1=1", "*", "a*", "NEAR(", "AND OR NOT", "(((((", "a:b", "^", "-a", "+a", "..", "../../etc/passwd", "/", "//", "?#", "<script>",
	"${jndi:x}", "book", "mentions",
	"entity", "youtube", "https://www.youtube.com/watch?v=abcdefghijk", "http://127.0.0.1/", "javascript:alert(1)", "file:///etc/passwd",
	"http://[::1", "eyJzIjoibWVudGlvbnMifQ",
	"eyJzIjoibmFtZSIsImsiOiJcdTAwMDAiLCJpIjoxfQ", "eyJzIjoibWVudGlvbnMiLCJuIjo5MjIzMzcyMDM2ODU0Nzc1ODA3LCJrIjoiXHUwMDAwIn0",
	strings.Repeat("a", 199), strings.Repeat("é", 500), strings.Repeat("( ", 2000),
}

// hostile makes requests that nobody means well with.
type hostile struct{ *rand.Rand }

func (h hostile) text() string { return odd[h.IntN(len(odd))] }

// value is something for a field: mostly of its kind, so that it comes through to the handler.
func (h hostile) value(f protoreflect.FieldDescriptor, depth int) any {
	if h.IntN(12) == 0 || depth > 3 {
		return []any{h.text(), nil, 1.5, true, []any{h.text()}, map[string]any{"a": h.text()}}[h.IntN(6)]
	}
	if f.IsList() {
		out := []any{}
		for range h.IntN(4) {
			out = append(out, h.text())
		}
		return out
	}
	switch f.Kind() {
	case protoreflect.MessageKind:
		return h.object(f.Message(), depth+1)
	case protoreflect.BoolKind:
		return h.IntN(2) == 0
	case protoreflect.StringKind:
		return h.text()
	default:
		return []int64{0, 1, -1, 2147483647, -2147483648, 2147483648, 7, 1000}[h.IntN(8)]
	}
}

func (h hostile) object(d protoreflect.MessageDescriptor, depth int) map[string]any {
	out := map[string]any{}
	for i := range d.Fields().Len() {
		if f := d.Fields().Get(i); h.IntN(4) > 0 {
			out[f.JSONName()] = h.value(f, depth)
		}
	}
	if h.IntN(8) == 0 {
		out[h.text()] = h.text()
	}
	return out
}

func (h hostile) body(d protoreflect.MessageDescriptor) string {
	if h.IntN(6) == 0 {
		return []string{
			"", "null", "[]", "{", strings.Repeat("[", 5000), `{"a":` + strings.Repeat("9", 400) + "}", "\xef\xbb\xbf{}",
			`{"id":1,"id":2}`, h.text(),
		}[h.IntN(9)]
	}
	raw, err := json.Marshal(h.object(d, 0))
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func (h hostile) path(rt httprule.Route) string {
	path := variable.ReplaceAllStringFunc(rt.Path, func(string) string {
		if h.IntN(3) == 0 {
			return "1"
		}
		return url.PathEscape(h.text())
	})
	query := url.Values{}
	for i := range rt.Method.Input().Fields().Len() {
		if f := rt.Method.Input().Fields().Get(i); h.IntN(3) > 0 {
			query.Add(f.JSONName(), fmt.Sprint(h.value(f, 0)))
		}
	}
	if raw := query.Encode(); h.IntN(10) > 0 {
		return path + "?" + raw
	}
	return path + "?" + []string{"%zz", "&&&=", "a;b", "limit=1&limit=2", "=%00"}[h.IntN(5)]
}

// lastOf is the end of a text.
func lastOf(s string, n int) string { return s[max(0, len(s)-n):] }

func TestNothingThatIsSentIsOurMistake(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*testing.T, ...database.Option) *store.Store{
		"SQLite":     storetest.SQLite,
		"PostgreSQL": storetest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorldOn(t, open(t), apiserver.WatchTiming{})
			w.publish()
			statuses := map[int]int{}
			h := hostile{rand.New(rand.NewPCG(7, 11))}
			for i, rt := range routes(t) {
				people := []*person{nil, w.signIn(fmt.Sprint("una", i), ""), w.signIn(fmt.Sprint("ada", i), "admin")}
				for range 20 {
					for role, p := range people {
						path, header, body := h.path(rt), http.Header{}, ""
						if rt.HasBody {
							body = h.body(rt.Method.Input())
							header.Set("Content-Type", "application/json")
						}
						got := w.send(p, rt.Verb, path, strings.NewReader(body), header)
						statuses[got.status]++
						require.Less(t, got.status, http.StatusInternalServerError, "role %d: %s %s %q\n%s\n%s", role, rt.Verb, path, body, got.body,
							lastOf(w.logs.String(), 1000))
						if got.status >= http.StatusBadRequest {
							require.True(t, json.Valid([]byte(got.body)), "%s %s: %q", rt.Verb, path, got.body)
						}
						if got.status == http.StatusTooManyRequests {
							require.NotEmpty(t, got.header.Get("Retry-After"))
						}
					}
				}
			}
			require.Greater(t, statuses[http.StatusOK], 200, "enough comes through to the handlers: %v", statuses)
			require.Greater(t, statuses[http.StatusNotFound], 100, "%v", statuses)
		})
	}
}

package spa_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver/spa"
)

const index = `<head><title>Mentionary</title><script nonce="__CSP_NONCE__"></script><meta nonce="__CSP_NONCE__"></head>` +
	`<p>app</p><div id="root"></div><p nonce="__CSP_NONCE__">end</p>`

func files() fstest.MapFS {
	return fstest.MapFS{
		"dist/index.html":        {Data: []byte(index)},
		"dist/placeholder.html":  {Data: []byte("not built")},
		"dist/robots.txt":        {Data: []byte(strings.Repeat("# nobody\n", 200))},
		"dist/favicon.svg":       {Data: []byte("<svg/>")},
		"dist/assets/a-1.js":     {Data: []byte(strings.Repeat("export {}\n", 200))},
		"dist/assets/b-1.js":     {Data: []byte(strings.Repeat("import {}\n", 200))},
		"dist/assets/b-1.js.br":  {Data: []byte("packed by the build")},
		"dist/assets/f-1.woff2":  {Data: bytes.Repeat([]byte("font"), 100)},
		"dist/assets/odd.secret": {Data: []byte("?")},
	}
}

func newSite(t testing.TB, f fstest.MapFS) (*spa.Site, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	s, err := spa.New(spa.Config{
		Files: f, Pages: spa.Pages(), Frames: []string{"https://player.test"}, Media: []string{"http://127.0.0.1:9"},
		Log: slog.New(slog.NewJSONHandler(log, nil)),
	})
	require.NoError(t, err)
	return s, log
}

func send(s *spa.Site, method, target, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestPagesAndTheirStatus(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, files())
	for target, status := range map[string]int{
		"/": 200, "/?q=1": 200, "/episode/12": 200, "/transcript/abc": 200, "/directory?type=book&entity=3": 200, "/channels": 200,
		"/concepts": 200,
		"/books":    200, "/products": 200, "/locations": 200, "/people": 200, "/channel/UC1": 200, "/channel/a%2Fb": 200, "/profile": 200,
		"/profile/u1": 200,
		"/admin":      200, "/admin/batch": 200, "/admin/trends": 200, "/admin/data-quality": 200, "/admin/workflows": 200,
		"/admin/workflows/w": 200,
		"/jobs":              200, "/jobs/3": 200, "/entity/3/dune": 200, "/entity/3": 200, "/search": 200, "/about": 200, "/privacy": 200,
		"/terms": 200,
		"/nope":  404, "/design": 404, "/episode": 404, "/episode/1/2": 404, "/books/": 404, "/admin/nope": 404, "/index.html": 404,
		"/placeholder.html": 404,
		"/.env":             404, "/users": 404,
	} {
		w := send(s, "GET", target, "")
		require.Equal(t, status, w.Code, target)
		require.Contains(t, w.Body.String(), "<p>app</p>", target)
		require.Equal(t, "no-store", w.Header().Get("Cache-Control"), target)
	}
	require.Equal(t, 405, send(s, "POST", "/books", "").Code)
	require.Equal(t, 200, send(s, "HEAD", "/books", "").Code)
}

func TestTheOtherProfileAddressRedirects(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, files())
	for target, want := range map[string]string{
		"/users/u1": "/profile/u1", "/users/u1?tab=x": "/profile/u1?tab=x", "/users/a%2Fb": "/profile/a%2Fb",
		"/users/%5Cevil.test": "/profile/%5Cevil.test",
	} {
		w := send(s, "GET", target, "")
		require.Equal(t, 308, w.Code)
		require.Equal(t, want, w.Header().Get("Location"))
	}
}

func TestEachPageHasItsOwnNonceAndPolicy(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, files())
	seen := map[string]bool{}
	for range 3 {
		w := send(s, "GET", "/books", "")
		nonce := regexp.MustCompile(`<script nonce="([A-Za-z0-9_-]{22})"></script><meta nonce="([A-Za-z0-9_-]{22})">`).
			FindStringSubmatch(w.Body.String())
		require.Len(t, nonce, 3, w.Body.String())
		require.Equal(t, nonce[1], nonce[2])
		require.False(t, seen[nonce[1]])
		seen[nonce[1]] = true
		require.Equal(t, "default-src 'none'; script-src 'nonce-"+nonce[1]+"' 'strict-dynamic'; style-src 'self' 'nonce-"+nonce[1]+
			"'; img-src 'self' data:; "+
			"font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; frame-src https://player.test; "+
			"media-src 'self' https: http://127.0.0.1:9; frame-ancestors 'none'; form-action 'self'; "+
			"require-trusted-types-for 'script'; trusted-types 'none'; report-to csp", w.Header().Get("Content-Security-Policy"))
		require.Equal(t, `csp="/csp-report"`, w.Header().Get("Reporting-Endpoints"))
	}
	for _, entry := range []string{"/episode/1", "/nowhere"} { // the policy of the page one enters by is the one that holds
		require.Contains(t, send(s, "GET", entry, "").Header().Get("Content-Security-Policy"), "frame-src https://player.test;")
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, files())
	const forever = "public, max-age=31536000, immutable"
	for target, c := range map[string]struct {
		kind, caching string
		zipped        bool
	}{
		"/assets/a-1.js":     {"text/javascript; charset=utf-8", forever, true},
		"/assets/f-1.woff2":  {"font/woff2", forever, false},
		"/assets/odd.secret": {"application/octet-stream", forever, false},
		"/robots.txt":        {"text/plain; charset=utf-8", "no-cache", true},
		"/favicon.svg":       {"image/svg+xml", "public, max-age=86400", false}, // too small to gain
	} {
		want := string(files()["dist"+target].Data)
		plain := send(s, "GET", target, "")
		require.Equal(t, 200, plain.Code)
		require.Equal(t, want, plain.Body.String())
		require.Empty(t, plain.Header().Get("Content-Encoding"))
		require.Equal(t, c.kind, plain.Header().Get("Content-Type"))
		require.Equal(t, c.caching, plain.Header().Get("Cache-Control"))
		require.Equal(t, 304, send(s, "GET", target, "", "If-None-Match", plain.Header().Get("ETag")).Code)

		packed := send(s, "GET", target, "", "Accept-Encoding", "gzip")
		require.Equal(t, c.zipped, packed.Header().Get("Content-Encoding") == "gzip", target)
		if c.zipped {
			require.Equal(t, "Accept-Encoding", plain.Header().Get("Vary"))
			require.NotEqual(t, plain.Header().Get("ETag"), packed.Header().Get("ETag"))
			z, err := gzip.NewReader(packed.Body)
			require.NoError(t, err)
			b, err := io.ReadAll(z)
			require.NoError(t, err)
			require.Equal(t, want, string(b))
		}
	}
}

func TestFilesAreSentAsTheBuildPackedThem(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, files())
	packed := send(s, "GET", "/assets/b-1.js", "", "Accept-Encoding", "gzip, br")
	require.Equal(t, "br", packed.Header().Get("Content-Encoding"))
	require.Equal(t, "text/javascript; charset=utf-8", packed.Header().Get("Content-Type"))
	require.Equal(t, "packed by the build", packed.Body.String())
	require.Equal(t, "gzip", send(s, "GET", "/assets/b-1.js", "", "Accept-Encoding", "gzip").Header().Get("Content-Encoding"))
	require.Equal(t, 404, send(s, "GET", "/assets/b-1.js.br", "").Code, "it is a form of a file and no file")
}

func TestMissingAssetsAreNeverThePage(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, files())
	for _, target := range []string{"/assets/a-0.js", "/assets/", "/assets/index.html", "/assets/%2e%2e%2findex.html"} {
		w := send(s, "GET", target, "")
		require.NotEqual(t, 200, w.Code, target)
		require.NotContains(t, w.Body.String(), "<p>app</p>", target)
		require.NotContains(t, w.Header().Get("Cache-Control"), "immutable")
	}
}

func TestWithoutABuildThePlaceholderAnswers(t *testing.T) {
	t.Parallel()
	f := files()
	delete(f, "dist/index.html")
	s, _ := newSite(t, f)
	for _, target := range []string{"/", "/nope"} {
		w := send(s, "GET", target, "")
		require.Equal(t, 503, w.Code)
		require.Equal(t, "not built", w.Body.String())
		require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
		require.Empty(t, w.Header().Get("Content-Security-Policy"), "left to the stricter default")
	}
}

func TestNewFailsForUnusableBuilds(t *testing.T) {
	t.Parallel()
	without := func(part string) string { return strings.ReplaceAll(index, part, "") }
	for missing, page := range map[string]string{
		"__CSP_NONCE__": without("__CSP_NONCE__"), "</head>": without("</head>"), "<title>": without("<title>Mentionary</title>"),
		"root": without(`<div id="root"></div>`),
	} {
		f := files()
		f["dist/index.html"] = &fstest.MapFile{Data: []byte(page)}
		_, err := spa.New(spa.Config{Files: f})
		require.ErrorContains(t, err, missing)
	}
	odd := files()
	odd["dist/pages.json"] = &fstest.MapFile{Data: []byte("{")}
	_, err := spa.New(spa.Config{Files: odd})
	require.ErrorContains(t, err, "pages.json")
	_, err = spa.New(spa.Config{Files: fstest.MapFS{}})
	require.Error(t, err)
}

func TestReportsAreCountedAndLoggedWithoutPrivateThings(t *testing.T) {
	t.Parallel()
	s, log := newSite(t, files())
	const one = `{"type":"csp-violation","body":{"documentURL":"https://x.test/books?q=canary#canary",` +
		`"blockedURL":"https://evil.test/a.js?canary","effectiveDirective":"script-src-elem","sample":"canary"}}`
	const old = `{"csp-report":{"document-uri":"https://x.test/","blocked-uri":"inline","effective-directive":"style-src"}}`
	w := send(s, "POST", spa.ReportPath, "["+one+","+one+"]", "Content-Type", "application/reports+json")
	require.Equal(t, 204, w.Code)
	w = send(s, "POST", spa.ReportPath, old, "Content-Type", "application/csp-report")
	require.Equal(t, 204, w.Code)
	require.EqualValues(t, 3, s.Reports())
	require.Equal(t, 3, strings.Count(log.String(), "content policy broken"))
	require.Contains(t, log.String(), `"directive":"script-src-elem","blocked":"https://evil.test/a.js","page":"https://x.test/books"`)
	require.Contains(t, log.String(), `"directive":"style-src","blocked":"inline"`)
	require.NotContains(t, log.String(), "canary")
}

func TestReportsAreBounded(t *testing.T) {
	t.Parallel()
	s, log := newSite(t, files())
	for _, c := range []struct {
		kind, body string
		status     int
	}{
		{"application/json", "[]", 415},
		{"", "[]", 415},
		{"application/reports+json", "{", 400},
		{"application/csp-report", "[]", 400},
		{"application/reports+json", `["` + strings.Repeat("x", 70_000) + `"]`, 413},
	} {
		require.Equal(t, c.status, send(s, "POST", spa.ReportPath, c.body, "Content-Type", c.kind).Code, fmt.Sprintf("%.20s", c.body))
	}
	require.Zero(t, s.Reports())
	many := "[" + strings.TrimSuffix(strings.Repeat(`{"body":{"effectiveDirective":"`+strings.Repeat("d", 400)+`"}},`, 100), ",") + "]"
	for range 5 {
		require.Equal(t, 204, send(s, "POST", spa.ReportPath, many, "Content-Type", "application/reports+json").Code)
	}
	require.EqualValues(t, 500, s.Reports())
	require.Less(t, strings.Count(log.String(), "\n"), 40, "the log cannot be flooded")
	require.NotContains(t, log.String(), strings.Repeat("d", 201))
	require.Equal(t, 404, send(s, "GET", spa.ReportPath, "").Code)
}

func FuzzReport(f *testing.F) {
	f.Add("application/reports+json", []byte(`[{"body":{"blockedURL":"http://[::1"}}]`))
	f.Add("application/csp-report", []byte(`{"csp-report":null}`))
	s, _ := newSite(f, files())
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		w := send(s, "POST", spa.ReportPath, string(body), "Content-Type", kind)
		require.Contains(t, []int{204, 400, 413, 415}, w.Code)
	})
}

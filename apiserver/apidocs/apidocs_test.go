package apidocs_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"mentionary/apiserver/apidocs"
	api "mentionary/docs/api"
)

func newPage(t *testing.T, o apidocs.Options) http.Handler {
	t.Helper()
	h, err := apidocs.New(o)
	require.NoError(t, err)
	return h
}

func get(h http.Handler, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestEveryOperationIsOnThePage(t *testing.T) {
	t.Parallel()
	page := get(newPage(t, apidocs.Options{Document: api.OpenAPI, Base: "https://mentionary.example"}), "/api/docs").Body.String()
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `yaml:"operationId"`
			Summary     string
		}
	}
	require.NoError(t, yaml.Unmarshal(api.OpenAPI, &doc))
	operations := 0
	for path, verbs := range doc.Paths {
		for verb, op := range verbs {
			operations++
			require.Equal(t, 1, strings.Count(page, `<article class="call" id="`+op.OperationID+`"`), "%s %s", verb, path)
			require.Equal(t, 3, strings.Count(page, `href="#`+op.OperationID+`"`), "two tables of contents and its own title: %s", op.OperationID)
			require.Contains(t, page, op.Summary)
		}
	}
	require.Greater(t, operations, 55)
	require.Equal(t, operations, strings.Count(page, "<code>curl "))
}

func TestACallSaysWhatItTakesAndGives(t *testing.T) {
	t.Parallel()
	page := get(newPage(t, apidocs.Options{Document: api.OpenAPI, Base: "https://mentionary.example"}), "/api/docs").Body.String()
	_, article, ok := strings.Cut(page, `id="JobService_Process" aria`)
	require.True(t, ok)
	article, _, _ = strings.Cut(article, "</article>")
	for _, want := range []string{
		`<span class="verb POST">POST</span> <code>/api/process</code>`, ">signed in</span>", "<code>config.episodeCount</code>",
		"integer: 1 to 100",
		"string: recent, dateRange, all", "<dt>429</dt>", "Submits one address or finished uploads.", "&#34;jobId&#34;</b>: 31",
		"curl -X POST -H &#39;Authorization: Bearer mnt_...&#39; -H &#39;Content-Type: application/json&#39; -d &#39;{&#34;input&#34;: " +
			"&#34;https://example.org/night-train/feed.xml&#34;",
		"https://mentionary.example/api/process</code>",
	} {
		require.Contains(t, article, want)
	}
	_, article, _ = strings.Cut(page, `id="ChannelService_ListChannelEpisodes" aria`)
	article, _, _ = strings.Cut(article, "</article>")
	require.Contains(t, article, "/api/channels/<i>{channelId}</i>/episodes")
	require.Contains(t, article, "with <code>X-Total-Count</code>")
	require.NotContains(t, article, "Bearer", "visitors may call it")
}

func TestThePageNeedsNothingThatItsPolicyForbids(t *testing.T) {
	t.Parallel()
	h := newPage(t, apidocs.Options{Document: api.OpenAPI})
	page := get(h, "/api/docs")
	require.Equal(t, "text/html; charset=utf-8", page.Header().Get("Content-Type"))
	policy := page.Header().Get("Content-Security-Policy")
	require.True(t, strings.HasPrefix(policy, "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; "), policy)
	for _, word := range []string{"script-src", "unsafe", "http", "*", "data:"} {
		require.NotContains(t, policy, word)
	}
	require.Contains(t, policy, "trusted-types 'none'")
	body := page.Body.String()
	for _, forbidden := range []string{"<script", "<style", " style=", "<form", "<iframe", "<base", " onclick", "javascript:"} {
		require.NotContains(t, body, forbidden)
	}
	sources := regexp.MustCompile(`<(?:link|img)[^>]+(?:href|src)="([^"]*)"`).FindAllStringSubmatch(body, -1)
	require.NotEmpty(t, sources)
	for _, source := range sources {
		require.Regexp(t, `^/[^/]`, source[1], "our own origin only")
	}
}

func TestBrowsersKeepThePageAndItsStyle(t *testing.T) {
	t.Parallel()
	h := newPage(t, apidocs.Options{Document: api.OpenAPI})
	body := get(h, "/api/docs").Body.String()
	found := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(body)
	require.Len(t, found, 2)
	for _, target := range []string{"/api/docs", found[1]} {
		first := get(h, target)
		require.Equal(t, http.StatusOK, first.Code, target)
		require.Equal(t, http.StatusNotModified, get(h, target, "If-None-Match", first.Header().Get("ETag")).Code, target)
	}
	require.Equal(t, "text/css; charset=utf-8", get(h, found[1]).Header().Get("Content-Type"))
	require.Equal(t, http.StatusNotFound, get(h, "/api/docs/other.css").Code)
}

func TestTheSitesFontsAreUsedWhereTheyAre(t *testing.T) {
	t.Parallel()
	site := fstest.MapFS{
		"dist/assets/newsreader-latin-wght-normal-CCV.woff2": {}, "dist/assets/newsreader-latin-ext-wght-normal-C3.woff2": {},
		"dist/assets/source-sans-3-latin-wght-normal-BqR.woff2": {},
	}
	css := get(newPage(t, apidocs.Options{Document: api.OpenAPI, Site: site}), "/api/docs/style.css").Body.String()
	require.Contains(t, css, "url('/assets/newsreader-latin-wght-normal-CCV.woff2')")
	require.Contains(t, css, "url('/assets/source-sans-3-latin-wght-normal-BqR.woff2')")
	require.Equal(t, 2, strings.Count(css, "@font-face"))
	require.NotContains(t, get(newPage(t, apidocs.Options{Document: api.OpenAPI}), "/api/docs/style.css").Body.String(), "url(")
}

// TestColorsAreThoseOfTheProduct compares the style sheet with the one table of colors, and of those of types with theirs.
func TestColorsAreThoseOfTheProduct(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../../webapp/src/lib/tokens.ts")
	require.NoError(t, err)
	css, err := os.ReadFile("style.css")
	require.NoError(t, err)
	light, dark, found := strings.Cut(string(table), "export const dark")
	require.True(t, found)
	types, err := os.ReadFile("../../webapp/src/lib/types.ts")
	require.NoError(t, err)
	row := regexp.MustCompile(`(?m)^    type: '(\w+)',\n(?:.*\n)*?    light: ('#[0-9a-f]{6}'),\n    dark: ('#[0-9a-f]{6}'),`)
	for _, typ := range row.FindAllStringSubmatch(string(types), -1) {
		light, dark = light+typ[1]+": "+typ[2]+"\n", dark+typ[1]+": "+typ[3]+"\n"
	}
	styleLight, styleDark, found := strings.Cut(string(css), "@media (prefers-color-scheme: dark)")
	require.True(t, found)
	styleDark, _, _ = strings.Cut(styleDark, "\n}\n")
	for name, c := range map[string][2]string{"light": {styleLight, light}, "dark": {styleDark, dark}} {
		colors := regexp.MustCompile(`--([a-z]+): (#[0-9a-f]{6})`).FindAllStringSubmatch(c[0], -1)
		require.Len(t, colors, 13, name)
		for _, color := range colors {
			require.Contains(t, c[1], color[1]+": '"+color[2]+"'", "%s %s", name, color[1])
		}
	}
	for _, family := range []string{"serif", "sans"} {
		used := regexp.MustCompile(`--` + family + `: ([^;]+);`).FindStringSubmatch(string(css))
		require.Len(t, used, 2)
		require.Contains(t, string(table), family+`: "`+used[1]+`"`)
	}
}

func TestADocumentThatCannotBeReadIsNoPage(t *testing.T) {
	t.Parallel()
	_, err := apidocs.New(apidocs.Options{Document: []byte("paths: [")})
	require.ErrorContains(t, err, "OpenAPI document")
}

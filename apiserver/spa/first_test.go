package spa_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver/spa"
)

const begins = `{
"/": {
  "out": {"scripts": ["/assets/Landing-1.js"], "styles": ["/assets/Landing-1.css"],
    "calls": [{"procedure": "/m.Stats/Get", "message": "{}"}]},
  "in": {"scripts": ["/assets/Home-1.js"], "styles": [], "calls": [{"procedure": "/m.Jobs/List", "message": "{\"limit\":20}"}]}
},
"/episode/{id}": {"out": {"calls": [{"procedure": "/m.Episode/Get", "message": "{\"id\":\"{id}\"}"}]}, "in": {}},
"/entity/{id}": {"out": {"calls": [
  {"procedure": "/m.Entity/Get", "message": "{\"id\":\"{id:number}\"}"},
  {"procedure": "/m.Entity/Mentions", "message": "{\"id\":\"{id:number}\",\"limit\":50}"}
]}, "in": {}},
"/search": {"out": {"scripts": ["/assets/Search-1.js"],
  "calls": [{"procedure": "/m.Search/Search", "message": "{\"query\":\"{?q}\",\"limit\":12}"}]}, "in": {}},
"*": {"out": {"scripts": ["/assets/main-1.js"], "styles": ["/assets/main-1.css"]}, "in": {}}
}`

func siteThatBegins(t testing.TB) *spa.Site {
	t.Helper()
	f := files()
	f["dist/pages.json"] = &fstest.MapFile{Data: []byte(begins)}
	f["dist/assets/main-1.css"] = &fstest.MapFile{Data: []byte("main{}")}
	f["dist/assets/Landing-1.css"] = &fstest.MapFile{Data: []byte("landing{}")}
	s, err := spa.New(spa.Config{
		Files: f, Pages: spa.Pages(), SignedIn: func(r *http.Request) (bool, error) { return r.Header.Get("Cookie") == "known", nil },
	})
	require.NoError(t, err)
	return s
}

var preload = regexp.MustCompile(`<link rel="preload" as="fetch" crossorigin href="([^"<>]*)">`)

// calls are the addresses that a page has fetched beside itself.
func calls(t testing.TB, page string) []string {
	t.Helper()
	head, body, ok := strings.Cut(page, "</head>")
	require.True(t, ok)
	require.NotContains(t, body, "preload")
	var out []string
	for _, found := range preload.FindAllStringSubmatch(head, -1) {
		out = append(out, html.UnescapeString(found[1]))
	}
	require.Len(t, out, strings.Count(head, "<link rel=\"preload\""), "nothing gets out of its tag: %s", head)
	return out
}

func TestAPageBringsWhatItBeginsWith(t *testing.T) {
	t.Parallel()
	s := siteThatBegins(t)
	visitors := send(s, "GET", "/", "").Body.String()
	nonce := regexp.MustCompile(`script nonce="([\w-]+)"`).FindStringSubmatch(visitors)[1]
	require.Contains(t, visitors, `<style nonce="`+nonce+`">main{}landing{}</style>`, "those of all pages come first")
	require.Contains(t, visitors, `<link rel="stylesheet" disabled href="/assets/Landing-1.css">`, "the loader need not fetch it")
	require.Contains(t, visitors, `<link rel="later" crossorigin href="/assets/main-1.js" nonce="`+nonce+`">`+
		`<link rel="later" crossorigin href="/assets/Landing-1.js" nonce="`+nonce+`">`)
	require.Equal(t, []string{"/m.Stats/Get?connect=v1&encoding=json&message=%7B%7D"}, calls(t, visitors))

	known := send(s, "GET", "/", "", "Cookie", "known").Body.String()
	require.Contains(t, known, "Home-1.js")
	require.NotContains(t, known, "Landing")
	require.Equal(t, []string{"/m.Jobs/List?connect=v1&encoding=json&message=%7B%22limit%22%3A20%7D"}, calls(t, known))

	for _, plain := range []string{"/books", "/nope", "/admin"} {
		page := send(s, "GET", plain, "").Body.String()
		require.Contains(t, page, ">main{}</style>", plain)
		require.Contains(t, page, "main-1.js", plain)
	}
	require.NotContains(t, send(s, "GET", "/books", "").Body.String(), "preload")
	require.NotContains(t, send(s, "GET", "/nope", "").Body.String(), "preload")
	require.NotContains(t, send(s, "GET", "/pages.json", "").Body.String(), "procedure", "it is no file of the site")
}

func TestCallsAreAboutTheAddress(t *testing.T) {
	t.Parallel()
	s := siteThatBegins(t)
	const question = "?connect=v1&encoding=json&message="
	for target, want := range map[string][]string{
		"/?input=x":       nil, // the page may ask something else then
		"/episode/e-1":    {"/m.Episode/Get" + question + "%7B%22id%22%3A%22e-1%22%7D"},
		"/episode/e-1?t=": nil,
		"/entity/7": {
			"/m.Entity/Get" + question + "%7B%22id%22%3A7%7D", "/m.Entity/Mentions" + question + "%7B%22id%22%3A7%2C%22limit%22%3A50%7D",
		},
		"/entity/0": nil, "/entity/-1": nil, "/entity/07": nil, "/entity/x": nil, "/entity/2147483648": nil,
		"/entity/7,%22limit%22:9": nil, "/entity/99999999999999999999": nil,
		"/search": nil, "/search?q=": nil, "/search?q=a&q=b": nil, "/search?q=a&type=book": nil, "/search?q=%ff": nil, "/search?q=a;b": nil,
		"/search?q=" + strings.Repeat("a", 201): nil,
		"/search?q=a+%22b%22%20(%C3%A9)!*'~": {
			"/m.Search/Search" + question + "%7B%22query%22%3A%22a%20%5C%22b%5C%22%20(%C3%A9)!*'~%22%2C%22limit%22%3A12%7D",
		},
	} {
		require.Equal(t, want, calls(t, send(s, "GET", target, "").Body.String()), target)
	}
}

func TestAHostileAddressStaysInItsTag(t *testing.T) {
	t.Parallel()
	s := siteThatBegins(t)
	for _, target := range []string{
		"/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/search?q=%3C/head%3E%3Cimg%20src=x%3E", "/search?q=__CSP_NONCE__",
		"/episode/%22%3E%3Cscript%3E", "/search?q=%5C%22%2C%22limit%22%3A1000%2C%22x%22%3A%22", "/episode/%7Bid%7D",
	} {
		page := send(s, "GET", target, "").Body.String()
		require.Len(t, calls(t, page), 1, target)
		require.Equal(t, 1, strings.Count(page, "<script"), target)
		require.NotContains(t, page, "<img", target)
	}
}

func FuzzCallsOfAnAddress(f *testing.F) {
	f.Add("a", "b")
	f.Add(`"}`, "</head><link rel=preload>")
	s := siteThatBegins(f)
	f.Fuzz(func(t *testing.T, id, word string) {
		for _, target := range []string{"/episode/" + escaped(id), "/search?q=" + escaped(word)} {
			w := send(s, "GET", target, "")
			if w.Code == http.StatusOK {
				require.LessOrEqual(t, len(calls(t, w.Body.String())), 1)
			}
		}
	})
}

// escaped writes every byte as a URL may hold it.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15])))
	}
	return b.String()
}

package spa_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver/spa"
)

const drawnPages = `{
"/books": {
  "out": {"drawn": {"": {"title": "Books", "body": "<h1>Books</h1>"}}},
  "in": {"drawn": {"": {"title": "Books", "body": "<h1>Your books</h1>"}}}
},
"/entity/{id}": {"out": {"drawn": {"": {"title": "Mentionary", "body": "<i>a picture</i>"}}}, "in": {}},
"/search": {"out": {"drawn": {
  "": {"title": "Search", "body": "<h1>Search</h1>"},
  "q": {"title": "{?q} · Search", "body": "<input value=\"{?q}\">"}
}}, "in": {}},
"*": {
  "out": {"drawn": {"": {"title": "Mentionary", "body": "<i>a moment</i>"}}},
  "in": {"drawn": {"": {"title": "Mentionary", "body": "<i>a moment, you</i>"}}}
}
}`

func siteThatIsDrawn(t testing.TB) *spa.Site {
	t.Helper()
	f := files()
	f["dist/pages.json"] = &fstest.MapFile{Data: []byte(drawnPages)}
	s, err := spa.New(spa.Config{
		Files: f, Pages: spa.Pages(),
		Status: func(r *http.Request) int {
			if r.PathValue("id") == "404" {
				return http.StatusNotFound
			}
			return http.StatusOK
		},
		SignedIn: func(r *http.Request) (bool, error) { return r.Header.Get("Cookie") == "known", nil },
	})
	require.NoError(t, err)
	return s
}

var parts = regexp.MustCompile(`^<head><title>(.*)</title>.*</head><p>app</p>` +
	`<div id="root" (data-face="\w+"( inert)?)>(.*)</div><p nonce="[\w-]{22}">end</p>$`)

// look returns the title of a page, what its place says, and what stands in it.
func look(t testing.TB, s *spa.Site, target string, header ...string) (title, place, body string) {
	t.Helper()
	found := parts.FindStringSubmatch(send(s, "GET", target, "", header...).Body.String())
	require.Len(t, found, 5, target)
	return found[1], found[2], found[4]
}

func TestAPageIsSentAsItWasDrawn(t *testing.T) {
	t.Parallel()
	s := siteThatIsDrawn(t)
	for _, c := range []struct{ target, cookie, title, place, body string }{
		{"/books", "", "Books", `data-face="out" inert`, "<h1>Books</h1>"},
		{"/books", "known", "Books", `data-face="in" inert`, "<h1>Your books</h1>"},
		{"/entity/7", "", "Mentionary", `data-face="out" inert`, "<i>a picture</i>"},
		{"/search", "", "Search", `data-face="out" inert`, "<h1>Search</h1>"},
		{"/search?q=dune+2", "", "dune 2 · Search", `data-face="out" inert`, `<input value="dune 2">`},
		// What was not drawn looks as all pages do while they are loaded.
		{"/books?sort=name", "", "Mentionary", `data-face="out" inert`, "<i>a moment</i>"},
		{"/search?q=dune&type=book", "", "Mentionary", `data-face="out" inert`, "<i>a moment</i>"},
		{"/search?q=a&q=b", "", "Mentionary", `data-face="out" inert`, "<i>a moment</i>"},
		{"/search?q=", "", "Mentionary", `data-face="out" inert`, "<i>a moment</i>"},
		{"/search?q=%ff", "", "Mentionary", `data-face="out" inert`, "<i>a moment</i>"},
		{"/search?q=a;b", "", "Mentionary", `data-face="out" inert`, "<i>a moment</i>"},
		{"/search?q=" + strings.Repeat("a", 201), "", "Mentionary", `data-face="out" inert`, "<i>a moment</i>"},
		{"/admin", "known", "Mentionary", `data-face="in" inert`, "<i>a moment, you</i>"},
		// What is not there has no look.
		{"/entity/404", "", "Mentionary", `data-face="out"`, ""},
		{"/no/such/page", "known", "Mentionary", `data-face="in"`, ""},
	} {
		var header []string
		if c.cookie != "" {
			header = []string{"Cookie", c.cookie}
		}
		title, place, body := look(t, s, c.target, header...)
		require.Equal(t, []string{c.title, c.place, c.body}, []string{title, place, body}, c.target)
	}
}

func TestWithoutDrawingsAPageIsEmpty(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, files())
	title, place, body := look(t, s, "/books")
	require.Equal(t, []string{"Mentionary", `data-face="out"`, ""}, []string{title, place, body})
}

func TestHostileWordsStayWhereTheyAreShown(t *testing.T) {
	t.Parallel()
	s := siteThatIsDrawn(t)
	for target, want := range map[string]string{
		`/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`: "&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
		`/search?q=%3C/title%3E%3Cimg%20src=x%3E`:           "&lt;/title&gt;&lt;img src=x&gt;",
		`/search?q='%20onfocus=x`:                           "&#39; onfocus=x",
		`/search?q=__CSP_NONCE__`:                           "__CSP_NONCE__",
		`/search?q=%7B?q%7D`:                                "{?q}",
		`/search?q=%26quot;`:                                "", // half a semicolon is no query
	} {
		title, _, body := look(t, s, target)
		if want == "" {
			require.Equal(t, "<i>a moment</i>", body, target)
			continue
		}
		require.Equal(t, want+" · Search", title, target)
		require.Equal(t, `<input value="`+want+`">`, body, target)
	}
}

func FuzzWordsOfAnAddress(f *testing.F) {
	f.Add("dune")
	f.Add(`"><script>`)
	s := siteThatIsDrawn(f)
	f.Fuzz(func(t *testing.T, word string) {
		page := send(s, "GET", "/search?q="+escaped(word), "").Body.String()
		require.Equal(t, 1, strings.Count(page, "<script"))
		require.Equal(t, 1, strings.Count(page, "</title>"))
		require.LessOrEqual(t, strings.Count(page, "<input"), 1)
	})
}

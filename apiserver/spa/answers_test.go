package spa_test

import (
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver/spa"
)

const pagesThatAsk = `{
"/entity/{id}": {
  "out": {
    "calls": [
      {"procedure": "/m.Entity/GetEntity", "message": "{\"id\":\"{id:number}\"}"},
      {"procedure": "/m.Entity/ListMentions", "message": "{\"id\":\"{id:number}\"}"}
    ],
    "drawn": {"": {"title": "Mentionary", "body": "<i>a picture</i>"}},
    "known": {
      "title": "{=GetEntity.entity.name}",
      "body": "<h1>{=GetEntity.entity.name}</h1><img src=\"{=GetEntity.entity.picture?}\">` +
	`<p>{=ListMentions.mentions.~quote.quote|before:ListMentions.mentions.~quote.surface}` +
	`<mark>{=ListMentions.mentions.~quote.surface}</mark>` +
	`{=ListMentions.mentions.~quote.quote|behind:ListMentions.mentions.~quote.surface}</p>"
    }
  },
  "in": {"calls": [{"procedure": "/m.Entity/GetEntity", "message": "{\"id\":\"{id:number}\"}"}]}
},
"*": {
  "out": {"calls": [{"procedure": "/m.Auth/Who", "message": "{}"}], "drawn": {"": {"title": "Mentionary", "body": "<i>a moment</i>"}}},
  "in": {"calls": [{"procedure": "/m.Auth/Who", "message": "{}"}], "drawn": {"": {"title": "Mentionary", "body": "<i>a moment, you</i>"}}}
}
}`

const (
	who      = "/m.Auth/Who?connect=v1&encoding=json&message=%7B%7D"
	entity   = "/m.Entity/GetEntity?connect=v1&encoding=json&message=%7B%22id%22%3A7%7D"
	mentions = "/m.Entity/ListMentions?connect=v1&encoding=json&message=%7B%22id%22%3A7%7D"
)

// siteThatAnswers answers calls with what the map says.
func siteThatAnswers(t testing.TB, answer func(r *http.Request, address string) []byte) *spa.Site {
	t.Helper()
	f := files()
	f["dist/pages.json"] = &fstest.MapFile{Data: []byte(pagesThatAsk)}
	s, err := spa.New(spa.Config{
		Files: f, Pages: spa.Pages(), Answer: answer,
		SignedIn: func(r *http.Request) (bool, error) {
			if r.Header.Get("Cookie") == "unknown" {
				return false, errors.New("the database is away")
			}
			return r.Header.Get("Cookie") == "known", nil
		},
	})
	require.NoError(t, err)
	return s
}

func with(given map[string]string) func(*http.Request, string) []byte {
	return func(_ *http.Request, address string) []byte {
		if text, ok := given[address]; ok {
			return []byte(text)
		}
		return nil
	}
}

var held = regexp.MustCompile(`<script type="application/json" id="answers" nonce="[\w-]{22}">([^<]*)</script>`)

// standing are the answers that stand in a page.
func standing(t testing.TB, page string) map[string]any {
	t.Helper()
	found := held.FindStringSubmatch(page)
	if found == nil {
		require.NotContains(t, page, "answers")
		return nil
	}
	all := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(found[1]), &all))
	return all
}

func TestAnswersOfVisitorsStandInThePage(t *testing.T) {
	t.Parallel()
	s := siteThatAnswers(t, with(map[string]string{who: `{}`, entity: `{"entity":{"name":"Dune"}}`}))
	page := send(s, "GET", "/entity/7", "").Body.String()
	require.Equal(t, map[string]any{who: map[string]any{}, entity: map[string]any{"entity": map[string]any{"name": "Dune"}}},
		standing(t, page))
	require.Equal(t, []string{mentions}, calls(t, page), "what has no answer is asked by the browser, nothing twice")

	for _, cookie := range []string{"known", "unknown"} {
		page := send(s, "GET", "/entity/7", "", "Cookie", cookie).Body.String()
		require.Empty(t, standing(t, page), cookie)
		require.Contains(t, calls(t, page), entity, cookie)
	}
	require.Empty(t, standing(t, send(s, "HEAD", "/entity/7", "").Body.String()))
	require.Equal(t, map[string]any{who: map[string]any{}}, standing(t, send(s, "GET", "/entity/7?odd=1", "").Body.String()),
		"what all pages ask is asked whatever the query")
}

func TestAPageIsCompressedAndHasNoTag(t *testing.T) {
	t.Parallel()
	s := siteThatAnswers(t, with(map[string]string{entity: `{"text":"` + strings.Repeat("a", 4000) + `"}`}))
	w := send(s, "GET", "/entity/7", "", "Accept-Encoding", "gzip")
	require.Equal(t, "gzip", w.Header().Get("Content-Encoding"))
	require.Less(t, w.Body.Len(), 2000)
	require.Empty(t, w.Header().Get("ETag"), "each one has a nonce of its own")
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	require.Equal(t, http.StatusNotFound, send(s, "GET", "/nope", "", "Accept-Encoding", "gzip").Code)
}

func TestHostileAnswersStayInTheirElement(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		`</script><script>alert(1)</script>`, `<!--<script>`, "\u2028\u2029", `__CSP_NONCE__`, `{=GetEntity.entity.name}`,
		`"><img src=x onerror=1>`,
		`</h1></title>`, `&quot;`,
	} {
		text, err := json.Marshal(map[string]any{"entity": map[string]any{"name": name, "picture": name}})
		require.NoError(t, err)
		raw := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&", `\u2028`, "\u2028", `\u2029`, "\u2029").Replace(string(text))
		quotes, err := json.Marshal(map[string]any{"mentions": []any{map[string]any{"quote": "of " + name, "surface": name}}})
		require.NoError(t, err)
		s := siteThatAnswers(t, with(map[string]string{entity: raw, mentions: string(quotes)}))
		page := send(s, "GET", "/entity/7", "").Body.String()
		require.Equal(t, 2, strings.Count(page, "<script"), name)
		require.Equal(t, 2, strings.Count(page, "</script"), name)
		require.NotContains(t, page, "<!--", name)
		require.NotContains(t, page, "\u2028<", name)
		require.Equal(t, 1, strings.Count(page, "</title>"), name)
		require.Equal(t, 1, strings.Count(page, "<img"), name)
		entry, _ := standing(t, page)[entity].(map[string]any)
		require.Equal(t, map[string]any{"name": name, "picture": name}, entry["entity"], "it arrives as it was")
		require.Contains(t, page, "<h1>"+html.EscapeString(name)+"</h1>")
		require.Contains(t, page, "<p>of <mark>"+html.EscapeString(name)+"</mark></p>")
	}
}

func TestASubjectIsDrawnWithWhatIsKnown(t *testing.T) {
	t.Parallel()
	dune := `{"entity":{"name":"Dune","picture":"/api/pictures/a"}}`
	plain := "<i>a picture</i>"
	for name, c := range map[string]struct{ entity, mentions, body string }{
		"all": {
			dune, `{"mentions":[{"surface":"Dune"},{"quote":"I read Dune twice.","surface":"Dune"}]}`,
			`<h1>Dune</h1><img src="/api/pictures/a"><p>I read <mark>Dune</mark> twice.</p>`,
		},
		"what may be missing is": {
			`{"entity":{"name":"Dune"}}`, `{"mentions":[{"quote":"Dune!","surface":"Dune"}]}`,
			`<h1>Dune</h1><img src=""><p><mark>Dune</mark>!</p>`,
		},
		"no quote":                  {dune, `{"mentions":[{"surface":"Dune"}]}`, plain},
		"no mentions":               {dune, `{}`, plain},
		"another form":              {dune, `[[1],"mentions",{"quote":3}]`, plain},
		"it stands not in the text": {dune, `{"mentions":[{"quote":"That book.","surface":"Dune"}]}`, plain},
		"no answer":                 {"", `{"mentions":[{"quote":"Dune!","surface":"Dune"}]}`, plain},
		"no JSON":                   {`{"entity":`, `{"mentions":[{"quote":"Dune!","surface":"Dune"}]}`, plain},
	} {
		s := siteThatAnswers(t, with(map[string]string{entity: c.entity, mentions: c.mentions}))
		page := send(s, "GET", "/entity/7", "").Body.String()
		require.Contains(t, page, `<div id="root" data-face="out" inert>`+c.body+"</div>", name)
		if c.body != plain {
			require.Contains(t, page, "<title>Dune</title>", name)
		}
	}
}

func TestAPageDoesNotWaitForLateAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := siteThatAnswers(t, func(r *http.Request, address string) []byte {
			if address == mentions {
				time.Sleep(time.Minute)
			}
			return []byte(`{}`)
		})
		began := time.Now()
		page := send(s, "GET", "/entity/7", "").Body.String()
		require.Less(t, time.Since(began), time.Second)
		require.Len(t, standing(t, page), 2)
		require.Equal(t, []string{mentions}, calls(t, page))
		time.Sleep(time.Hour) // who came too late goes away
	})
}

func TestLargeAnswersAreLeftOut(t *testing.T) {
	t.Parallel()
	s := siteThatAnswers(t, with(map[string]string{entity: `{"entity":{"name":"Dune"}}`, mentions: `"` + strings.Repeat("a", 200_000) + `"`}))
	page := send(s, "GET", "/entity/7", "").Body.String()
	require.Len(t, standing(t, page), 1)
	require.Equal(t, []string{who, mentions}, calls(t, page))
}

func FuzzAnswersStayInTheirElement(f *testing.F) {
	f.Add("</script>", "quote </script> end")
	f.Fuzz(func(t *testing.T, name, quote string) {
		one, _ := json.Marshal(map[string]any{"entity": map[string]any{"name": name}})
		two, _ := json.Marshal(map[string]any{"mentions": []any{map[string]any{"quote": quote, "surface": name}}})
		s := siteThatAnswers(t, with(map[string]string{entity: string(one), mentions: string(two)}))
		page := send(s, "GET", "/entity/7", "").Body.String()
		require.Equal(t, 2, strings.Count(page, "<script"))
		require.Equal(t, 1, strings.Count(page, "</title>"))
	})
}

package check

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// wikipedia is one in a language that knows some pages: article, list, and old, which leads on to the list.
func wikipedia(article, list, old string) http.HandlerFunc {
	said := map[string]string{
		article: `{"batchcomplete":true,"query":{"pages":[{"pageid":1,"ns":0,"title":"x"}]}}`,
		list:    `{"batchcomplete":true,"query":{"pages":[{"pageid":2,"ns":0,"title":"x","pageprops":{"disambiguation":""}}]}}`,
		old: `{"batchcomplete":true,"query":{"redirects":[{"from":"x","to":"y"}],` +
			`"pages":[{"pageid":2,"ns":0,"title":"y","pageprops":{"disambiguation":""}}]}}`,
	}
	return func(w http.ResponseWriter, r *http.Request) {
		title := strings.TrimPrefix(r.URL.Path, "/wiki/")
		if r.URL.Path != "/w/api.php" {
			if said[title] == "" {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			page("Wikipedia")(w, r)
			return
		}
		q := r.URL.Query()
		answer := said[q.Get("titles")]
		if answer == "" {
			answer = `{"batchcomplete":true,"query":{"pages":[{"ns":0,"title":"x","missing":true}]}}`
		}
		if q.Get("prop") != "pageprops" || q.Get("redirects") != "1" || q.Get("formatversion") != "2" {
			answer = `{"error":{"code":"badvalue"}}`
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = fmt.Fprint(w, answer)
	}
}

func encyclopedias() *web {
	w := internet()
	w.hosts["en.wikipedia.org"] = wikipedia("Mercury_(planet)", "Mercury", "MERCURY")
	w.hosts["de.wikipedia.org"] = wikipedia("Schloß_(Kafka)", "Schloß", "Schlösser")
	w.hosts["zh.wikipedia.org"] = wikipedia("水星", "水", "水水")
	w.hosts["en.m.wikipedia.org"] = w.hosts["en.wikipedia.org"]
	w.hosts["short.example"] = redirect("https://en.wikipedia.org/wiki/Mercury")
	w.hosts["evil.example"] = w.hosts["en.wikipedia.org"]
	w.hosts["wikipedia.org.example"] = w.hosts["en.wikipedia.org"]
	return w
}

func TestAPageThatListsSeveralThingsIsNoLink(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]struct {
		state  State
		reason Reason
	}{
		"https://en.wikipedia.org/wiki/Mercury_(planet)":            {Valid, Answers},
		"https://en.wikipedia.org/wiki/Mercury":                     {Broken, SeveralThings},
		"https://en.wikipedia.org/wiki/MERCURY":                     {Broken, SeveralThings}, // leads on within the site
		"https://en.wikipedia.org/wiki/Mercury#Music":               {Broken, SeveralThings},
		"https://en.wikipedia.org/w/index.php?title=Mercury":        {Broken, SeveralThings},
		"https://en.m.wikipedia.org/wiki/Mercury":                   {Broken, SeveralThings},
		"https://de.wikipedia.org/wiki/Schlo%C3%9F_(Kafka)":         {Valid, Answers},
		"https://de.wikipedia.org/wiki/Schlo%C3%9F":                 {Broken, SeveralThings},
		"https://zh.wikipedia.org/wiki/%E6%B0%B4%E6%98%9F":          {Valid, Answers},
		"https://zh.wikipedia.org/zh-tw/%E6%B0%B4":                  {Broken, SeveralThings},
		"https://short.example/m":                                   {Broken, SeveralThings}, // leads there
		"https://en.wikipedia.org/wiki/Nobody_has_written_it":       {Broken, Gone},
		"https://en.wikipedia.org/wiki/Mercury%7CVenus":             {Broken, Gone}, // no title
		"https://en.wikipedia.org/wiki/" + strings.Repeat("M", 300): {Broken, Gone},
	} {
		checker, _, _ := newChecker(encyclopedias())
		v := checker.Check(t.Context(), address, "")
		require.Equal(t, want.state, v.State, "%s: %+v", address, v)
		require.Equal(t, want.reason, v.Reason, address)
		require.False(t, v.Failing)
		require.NotEmpty(t, v.Reason.Sentence())
	}
}

func TestWikipediaIsAskedOnceForAnArticleAndNobodyElseIs(t *testing.T) {
	t.Parallel()
	w := encyclopedias()
	checker, pacer, _ := newChecker(w)
	checker.Check(t.Context(), "https://en.wikipedia.org/wiki/Mercury", "")
	checker.Check(t.Context(), "https://en.wikipedia.org/wiki/Mercury_(planet)", "")
	require.Equal(t, []string{"GET en.wikipedia.org/w/api.php", "GET en.wikipedia.org/w/api.php"}, w.asked())
	require.Equal(t, []string{"en.wikipedia.org", "en.wikipedia.org"}, pacer.hosts)

	for _, address := range []string{
		"https://evil.example/wiki/Mercury", "https://wikipedia.org.example/wiki/Mercury", "https://www.wikipedia.org/wiki/Mercury",
		"https://en.wikipedia.org:8443/wiki/Mercury", "https://en.wikipedia.org/", "https://en.wikipedia.org/wiki/A%7CB",
		"http://en.wikipedia.org/wiki/Mercury", "https://en.wikipedia.org/w/api.php?titles=Mercury", "https://en.wikipedia.org/wiki/A%1FB",
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		require.Empty(t, articleOf(u), address)
	}
}

// An answer that says nothing leaves the page to be asked like any other.
func TestAnUnusableAnswerOfWikipediaJudgesNothing(t *testing.T) {
	t.Parallel()
	several := `{"query":{"pages":[{"pageid":2,"pageprops":{"disambiguation":""}}]}}`
	for name, says := range map[string]http.HandlerFunc{
		"refused":   status(http.StatusForbidden),
		"broken":    status(http.StatusInternalServerError),
		"elsewhere": redirect("https://evil.example/w/api.php"),
		"no JSON":   page("Mercury may refer to"),
		"an error":  func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, `{"error":{"code":"maxlag"}}`) },
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprint(w, strings.Repeat(" ", 2*maxBody), several)
		},
		"deep": func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, strings.Repeat("[", maxBody)) },
		"other form": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprint(w, `{"query":{"pages":{"2":{"pageid":2}}}}`)
		},
		"two pages": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprint(w, `{"query":{"pages":[{"pageid":1,"pageprops":{"disambiguation":""}},{"pageid":2}]}}`)
		},
	} {
		w := encyclopedias()
		w.hosts["en.wikipedia.org"] = paths(status(404), map[string]http.HandlerFunc{"/w/api.php": says, "/wiki/Mercury": page("Mercury")})
		checker, _, _ := newChecker(w)
		v := checker.Check(t.Context(), "https://en.wikipedia.org/wiki/Mercury", "")
		require.Equal(t, Valid, v.State, name)
		require.Equal(t, Answers, v.Reason, name)
		for _, r := range w.asked() {
			require.Contains(t, r, " en.wikipedia.org/", name)
		}
	}
}

func TestWikipediaThatAsksForPatienceIsLeftAlone(t *testing.T) {
	t.Parallel()
	w := encyclopedias()
	w.hosts["en.wikipedia.org"] = func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Retry-After", "60")
		rw.WriteHeader(http.StatusTooManyRequests)
	}
	checker, _, _ := newChecker(w)
	for _, address := range []string{"https://en.wikipedia.org/wiki/Mercury", "https://short.example/m"} {
		v := checker.Check(t.Context(), address, "")
		require.Equal(t, Unknown, v.State, address)
		require.Equal(t, RateLimited, v.Reason)
		require.Equal(t, time.Minute, v.RetryAfter)
	}
	require.Equal(t, []string{"GET en.wikipedia.org/w/api.php", "HEAD short.example/m"}, w.asked())
}

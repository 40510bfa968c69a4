package check

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"mentionary/internal/fault"
)

// maxArticleTitle is the most bytes that a title of MediaWiki has.
const maxArticleTitle = 255

var (
	wikipediaHost = regexp.MustCompile(`^[a-z]{2,}(-[a-z]+)*(\.m)?\.wikipedia\.org$`)
	// Some languages write one article in several scripts, each below a path of its own.
	articlePath = regexp.MustCompile(`^/(?:wiki|zh(?:-[a-z]+)?|sr-[a-z]+)/(.+)$`)
)

// articleOf returns the title of the article of Wikipedia that an address names; "" for any other address.
func articleOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if u.Scheme != "https" || host == "www.wikipedia.org" || !wikipediaHost.MatchString(host) {
		return ""
	}
	var title string
	if m := articlePath.FindStringSubmatch(u.Path); m != nil {
		title = m[1]
	} else if u.Path == "/w/index.php" {
		title = u.Query().Get("title")
	}
	// What no title may hold would ask for several pages at once, or for none.
	if len(title) > maxArticleTitle || strings.ContainsAny(title, "|#<>[]{}") || strings.ContainsFunc(title, unicode.IsControl) {
		return ""
	}
	return title
}

// listed is what Wikipedia says of a page.
type listed struct {
	Query struct {
		Pages []struct {
			ID    int                        `json:"pageid"` // 0: there is none
			Props map[string]json.RawMessage `json:"pageprops"`
		} `json:"pages"`
	} `json:"query"`
}

// askArticle judges an article of Wikipedia by the properties of its page: a page that lists several things of one name has
// one that says so, in every language and wherever its text says it. It takes the place of asking for the page. judged is
// false for other addresses, for articles that Wikipedia does not have, and when it gave no usable answer: then the page
// itself is to be asked. The error is the pacer's or the end of ctx.
func (c *Checker) askArticle(ctx context.Context, u *url.URL) (v Verdict, judged bool, err error) {
	title := articleOf(u)
	if title == "" {
		return Verdict{}, false, nil
	}
	question := &url.URL{Scheme: "https", Host: u.Host, Path: "/w/api.php", RawQuery: url.Values{
		"action": {"query"}, "format": {"json"}, "formatversion": {"2"}, "prop": {"pageprops"}, "ppprop": {"disambiguation"},
		"redirects": {"1"}, "titles": {title},
	}.Encode()}
	var said listed
	var unread error
	got, _, err := c.request(ctx, http.MethodGet, question, nil, func(resp *http.Response) { //nolint:bodyclose // request closes it
		unread = json.NewDecoder(io.LimitReader(resp.Body, maxBody)).Decode(&said)
	})
	switch {
	case err != nil && (ctx.Err() != nil || fault.Is(err, fault.RateLimited)):
		return Verdict{}, false, &failed{host: u.Hostname(), err: err}
	case err != nil, got.status != http.StatusOK, unread != nil, len(said.Query.Pages) != 1, said.Query.Pages[0].ID <= 0:
		return Verdict{}, false, nil
	}
	v = Verdict{State: Valid, Reason: Answers, Status: got.status, FinalURL: u.String()}
	if _, several := said.Query.Pages[0].Props["disambiguation"]; several {
		v.State, v.Reason = Broken, SeveralThings
	}
	return v, true, nil
}

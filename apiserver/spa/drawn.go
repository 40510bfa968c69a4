package spa

import (
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// anyPage is the name under which the build says what pages begin with that it has not drawn.
const anyPage = "*"

// drawing is what a page looks like before it was answered anything, as the build has drawn it: the browser shows it before any code
// ran. It has places, "{?q}", for words of the query.
type drawing struct {
	Title string `json:"title"`
	Body  string `json:"body"`
}

// drawing returns what the page with this address looks like at first; false where the build has drawn nothing for these words of the
// query: they may change anything.
func (f face) drawing(r *http.Request) (drawing, bool) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return drawing{}, false
	}
	names := make([]string, 0, len(query))
	places := make([]string, 0, 2*len(query))
	for name, values := range query {
		if len(values) != 1 || values[0] == "" || !utf8.ValidString(values[0]) || utf8.RuneCountInString(values[0]) > maxWord {
			return drawing{}, false
		}
		names = append(names, name)
		places = append(places, "{?"+name+"}", html.EscapeString(values[0]))
	}
	slices.Sort(names)
	d, ok := f.Drawn[strings.Join(names, "&")]
	if fill := strings.NewReplacer(places...); len(places) > 0 {
		d = drawing{Title: fill.Replace(d.Title), Body: fill.Replace(d.Body)}
	}
	return d, ok
}

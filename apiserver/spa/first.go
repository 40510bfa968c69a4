package spa

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// firstFile is what the build says about the beginning of each page (webapp/build/pages-plugin.ts). It is no file of the site.
const firstFile = "pages.json"

const (
	maxWord   = 200     // characters of a word of the query that a call is made with; the pages ask nothing longer
	maxNumber = 1 << 31 // the first number that the contract does not know
)

// first is what a page begins with, so that the browser fetches it beside the document and not after the code that asks for it, and
// shows something before any code ran.
type first struct {
	Out face `json:"out"` // for visitors
	In  face `json:"in"`  // for who is signed in
}

// of returns one of the two, and the name that pages know it by (webapp/src/lib/face.ts).
func (f first) of(signedIn bool) (face, string) {
	if signedIn {
		return f.In, "in"
	}
	return f.Out, "out"
}

type face struct {
	Scripts []string `json:"scripts"`
	Styles  []string `json:"styles"`
	Calls   []call   `json:"calls"`
	// Drawn is what the page looks like, by the names of the words in its query: "" for none, "a&b" for two.
	Drawn map[string]drawing `json:"drawn"`
	// Known is that with places for what the answers say of the page's subject, nil for pages without such places.
	Known *drawing `json:"known"`
}

// call is a read of the contract. Its message is JSON with places: "{id}" for a part of the address, "{id:number}" for one that is a
// number, "{?q}" for a word of the query.
type call struct {
	Procedure string `json:"procedure"`
	Message   string `json:"message"`
}

// address is where the call is made with a message.
func (c call) address(message string) string {
	return c.Procedure + "?connect=v1&encoding=json&message=" + component(message)
}

var place = regexp.MustCompile(`"\{(\??)(\w+)(:number)?\}"`)

// readFirst returns what the pages begin with, by their patterns, and their style sheets by their addresses; nothing when the web
// application is not built.
func readFirst(dist fs.FS) (map[string]first, map[string][]byte, error) {
	raw, err := fs.ReadFile(dist, firstFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	pages, sheets := map[string]first{}, map[string][]byte{}
	if err == nil {
		err = json.Unmarshal(raw, &pages)
	}
	for _, p := range pages {
		for _, href := range slices.Concat(p.Out.Styles, p.In.Styles) {
			if err == nil && sheets[href] == nil {
				sheets[href], err = fs.ReadFile(dist, strings.TrimPrefix(href, "/"))
			}
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", firstFile, err)
	}
	return pages, sheets, nil
}

// tags has the browser fetch what the page begins with, calls being the addresses of those that it makes and that the page does not hold
// the answers of (answers.go). Each tag is as the code that calls would write the request; one that differs is fetched twice. Scripts are
// fetched once the page is painted (webapp/src/app/begin.ts).
func (s *Site) tags(f face, calls []string, nonce string) string {
	every, _ := s.first[anyPage].of(false)
	var b strings.Builder
	for _, c := range calls {
		fmt.Fprintf(&b, `<link rel="preload" as="fetch" crossorigin href="%s">`, html.EscapeString(c))
	}
	for _, href := range slices.Concat(every.Scripts, f.Scripts) {
		fmt.Fprintf(&b, `<link rel="later" crossorigin href="%s" nonce="%s">`, html.EscapeString(href), nonce)
	}
	return b.String()
}

// styles are the style sheets of the page, those of all pages first, written into it: nothing is painted before they are there, and a
// request for each took longer than they do. The link that is never fetched tells the loader of the build that a sheet is there already.
func (s *Site) styles(f face, nonce string) string {
	every, _ := s.first[anyPage].of(false)
	var text, links strings.Builder
	for _, href := range slices.Concat(every.Styles, f.Styles) {
		text.Write(s.sheets[href])
		links.WriteString(`<link rel="stylesheet" disabled href="` + html.EscapeString(href) + `">`)
	}
	if text.Len() == 0 {
		return ""
	}
	return `<style nonce="` + nonce + `">` + text.String() + "</style>" + links.String()
}

// calls are the addresses of what the page with this address asks first: what all pages ask, and what it asks itself.
func (s *Site) calls(f face, r *http.Request, signedIn bool) []string {
	var addresses []string
	every, _ := s.first[anyPage].of(signedIn)
	for _, c := range every.Calls {
		addresses = append(addresses, c.address(c.Message))
	}
	return append(addresses, f.asked(r)...)
}

// asked are the addresses of a page's own calls, none where the page will ask something else: for a query with other words than the calls
// have places for, and for parts of the address that name nothing.
func (f face) asked(r *http.Request) []string {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil
	}
	var addresses []string
	used := map[string]bool{}
	for _, c := range f.Calls {
		known := true
		message := place.ReplaceAllStringFunc(c.Message, func(text string) string {
			parts := place.FindStringSubmatch(text)
			name, value := parts[2], r.PathValue(parts[2])
			if parts[1] != "" {
				value = query.Get(name)
				used[name] = true
				known = known && value != "" && len(query[name]) == 1
			}
			if parts[3] != "" {
				n, err := strconv.ParseInt(value, 10, 64)
				known = known && err == nil && n > 0 && n < maxNumber && strconv.FormatInt(n, 10) == value
				return value
			}
			known = known && utf8.ValidString(value) && utf8.RuneCountInString(value) <= maxWord
			return quoted(value)
		})
		if !known {
			return nil
		}
		addresses = append(addresses, c.address(message))
	}
	for name := range query {
		if !used[name] {
			return nil
		}
	}
	return addresses
}

// quoted is a text as JSON.stringify writes it.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // never fails for a text
	return strings.TrimSuffix(b.String(), "\n")
}

var asComponent = strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*")

// component is a text as encodeURIComponent writes it.
func component(s string) string { return asComponent.Replace(url.QueryEscape(s)) }

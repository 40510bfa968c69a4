package auth

import (
	"crypto/sha256"
	_ "embed" // for the page and its style
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"
)

//go:embed page.css
var pageStyle string

//go:embed page.html
var pageMarkup string

var (
	pageTemplate = template.Must(template.New("page").Parse(strings.Replace(pageMarkup, "/*style*/", pageStyle, 1)))
	pagePolicy   = "default-src 'none'; style-src 'sha256-" + hashOf(pageStyle) +
		"'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)

// page is one of the few pages this package shows itself: a sentence, ways to go on, and for sign-out a form.
type page struct {
	Title, Text string
	Links       []link
	SignOut     bool // show the form that posts to LogoutPath
}

type link struct{ Label, Href string }

// showPage writes a page without scripts, with a policy of its own.
func showPage(w http.ResponseWriter, status int, p page) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	w.WriteHeader(status)
	// The only possible failure is a browser that has gone away.
	_ = pageTemplate.Execute(w, p)
}

func hashOf(style string) string {
	sum := sha256.Sum256([]byte(style))
	return base64.StdEncoding.EncodeToString(sum[:])
}

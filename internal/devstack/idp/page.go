package idp

import (
	"context"
	"crypto/sha256"
	_ "embed" // for the page and its style
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

//go:embed page.css
var pageStyle string

//go:embed page.html
var pageMarkup string

var pageTemplate = template.Must(template.New("login").Funcs(template.FuncMap{"initial": initial}).
	Parse(strings.Replace(pageMarkup, "/*style*/", pageStyle, 1)))

// loginPage lists the people and records the choice.
type loginPage struct {
	storage  *storage
	callback func(ctx context.Context, id string) string // where the library goes on after the choice
	policy   string                                      // Content-Security-Policy
}

func newLoginPage(st *storage, redirects []string, callback func(context.Context, string) string) *loginPage {
	// Browsers apply form-action to the redirects that follow the form, so the callbacks' origins are listed.
	var origins []string
	for _, raw := range redirects {
		if u, err := url.Parse(raw); err == nil {
			origins = append(origins, u.Scheme+"://"+u.Host)
		}
	}
	slices.Sort(origins)
	sum := sha256.Sum256([]byte(pageStyle))
	return &loginPage{storage: st, callback: callback, policy: "default-src 'none'; style-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'; form-action 'self' " + strings.Join(slices.Compact(origins), " ") +
		"; frame-ancestors 'none'; base-uri 'none'"}
}

// show answers the page for a pending request.
func (p *loginPage) show(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("id")
	if !p.storage.pending(id) {
		p.render(w, http.StatusBadRequest, "")
		return
	}
	p.render(w, http.StatusOK, id)
}

// choose takes the chosen person and sends the browser on to the callback with a code.
func (p *loginPage) choose(w http.ResponseWriter, r *http.Request) {
	id := r.PostFormValue("id")
	if !p.storage.finish(id, r.PostFormValue("user")) {
		p.render(w, http.StatusBadRequest, "")
		return
	}
	http.Redirect(w, r, p.callback(r.Context(), id), http.StatusSeeOther)
}

// render writes the page; an empty id shows that the request has expired instead of the people.
func (p *loginPage) render(w http.ResponseWriter, status int, id string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(status)
	// The only possible failure is a browser that has gone away.
	_ = pageTemplate.Execute(w, struct {
		ID    string
		Users []User
	}{id, p.storage.users})
}

// initial is the first letter of a name, for the round sign beside it.
func initial(name string) string {
	for _, r := range name {
		return string(r)
	}
	return ""
}

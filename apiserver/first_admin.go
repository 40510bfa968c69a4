package apiserver

import (
	"crypto/sha256"
	"encoding/hex"
	"html/template"
	"net/http"
	"net/url"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	"mentionary/internal/auth"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/policies"
)

// FirstAdminPath is where the first administrator presents the one-time token that serve prints: the page asks, its form
// posts to the same address.
const FirstAdminPath = auth.FirstAdminPath

// maxFirstAdminForm bounds the posted form in bytes.
const maxFirstAdminForm = 4 << 10

// FirstAdminLink is the link to print for a token; base is the address of the site.
func FirstAdminLink(base, token string) string {
	return base + FirstAdminPath + "?" + url.Values{"token": {token}}.Encode()
}

// FirstAdminHash is what the store keeps of a one-time token. A plain hash is enough: the token is random.
func FirstAdminHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

var firstAdminMarkup = template.Must(template.New("first-admin").Parse(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>{{.Title}} · Mentionary</title></head>
<body><main><h1>{{.Title}}</h1><p>{{.Text}}</p>
{{- if .Token}}<form method="post" action="/api/first-admin">
<input type="hidden" name="token" value="{{.Token}}"><button>Become the administrator</button></form>{{end}}
{{- if .SignIn}}<p><a href="{{.SignIn}}">Sign in</a></p>{{end}}
</main></body></html>
`))

type firstAdminView struct{ Title, Text, Token, SignIn string }

func showFirstAdmin(w http.ResponseWriter, status int, v firstAdminView) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer") // the address holds the token
	w.WriteHeader(status)
	_ = firstAdminMarkup.Execute(w, v) // fails only when the browser has gone away
}

// firstAdmin is the page of the first administrator.
type firstAdmin struct {
	store    *store.Store
	gate     *gate.Gate
	refusals *refusal.Reporter
}

// page asks whoever is signed in; it changes nothing and does not tell whether the token is right.
func (s firstAdmin) page(w http.ResponseWriter, r *http.Request) {
	v, err := s.gate.Identify(r.Context(), r.Header)
	switch token := r.URL.Query().Get("token"); {
	case err != nil:
		s.refuse(w, r, err)
	case !v.SignedIn:
		back := FirstAdminPath + "?" + url.Values{"token": {token}}.Encode()
		showFirstAdmin(w, http.StatusOK, firstAdminView{
			Title: "Sign in first", Text: "Sign in with the account that is to be the first administrator.",
			SignIn: auth.LoginPath + "?" + url.Values{"returnTo": {back}}.Encode(),
		})
	default:
		showFirstAdmin(w, http.StatusOK, firstAdminView{
			Title: "First administrator", Text: "Make the account “" + convert.Submitter(&store.User{
				DisplayName: v.Session.Person.DisplayName, FirstName: v.Session.Person.FirstName, LastName: v.Session.Person.LastName,
			}) + "” the first administrator? You will sign in once more after it.", Token: token,
		})
	}
}

// claim makes the signed-in person an admin when they hold the token. Cross-origin protection stands before it.
func (s firstAdmin) claim(w http.ResponseWriter, r *http.Request) {
	ctx, err := s.gate.Admit(r.Context(), policies.ClaimFirstAdmin, r.Header)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxFirstAdminForm)
	if err := r.ParseForm(); err != nil {
		s.refuse(w, r, fault.Wrap(fault.BadInput, err, "The request could not be read. Please open the link again."))
		return
	}
	if _, err := s.store.People.ClaimFirstAdmin(ctx, gate.Of(ctx).Actor(), FirstAdminHash(r.PostFormValue("token"))); err != nil {
		s.refuse(w, r, err)
		return
	}
	showFirstAdmin(w, http.StatusOK, firstAdminView{
		Title: "You are an administrator", Text: "Please sign in once more: your new rights begin with a new session.", SignIn: auth.LoginPath,
	})
}

func (s firstAdmin) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.Of(err)
	s.refusals.Log(r.Context(), policies.ClaimFirstAdmin, f)
	status := map[fault.Kind]int{
		fault.Unauthenticated: http.StatusUnauthorized, fault.Denied: http.StatusForbidden, fault.Conflict: http.StatusConflict,
		fault.BadInput: http.StatusBadRequest, fault.Unavailable: http.StatusServiceUnavailable,
	}[f.Kind]
	if status == 0 {
		status = http.StatusInternalServerError
	}
	showFirstAdmin(w, status, firstAdminView{Title: "This did not work", Text: s.refusals.Sentence(r.Context(), f)})
}

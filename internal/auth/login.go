package auth

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Login begins a sign-in: GET /api/login?returnTo=/path. It seals a new attempt into a cookie and sends the browser to
// the provider. With confirm=1 the provider is asked to check the person again ("Confirm it is you"). When the provider
// cannot be reached it answers 503 with a link to try again.
func (a *Auth) Login(w http.ResponseWriter, r *http.Request) {
	if !onlyMethods(w, r, http.MethodGet) {
		return
	}
	q := r.URL.Query()
	returnTo, confirm := safeReturnTo(a.base, q.Get("returnTo")), q.Get("confirm") == "1"
	p, err := a.discover(r.Context())
	if err != nil {
		a.unavailable(w, r, err, loginAddress(returnTo, confirm))
		return
	}
	t := attempt{
		State: randomToken(), Nonce: randomToken(), Verifier: oauth2.GenerateVerifier(),
		RedirectURL: a.origin(r) + CallbackPath, ReturnTo: returnTo, Confirm: confirm, Started: a.now().Unix(),
	}
	a.setCookie(w, a.attemptCookieName(), a.sealAttempt(t), attemptLifetime)
	options := []oauth2.AuthCodeOption{oidc.Nonce(t.Nonce), oauth2.S256ChallengeOption(t.Verifier)}
	if confirm {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"))
	}
	redirect(w, a.oauth(p, t.RedirectURL).AuthCodeURL(t.State, options...))
}

// loginAddress is the address that begins a sign-in.
func loginAddress(returnTo string, confirm bool) string {
	q := url.Values{"returnTo": {returnTo}}
	if confirm {
		q.Set("confirm", "1")
	}
	return LoginPath + "?" + q.Encode()
}

// redirect sends the browser on with a GET. The target is absolute, checked by the caller.
func redirect(w http.ResponseWriter, target string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Location", target)
	w.WriteHeader(http.StatusSeeOther)
}

// onlyMethods answers 405 to every other method. HEAD is refused too: it must not use up an attempt or end a session.
func onlyMethods(w http.ResponseWriter, r *http.Request, methods ...string) bool {
	if slices.Contains(methods, r.Method) {
		return true
	}
	for _, m := range methods {
		w.Header().Add("Allow", m)
	}
	http.Error(w, "This address does not support the method "+r.Method+".", http.StatusMethodNotAllowed)
	return false
}

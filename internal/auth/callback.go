package auth

import (
	"context"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"time"
)

// signInTimeout bounds the work of one callback: code, keys, userinfo and the store.
const signInTimeout = 25 * time.Second

// maxCode bounds the authorization code in bytes.
const maxCode = 4096

// Callback finishes a sign-in: GET /api/callback?code=...&state=.... The attempt's cookie is removed whatever happens; a
// success sets a new session, ends the one this browser had and goes to the attempt's return address.
func (a *Auth) Callback(w http.ResponseWriter, r *http.Request) {
	if !onlyMethods(w, r, http.MethodGet) {
		return
	}
	t, err := a.takeAttempt(w, r)
	if err != nil {
		a.refuse(w, r, err, page{
			Title: "This sign-in has expired",
			Text:  "It was finished already, took longer than ten minutes or began in another browser. Please sign in again.",
			Links: []link{{"Sign in", loginAddress("/", false)}, {"Back to Mentionary", "/"}},
		}, http.StatusBadRequest)
		return
	}
	again := loginAddress(t.ReturnTo, t.Confirm)
	ctx, cancel := context.WithTimeout(r.Context(), signInTimeout)
	defer cancel()
	p, err := a.discover(ctx)
	if err != nil {
		a.unavailable(w, r, err, again)
		return
	}
	code, err := a.readResponse(p, r.URL.Query())
	if errors.Is(err, errCanceled) {
		a.refuse(w, r, err, page{
			Title: "You are not signed in",
			Text:  "The sign-in was canceled. You can try again whenever you like.",
			Links: []link{{"Try again", again}, {"Back to Mentionary", "/"}},
		}, http.StatusForbidden)
		return
	}
	var id Identity
	if err == nil {
		id, err = a.identify(ctx, p, t, code)
	}
	if err != nil {
		a.refuse(w, r, err, page{
			Title: "The sign-in did not work",
			Text: "The sign-in service sent an answer that cannot be accepted, so you are not signed in. Please try again. " +
				"If it happens again, tell whoever runs this site.",
			Links: []link{{"Try again", again}, {"Back to Mentionary", "/"}},
		}, http.StatusBadGateway)
		return
	}
	a.begin(ctx, w, r, t, id)
}

// errCanceled means that the person or the provider declined.
var errCanceled = errors.New("the provider answered access_denied")

// takeAttempt reads the attempt of this browser, removes its cookie and checks that the response belongs to it.
func (a *Auth) takeAttempt(w http.ResponseWriter, r *http.Request) (attempt, error) {
	cookie, err := r.Cookie(a.attemptCookieName())
	if err != nil {
		return attempt{}, errors.New("no attempt cookie")
	}
	a.clearCookie(w, a.attemptCookieName())
	t, ok := a.openAttempt(cookie.Value)
	if !ok {
		return attempt{}, errors.New("the attempt cookie is not ours")
	}
	state, err := single(r.URL.Query(), "state")
	switch {
	case err != nil:
		return attempt{}, err
	case t.expired(a.now()):
		return attempt{}, errors.New("the attempt has expired")
	case t.State == "" || subtle.ConstantTimeCompare([]byte(state), []byte(t.State)) != 1:
		return attempt{}, errors.New("the state is not the one of this browser")
	case !a.used.take(t.State):
		return attempt{}, errors.New("the attempt was used before")
	}
	return t, nil
}

// readResponse checks the parameters of the authorization response and returns the code.
func (a *Auth) readResponse(p *provider, q url.Values) (string, error) {
	issuer, err := single(q, "iss")
	if err != nil {
		return "", err
	}
	if (p.announcesIss || issuer != "") && issuer != a.issuer {
		return "", errors.New("iss of the authorization response is not the provider's")
	}
	problem, err := single(q, "error")
	switch {
	case err != nil:
		return "", err
	case problem == "access_denied":
		return "", errCanceled
	case problem != "":
		return "", errors.New("the provider answered with an error")
	}
	code, err := single(q, "code")
	if err != nil {
		return "", err
	}
	if code == "" || len(code) > maxCode {
		return "", errors.New("the code is missing or too long")
	}
	return code, nil
}

// begin stores the session of a checked identity and answers with its cookie.
func (a *Auth) begin(ctx context.Context, w http.ResponseWriter, r *http.Request, t attempt, id Identity) {
	token, now := randomToken(), a.now()
	person, err := a.sessions.SignIn(ctx, id, NewSession{
		TokenHash: hashToken(token), AgentLabel: agentLabel(r.UserAgent()), Created: now, Expires: now.Add(AbsoluteLifetime),
	})
	if err != nil {
		a.storeFailed(w, r, err, loginAddress(t.ReturnTo, t.Confirm))
		return
	}
	// Whoever was signed in here before is not any more, whether or not the new person may come in.
	if old, ok := a.sessionToken(r); ok {
		if err := a.sessions.End(ctx, hashToken(old)); err != nil {
			a.log.WarnContext(ctx, "the browser's former session could not be ended", "error", err)
		}
		a.clearCookie(w, a.sessionCookieName())
	}
	if !person.Active {
		a.refuse(w, r, errors.New("the account is deactivated"), page{
			Title: "This account is deactivated",
			Text:  "You cannot sign in with it. If you think this is a mistake, ask whoever runs this site to activate it again.",
			Links: []link{{"Back to Mentionary", "/"}},
		}, http.StatusForbidden)
		return
	}
	a.setCookie(w, a.sessionCookieName(), token, AbsoluteLifetime)
	redirect(w, a.origin(r)+safeReturnTo(a.base, t.ReturnTo))
}

// refuse logs the reason and shows the page. The reason itself is not shown: it would only help an attacker.
func (a *Auth) refuse(w http.ResponseWriter, r *http.Request, reason error, p page, status int) {
	a.log.WarnContext(r.Context(), "sign-in refused", "reason", reason)
	showPage(w, status, p)
}

// single returns a parameter that may appear at most once.
func single(q url.Values, name string) (string, error) {
	if len(q[name]) > 1 {
		return "", errors.New("the authorization response repeats " + name)
	}
	return q.Get(name), nil
}

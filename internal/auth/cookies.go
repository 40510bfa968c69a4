package auth

import (
	"net/http"
	"time"
)

// Cookie names. Browsers accept __Host- cookies only over https, for the whole host and for nobody else; on plain-http
// loopback, where that is impossible, the names differ so that the two can never be mistaken for each other.
const (
	sessionCookieSecure   = "__Host-session"
	sessionCookieLoopback = "mentionary_session"
	attemptCookieSecure   = "__Host-signin"
	attemptCookieLoopback = "mentionary_signin"
)

func (a *Auth) sessionCookieName() string {
	if a.secure {
		return sessionCookieSecure
	}
	return sessionCookieLoopback
}

func (a *Auth) attemptCookieName() string {
	if a.secure {
		return attemptCookieSecure
	}
	return attemptCookieLoopback
}

// setCookie sets a cookie with the attributes all of ours share. Lax, because the browser comes back from the provider by
// a cross-site navigation.
func (a *Auth) setCookie(w http.ResponseWriter, name, value string, lifetime time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(lifetime / time.Second),
		Secure: a.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// clearCookie removes a cookie.
func (a *Auth) clearCookie(w http.ResponseWriter, name string) { http.SetCookie(w, a.noCookie(name)) }

// noCookie makes the browser forget a cookie.
func (a *Auth) noCookie(name string) *http.Cookie {
	return &http.Cookie{Name: name, Path: "/", MaxAge: -1, Secure: a.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// ForgetSession makes the browser forget its session and what it kept of our answers, for handlers that end sessions
// themselves.
func (a *Auth) ForgetSession(answer http.Header) {
	answer.Add("Set-Cookie", a.noCookie(a.sessionCookieName()).String())
	answer.Set("Clear-Site-Data", clearSiteData)
}

// clearSiteData leaves cookies alone: that word would also drop the cookies of every other port and subdomain.
const clearSiteData = `"cache", "storage"`

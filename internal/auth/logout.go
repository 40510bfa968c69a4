package auth

import (
	"errors"
	"net/http"
	"strings"
)

// maxLogoutForm bounds the posted form in bytes.
const maxLogoutForm = 4 << 10

// Logout ends the session: POST /api/logout from our own pages, with everywhere=1 every session of the person. A GET acts
// only when the browser says that the person followed one of our links or typed the address; from anywhere else, and for
// prefetches, it shows a page that asks. The answer tells the browser to drop what it stored for this site.
func (a *Auth) Logout(w http.ResponseWriter, r *http.Request) {
	if !onlyMethods(w, r, http.MethodGet, http.MethodPost) {
		return
	}
	if r.Method == http.MethodGet {
		if !ownNavigation(r) {
			showPage(w, http.StatusOK, page{
				Title: "Sign out of Mentionary?", Text: "You were sent here by another site. Nothing has changed yet.",
				SignOut: true, Links: []link{{"Stay signed in", "/"}},
			})
			return
		}
		a.end(w, r, false)
		return
	}
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		showPage(w, http.StatusForbidden, page{
			Title: "You are still signed in", Text: "Another site tried to sign you out. To do it yourself, use the button.",
			SignOut: true, Links: []link{{"Stay signed in", "/"}},
		})
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxLogoutForm)
	if err := r.ParseForm(); err != nil {
		var tooLarge *http.MaxBytesError
		status := http.StatusBadRequest
		if errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		showPage(w, status, page{
			Title: "You are still signed in", Text: "The request could not be read. Please use the button.",
			SignOut: true, Links: []link{{"Stay signed in", "/"}},
		})
		return
	}
	a.end(w, r, r.PostFormValue("everywhere") == "1")
}

// ownNavigation reports whether a GET comes from our own pages or from the person directly.
func ownNavigation(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	prefetch := strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") || strings.Contains(r.Header.Get("Purpose"), "prefetch")
	return (site == "same-origin" || site == "none") && !prefetch
}

// end deletes the session, or all of the person's, and answers with a browser that knows nothing of it. When the store
// fails the cookie stays, so that trying again can still name the session.
func (a *Auth) end(w http.ResponseWriter, r *http.Request, everywhere bool) {
	if token, ok := a.sessionToken(r); ok {
		if everywhere {
			s, found, err := a.Authenticate(r.Context(), r)
			if err == nil && found {
				err = a.sessions.EndAll(r.Context(), s.Person.ID)
			}
			if err != nil {
				a.storeFailed(w, r, err, "/")
				return
			}
		}
		if err := a.sessions.End(r.Context(), hashToken(token)); err != nil {
			a.storeFailed(w, r, err, LogoutPath)
			return
		}
	}
	a.clearCookie(w, a.sessionCookieName())
	a.clearCookie(w, a.attemptCookieName())
	w.Header().Set("Clear-Site-Data", clearSiteData)
	redirect(w, a.origin(r)+"/")
}

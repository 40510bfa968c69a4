package spa

import (
	"crypto/rand"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
)

const (
	indexPage   = "index.html"
	placeholder = "placeholder.html"
	nonceMark   = "__CSP_NONCE__"
	headEnd     = "</head>"
)

// ReportPath is where browsers send reports of broken content policy.
const ReportPath = "/csp-report"

// page sends index.html with a nonce of its own and with what the page begins with, or the placeholder while the web application is
// not built.
func (s *Site) page(w http.ResponseWriter, r *http.Request, status int, begins first) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Cookie, Authorization") // what is somebody's own is a 404 to others
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	if s.index == nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write(s.missing) // fails only when the caller has gone away
		return
	}
	nonce := newNonce()
	h.Set("Content-Security-Policy", s.policy(nonce))
	h.Set("Reporting-Endpoints", `csp="`+ReportPath+`"`)
	w.WriteHeader(status)
	f := begins.Out
	if s.signedIn(r) {
		f = begins.In
	}
	_, _ = io.WriteString(w, strings.ReplaceAll(s.index[0], nonceMark, nonce)+f.tags(r, nonce)+
		strings.ReplaceAll(s.index[1], nonceMark, nonce)) // fails only when the caller has gone away
}

// newNonce returns 16 random bytes as text.
func newNonce() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// policy is the content policy of a page.
func (s *Site) policy(nonce string) string {
	return "default-src 'none'; script-src 'nonce-" + nonce + "' 'strict-dynamic'; style-src 'self' 'nonce-" + nonce + "'; " +
		"img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none'; " + s.players +
		"frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'; report-to csp"
}

func players(frames, media []string) string {
	policy := "media-src " + strings.Join(append([]string{"'self'", "https:"}, media...), " ") + "; "
	if len(frames) > 0 {
		policy = "frame-src " + strings.Join(frames, " ") + "; " + policy
	}
	return policy
}

package spa

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"mentionary/internal/reply"
)

const (
	indexPage   = "index.html"
	placeholder = "placeholder.html"
	nonceMark   = "__CSP_NONCE__"
	headEnd     = "</head>"
	rootMark    = `<div id="root"></div>`
	titleMark   = "<title>Mentionary</title>"
)

// ReportPath is where browsers send reports of broken content policy.
const ReportPath = "/csp-report"

// index is index.html, cut where something is added for a page. nonceMark stands in it where the nonce belongs.
type index struct {
	head   string // up to the title
	middle string // up to the end of the head
	body   string // up to the place of the page
	end    string
}

// readIndex cuts index.html. Without a place for the nonce its scripts could not run.
func readIndex(page string) (*index, error) {
	var i index
	head, rest, ok := strings.Cut(page, headEnd)
	if !ok || !strings.Contains(head, nonceMark) {
		return nil, fmt.Errorf("%s has no %s or no %s", indexPage, nonceMark, headEnd)
	}
	if i.head, i.middle, ok = strings.Cut(head, titleMark); !ok {
		return nil, fmt.Errorf("%s has no %s", indexPage, titleMark)
	}
	if i.body, i.end, ok = strings.Cut(rest, rootMark); !ok {
		return nil, fmt.Errorf("%s has no %s", indexPage, rootMark)
	}
	return &i, nil
}

// page sends index.html with a nonce of its own and with what the page begins with, or the placeholder while the web application is
// not built. What is not there is not drawn.
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
	signedIn, err := s.signedIn(r)
	f, name := begins.of(signedIn)
	calls := s.calls(f, r, signedIn)
	var held answers
	if !signedIn && err == nil && r.Method == http.MethodGet {
		held = s.answers(r, calls)
	}
	shown, root := drawing{Title: "Mentionary"}, `<div id="root" data-face="`+name+`"`+s.said+`>`
	if status == http.StatusOK {
		d, ok := f.known(held)
		if !ok {
			d, ok = f.drawing(r)
		}
		if !ok {
			plain, _ := s.first[anyPage].of(signedIn)
			d, ok = plain.Drawn[""]
		}
		if ok { // what was drawn takes no presses: nothing would come of them
			shown, root = d, `<div id="root" data-face="`+name+`"`+s.said+` inert>`
		}
	}
	own := func(part string) string { return strings.ReplaceAll(part, nonceMark, nonce) }
	text := own(s.index.head) + "<title>" + shown.Title + "</title>" + own(s.index.middle) + s.styles(f, nonce) +
		s.tags(f, held.missing(calls), nonce) + headEnd + own(s.index.body) + root + shown.Body + "</div>" + held.script(nonce) + own(s.index.end)
	reply.ForOne([]byte(text), r).WithoutTag().SendAs(w, r, status)
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

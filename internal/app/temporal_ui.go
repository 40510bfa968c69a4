package app

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"mentionary/policies"
)

// temporalPath is where admins see the pages of the embedded Temporal server, on our own origin.
const temporalPath = "/admin/temporal"

// maxTemporalPage bounds what is read of a page of Temporal's to see which scripts stand in it.
const maxTemporalPage = 4 << 20

// temporalPolicy is the content policy of Temporal's pages. They are a foreign program on our origin: they may load and ask
// nothing but themselves, no form may be sent, and of scripts that stand in a page those run that the server wrote there.
// Styles that are written at run time cannot be named beforehand.
const temporalPolicy = "default-src 'none'; script-src 'self'%s; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'self'; object-src 'none'; " +
	"frame-ancestors 'none'; form-action 'none'"

// workflowPages is where admins follow a workflow into Temporal's own pages; empty when there are none.
func (p *parts) workflowPages() string {
	var base string
	switch {
	case p.temporalUI != "":
		base = temporalPath
	case p.cfg.Temporal.UIURL.Host != "":
		base = strings.TrimSuffix(p.cfg.Temporal.UIURL.String(), "/")
	default:
		return ""
	}
	return base + "/namespaces/" + url.PathEscape(p.cfg.Temporal.Namespace)
}

// temporalAddress is where people of this machine are told that Temporal's pages are.
func (p *parts) temporalAddress() string {
	if p.temporalUI == "" {
		return webAddress("")
	}
	return p.cfg.Base().String() + temporalPath + "/"
}

// notForTemporal are headers that are not passed on: those that say who somebody is, and those that would make more of a reading
// request than one, such as a connection that both sides may write to.
var notForTemporal = []string{"Cookie", "Authorization", "Accept-Encoding", "Connection", "Upgrade", "X-Http-Method-Override"}

// notFromTemporal are headers of its responses that reach beyond its pages.
var notFromTemporal = []string{
	"Set-Cookie", "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Content-Security-Policy", "Service-Worker-Allowed",
	"Clear-Site-Data",
}

// temporalPages shows the pages of the embedded Temporal server to those who may see them, for reading. To everybody else they
// do not exist.
func (w *web) temporalPages(site http.Handler) http.Handler {
	to := &url.URL{Scheme: "http", Host: w.parts.temporalUI}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = to.Host // it answers under its loopback name only
			for _, h := range notForTemporal {
				r.Out.Header.Del(h)
			}
		},
		Transport:      &http.Transport{DisableCompression: true},
		ModifyResponse: guardTemporal,
		ErrorHandler: func(rw http.ResponseWriter, r *http.Request, err error) {
			w.parts.log.WarnContext(r.Context(), "Temporal's pages do not answer", "error", err)
			http.Error(rw, "Temporal's pages do not answer. Please try again in a moment.", http.StatusBadGateway)
		},
	}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case !w.api.May(r, policies.WorkflowEngine):
			site.ServeHTTP(rw, r)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			rw.Header().Set("Allow", "GET, HEAD")
			http.Error(rw, "Temporal's pages are for reading here. Act on work at "+w.parts.cfg.Base().String()+"/admin/workflows.",
				http.StatusMethodNotAllowed)
		case r.URL.Path == temporalPath:
			http.Redirect(rw, r, temporalPath+"/", http.StatusFound)
		default:
			proxy.ServeHTTP(rw, r)
		}
	})
}

// inline finds scripts that stand in a page.
var inline = regexp.MustCompile(`(?s)<script(?:\s[^>]*)?>(.*?)</script>`)

// guardTemporal sets the content policy of an answer of Temporal's, and lets nothing of it into our cookies.
func guardTemporal(a *http.Response) error {
	for _, h := range notFromTemporal {
		a.Header.Del(h)
	}
	a.Header.Set("Cache-Control", "private, no-cache")
	allowed := ""
	if strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		page, err := readPage(a)
		if err != nil {
			return err
		}
		for _, script := range inline.FindAllSubmatch(page, -1) {
			if len(bytes.TrimSpace(script[1])) > 0 {
				sum := sha256.Sum256(script[1])
				allowed += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
			}
		}
		a.Body = io.NopCloser(bytes.NewReader(page))
		a.Header.Del("Content-Encoding")
		a.ContentLength = int64(len(page))
		a.Header.Set("Content-Length", strconv.Itoa(len(page)))
	}
	a.Header.Set("Content-Security-Policy", fmt.Sprintf(temporalPolicy, allowed))
	return nil
}

// readPage reads a page, which may come compressed.
func readPage(a *http.Response) ([]byte, error) {
	defer func() { _ = a.Body.Close() }() // it was only read
	var from io.Reader = a.Body
	if a.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(a.Body)
		if err != nil {
			return nil, err
		}
		from = unpacked
	}
	page, err := io.ReadAll(io.LimitReader(from, maxTemporalPage+1))
	if err == nil && len(page) > maxTemporalPage {
		err = fmt.Errorf("a page of Temporal's is larger than %d bytes", maxTemporalPage)
	}
	return page, err
}

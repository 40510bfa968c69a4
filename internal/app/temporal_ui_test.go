package app

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/config"
	"mentionary/internal/store/people"
	"mentionary/policies"
)

// temporalSite is a web server with a stand-in for Temporal's pages behind it.
type temporalSite struct {
	*testing.T
	web    *web
	server *httptest.Server
	seen   atomic.Pointer[http.Request] // the last request that reached Temporal
	answer atomic.Pointer[http.HandlerFunc]
}

func newTemporal(t *testing.T) *temporalSite {
	t.Helper()
	w := &temporalSite{T: t}
	w.says(func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, "Temporal") })
	behind := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.seen.Store(r)
		(*w.answer.Load())(rw, r)
	}))
	t.Cleanup(behind.Close)
	cfg := &config.Config{DataDir: t.TempDir(), Listen: config.Address{Host: "127.0.0.1", Port: "8080"}}
	p, err := newParts(t.Context(), cfg, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(p.close)
	require.NoError(t, p.store.Migrate(t.Context()))
	p.temporalUI = strings.TrimPrefix(behind.URL, "http://")
	w.web, err = p.newWeb(t.Context(), nil)
	require.NoError(t, err)
	w.server = httptest.NewServer(w.web.handler)
	t.Cleanup(w.server.Close)
	return w
}

func (w *temporalSite) says(answer http.HandlerFunc) { w.answer.Store(&answer) }

// signIn is the cookie of somebody with a role, or that of nobody.
func (w *temporalSite) signIn(role string) string {
	w.Helper()
	if role == "" {
		return ""
	}
	token := base64.RawURLEncoding.EncodeToString(append(make([]byte, 32-len(role)), role...))
	hash := sha256.Sum256([]byte(token))
	who := people.Identity{Issuer: "https://id.test", Subject: role}
	_, err := w.web.parts.store.People.SignIn(w.Context(), who, people.NewSession{
		TokenHash: hash[:], Created: time.Now(), Expires: time.Now().Add(time.Hour),
	})
	require.NoError(w, err)
	require.NoError(w, w.web.parts.store.People.EnsureRole(w.Context(), who.Issuer, who.Subject, role))
	return "mentionary_session=" + token
}

// ask sends a request and returns the answer, with its body read.
func (w *temporalSite) ask(method, path, cookie string, headers ...string) (*http.Response, string) {
	w.Helper()
	w.seen.Store(nil)
	r, err := http.NewRequestWithContext(w.Context(), method, w.server.URL, http.NoBody)
	require.NoError(w, err)
	if r.URL.RawPath, r.URL.RawQuery, _ = strings.Cut(path, "?"); r.URL.RawPath != "" {
		r.URL.Path, err = url.PathUnescape(r.URL.RawPath)
		require.NoError(w, err)
	}
	r.Header.Set("Cookie", cookie)
	r.Header.Set("Origin", w.web.parts.cfg.Base().String())
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := (&http.Transport{DisableKeepAlives: true, DisableCompression: true}).RoundTrip(r)
	require.NoError(w, err)
	defer func() { require.NoError(w, a.Body.Close()) }()
	if a.StatusCode == http.StatusSwitchingProtocols {
		return a, ""
	}
	body, err := io.ReadAll(a.Body)
	require.NoError(w, err)
	return a, string(body)
}

const temporalPage = "/admin/temporal/namespaces/default"

// To everybody but admins Temporal's pages do not exist, and nothing reaches the server behind them.
func TestTemporalsPagesAreForAdmins(t *testing.T) {
	t.Parallel()
	w := newTemporal(t)
	for _, role := range []string{"", policies.User, policies.Moderator} {
		cookie := w.signIn(role)
		for _, path := range []string{"/admin/temporal", "/admin/temporal/", temporalPage, "/admin/temporal/api/v1/settings"} {
			for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
				a, _ := w.ask(method, path, cookie)
				require.NotEqual(t, http.StatusOK, a.StatusCode, "%s %s as %q", method, path, role)
				require.Nil(t, w.seen.Load(), "%s %s as %q", method, path, role)
			}
		}
	}
	admin := w.signIn(policies.Admin)
	a, body := w.ask(http.MethodGet, temporalPage, admin)
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.Equal(t, "Temporal", body)
	a, _ = w.ask(http.MethodGet, "/admin/temporal", admin)
	require.Equal(t, "/admin/temporal/", a.Header.Get("Location"))
	a, _ = w.ask(http.MethodGet, temporalPage, "", "Authorization", "Bearer mnt_made_up")
	require.NotEqual(t, http.StatusOK, a.StatusCode, "a token that does not hold")
	require.Nil(t, w.seen.Load())
}

// Work is acted on in our own pages, where it is audited: here everything is for reading.
func TestTemporalsPagesAreForReading(t *testing.T) {
	t.Parallel()
	w := newTemporal(t)
	admin := w.signIn(policies.Admin)
	for _, method := range []string{
		http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodTrace, "PROPFIND",
	} {
		a, body := w.ask(method, "/admin/temporal/api/v1/namespaces/default/workflows/x/terminate", admin)
		require.Equal(t, http.StatusMethodNotAllowed, a.StatusCode, method)
		require.Equal(t, "GET, HEAD", a.Header.Get("Allow"))
		require.Contains(t, body, "/admin/workflows")
		require.Nil(t, w.seen.Load(), method)
	}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		a, _ := w.ask(method, temporalPage, admin)
		require.Equal(t, http.StatusOK, a.StatusCode, method)
		require.Equal(t, method, w.seen.Load().Method)
	}
}

// Nothing that says who somebody is, or that would make more of a reading request, is passed on.
func TestTemporalHearsNoSecretsAndNoTricks(t *testing.T) {
	t.Parallel()
	w := newTemporal(t)
	admin := w.signIn(policies.Admin)
	w.says(func(rw http.ResponseWriter, r *http.Request) { // a server that would let itself be talked into another protocol
		if r.Header.Get("Upgrade") == "" {
			return
		}
		rw.Header().Set("Connection", "Upgrade")
		rw.Header().Set("Upgrade", r.Header.Get("Upgrade"))
		rw.WriteHeader(http.StatusSwitchingProtocols)
	})
	a, _ := w.ask(http.MethodGet, temporalPage+"?query=a%20b", admin, "Connection", "Upgrade", "Upgrade", "websocket",
		"X-Http-Method-Override", "DELETE", "Accept-Encoding", "br")
	require.Equal(t, http.StatusOK, a.StatusCode)
	got := w.seen.Load()
	require.Equal(t, temporalPage, got.URL.Path)
	require.Equal(t, "a b", got.URL.Query().Get("query"))
	require.Equal(t, w.web.parts.temporalUI, got.Host)
	for _, h := range []string{"Cookie", "Authorization", "Upgrade", "X-Http-Method-Override", "Accept-Encoding"} {
		require.Empty(t, got.Header.Get(h), h)
	}
}

// Whatever the path says, it is Temporal's own server that is asked, or nobody.
func TestHostilePathsStayAtTemporal(t *testing.T) {
	t.Parallel()
	w := newTemporal(t)
	admin := w.signIn(policies.Admin)
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another server was asked") }))
	t.Cleanup(other.Close)
	host := strings.TrimPrefix(other.URL, "http://")
	for _, path := range []string{
		"/admin/temporal//" + host + "/x", "/admin/temporal/%2f%2f" + host + "/x", "/admin/temporal/@" + host + "/x",
		"/admin/temporal/..%2f..%2f" + host, "/admin/temporal/%2e%2e/%2e%2e/etc/passwd", "/admin/temporal/%5c%5c" + host, "/admin/temporal/%00",
		"/admin/temporal/x%0d%0aHost:%20" + host,
	} {
		w.ask(http.MethodGet, path, admin)
		if got := w.seen.Load(); got != nil {
			require.Equal(t, w.web.parts.temporalUI, got.Host, path)
			require.True(t, strings.HasPrefix(got.RequestURI, "/admin/temporal/"), "%s became %s", path, got.RequestURI)
		}
	}
}

// Of the scripts in a page those run that Temporal wrote there; what it says to our cookies, or of other origins, goes.
func TestTemporalsAnswersAreGuarded(t *testing.T) {
	t.Parallel()
	w := newTemporal(t)
	admin := w.signIn(policies.Admin)
	const script = "\n start({a: 1})\n"
	const page = `<html><script type="module">` + script + `</script><script src="/admin/temporal/app.js"></script></html>`
	unwanted := map[string]string{
		"Set-Cookie": "mentionary_session=stolen", "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true",
		"Content-Security-Policy": "default-src *", "Service-Worker-Allowed": "/", "Clear-Site-Data": `"cookies"`,
	}
	for _, packed := range []bool{false, true} {
		w.says(func(rw http.ResponseWriter, _ *http.Request) {
			for name, value := range unwanted {
				rw.Header().Set(name, value)
			}
			rw.Header().Set("Content-Type", "text/html; charset=utf-8")
			if !packed {
				_, _ = io.WriteString(rw, page)
				return
			}
			rw.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(rw)
			_, _ = io.WriteString(z, page)
			_ = z.Close()
		})
		a, body := w.ask(http.MethodGet, temporalPage, admin)
		require.Equal(t, page, body)
		sum := sha256.Sum256([]byte(script))
		policy := a.Header.Values("Content-Security-Policy")
		require.Len(t, policy, 1)
		require.Contains(t, policy[0], "script-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"';", "one script, by its hash")
		require.Contains(t, policy[0], "default-src 'none'")
		require.Contains(t, policy[0], "form-action 'none'")
		for name, value := range unwanted {
			require.NotEqual(t, value, a.Header.Get(name), name)
		}
		require.Equal(t, "private, no-cache", a.Header.Get("Cache-Control"))
	}
	w.says(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		out := bufio.NewWriter(rw)
		for range maxTemporalPage / 8 {
			_, _ = fmt.Fprint(out, "too long ")
		}
		_ = out.Flush()
	})
	a, _ := w.ask(http.MethodGet, temporalPage, admin)
	require.Equal(t, http.StatusBadGateway, a.StatusCode, "a page of any size is not held in memory")
}

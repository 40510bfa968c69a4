package outbound

import (
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// echo answers every request and remembers it.
func echo(t *testing.T) (*httptest.Server, chan *http.Request) {
	t.Helper()
	seen := make(chan *http.Request, 100)
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen <- r }))
	t.Cleanup(s.Close)
	return s, seen
}

// redirector sends /n to /n-1 and /0 to where; with a cookie, as sites do.
func redirector(t *testing.T, where string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "track", Value: "1"})
		target := where
		if n := r.URL.Path[1]; n > '0' {
			target = "/" + string(n-1)
		}
		http.Redirect(w, r, target, http.StatusFound)
	}))
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, client *http.Client, address string) error {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	req.Header.Set("Cookie", "mine=1")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	require.NoError(t, err)
	return resp.Body.Close()
}

func TestDataDoorTellsSitesNothingButOurName(t *testing.T) {
	t.Parallel()
	target, seen := echo(t)
	c := newClients(t, Options{AllowCIDRs: loopback})
	require.NoError(t, get(t, c.Data(), redirector(t, target.URL+"/end").URL+"/2"))
	r := <-seen
	require.Equal(t, "Mentionary/1.2 (+https://mentionary.example)", r.UserAgent())
	require.Empty(t, r.Cookies())
	require.Empty(t, r.Referer())
	require.Equal(t, "/end", r.URL.Path)
}

func TestEnvironmentProxiesAreIgnored(t *testing.T) {
	// No t.Parallel: the environment belongs to the process.
	proxy, proxied := echo(t)
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("http_proxy", proxy.URL)
	c := newClients(t, Options{AllowCIDRs: loopback, ServiceOrigins: []string{"http://model.example"}, Resolver: serveNames(t, nil)})
	// net/http never proxies loopback targets, so a name is asked for that only a proxy could know.
	require.Equal(t, NoSuchName, FailureOf(get(t, c.Data(), "http://feed.example/")))
	require.Equal(t, NoSuchName, FailureOf(get(t, c.Operator(), "http://model.example/")))
	require.Empty(t, proxied)
}

func TestAtMostFiveRedirectsAreFollowed(t *testing.T) {
	t.Parallel()
	target, seen := echo(t)
	from := redirector(t, target.URL)
	c := newClients(t, Options{AllowCIDRs: loopback, ServiceOrigins: []string{from.URL, target.URL}})
	for _, client := range []*http.Client{c.Data(), c.Operator(), c.Any()} {
		require.NoError(t, get(t, client, from.URL+"/4"))
		require.Len(t, seen, 1)
		<-seen
		require.ErrorIs(t, get(t, client, from.URL+"/5"), ErrTooManyRedirects)
		require.Empty(t, seen)
	}
}

func TestRedirectsDoNotLeaveTheGuard(t *testing.T) {
	t.Parallel()
	inner, seen := echo(t)
	innerURL, err := url.Parse(inner.URL)
	require.NoError(t, err)
	from := redirector(t, "http://0.0.0.0:"+innerURL.Port()+"/")
	c := newClients(t, Options{ContentOrigins: []string{from.URL}})
	require.ErrorIs(t, get(t, c.Any(), from.URL+"/0"), ErrRefused)
	require.ErrorIs(t, get(t, c.Operator(), from.URL+"/0"), ErrRefused)
	for _, where := range []string{"file:///etc/passwd", "ftp://example.org/", "http://user:pw@example.org/"} {
		require.Error(t, get(t, c.Any(), redirector(t, where).URL+"/0"), where)
	}
	require.Empty(t, seen)
}

func TestRedirectsNeverGoFromHTTPSToHTTP(t *testing.T) {
	t.Parallel()
	plain, seen := echo(t)
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, plain.URL, http.StatusFound)
	}))
	t.Cleanup(secure.Close)
	roots := x509.NewCertPool()
	roots.AddCert(secure.Certificate())
	c := newClients(t, Options{AllowCIDRs: loopback, ServiceOrigins: []string{secure.URL, plain.URL}, RootCAs: roots})
	require.ErrorIs(t, get(t, c.Data(), secure.URL), ErrRefused)
	require.ErrorIs(t, get(t, c.Operator(), secure.URL), ErrRefused)
	require.Empty(t, seen)
	require.NoError(t, get(t, c.Data(), plain.URL), "http to begin with is fine")
}

func TestCertificatesAreVerified(t *testing.T) {
	t.Parallel()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	c := newClients(t, Options{AllowCIDRs: loopback})
	require.Equal(t, BadCertificate, FailureOf(get(t, c.Data(), secure.URL)))
}

func TestOperatorDoorOpensForTheExactOriginOnly(t *testing.T) {
	t.Parallel()
	model, seen := echo(t)
	other, _ := echo(t)
	modelURL, err := url.Parse(model.URL)
	require.NoError(t, err)
	c := newClients(t, Options{
		ServiceOrigins: []string{model.URL + "/v1"},
		Resolver:       serveNames(t, map[string][]string{"localhost": {"127.0.0.1"}}),
	})

	require.NoError(t, get(t, c.Operator(), model.URL+"/v1/chat"))
	require.Len(t, seen, 1)
	for _, refused := range []string{
		other.URL, "https://" + modelURL.Host, "http://localhost:" + modelURL.Port(), "http://127.0.0.1/",
		"https://example.org/",
	} {
		require.ErrorIs(t, get(t, c.Operator(), refused), ErrRefused, refused)
	}
	// What data names may not use the trust in the operator's services.
	require.ErrorIs(t, get(t, c.Data(), model.URL), ErrRefused)
	require.ErrorIs(t, get(t, c.Any(), model.URL), ErrRefused)
	require.Len(t, seen, 1)
}

func TestContentOriginsOpenForAnyButNotForStrangersRedirects(t *testing.T) {
	t.Parallel()
	demo, seen := echo(t)
	demoURL, err := url.Parse(demo.URL)
	require.NoError(t, err)
	own := redirector(t, demo.URL+"/feed")
	c := newClients(t, Options{ContentOrigins: []string{demo.URL, own.URL}})
	require.NoError(t, get(t, c.Any(), demo.URL+"/feed"))
	require.NoError(t, get(t, c.Any(), own.URL+"/0"))
	require.NoError(t, get(t, c.Operator(), demo.URL+"/feed"))
	require.Len(t, seen, 3)
	require.ErrorIs(t, get(t, c.Data(), demo.URL+"/feed"), ErrRefused)

	// A stranger's redirect: its own address is allowed here, the demo origin's (by another name) is not.
	stranger := redirector(t, "http://127.0.0.1:"+demoURL.Port()+"/feed")
	strangerURL, err := url.Parse(stranger.URL)
	require.NoError(t, err)
	resolver := serveNames(t, map[string][]string{"stranger.example": {"127.0.0.9"}})
	narrow := newClients(t, Options{ContentOrigins: []string{demo.URL}, AllowCIDRs: prefixes("127.0.0.9/32"), Resolver: resolver})
	listenAlso(t, "127.0.0.9:"+strangerURL.Port(), stranger.Config.Handler)
	require.NoError(t, get(t, narrow.Hops(), "http://stranger.example:"+strangerURL.Port()+"/0"), "the stranger itself is reached")
	require.ErrorIs(t, get(t, narrow.Any(), "http://stranger.example:"+strangerURL.Port()+"/0"), ErrRefused)
	require.Len(t, seen, 3)
}

func TestHopsLeavesRedirectsToTheCaller(t *testing.T) {
	t.Parallel()
	from := redirector(t, "http://example.org/")
	c := newClients(t, Options{AllowCIDRs: loopback})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodHead, from.URL+"/0", nil)
	require.NoError(t, err)
	resp, err := c.Hops().Do(req)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, http.StatusFound, resp.StatusCode)
}

func TestCheckHop(t *testing.T) {
	t.Parallel()
	plain, secure := &url.URL{Scheme: "http"}, &url.URL{Scheme: "https"}
	require.NoError(t, CheckHop(plain, secure, 5))
	require.NoError(t, CheckHop(plain, plain, 1))
	require.NoError(t, CheckHop(secure, secure, 1))
	require.ErrorIs(t, CheckHop(secure, plain, 1), ErrRefused)
	require.ErrorIs(t, CheckHop(plain, plain, 6), ErrTooManyRedirects)
}

func TestConfiguredOriginsMustBeOrigins(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "example.org", "ftp://example.org", "https://", "https://user@example.org", "http://[::1", "*"} {
		_, err := New(Options{ServiceOrigins: []string{bad}})
		require.Error(t, err, bad)
		_, err = New(Options{ContentOrigins: []string{bad}})
		require.Error(t, err, bad)
	}
	a, err := parseOrigins([]string{"https://Example.org/path"})
	require.NoError(t, err)
	require.True(t, a.has(&url.URL{Scheme: "https", Host: "example.org:443"}))
	require.False(t, a.has(&url.URL{Scheme: "http", Host: "example.org:443"}))
}

func TestRefusedAndUnreachableTargetsFailAlike(t *testing.T) {
	t.Parallel()
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	var errs []error
	for _, address := range []string{
		"http://127.0.0.1/",    // refused by the guard
		"http://10.0.0.1/",     // refused by the guard
		"http://inner.example", // a name that leads inside
		"http://gone.example",  // a name that does not exist
		dead.URL,               // nobody listens
	} {
		clock := newSteppingClock()
		o := Options{FloorTime: 3 * time.Second, Clock: clock, Resolver: serveNames(t, map[string][]string{"inner.example": {"192.168.0.1"}})}
		if address == dead.URL {
			o.AllowCIDRs = loopback
		}
		_, err := newClients(t, o).Fetch(t.Context(), Request{URL: address})
		require.Error(t, err)
		require.Equal(t, 3*time.Second, clock.total(), address)
		errs = append(errs, err)
	}
	for _, err := range errs {
		requireFault(t, err, "unavailable", unreachable, 0)
	}
}

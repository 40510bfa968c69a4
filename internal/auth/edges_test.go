package auth_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/auth"
	"mentionary/internal/auth/authtest"
)

func TestLoopbackHosts(t *testing.T) {
	t.Parallel()
	h := auth.LoopbackHosts(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	status := func(host string) int {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code
	}
	for _, host := range []string{"localhost", "localhost:8080", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:65535", "[::1]", "[::1]:8080"} {
		require.Equal(t, http.StatusOK, status(host), host)
	}
	for _, host := range []string{
		"", "evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "evil.example:8080", "localhost:", "localhost:80:80", "localhost.",
		"0.0.0.0",
		"127.0.0.2", "127.1", "::1", "[::1", "[::2]:1", "[localhost]", "localhost:8080@evil.example", "user@localhost", "[::ffff:127.0.0.1]:1",
		"localhost:-1",
	} {
		require.Equal(t, http.StatusMisdirectedRequest, status(host), host)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	good := func() auth.Options {
		return auth.Options{
			BaseURL: &url.URL{Scheme: "https", Host: "app.example.test"}, Issuer: "https://id.example.test/tenant/", ClientID: "c",
			HTTPClient: &http.Client{Transport: hosts{}}, Key: make([]byte, 32), Sessions: authtest.New(),
		}
	}
	_, err := auth.New(good())
	require.NoError(t, err)
	for name, change := range map[string]func(*auth.Options){
		"plain http":                func(o *auth.Options) { o.BaseURL = &url.URL{Scheme: "http", Host: "app.example.test"} },
		"no base address":           func(o *auth.Options) { o.BaseURL = nil },
		"base address with a path":  func(o *auth.Options) { o.BaseURL = o.BaseURL.JoinPath("app") },
		"plain-http issuer":         func(o *auth.Options) { o.Issuer = "http://id.example.test" },
		"no issuer":                 func(o *auth.Options) { o.Issuer = "" },
		"issuer with a query":       func(o *auth.Options) { o.Issuer += "?a=b" },
		"no client id":              func(o *auth.Options) { o.ClientID = "" },
		"no HTTP client":            func(o *auth.Options) { o.HTTPClient = nil },
		"client without transport":  func(o *auth.Options) { o.HTTPClient = &http.Client{} },
		"short key":                 func(o *auth.Options) { o.Key = o.Key[:31] },
		"no session storage":        func(o *auth.Options) { o.Sessions = nil },
		"loopback name as a prefix": func(o *auth.Options) { o.BaseURL = &url.URL{Scheme: "http", Host: "localhost.evil.example"} },
	} {
		o := good()
		change(&o)
		_, err := auth.New(o)
		require.Error(t, err, name)
	}
	_, err = auth.New(auth.Options{})
	for _, part := range []string{"base address", "issuer", "client id", "HTTP client", "session storage", "server key"} {
		require.ErrorContains(t, err, part, "every problem is named at once")
	}
}

func TestInProcessServesItsAddressOnly(t *testing.T) {
	t.Parallel()
	base, err := url.Parse("http://localhost:8080/dev/idp")
	require.NoError(t, err)
	var body string
	c := &http.Client{Transport: auth.InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/dev/idp/panic" {
			panic("broken")
		}
		sent, _ := io.ReadAll(r.Body)
		body = r.Host + " " + r.RequestURI + " " + string(sent)
		w.Header().Set("X-Before", "yes")
		w.WriteHeader(http.StatusTeapot)
		w.Header().Set("X-After", "no")
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write([]byte("answer"))
	}), base)}
	res, err := c.Post("http://localhost:8080/dev/idp/token?a=b", "text/plain", strings.NewReader("sent"))
	require.NoError(t, err)
	require.Equal(t, http.StatusTeapot, res.StatusCode)
	require.Equal(t, "yes", res.Header.Get("X-Before"))
	require.Empty(t, res.Header.Get("X-After"))
	require.Equal(t, "answer", text(t, res))
	require.Equal(t, "localhost:8080 /dev/idp/token?a=b sent", body)
	for _, other := range []string{
		"http://localhost:9090/dev/idp/x", "https://localhost:8080/dev/idp/x", "http://127.0.0.1:8080/dev/idp/x",
		"http://localhost:8080/dev/idpx", "http://localhost:8080/", "http://localhost:8080/dev/idp/panic",
	} {
		_, err := c.Get(other)
		require.Error(t, err, other)
	}
}

//go:build e2e

package e2e_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// signIn goes through the sign-in of the development identity provider as a browser does. base is how people reach the
// site: http://localhost:port.
func signIn(t *testing.T, base, subject string) *api {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar, Timeout: callTime}
	res, err := browser.Get(base + "/api/login?returnTo=/jobs")
	require.NoError(t, err)
	page := read(t, res)
	require.True(t, strings.HasSuffix(res.Request.URL.Path, "/login"), "the provider's page, not %s: %s", res.Request.URL, page)
	res, err = browser.PostForm(res.Request.URL.String(), url.Values{"id": res.Request.URL.Query()["id"], "user": {subject}})
	require.NoError(t, err)
	page = read(t, res)
	require.Equal(t, "/jobs", res.Request.URL.Path, "back where the person came from: %s", page)
	a := &api{t: t, base: base, browser: browser}
	require.NotEmpty(t, ask[struct{ ID string }](a, http.MethodGet, "/api/auth/user", nil).ID)
	return a
}

func read(t *testing.T, res *http.Response) string {
	t.Helper()
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(b)
}

// asPeople is the address of a machine's site as people type it.
func asPeople(base string) string { return strings.Replace(base, "127.0.0.1", "localhost", 1) }

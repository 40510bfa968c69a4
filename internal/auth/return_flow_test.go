package auth_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/auth"
)

// A whole sign-in with each hostile return address: the browser asks no host but ours and the provider's, and ends
// signed in on our own origin.
func TestSignInWithHostileReturnAddressesEndsHere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, raw := range auth.HostileReturns {
		b := w.browser()
		visited := map[string]bool{}
		b.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
			visited[r.URL.Scheme+"://"+r.URL.Host] = true
			return nil
		}
		res, err := b.Get(appURL + auth.LoginPath + "?returnTo=" + url.QueryEscape(raw))
		require.NoError(t, err, "%q", raw)
		require.NoError(t, res.Body.Close())
		require.Equal(t, map[string]bool{appURL: true, idpURL: true}, visited, "%q", raw)
		require.Equal(t, "app.example.test", res.Request.URL.Host, "%q", raw)
		require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(b), "%q", raw)
	}
}

// The operator opens the link of the first admin before anybody is signed in: after the sign-in it is still there.
func TestTheFirstAdminsLinkSurvivesTheSignIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	const link = auth.FirstAdminPath + "?token=ABC"
	res, err := b.Get(appURL + auth.LoginPath + "?" + url.Values{"returnTo": {link}}.Encode())
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, link, res.Request.URL.RequestURI())
	require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(b))
}

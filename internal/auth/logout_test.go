package auth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/auth"
)

// logout sends one request to the sign-out address without following its redirect.
func (w *world) logout(b *http.Client, method string, header http.Header, form url.Values) *http.Response {
	r, err := http.NewRequestWithContext(w.t.Context(), method, appURL+auth.LogoutPath, strings.NewReader(form.Encode()))
	require.NoError(w.t, err)
	if header != nil {
		r.Header = header.Clone()
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	stopping := *b
	stopping.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := stopping.Do(r)
	require.NoError(w.t, err)
	return res
}

func TestSignOutByGet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		header http.Header
		acts   bool
	}{
		{"our own link", http.Header{"Sec-Fetch-Site": {"same-origin"}}, true},
		{"typed address", http.Header{"Sec-Fetch-Site": {"none"}}, true},
		{"another site", http.Header{"Sec-Fetch-Site": {"cross-site"}}, false},
		{"a sister domain", http.Header{"Sec-Fetch-Site": {"same-site"}}, false},
		{"an old browser", nil, false},
		{"an unknown word", http.Header{"Sec-Fetch-Site": {"same-origin, none"}}, false},
		{"a prefetch", http.Header{"Sec-Fetch-Site": {"same-origin"}, "Sec-Purpose": {"prefetch;prerender"}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b := w.browser()
			w.signIn(b)
			res := w.logout(b, http.MethodGet, c.header, nil)
			if c.acts {
				require.Equal(t, http.StatusSeeOther, res.StatusCode)
				require.Equal(t, appURL+"/", res.Header.Get("Location"))
				require.Equal(t, `"cache", "storage"`, res.Header.Get("Clear-Site-Data"))
				require.Empty(t, w.cookie(b, "__Host-session"))
				require.Empty(t, w.sessions.Hashes())
				return
			}
			require.Equal(t, http.StatusOK, res.StatusCode)
			require.Empty(t, res.Header.Get("Clear-Site-Data"))
			body := text(t, res)
			require.Contains(t, body, `<form method="post" action="/api/logout">`)
			require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
			require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(b))
		})
	}
}

func TestSignOutByPost(t *testing.T) {
	t.Parallel()
	own := http.Header{"Sec-Fetch-Site": {"same-origin"}}
	t.Run("this browser only", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b, other := w.browser(), w.browser()
		w.signIn(b)
		w.signIn(other)
		require.Equal(t, http.StatusSeeOther, w.logout(b, http.MethodPost, own, nil).StatusCode)
		require.Equal(t, "nobody", w.whoami(b))
		require.NotEqual(t, "nobody", w.whoami(other))
	})
	t.Run("everywhere", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b, other := w.browser(), w.browser()
		w.signIn(b)
		w.signIn(other)
		w.fake.claims = func(c map[string]any) { c["sub"], c["name"] = "subject-2", "Somebody Else" }
		stranger := w.browser()
		w.signIn(stranger)
		require.Equal(t, http.StatusSeeOther, w.logout(b, http.MethodPost, own, url.Values{"everywhere": {"1"}}).StatusCode)
		require.Equal(t, "nobody", w.whoami(b))
		require.Equal(t, "nobody", w.whoami(other))
		require.Equal(t, "Somebody Else <ines@example.com>", w.whoami(stranger))
	})
	t.Run("the token is dead, not only its cookie", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b := w.browser()
		w.signIn(b)
		kept := w.cookies(b)
		w.logout(b, http.MethodPost, own, nil)
		u, err := url.Parse(appURL)
		require.NoError(t, err)
		b.Jar.SetCookies(u, kept)
		require.Equal(t, "nobody", w.whoami(b))
	})
	t.Run("another site", func(t *testing.T) {
		t.Parallel()
		for _, h := range []http.Header{
			{"Sec-Fetch-Site": {"cross-site"}},
			{"Sec-Fetch-Site": {"same-site"}},
			{"Origin": {"https://evil.example"}},
		} {
			w := newWorld(t)
			b := w.browser()
			w.signIn(b)
			require.Equal(t, http.StatusForbidden, w.logout(b, http.MethodPost, h, nil).StatusCode)
			require.NotEqual(t, "nobody", w.whoami(b))
		}
	})
	t.Run("oversized form", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b := w.browser()
		w.signIn(b)
		res := w.logout(b, http.MethodPost, own, url.Values{"x": {strings.Repeat("x", 5000)}})
		require.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode)
		require.NotEqual(t, "nobody", w.whoami(b))
	})
	t.Run("a failing store keeps the cookie", func(t *testing.T) {
		t.Parallel()
		for _, form := range []url.Values{nil, {"everywhere": {"1"}}} {
			w := newWorld(t)
			b := w.browser()
			w.signIn(b)
			w.sessions.Fail(http.ErrServerClosed)
			require.Equal(t, http.StatusServiceUnavailable, w.logout(b, http.MethodPost, own, form).StatusCode)
			require.NotEmpty(t, w.cookie(b, "__Host-session"))
		}
	})
	t.Run("nobody is signed in", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		require.Equal(t, http.StatusSeeOther, w.logout(w.browser(), http.MethodPost, own, url.Values{"everywhere": {"1"}}).StatusCode)
	})
}

package auth_test

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/auth"
	"mentionary/internal/auth/authtest"
	"mentionary/internal/devstack/idp"
)

func TestSignInWithTheDevelopmentProvider(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"localhost:8080", "127.0.0.1:8080"} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			const issuer = "http://localhost:8080/dev/idp"
			provider, err := idp.New(idp.Options{Issuer: issuer, RedirectURLs: []string{"http://localhost:8080" + auth.CallbackPath}})
			require.NoError(t, err)
			issuerURL, err := url.Parse(issuer)
			require.NoError(t, err)
			sessions := authtest.New()
			a, err := auth.New(auth.Options{
				BaseURL: &url.URL{Scheme: "http", Host: "localhost:8080"}, Issuer: issuer, ClientID: idp.ClientID,
				HTTPClient: &http.Client{Transport: auth.InProcess(provider, issuerURL)},
				Key:        []byte(strings.Repeat("k", 32)), Sessions: sessions, Logger: slog.New(slog.DiscardHandler),
			})
			require.NoError(t, err)
			mux := http.NewServeMux()
			mux.Handle("/dev/idp/", provider)
			mux.Handle("/", application(a))
			site := auth.LoopbackHosts(mux)
			jar, err := cookiejar.New(nil)
			require.NoError(t, err)
			b := &http.Client{Transport: hosts{"localhost:8080": site, "127.0.0.1:8080": site}, Jar: jar}

			res, err := b.Get("http://" + host + "/api/login?returnTo=" + url.QueryEscape("/episodes/7?q=a&b=c#mention"))
			require.NoError(t, err)
			require.Equal(t, "/dev/idp/login", res.Request.URL.Path)
			require.Contains(t, text(t, res), "Development sign-in")
			res, err = b.PostForm(res.Request.URL.String(), url.Values{"id": res.Request.URL.Query()["id"], "user": {"preset-noor"}})
			require.NoError(t, err)
			require.Equal(t, "http://"+host+"/episodes/7?q=a&b=c#mention", res.Request.URL.String(), "back on the host the person typed")
			require.Equal(t, "Noor Castellane <noor@example.com>", text(t, res))
			names := []string{}
			for _, c := range jar.Cookies(&url.URL{Scheme: "http", Host: host, Path: "/"}) {
				names = append(names, c.Name)
			}
			require.Equal(t, []string{"mentionary_session"}, names, "the attempt's cookie is gone; plain http has its own name")
		})
	}
}

func TestSignInSetsAHostCookieAndStoresOnlyItsHash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	callback := w.stopAtCallback(b)
	stopping := *b
	stopping.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res := w.get(&stopping, callback.String())
	require.Equal(t, http.StatusSeeOther, res.StatusCode)
	require.Equal(t, appURL+"/profile", res.Header.Get("Location"))
	require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
	var session *http.Cookie
	for _, c := range res.Cookies() {
		if c.Name == "__Host-session" {
			session = c
		}
	}
	require.NotNil(t, session)
	require.True(t, session.Secure)
	require.True(t, session.HttpOnly)
	require.Equal(t, http.SameSiteLaxMode, session.SameSite)
	require.Equal(t, "/", session.Path)
	require.Empty(t, session.Domain)
	require.Len(t, session.Value, 43, "256 bits")
	require.Len(t, w.sessions.Hashes(), 1)
	require.Len(t, w.sessions.Hashes()[0], 64)
	require.NotContains(t, w.sessions.Hashes()[0], hex.EncodeToString([]byte(session.Value)))
	require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(b))
	require.Zero(t, w.fake.count("/userinfo"), "the ID token had everything")
}

func TestSignInAgainReplacesTheSessionOfThisBrowserOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, other := w.browser(), w.browser()
	w.signIn(first)
	w.signIn(other)
	before := w.cookie(first, "__Host-session")
	w.signIn(first)
	require.NotEqual(t, before, w.cookie(first, "__Host-session"))
	require.Len(t, w.sessions.Hashes(), 2)
	require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(other))
}

func TestADeactivatedPersonStaysOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	w.signIn(b)
	require.True(t, w.sessions.Update(idpURL, "subject-1", func(p *auth.Person) { p.Active = false }))
	require.Equal(t, "nobody", w.whoami(b), "the next request is already out")
	res := w.signIn(b)
	require.Equal(t, http.StatusForbidden, res.StatusCode)
	require.Contains(t, text(t, res), "This account is deactivated")
	require.Empty(t, w.cookie(b, "__Host-session"))
	require.Equal(t, "nobody", w.whoami(b))
}

func TestRoleAndStatusAreNotTheProvidersBusiness(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fake.claims = func(c map[string]any) { c["role"], c["roles"], c["active"] = "admin", []string{"admin"}, true }
	b := w.browser()
	w.signIn(b)
	s, ok, err := w.session(b)
	require.NoError(t, err)
	require.True(t, ok)
	require.Empty(t, s.Person.Role)
}

func TestAFailingStoreIsNotASignOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	w.signIn(b)
	w.sessions.Fail(errors.New("disk full"))
	res := w.get(b, appURL+"/")
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.NotContains(t, text(t, res), "disk full")
	_, _, err := w.session(b)
	require.Error(t, err)
	require.Equal(t, http.StatusServiceUnavailable, w.signIn(w.browser()).StatusCode)
	w.sessions.Fail(nil)
	require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(b))
}

func TestAnAttemptBelongsToOneBrowserOnceForTenMinutes(t *testing.T) {
	t.Parallel()
	expired := func(t *testing.T, w *world, res *http.Response) {
		t.Helper()
		require.Equal(t, http.StatusBadRequest, res.StatusCode)
		require.Contains(t, text(t, res), "This sign-in has expired")
		require.Zero(t, w.fake.count("/token"), "the code is not spent")
		require.Empty(t, w.sessions.Hashes())
	}
	t.Run("another browser without an attempt", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		callback := w.stopAtCallback(w.browser())
		expired(t, w, w.get(w.browser(), callback.String()))
	})
	t.Run("another browser with its own attempt", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		victim := w.browser()
		w.stopAtCallback(victim)
		attackers := w.stopAtCallback(w.browser())
		expired(t, w, w.get(victim, attackers.String()))
	})
	t.Run("a changed state", func(t *testing.T) {
		t.Parallel()
		for _, state := range []string{"", "wrong", "repeated"} {
			w := newWorld(t)
			b := w.browser()
			callback := w.stopAtCallback(b)
			q := callback.Query()
			if q.Set("state", state); state == "repeated" {
				q["state"] = []string{callback.Query().Get("state"), "x"}
			}
			callback.RawQuery = q.Encode()
			expired(t, w, w.get(b, callback.String()))
		}
	})
	t.Run("a forged cookie", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b := w.browser()
		callback := w.stopAtCallback(b)
		sealed := w.cookie(b, "__Host-signin")
		require.NotContains(t, sealed, callback.Query().Get("state"))
		flipped := []byte(sealed)
		flipped[len(flipped)/2] ^= 1
		for _, value := range []string{string(flipped), "", "AAAA", strings.Repeat("A", 4000), rand.Text()} {
			b.Jar.SetCookies(callback, []*http.Cookie{{Name: "__Host-signin", Value: value, Path: "/", Secure: true}})
			expired(t, w, w.get(b, callback.String()))
		}
	})
	t.Run("too late", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b := w.browser()
		callback := w.stopAtCallback(b)
		w.clock.Advance(10 * time.Minute)
		expired(t, w, w.get(b, callback.String()))
	})
	t.Run("just in time", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b := w.browser()
		callback := w.stopAtCallback(b)
		w.clock.Advance(10*time.Minute - time.Second)
		require.Equal(t, http.StatusOK, w.get(b, callback.String()).StatusCode)
	})
	t.Run("replayed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		b := w.browser()
		callback := w.stopAtCallback(b)
		kept := w.cookie(b, "__Host-signin")
		require.Equal(t, http.StatusOK, w.get(b, callback.String()).StatusCode)
		require.Empty(t, w.cookie(b, "__Host-signin"))
		require.Equal(t, http.StatusBadRequest, w.get(b, callback.String()).StatusCode)
		// Even with a copy of the cookie, and a provider that accepts its code twice.
		b.Jar.SetCookies(callback, []*http.Cookie{{Name: "__Host-signin", Value: kept, Path: "/", Secure: true}})
		require.Equal(t, http.StatusBadRequest, w.get(b, callback.String()).StatusCode)
		require.Equal(t, 1, w.fake.count("/token"))
		require.Len(t, w.sessions.Hashes(), 1)
	})
}

func TestTheProviderMayBeDownAtFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fake.down = true
	b := w.browser()
	res := w.signIn(b)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.Equal(t, "5", res.Header.Get("Retry-After"))
	body := text(t, res)
	require.Contains(t, body, "Sign-in is not available right now")
	require.NotContains(t, body, "a-secret-detail")
	retry := regexp.MustCompile(`href="(/api/login[^"]*)">Retry`).FindStringSubmatch(body)
	require.Len(t, retry, 2)
	w.fake.down = false
	res = w.get(b, appURL+strings.ReplaceAll(retry[1], "&amp;", "&"))
	require.Equal(t, appURL+"/profile", res.Request.URL.String(), "the way back is kept")
	require.Equal(t, "Ines Duarte <ines@example.com>", text(t, res))
	w.signIn(w.browser())
	require.Equal(t, 2, w.fake.count("/.well-known/openid-configuration"), "a success is kept")
}

func TestTheProviderIsAskedToConfirm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var prompt []string
	w.net["id.example.test"] = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		prompt = append(prompt, r.URL.Query().Get("prompt"))
		w.fake.ServeHTTP(rw, r)
	})
	for _, c := range []struct {
		age    time.Duration // of the provider's auth_time; negative: none sent
		status int
	}{{-1, http.StatusOK}, {0, http.StatusOK}, {time.Hour, http.StatusBadGateway}} {
		w.fake.claims = func(claims map[string]any) {
			if c.age >= 0 {
				claims["auth_time"] = w.clock.Now().Add(-c.age).Unix()
			}
		}
		require.Equal(t, c.status, w.get(w.browser(), appURL+"/api/login?confirm=1").StatusCode, c.age)
	}
	require.Equal(t, []string{"login", "login", "login"}, prompt)
	require.Equal(t, http.StatusOK, w.signIn(w.browser()).StatusCode, "an old auth_time is fine for an ordinary sign-in")
}

func TestOnlyTheRightMethodsAct(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	callback := w.stopAtCallback(b)
	res, err := b.Head(callback.String())
	require.NoError(t, err)
	require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
	require.Equal(t, http.StatusOK, w.get(b, callback.String()).StatusCode, "HEAD did not use the attempt up")
	res, err = b.Head(appURL + auth.LogoutPath)
	require.NoError(t, err)
	require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
	require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(b))
	res, err = b.PostForm(appURL+auth.LoginPath, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
}

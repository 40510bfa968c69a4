package auth_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/auth"
	"mentionary/internal/auth/authtest"
)

// clock is a clock that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Now().Truncate(time.Second)} }

func (c *clock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.t }

func (c *clock) Advance(d time.Duration) { c.mu.Lock(); defer c.mu.Unlock(); c.t = c.t.Add(d) }

// hosts is a network of handlers by host, for the test's browser.
type hosts map[string]http.Handler

func (h hosts) RoundTrip(r *http.Request) (*http.Response, error) {
	handler := h[r.URL.Host]
	if handler == nil {
		return nil, errors.New("no such host: " + r.URL.Host)
	}
	in := r.Clone(r.Context())
	in.RequestURI, in.Host = r.URL.RequestURI(), r.URL.Host
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, in)
	res := w.Result()
	res.Request = r
	return res, nil
}

const (
	appURL = "https://app.example.test"
	idpURL = "https://id.example.test"
)

// world is an application at appURL that signs in at a fake provider at idpURL.
type world struct {
	t        *testing.T
	clock    *clock
	fake     *fakeProvider
	sessions *authtest.Sessions
	auth     *auth.Auth
	net      hosts
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, func(s *authtest.Sessions) auth.Sessions { return s })
}

// newWorldOn is newWorld with something between auth and its storage.
func newWorldOn(t *testing.T, between func(*authtest.Sessions) auth.Sessions) *world {
	t.Helper()
	w := &world{t: t, clock: newClock(), sessions: authtest.New()}
	w.fake = newFakeProvider(t, w.clock)
	base, err := url.Parse(appURL)
	require.NoError(t, err)
	provider, err := url.Parse(idpURL)
	require.NoError(t, err)
	w.auth, err = auth.New(auth.Options{
		BaseURL: base, Issuer: idpURL, ClientID: "mentionary", ClientSecret: "the-secret",
		HTTPClient: &http.Client{Transport: auth.InProcess(w.fake, provider)},
		Key:        make([]byte, 32), Sessions: between(w.sessions), Now: w.clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	w.net = hosts{base.Host: application(w.auth), provider.Host: w.fake}
	return w
}

// application mounts the handlers and a page that says who is signed in.
func application(a *auth.Auth) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(auth.LoginPath, a.Login)
	mux.HandleFunc(auth.CallbackPath, a.Callback)
	mux.HandleFunc(auth.LogoutPath, a.Logout)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s, ok, err := a.Authenticate(r.Context(), r)
		switch {
		case err != nil:
			w.WriteHeader(http.StatusServiceUnavailable)
		case !ok:
			_, _ = w.Write([]byte("nobody"))
		default:
			_, _ = w.Write([]byte(s.Person.DisplayName + " <" + s.Person.Email + ">"))
		}
	})
	return mux
}

// browser returns a client with cookies that follows redirects.
func (w *world) browser() *http.Client {
	jar, err := cookiejar.New(nil)
	require.NoError(w.t, err)
	return &http.Client{Transport: w.net, Jar: jar}
}

// signIn signs a browser in and returns the final answer.
func (w *world) signIn(b *http.Client) *http.Response {
	res, err := b.Get(appURL + "/api/login?returnTo=/profile")
	require.NoError(w.t, err)
	return res
}

// stopAtCallback begins a sign-in and returns the address the provider sent the browser back to, without visiting it.
func (w *world) stopAtCallback(b *http.Client) *url.URL {
	stopping := *b
	var callback *url.URL
	stopping.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if r.URL.Path == auth.CallbackPath {
			callback = r.URL
			return http.ErrUseLastResponse
		}
		return nil
	}
	_, err := stopping.Get(appURL + "/api/login?returnTo=/profile")
	require.NoError(w.t, err)
	require.NotNil(w.t, callback)
	return callback
}

func (w *world) get(b *http.Client, address string) *http.Response {
	res, err := b.Get(address)
	require.NoError(w.t, err)
	return res
}

// whoami reads the page that says who is signed in.
func (w *world) whoami(b *http.Client) string { return text(w.t, w.get(b, appURL+"/")) }

// session asks for the session of a browser's cookie.
func (w *world) session(b *http.Client) (auth.Session, bool, error) {
	r := httptest.NewRequest(http.MethodGet, appURL+"/", nil)
	for _, c := range w.cookies(b) {
		r.AddCookie(c)
	}
	return w.auth.Authenticate(context.Background(), r)
}

func (w *world) cookies(b *http.Client) []*http.Cookie {
	u, err := url.Parse(appURL)
	require.NoError(w.t, err)
	return b.Jar.Cookies(u)
}

// cookie returns the value of a browser's cookie, "" when it has none.
func (w *world) cookie(b *http.Client, name string) string {
	for _, c := range w.cookies(b) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

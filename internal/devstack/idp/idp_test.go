package idp_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/devstack/idp"
)

const (
	issuer   = "http://localhost:8080/dev/idp"
	callback = "http://localhost:8080/api/callback"
	verifier = "a-verifier-that-is-long-enough-for-the-rfc-7636-rules"
)

// clock is a clock that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.t }

func (c *clock) Advance(d time.Duration) { c.mu.Lock(); defer c.mu.Unlock(); c.t = c.t.Add(d) }

func newProvider(t *testing.T) (http.Handler, *clock) {
	t.Helper()
	c := &clock{t: time.Now()}
	h, err := idp.New(idp.Options{Issuer: issuer, RedirectURLs: []string{callback}, Now: c.Now})
	require.NoError(t, err)
	return h, c
}

func get(h http.Handler, target string) *httptest.ResponseRecorder {
	return send(h, httptest.NewRequest(http.MethodGet, target, nil))
}

func post(h http.Handler, target string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return send(h, r)
}

func send(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// authorization returns the parameters of a correct request.
func authorization() url.Values {
	sum := sha256.Sum256([]byte(verifier))
	return url.Values{
		"client_id": {idp.ClientID}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"openid profile email"},
		"state": {"the-state"}, "nonce": {"the-nonce"},
		"code_challenge_method": {"S256"}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])},
	}
}

// begin sends the authorization request and returns the id of the pending request.
func begin(t *testing.T, h http.Handler) string {
	t.Helper()
	w := get(h, issuer+"/authorize?"+authorization().Encode())
	require.Equal(t, http.StatusFound, w.Code, w.Body)
	u, err := url.Parse(w.Header().Get("Location"))
	require.NoError(t, err)
	require.Equal(t, "/dev/idp/login", u.Path)
	return u.Query().Get("id")
}

// choose picks a person and returns the code.
func choose(t *testing.T, h http.Handler, id, subject string) string {
	t.Helper()
	w := post(h, issuer+"/login", url.Values{"id": {id}, "user": {subject}})
	require.Equal(t, http.StatusSeeOther, w.Code)
	w = get(h, w.Header().Get("Location"))
	require.Equal(t, http.StatusFound, w.Code)
	u, err := url.Parse(w.Header().Get("Location"))
	require.NoError(t, err)
	require.Equal(t, callback, u.Scheme+"://"+u.Host+u.Path)
	require.Equal(t, "the-state", u.Query().Get("state"))
	return u.Query().Get("code")
}

func exchange(h http.Handler, code, codeVerifier string) *httptest.ResponseRecorder {
	return post(h, issuer+"/oauth/token", url.Values{
		"grant_type": {"authorization_code"}, "client_id": {idp.ClientID}, "redirect_uri": {callback},
		"code": {code}, "code_verifier": {codeVerifier},
	})
}

func TestTheChosenPersonIsInTheTokensAndUserinfo(t *testing.T) {
	t.Parallel()
	h, clock := newProvider(t)
	noor := idp.Presets[2]
	w := exchange(h, choose(t, h, begin(t, h), noor.Subject), verifier)
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	var tokens struct {
		ID     string `json:"id_token"`
		Access string `json:"access_token"`
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &tokens))
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(tokens.ID, ".")[1])
	require.NoError(t, err)
	var claims map[string]any
	require.NoError(t, json.Unmarshal(payload, &claims))
	require.Equal(t, noor.Subject, claims["sub"])
	require.Equal(t, noor.Name, claims["name"])
	require.Equal(t, noor.Email, claims["email"])
	require.Equal(t, "the-nonce", claims["nonce"])
	require.Equal(t, issuer, claims["iss"])

	userinfo := func() *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, issuer+"/userinfo", nil)
		r.Header.Set("Authorization", "Bearer "+tokens.Access)
		return send(h, r)
	}
	w = userinfo()
	require.Equal(t, http.StatusOK, w.Code)
	require.JSONEq(t, `{"sub":"preset-noor","name":"Noor Castellane","given_name":"Noor",
		"family_name":"Castellane","email":"noor@example.com","email_verified":true}`, w.Body.String())
	clock.Advance(6 * time.Minute)
	require.Equal(t, http.StatusForbidden, userinfo().Code, "access tokens expire")
}

func TestACodeWorksOnce(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	code := choose(t, h, begin(t, h), "preset-elio")
	require.Equal(t, http.StatusOK, exchange(h, code, verifier).Code)
	w := exchange(h, code, verifier)
	require.Equal(t, http.StatusBadRequest, w.Code)
	require.Contains(t, w.Body.String(), "invalid_grant")
}

func TestAWrongVerifierSpendsTheCode(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	code := choose(t, h, begin(t, h), "preset-elio")
	require.Equal(t, http.StatusBadRequest, exchange(h, code, "wrong-"+verifier).Code)
	require.Equal(t, http.StatusBadRequest, exchange(h, code, verifier).Code)
}

func TestARequestYieldsOneCode(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	id := begin(t, h)
	choose(t, h, id, "preset-elio")
	require.NotContains(t, get(h, issuer+"/authorize/callback?id="+id).Header().Get("Location"), "code=")
	require.Equal(t, http.StatusBadRequest, post(h, issuer+"/login", url.Values{"id": {id}, "user": {"preset-admin"}}).Code)
}

func TestRequestsAndCodesExpire(t *testing.T) {
	t.Parallel()
	h, clock := newProvider(t)
	id, code := begin(t, h), choose(t, h, begin(t, h), "preset-elio")
	clock.Advance(10 * time.Minute)
	w := get(h, issuer+"/login?id="+id)
	require.Equal(t, http.StatusBadRequest, w.Code)
	require.Contains(t, w.Body.String(), "This sign-in has expired")
	require.Equal(t, http.StatusBadRequest, post(h, issuer+"/login", url.Values{"id": {id}, "user": {"preset-elio"}}).Code)
	require.Equal(t, http.StatusBadRequest, exchange(h, code, verifier).Code)
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	h, clock := newProvider(t)
	first := begin(t, h)
	for range 1000 {
		clock.Advance(time.Millisecond)
		begin(t, h)
	}
	require.Equal(t, http.StatusBadRequest, get(h, issuer+"/login?id="+first).Code, "the oldest request makes room")
}

func TestRequestsOutsideTheCodeFlowAreRefused(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	for name, change := range map[string]func(url.Values){
		"no PKCE":             func(q url.Values) { q.Del("code_challenge"); q.Del("code_challenge_method") },
		"no challenge":        func(q url.Values) { q.Del("code_challenge") },
		"plain challenge":     func(q url.Values) { q.Set("code_challenge_method", "plain") },
		"short challenge":     func(q url.Values) { q.Set("code_challenge", "short") },
		"implicit":            func(q url.Values) { q.Set("response_type", "id_token") },
		"form_post":           func(q url.Values) { q.Set("response_mode", "form_post") },
		"other client":        func(q url.Values) { q.Set("client_id", "other") },
		"other host":          func(q url.Values) { q.Set("redirect_uri", "http://evil.example/api/callback") },
		"other port":          func(q url.Values) { q.Set("redirect_uri", "http://localhost:9999/api/callback") },
		"other path":          func(q url.Values) { q.Set("redirect_uri", callback+"/x") },
		"escaped address":     func(q url.Values) { q.Set("redirect_uri", "http%3A%2F%2Flocalhost:8080/api/callback") },
		"repeated parameter":  func(q url.Values) { q.Add("redirect_uri", "http://evil.example/") },
		"request object":      func(q url.Values) { q.Set("request", "x") },
		"token hint":          func(q url.Values) { q.Set("id_token_hint", "x.y.z") },
		"no redirect address": func(q url.Values) { q.Del("redirect_uri") },
	} {
		q := authorization()
		change(q)
		w := get(h, issuer+"/authorize?"+q.Encode())
		require.Equal(t, http.StatusBadRequest, w.Code, name)
		require.Empty(t, w.Header().Get("Location"), name)
	}
}

func TestRedirectAddressesOfBothLoopbackNamesAreAccepted(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	for _, host := range []string{"localhost", "127.0.0.1"} {
		q := authorization()
		q.Set("redirect_uri", "http://"+host+":8080/api/callback")
		require.Equal(t, http.StatusFound, get(h, issuer+"/authorize?"+q.Encode()).Code, host)
	}
}

func TestOnlyTheUsedPathsAreMounted(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	for _, path := range []string{"/revoke", "/oauth/introspect", "/end_session", "/device_authorization", "/healthz", "/ready", "/"} {
		require.Equal(t, http.StatusNotFound, get(h, issuer+path).Code, path)
		require.Equal(t, http.StatusNotFound, post(h, issuer+path, url.Values{"token": {"x"}}).Code, path)
	}
	for _, grant := range []string{
		"", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer",
		"urn:ietf:params:oauth:grant-type:token-exchange",
	} {
		w := post(h, issuer+"/oauth/token", url.Values{"grant_type": {grant}, "assertion": {"x.y.z"}, "client_id": {idp.ClientID}})
		require.Equal(t, http.StatusBadRequest, w.Code, grant)
	}
	w := get(h, issuer+"/.well-known/openid-configuration")
	require.Equal(t, http.StatusOK, w.Code)
	var doc map[string]any
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &doc))
	require.Equal(t, issuer, doc["issuer"])
	require.NotContains(t, doc, "revocation_endpoint")
	require.Equal(t, http.StatusOK, get(h, doc["jwks_uri"].(string)).Code)
	require.Empty(t, get(h, issuer+"/keys").Header().Get("Access-Control-Allow-Origin"))
}

func TestStartsOnLoopbackOnly(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"http://example.com/dev/idp", "https://localhost:8080/dev/idp", "http://0.0.0.0:8080/dev/idp", "http://localhost.example.com/dev/idp",
		"http://127.0.0.1.nip.io/dev/idp", "http://192.168.1.2/dev/idp", "http://localhost:8080", "http://localhost/dev?x=1",
		"http://user@localhost/dev", "", "::",
	} {
		_, err := idp.New(idp.Options{Issuer: bad, RedirectURLs: []string{callback}})
		require.Error(t, err, bad)
	}
	for _, good := range []string{"http://localhost:8080/dev/idp", "http://127.0.0.1:1/dev/idp", "http://[::1]:8080/dev/idp"} {
		_, err := idp.New(idp.Options{Issuer: good, RedirectURLs: []string{callback}})
		require.NoError(t, err, good)
	}
	for _, redirects := range [][]string{nil, {"http://evil.example/api/callback"}, {callback, "https://localhost/x"}} {
		_, err := idp.New(idp.Options{Issuer: issuer, RedirectURLs: redirects})
		require.Error(t, err)
	}
}

func TestThePageListsEverybodyUnderAStrictPolicy(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	w := get(h, issuer+"/login?id="+begin(t, h))
	require.Equal(t, http.StatusOK, w.Code)
	body, policy := w.Body.String(), w.Header().Get("Content-Security-Policy")
	for _, u := range idp.Presets {
		require.Contains(t, body, u.Name)
		require.Contains(t, body, u.Email)
	}
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(body)
	require.Len(t, style, 2)
	sum := sha256.Sum256([]byte(style[1]))
	require.Contains(t, policy, "style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	require.Contains(t, policy, "default-src 'none'")
	require.Contains(t, policy, "form-action 'self' http://127.0.0.1:8080 http://localhost:8080;")
	require.NotContains(t, body, "<script")
	require.NotContains(t, body, "style=")
}

func TestAnotherSiteCannotChoose(t *testing.T) {
	t.Parallel()
	h, _ := newProvider(t)
	r := httptest.NewRequest(http.MethodPost, issuer+"/login",
		strings.NewReader(url.Values{"id": {begin(t, h)}, "user": {"preset-admin"}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	require.Equal(t, http.StatusForbidden, send(h, r).Code)
}

func TestPresetsAreOneOfEachRoleAndThreeUsers(t *testing.T) {
	t.Parallel()
	roles := map[string]int{}
	for _, u := range idp.Presets {
		roles[u.Role]++
		require.Regexp(t, `^[a-z.]+@example\.com$`, u.Email)
	}
	require.Equal(t, map[string]int{"admin": 1, "moderator": 1, "": 3}, roles)
}

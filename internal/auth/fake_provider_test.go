package auth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"
)

// fakeProvider is an identity provider that behaves until a test bends one of its fields. It signs everybody in as the
// same person without asking.
type fakeProvider struct {
	t     *testing.T
	clock *clock

	// What tests bend, before the sign-in they examine.
	down      bool                     // every answer is 503
	discovery func(doc map[string]any) // changes the discovery document
	claims    func(claims map[string]any)
	sign      func(claims map[string]any) string // replaces the signature
	response  func(q url.Values)                 // changes the authorization response
	userinfo  map[string]any
	token     func(w http.ResponseWriter) bool // answers the token request instead; false to go on
	published func() []jose.JSONWebKey         // replaces the published keys

	mu       sync.Mutex
	key      *ecdsa.PrivateKey
	keyID    string
	requests map[string]url.Values // code -> authorization request
	asked    []string              // paths
}

func newFakeProvider(t *testing.T, c *clock) *fakeProvider {
	f := &fakeProvider{t: t, clock: c, requests: map[string]url.Values{}}
	f.rotate("first")
	return f
}

// rotate replaces the signing key.
func (f *fakeProvider) rotate(id string) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(f.t, err)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.key, f.keyID = key, id
}

// count says how often a path was asked for.
func (f *fakeProvider) count(path string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, p := range f.asked {
		if p == path {
			n++
		}
	}
	return n
}

func (f *fakeProvider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.asked = append(f.asked, r.URL.Path)
	f.mu.Unlock()
	if f.down {
		http.Error(w, "the provider is down: a-secret-detail", http.StatusServiceUnavailable)
		return
	}
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		doc := map[string]any{
			"issuer": idpURL, "authorization_endpoint": idpURL + "/authorize", "token_endpoint": idpURL + "/token",
			"userinfo_endpoint": idpURL + "/userinfo", "jwks_uri": idpURL + "/keys",
			"id_token_signing_alg_values_supported": []string{"ES256", "none", "HS256"},
		}
		if f.discovery != nil {
			f.discovery(doc)
		}
		writeJSON(w, doc)
	case "/authorize":
		f.authorize(w, r)
	case "/token":
		f.exchange(w, r)
	case "/keys":
		if f.published != nil {
			writeJSON(w, jose.JSONWebKeySet{Keys: f.published()})
			return
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		writeJSON(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &f.key.PublicKey, KeyID: f.keyID, Algorithm: "ES256", Use: "sig"}}})
	case "/userinfo":
		writeJSON(w, f.userinfo)
	default:
		http.NotFound(w, r)
	}
}

func (f *fakeProvider) authorize(w http.ResponseWriter, r *http.Request) {
	code := rand.Text()
	f.mu.Lock()
	f.requests[code] = r.URL.Query()
	f.mu.Unlock()
	q := url.Values{"code": {code}, "state": {r.URL.Query().Get("state")}}
	if f.response != nil {
		f.response(q)
	}
	http.Redirect(w, r, r.URL.Query().Get("redirect_uri")+"?"+q.Encode(), http.StatusFound)
}

func (f *fakeProvider) exchange(w http.ResponseWriter, r *http.Request) {
	if f.token != nil && f.token(w) {
		return
	}
	f.mu.Lock()
	request := f.requests[r.PostFormValue("code")]
	f.mu.Unlock()
	// The code is not forgotten on purpose: our side must be single-use even when the provider is not.
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	id, secret, _ := r.BasicAuth()
	if request == nil || id != "mentionary" || secret != "the-secret" || request.Get("code_challenge_method") != "S256" ||
		request.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) ||
		request.Get("redirect_uri") != r.PostFormValue("redirect_uri") {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	now := f.clock.Now().Unix()
	claims := map[string]any{
		"iss": idpURL, "sub": "subject-1", "aud": "mentionary", "exp": now + 300, "iat": now, "nonce": request.Get("nonce"),
		"name": "Ines Duarte", "given_name": "Ines", "family_name": "Duarte", "email": "ines@example.com",
	}
	if f.claims != nil {
		f.claims(claims)
	}
	var raw string
	if f.sign != nil {
		raw = f.sign(maps.Clone(claims))
	} else {
		f.mu.Lock()
		raw = signES256(f.t, f.key, f.keyID, claims)
		f.mu.Unlock()
	}
	writeJSON(w, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 300, "id_token": raw})
}

// signES256 returns a signed token.
func signES256(t *testing.T, key *ecdsa.PrivateKey, keyID string, claims map[string]any) string {
	return signWith(t, jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: keyID}}, claims)
}

func signWith(t *testing.T, key jose.SigningKey, claims map[string]any) string {
	signer, err := jose.NewSigner(key, nil)
	require.NoError(t, err)
	payload, err := json.Marshal(claims)
	require.NoError(t, err)
	signed, err := signer.Sign(payload)
	require.NoError(t, err)
	raw, err := signed.CompactSerialize()
	require.NoError(t, err)
	return raw
}

// unsigned returns a token with algorithm "none".
func unsigned(t *testing.T, claims map[string]any) string {
	payload, err := json.Marshal(claims)
	require.NoError(t, err)
	encode := base64.RawURLEncoding.EncodeToString
	return strings.Join([]string{encode([]byte(`{"alg":"none"}`)), encode(payload), ""}, ".")
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(body)
}

package auth_test

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"
)

// The names of these tests are those of the modules for relying parties of the OpenID Connect conformance suite: each has
// a provider in process that misbehaves as the module's would. Names without "oidcc-" are ours.

// verdict is what becomes of a sign-in.
type verdict int

const (
	accepted    verdict = iota
	refused             // the answer of the provider is not believed
	unavailable         // the provider is not believed to be the configured one
)

func TestConformance(t *testing.T) {
	t.Parallel()
	for module, c := range map[string]struct {
		want verdict
		bend func(*rsaProvider)
	}{
		"oidcc-client-test":                   {accepted, func(*rsaProvider) {}},
		"oidcc-client-test-nonce-invalid":     {refused, claim("nonce", "another")},
		"oidcc-client-test-invalid-iss":       {refused, claim("iss", "https://evil.example")},
		"oidcc-client-test-invalid-aud":       {refused, claim("aud", "another-client")},
		"oidcc-client-test-missing-aud":       {refused, without("aud")},
		"oidcc-client-test-missing-sub":       {refused, without("sub")},
		"oidcc-client-test-missing-iat":       {refused, without("iat")},
		"oidcc-client-test-invalid-azp":       {refused, claims(map[string]any{"aud": []string{"mentionary", "other"}, "azp": "other"})},
		"oidcc-client-test-invalid-sig-rs256": {refused, func(p *rsaProvider) { p.spoil = spoilSignature }},
		"oidcc-client-test-idtoken-sig-none": {refused, func(p *rsaProvider) {
			p.fake.sign = func(c map[string]any) string { return unsigned(p.fake.t, c) }
		}},
		"oidcc-client-test-idtoken-sig-rs256": {accepted, func(p *rsaProvider) {
			p.fake.discovery = func(doc map[string]any) { delete(doc, "id_token_signing_alg_values_supported") }
		}},
		"oidcc-client-test-kid-absent-single-jwks": {accepted, func(p *rsaProvider) { p.withoutID = true }},
		// The suite lets a client refuse this or try all published keys, as ours does; one that is not published stays refused.
		"oidcc-client-test-kid-absent-multiple-jwks": {accepted, func(p *rsaProvider) {
			p.withoutID, p.others = true, []jose.JSONWebKey{public(rsaKey(1), "other")}
		}},
		"kid-absent-unpublished-key": {refused, func(p *rsaProvider) {
			p.withoutID, p.others = true, []jose.JSONWebKey{public(rsaKey(1), "other")}
			p.signer = rsaKey(2)
		}},
		"oidcc-client-test-signing-key-rotation-just-before-signing": {accepted, func(p *rsaProvider) {
			p.fake.token = func(http.ResponseWriter) bool { p.rotate(); return false }
		}},
		"oidcc-client-test-userinfo-invalid-sub": {refused, func(p *rsaProvider) {
			without("name")(p)
			p.fake.userinfo = map[string]any{"sub": "somebody-else", "name": "Mallory"}
		}},
		"oidcc-client-test-discovery-issuer-mismatch": {unavailable, func(p *rsaProvider) {
			p.fake.discovery = func(doc map[string]any) { doc["issuer"] = "https://evil.example" }
		}},
		"token-expired": {refused, func(p *rsaProvider) {
			p.fake.claims = func(c map[string]any) { c["exp"] = p.fake.clock.Now().Add(-time.Second).Unix() }
		}},
		"response-iss-mismatch": {refused, func(p *rsaProvider) {
			p.fake.response = func(q url.Values) { q.Set("iss", "https://evil.example") }
		}},
		"response-iss-announced-but-missing": {refused, func(p *rsaProvider) {
			p.fake.discovery = func(doc map[string]any) { doc["authorization_response_iss_parameter_supported"] = true }
		}},
	} {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			c.bend(newRSAProvider(w.fake))
			b := w.browser()
			w.judge(b, w.signIn(b), c.want)
		})
	}
}

func TestConformanceKeyRotation(t *testing.T) {
	t.Parallel()
	t.Run("oidcc-client-test-signing-key-rotation", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		p := newRSAProvider(w.fake)
		for range 2 {
			b := w.browser()
			w.judge(b, w.signIn(b), accepted)
			p.rotate()
		}
		require.Equal(t, 2, w.fake.count("/keys"), "an unknown key id has the keys fetched again, nothing else has")
	})
	t.Run("retired-key", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		p := newRSAProvider(w.fake)
		old := p.signer
		b := w.browser()
		w.judge(b, w.signIn(b), accepted)
		p.rotate()
		b = w.browser()
		w.judge(b, w.signIn(b), accepted)
		p.signer = old
		b = w.browser()
		w.refusedAfter(b, w.signIn(b), 2)
	})
}

func TestConformanceState(t *testing.T) {
	t.Parallel()
	t.Run("state-mismatch", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		newRSAProvider(w.fake)
		b := w.browser()
		callback := w.stopAtCallback(b)
		q := callback.Query()
		q.Set("state", q.Get("state")+"x")
		callback.RawQuery = q.Encode()
		require.Equal(t, http.StatusBadRequest, w.get(b, callback.String()).StatusCode)
		require.Empty(t, w.sessions.Hashes())
		require.Zero(t, w.fake.count("/token"))
	})
	t.Run("state-replayed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		newRSAProvider(w.fake)
		b := w.browser()
		callback := w.stopAtCallback(b)
		kept := w.cookie(b, "__Host-signin")
		w.judge(b, w.get(b, callback.String()), accepted)
		b.Jar.SetCookies(callback, []*http.Cookie{{Name: "__Host-signin", Value: kept, Path: "/", Secure: true}})
		require.Equal(t, http.StatusBadRequest, w.get(b, callback.String()).StatusCode)
		require.Len(t, w.sessions.Hashes(), 1)
	})
}

// judge checks an answer and that nobody but the right person is signed in.
func (w *world) judge(b *http.Client, res *http.Response, want verdict) {
	w.t.Helper()
	switch want {
	case accepted:
		require.Equal(w.t, http.StatusOK, res.StatusCode, text(w.t, res))
		require.Equal(w.t, "Ines Duarte <ines@example.com>", w.whoami(b))
	case refused:
		w.refusedAfter(b, res, 0)
	case unavailable:
		require.Equal(w.t, http.StatusServiceUnavailable, res.StatusCode)
		require.Empty(w.t, w.sessions.Hashes())
		require.Zero(w.t, w.fake.count("/authorize"), "nobody is sent there")
	}
}

// refusedAfter checks that a sign-in was refused, with so many sessions of other browsers before.
func (w *world) refusedAfter(b *http.Client, res *http.Response, sessions int) {
	w.t.Helper()
	require.Equal(w.t, http.StatusBadGateway, res.StatusCode)
	require.Contains(w.t, text(w.t, res), "The sign-in did not work")
	require.Len(w.t, w.sessions.Hashes(), sessions)
	require.Equal(w.t, "nobody", w.whoami(b))
}

// rsaProvider makes the fake provider sign with RS256, as the conformance suite does.
type rsaProvider struct {
	fake      *fakeProvider
	signer    *rsa.PrivateKey
	id        string
	withoutID bool              // tokens do not name their key
	others    []jose.JSONWebKey // published beside the signer's
	spoil     func(token string) string
	kept      []jose.JSONWebKey // nil: the signer's key is published
}

func newRSAProvider(f *fakeProvider) *rsaProvider {
	p := &rsaProvider{fake: f, signer: rsaKey(0), id: "first"}
	p.kept = []jose.JSONWebKey{public(p.signer, p.id)}
	f.discovery = func(doc map[string]any) { doc["id_token_signing_alg_values_supported"] = []string{"RS256"} }
	f.published = func() []jose.JSONWebKey { return append(p.others, p.kept...) }
	f.sign = func(c map[string]any) string {
		key := jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: p.signer, KeyID: p.id}}
		if p.withoutID {
			key.Key = p.signer
		}
		raw := signWith(f.t, key, c)
		if p.spoil != nil {
			raw = p.spoil(raw)
		}
		return raw
	}
	return p
}

// rotate publishes another key and signs with it.
func (p *rsaProvider) rotate() {
	p.signer, p.id = rsaKey(1), "second"
	p.kept = []jose.JSONWebKey{public(p.signer, p.id)}
}

// rsaKey returns one of a few keys: making them is slow.
func rsaKey(i int) *rsa.PrivateKey { return rsaKeys()[i] }

var rsaKeys = sync.OnceValue(func() [3]*rsa.PrivateKey {
	var keys [3]*rsa.PrivateKey
	for i := range keys {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		keys[i] = key
	}
	return keys
})

func public(key *rsa.PrivateKey, id string) jose.JSONWebKey {
	return jose.JSONWebKey{Key: &key.PublicKey, KeyID: id, Algorithm: "RS256", Use: "sig"}
}

// spoilSignature changes one character of a token's signature.
func spoilSignature(token string) string {
	at := strings.LastIndexByte(token, '.') + 10
	other := byte('A')
	if token[at] == other {
		other = 'B'
	}
	return token[:at] + string(other) + token[at+1:]
}

// claims changes claims of ID tokens.
func claims(values map[string]any) func(*rsaProvider) {
	return func(p *rsaProvider) {
		p.fake.claims = func(c map[string]any) {
			for name, value := range values {
				c[name] = value
			}
		}
	}
}

func claim(name string, value any) func(*rsaProvider) { return claims(map[string]any{name: value}) }

func without(name string) func(*rsaProvider) {
	return func(p *rsaProvider) { p.fake.claims = func(c map[string]any) { delete(c, name) } }
}

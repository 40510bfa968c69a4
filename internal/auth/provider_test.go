package auth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"
)

func TestBadTokensAreRefused(t *testing.T) {
	t.Parallel()
	set := func(name string, value any) func(*fakeProvider) {
		return func(f *fakeProvider) { f.claims = func(c map[string]any) { c[name] = value } }
	}
	drop := func(name string) func(*fakeProvider) {
		return func(f *fakeProvider) { f.claims = func(c map[string]any) { delete(c, name) } }
	}
	noProfile := func(f *fakeProvider) {
		f.claims = func(c map[string]any) { delete(c, "name"); delete(c, "email") }
	}
	big := strings.Repeat("x", 1<<20+1)
	for name, bend := range map[string]func(*fakeProvider){
		"wrong nonce":             set("nonce", "other"),
		"no nonce":                drop("nonce"),
		"other issuer":            set("iss", "https://evil.example"),
		"issuer with a slash":     set("iss", idpURL+"/"),
		"other audience":          set("aud", "somebody-else"),
		"no audience":             drop("aud"),
		"two audiences, no azp":   set("aud", []string{"mentionary", "other"}),
		"azp of another client":   set("azp", "other"),
		"azp of the wrong type":   set("azp", 7),
		"no subject":              drop("sub"),
		"empty subject":           set("sub", ""),
		"long subject":            set("sub", strings.Repeat("s", 256)),
		"control in the subject":  set("sub", "a\nb"),
		"subject beyond ASCII":    set("sub", "á"),
		"no iat":                  drop("iat"),
		"iat zero":                set("iat", 0),
		"expired":                 func(f *fakeProvider) { f.claims = func(c map[string]any) { c["exp"] = f.clock.Now().Unix() - 1 } },
		"no exp":                  drop("exp"),
		"wrong at_hash":           set("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
		"name of the wrong type":  set("name", []string{"x"}),
		"email of the wrong type": set("email", 7),
		"old iat": func(f *fakeProvider) {
			f.claims = func(c map[string]any) { c["iat"] = f.clock.Now().Add(-10*time.Minute - time.Second).Unix() }
		},
		"iat in the future": func(f *fakeProvider) {
			f.claims = func(c map[string]any) { c["iat"] = f.clock.Now().Add(3 * time.Minute).Unix() }
		},
		"algorithm none": func(f *fakeProvider) {
			f.sign = func(c map[string]any) string { return unsigned(f.t, c) }
		},
		"symmetric algorithm with the client secret": func(f *fakeProvider) {
			f.sign = func(c map[string]any) string {
				return signWith(f.t, jose.SigningKey{Algorithm: jose.HS256, Key: []byte("the-secret-the-secret-the-secret")}, c)
			}
		},
		"unlisted algorithm": func(f *fakeProvider) {
			f.discovery = func(doc map[string]any) { doc["id_token_signing_alg_values_supported"] = []string{"RS256"} }
		},
		"unknown key": func(f *fakeProvider) {
			f.sign = func(c map[string]any) string { return signES256(f.t, newKey(f.t), "unknown", c) }
		},
		"foreign key under a known name": func(f *fakeProvider) {
			f.sign = func(c map[string]any) string { return signES256(f.t, newKey(f.t), "first", c) }
		},
		"garbage for a token": func(f *fakeProvider) { f.sign = func(map[string]any) string { return "x.y.z" } },
		"no ID token": func(f *fakeProvider) {
			f.token = func(w http.ResponseWriter) bool { writeJSON(w, map[string]any{"access_token": "a"}); return true }
		},
		"oversized token answer": func(f *fakeProvider) {
			f.claims = func(c map[string]any) { c["padding"] = big }
		},
		"refused code": func(f *fakeProvider) {
			f.token = func(w http.ResponseWriter) bool {
				http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
				return true
			}
		},
		"redirected code": func(f *fakeProvider) {
			f.token = func(w http.ResponseWriter) bool {
				w.Header().Set("Location", idpURL+"/elsewhere")
				w.WriteHeader(http.StatusTemporaryRedirect)
				return true
			}
		},
		"userinfo of somebody else": func(f *fakeProvider) {
			noProfile(f)
			f.userinfo = map[string]any{"sub": "subject-2", "name": "Mallory"}
		},
		"userinfo of nobody": func(f *fakeProvider) { noProfile(f); f.userinfo = map[string]any{"name": "Mallory"} },
		"oversized userinfo": func(f *fakeProvider) {
			noProfile(f)
			f.userinfo = map[string]any{"sub": "subject-1", "padding": big}
		},
		"authorization response of another provider": func(f *fakeProvider) {
			f.response = func(q url.Values) { q.Set("iss", "https://evil.example") }
		},
		"announced iss missing": func(f *fakeProvider) {
			f.discovery = func(doc map[string]any) { doc["authorization_response_iss_parameter_supported"] = true }
		},
		"no code":        func(f *fakeProvider) { f.response = func(q url.Values) { q.Del("code") } },
		"two codes":      func(f *fakeProvider) { f.response = func(q url.Values) { q.Add("code", "x") } },
		"oversized code": func(f *fakeProvider) { f.response = func(q url.Values) { q.Set("code", strings.Repeat("c", 4097)) } },
		"error and code": func(f *fakeProvider) {
			f.response = func(q url.Values) {
				q.Set("error", "server_error")
				q.Set("error_description", "<b>detail</b>")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			bend(w.fake)
			b := w.browser()
			res := w.signIn(b)
			require.Equal(t, http.StatusBadGateway, res.StatusCode)
			body := text(t, res)
			require.Contains(t, body, "The sign-in did not work")
			require.NotContains(t, body, "detail")
			require.Empty(t, w.cookie(b, "__Host-session"))
			require.Empty(t, w.cookie(b, "__Host-signin"))
			require.Empty(t, w.sessions.Hashes())
			require.Zero(t, w.fake.count("/elsewhere"))
		})
	}
}

func TestGoodVariantsAreAccepted(t *testing.T) {
	t.Parallel()
	for name, bend := range map[string]func(*fakeProvider){
		"azp is us": func(f *fakeProvider) { f.claims = func(c map[string]any) { c["azp"] = "mentionary" } },
		"two audiences with azp": func(f *fakeProvider) {
			f.claims = func(c map[string]any) { c["aud"], c["azp"] = []string{"other", "mentionary"}, "mentionary" }
		},
		"iat just young enough": func(f *fakeProvider) {
			f.claims = func(c map[string]any) { c["iat"] = f.clock.Now().Add(-10 * time.Minute).Unix() }
		},
		"provider's clock is ahead": func(f *fakeProvider) {
			f.claims = func(c map[string]any) { c["iat"] = f.clock.Now().Add(time.Minute).Unix() }
		},
		"right at_hash": func(f *fakeProvider) {
			sum := sha256.Sum256([]byte("access"))
			f.claims = func(c map[string]any) { c["at_hash"] = base64.RawURLEncoding.EncodeToString(sum[:16]) }
		},
		"announced iss": func(f *fakeProvider) {
			f.discovery = func(doc map[string]any) { doc["authorization_response_iss_parameter_supported"] = true }
			f.response = func(q url.Values) { q.Set("iss", idpURL) }
		},
		"no userinfo endpoint": func(f *fakeProvider) { f.discovery = func(doc map[string]any) { delete(doc, "userinfo_endpoint") } },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			bend(w.fake)
			b := w.browser()
			require.Equal(t, http.StatusOK, w.signIn(b).StatusCode)
			require.Equal(t, "Ines Duarte <ines@example.com>", w.whoami(b))
		})
	}
}

func TestRotatedKeysAreFetched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.Equal(t, http.StatusOK, w.signIn(w.browser()).StatusCode)
	require.Equal(t, http.StatusOK, w.signIn(w.browser()).StatusCode)
	require.Equal(t, 1, w.fake.count("/keys"), "keys are cached")
	w.fake.rotate("second")
	require.Equal(t, http.StatusOK, w.signIn(w.browser()).StatusCode)
	require.Equal(t, 2, w.fake.count("/keys"))
}

func TestUserinfoFillsWhatTheTokenLeavesOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fake.claims = func(c map[string]any) { delete(c, "email") }
	w.fake.userinfo = map[string]any{"sub": "subject-1", "name": "Other Name", "email": "from-userinfo@example.com"}
	b := w.browser()
	w.signIn(b)
	require.Equal(t, "Ines Duarte <from-userinfo@example.com>", w.whoami(b), "the signed token wins")
}

func TestDecliningIsNotAFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fake.response = func(q url.Values) { q.Del("code"); q.Set("error", "access_denied") }
	res := w.signIn(w.browser())
	require.Equal(t, http.StatusForbidden, res.StatusCode)
	body := text(t, res)
	require.Contains(t, body, "You are not signed in")
	require.Contains(t, body, `href="/api/login?returnTo=%2Fprofile"`)
}

func TestBadDiscoveryDocumentsAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(map[string]any){
		"other issuer":         func(d map[string]any) { d["issuer"] = "https://evil.example" },
		"issuer with a slash":  func(d map[string]any) { d["issuer"] = idpURL + "/" },
		"no issuer":            func(d map[string]any) { delete(d, "issuer") },
		"plain-http token":     func(d map[string]any) { d["token_endpoint"] = "http://id.example.test/token" },
		"loopback-http token":  func(d map[string]any) { d["token_endpoint"] = "http://localhost/token" },
		"no token endpoint":    func(d map[string]any) { delete(d, "token_endpoint") },
		"no keys":              func(d map[string]any) { delete(d, "jwks_uri") },
		"script authorization": func(d map[string]any) { d["authorization_endpoint"] = "javascript:alert(1)" },
		"plain-http userinfo":  func(d map[string]any) { d["userinfo_endpoint"] = "http://id.example.test/userinfo" },
		"weak algorithms only": func(d map[string]any) { d["id_token_signing_alg_values_supported"] = []string{"none", "HS256"} },
		"wrong types":          func(d map[string]any) { d["token_endpoint_auth_methods_supported"] = 7 },
		"oversized":            func(d map[string]any) { d["padding"] = strings.Repeat("x", 1<<20) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.fake.discovery = change
			res := w.signIn(w.browser())
			require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
			require.Zero(t, w.fake.count("/authorize"))
		})
	}
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return key
}

package auth

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"
)

const (
	// attemptLifetime is how long a person may take at the provider.
	attemptLifetime = 10 * time.Minute
	// maxAttemptCookie keeps the cookie below the 4096 bytes browsers accept, name and attributes included.
	maxAttemptCookie = 3800
)

// attempt is one sign-in under way. It lives in a sealed cookie of the browser that began it, so the server keeps nothing
// and nobody else's browser can finish it.
type attempt struct {
	State       string `json:"s"`
	Nonce       string `json:"n"`
	Verifier    string `json:"v"` // PKCE
	RedirectURL string `json:"u"`
	ReturnTo    string `json:"r"`
	Confirm     bool   `json:"c,omitempty"` // the provider was asked to check the person again
	Started     int64  `json:"t"`           // Unix seconds
}

// expired reports whether the attempt is over, or claims to come from the future.
func (t attempt) expired(now time.Time) bool {
	started := time.Unix(t.Started, 0)
	return now.Sub(started) >= attemptLifetime || started.Sub(now) > clockSkew
}

// attemptPurpose binds key and ciphertext to this one use.
const attemptPurpose = "mentionary sign-in attempt v1"

// newSeal derives the cookie's cipher (AES-256-GCM) from the server key.
func newSeal(key []byte) (cipher.AEAD, error) {
	if len(key) < 32 {
		return nil, errors.New("the server key must have at least 32 random bytes")
	}
	derived, err := hkdf.Key(sha256.New, key, nil, attemptPurpose, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// sealAttempt returns the cookie's value. A return address that does not fit is dropped.
func (a *Auth) sealAttempt(t attempt) string {
	value := a.sealJSON(t)
	if len(value) > maxAttemptCookie {
		t.ReturnTo = "/"
		value = a.sealJSON(t)
	}
	return value
}

func (a *Auth) sealJSON(t attempt) string {
	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false) // "&" as six bytes would waste the cookie
	_ = enc.Encode(t)        // strings, a number and a flag: cannot fail
	return base64.RawURLEncoding.EncodeToString(a.seal.Seal(nil, nil, plain.Bytes(), []byte(attemptPurpose)))
}

// openAttempt reads a cookie's value; false when it was not sealed by us.
func (a *Auth) openAttempt(value string) (attempt, bool) {
	if len(value) > maxAttemptCookie {
		return attempt{}, false
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(value)
	if err != nil {
		return attempt{}, false
	}
	plain, err := a.seal.Open(nil, nil, sealed, []byte(attemptPurpose))
	if err != nil {
		return attempt{}, false
	}
	var t attempt
	if err := json.Unmarshal(plain, &t); err != nil {
		return attempt{}, false
	}
	return t, true
}

// randomToken returns 256 random bits as text.
func randomToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // documented never to fail
	return base64.RawURLEncoding.EncodeToString(b[:])
}

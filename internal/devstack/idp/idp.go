package idp

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"github.com/zitadel/oidc/v3/pkg/op"
)

// ClientID is the only client the provider knows. It is public: no secret, PKCE required.
const ClientID = "mentionary"

// maxBody bounds every form posted to the provider.
const maxBody = 64 << 10

// Options describe one provider.
type Options struct {
	// Issuer is the provider's address as browsers see it, for example http://localhost:8080/dev/idp. The host must be
	// localhost, 127.0.0.1 or [::1], and the path must not be empty.
	Issuer string
	// RedirectURLs are the callbacks the client may use; http on a loopback host. Each is accepted for localhost and for
	// 127.0.0.1 with the same port.
	RedirectURLs []string
	// Users are the people to choose from; Presets when empty.
	Users []User
	// Now is the clock; time.Now when nil.
	Now func() time.Time
}

// New returns the provider's handler. It serves the full paths below the issuer's path, so it is mounted there without
// stripping the prefix: mux.Handle("/dev/idp/", handler). It fails when the issuer or a redirect address is not on a
// loopback host.
func New(o Options) (http.Handler, error) {
	issuer, err := parseLoopback(o.Issuer)
	if err != nil {
		return nil, fmt.Errorf("development identity provider: issuer: %w", err)
	}
	if !issuerPath.MatchString(issuer.Path) || issuer.RawQuery != "" {
		return nil, fmt.Errorf("development identity provider: the issuer needs a plain path such as /dev/idp, got %q", o.Issuer)
	}
	redirects, err := acceptedRedirects(o.RedirectURLs)
	if err != nil {
		return nil, err
	}
	if len(o.Users) == 0 {
		o.Users = Presets
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("development identity provider: signing key: %w", err)
	}
	var tokenKey [32]byte
	_, _ = rand.Read(tokenKey[:]) // documented never to fail
	st := newStorage(o.Users, client{redirects: redirects, loginPath: issuer.Path + "/login"}, key, o.Now)
	provider, err := op.NewProvider(&op.Config{CryptoKey: tokenKey, CodeMethodS256: true}, st, op.StaticIssuer(o.Issuer),
		op.WithAllowInsecure(), op.WithCORSOptions(nil))
	if err != nil {
		return nil, fmt.Errorf("development identity provider: %w", err)
	}
	return routes(o.Issuer, issuer.Path, redirects, st, provider), nil
}

// routes mounts the paths of the code flow and nothing else of the library: revocation, introspection, device grants and
// the like answer 404.
func routes(issuer, prefix string, redirects []string, st *storage, provider *op.Provider) http.Handler {
	library := http.StripPrefix(prefix, provider)
	page := newLoginPage(st, redirects, func(ctx context.Context, id string) string {
		return op.AuthCallbackURL(provider)(op.ContextWithIssuer(ctx, issuer), id)
	})
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+prefix+"/.well-known/openid-configuration", discovery(issuer))
	mux.Handle("GET "+prefix+"/authorize", requireCodeFlow(redirects, library))
	mux.Handle("GET "+prefix+"/authorize/callback", library)
	mux.Handle("POST "+prefix+"/oauth/token", requireCodeGrant(library))
	mux.Handle("GET "+prefix+"/userinfo", library)
	mux.Handle("GET "+prefix+"/keys", library)
	mux.HandleFunc("GET "+prefix+"/login", page.show)
	mux.Handle("POST "+prefix+"/login", http.NewCrossOriginProtection().Handler(http.HandlerFunc(page.choose)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		mux.ServeHTTP(w, r)
	})
}

var (
	issuerPath = regexp.MustCompile(`^(/[a-z0-9-]+)+$`)
	// challenge is a SHA-256 in base64url without padding (RFC 7636).
	challenge = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
)

// requireCodeFlow lets only authorization requests through that use the code flow with PKCE (S256) and a redirect address
// of the list, compared as text: the library alone treats PKCE as optional and unescapes the address before comparing.
func requireCodeFlow(redirects []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		for name, values := range q {
			if len(values) > 1 {
				http.Error(w, fmt.Sprintf("The parameter %q was sent more than once.", name), http.StatusBadRequest)
				return
			}
		}
		switch {
		case !slices.Contains(redirects, q.Get("redirect_uri")):
			http.Error(w, "The redirect address of this sign-in request is not one of ours.", http.StatusBadRequest)
		case q.Get("response_type") != "code" || (q.Get("response_mode") != "" && q.Get("response_mode") != "query"):
			http.Error(w, "Only the authorization code flow is supported.", http.StatusBadRequest)
		case q.Get("code_challenge_method") != "S256" || !challenge.MatchString(q.Get("code_challenge")):
			http.Error(w, "The sign-in request needs PKCE with S256.", http.StatusBadRequest)
		case q.Has("request") || q.Has("request_uri") || q.Has("id_token_hint"):
			http.Error(w, "Request objects and token hints are not supported.", http.StatusBadRequest)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// requireCodeGrant keeps every grant but authorization_code away from the library.
func requireCodeGrant(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.PostFormValue("grant_type") != "authorization_code" || r.URL.RawQuery != "" {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error":"unsupported_grant_type"}`))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// acceptedRedirects lists every accepted callback: the given ones and the same address on localhost and 127.0.0.1.
func acceptedRedirects(given []string) ([]string, error) {
	if len(given) == 0 {
		return nil, errors.New("development identity provider: no redirect address configured")
	}
	var all []string
	for _, raw := range given {
		u, err := parseLoopback(raw)
		if err != nil {
			return nil, fmt.Errorf("development identity provider: redirect address: %w", err)
		}
		all = append(all, raw)
		for _, host := range []string{"localhost", "127.0.0.1"} {
			twin := *u
			twin.Host = host
			if p := u.Port(); p != "" {
				twin.Host += ":" + p
			}
			all = append(all, twin.String())
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// parseLoopback parses an http address whose host is localhost, 127.0.0.1 or [::1].
func parseLoopback(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%q is not an address", raw)
	}
	if u.Scheme != "http" || !slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname()) || u.User != nil || u.Fragment != "" {
		return nil, fmt.Errorf("%q must be http on localhost, 127.0.0.1 or [::1]: anybody who reaches this provider can sign in as anybody", raw)
	}
	return u, nil
}

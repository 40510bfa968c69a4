package auth

import (
	"crypto/cipher"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

// The paths the handlers are mounted at. The provider's client registration needs base address + CallbackPath.
const (
	LoginPath    = "/api/login"
	CallbackPath = "/api/callback"
	LogoutPath   = "/api/logout"
	// FirstAdminPath is where the first administrator presents a one-time token; people are led back to it after sign-in.
	FirstAdminPath = "/api/first-admin"
)

// Options configure sign-in.
type Options struct {
	// BaseURL is the address browsers use, scheme and host only: https, or http on localhost, 127.0.0.1 or [::1].
	BaseURL *url.URL
	// Issuer is the provider, exactly as its discovery document names it. https, or http on a loopback host.
	Issuer string
	// ClientID is our name at the provider. ClientSecret is empty for public clients.
	ClientID, ClientSecret string
	// HTTPClient reaches the provider; its Transport must be set. Its answers are limited to 1 MiB, its redirects are not
	// followed and its timeout is at most 10 s, whatever the client says.
	HTTPClient *http.Client
	// Key seals the cookie of a sign-in under way: at least 32 random bytes, the same in every process of a deployment.
	Key []byte
	// Sessions stores people and sessions.
	Sessions Sessions
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// Logger receives the reasons of refused sign-ins, never tokens or answers; slog.Default() when nil.
	Logger *slog.Logger
}

// Auth holds the handlers. It is safe for concurrent use.
type Auth struct {
	base     *url.URL
	secure   bool // https: __Host- cookies
	issuer   string
	clientID string
	secret   string
	client   *http.Client
	seal     cipher.AEAD
	sessions Sessions
	now      func() time.Time
	log      *slog.Logger
	used     *usedStates

	discovering singleflight.Group
	provider    atomic.Pointer[provider] // nil until discovery has worked
}

// New checks the options and returns the handlers. It does not contact the provider: that happens at the first sign-in.
// The error names every problem found.
func New(o Options) (*Auth, error) {
	var problems []error
	if o.BaseURL == nil || !secureOrLoopback(o.BaseURL) || strings.Trim(o.BaseURL.Path, "/") != "" {
		problems = append(problems,
			fmt.Errorf("the base address must be https://host, or http:// on localhost, without a path; got %q", o.BaseURL))
	}
	if issuer, err := url.Parse(o.Issuer); err != nil || !secureOrLoopback(issuer) || issuer.RawQuery != "" {
		problems = append(problems, fmt.Errorf("the identity provider's issuer must be an https address; got %q", o.Issuer))
	}
	if o.ClientID == "" {
		problems = append(problems, errors.New("the client id at the identity provider is missing"))
	}
	if o.HTTPClient == nil || o.HTTPClient.Transport == nil {
		// A client without a transport would use Go's default one, which no rule of ours guards.
		problems = append(problems, errors.New("no HTTP client with a transport was given to reach the identity provider"))
	}
	if o.Sessions == nil {
		problems = append(problems, errors.New("no session storage was given"))
	}
	seal, err := newSeal(o.Key)
	if err != nil {
		problems = append(problems, err)
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("sign-in: %w", errors.Join(problems...))
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Auth{
		base:   &url.URL{Scheme: o.BaseURL.Scheme, Host: o.BaseURL.Host},
		secure: o.BaseURL.Scheme == "https", issuer: o.Issuer, clientID: o.ClientID, secret: o.ClientSecret,
		client: boundClient(o.HTTPClient), seal: seal, sessions: o.Sessions, now: o.Now, log: o.Logger, used: newUsedStates(),
	}, nil
}

// origin is the scheme and host this browser uses. On loopback a person may have typed 127.0.0.1 for localhost: cookies
// differ between the two, so the whole sign-in stays on the typed one. Everywhere else it is the configured address.
func (a *Auth) origin(r *http.Request) string {
	if !a.secure && isLoopbackHost(r.Host) && portOf(r.Host) == a.base.Port() {
		return "http://" + r.Host
	}
	return a.base.String()
}

// secureOrLoopback reports whether an address is https, or http on this computer.
func secureOrLoopback(u *url.URL) bool {
	if u.Host == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || (u.Scheme == "http" && slices.Contains(loopbackNames, u.Hostname()))
}

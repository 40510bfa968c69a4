package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// algorithms are the signatures accepted on ID tokens. Symmetric ones and "none" are not among them.
var algorithms = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512,
	oidc.ES256, oidc.ES384, oidc.ES512, oidc.EdDSA,
}

// provider is a discovered identity provider. Its keys are fetched again by the library when an unknown key id appears.
type provider struct {
	*oidc.Provider
	verifier     *oidc.IDTokenVerifier
	endpoint     oauth2.Endpoint
	announcesIss bool // it names itself in the authorization response (RFC 9207)
}

// discover returns the provider. The first success is kept; a failure is not, so the next sign-in tries again. Callers at
// the same moment share one attempt, which outlives each of them but not providerTimeout.
func (a *Auth) discover(ctx context.Context) (*provider, error) {
	if p := a.provider.Load(); p != nil {
		return p, nil
	}
	done := a.discovering.DoChan("", func() (any, error) {
		shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), providerTimeout)
		defer cancel()
		p, err := a.readDiscovery(shared)
		if err == nil {
			a.provider.Store(p)
		}
		return p, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*provider), nil
	}
}

// readDiscovery fetches and checks the discovery document. go-oidc compares its issuer with ours, character by character.
func (a *Auth) readDiscovery(ctx context.Context) (*provider, error) {
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, a.client), a.issuer)
	if err != nil {
		return nil, fmt.Errorf("discovery: %w", err)
	}
	var doc struct {
		JWKS         string   `json:"jwks_uri"`
		Algorithms   []string `json:"id_token_signing_alg_values_supported"`
		AuthMethods  []string `json:"token_endpoint_auth_methods_supported"`
		AnnouncesIss bool     `json:"authorization_response_iss_parameter_supported"`
	}
	if err := found.Claims(&doc); err != nil {
		return nil, errors.New("discovery: the document has fields of the wrong type")
	}
	endpoint := found.Endpoint()
	for name, raw := range map[string]string{
		"authorization_endpoint": endpoint.AuthURL, "token_endpoint": endpoint.TokenURL, "jwks_uri": doc.JWKS,
		"userinfo_endpoint": found.UserInfoEndpoint(),
	} {
		if raw == "" && name == "userinfo_endpoint" {
			continue // optional
		}
		if err := a.checkEndpoint(raw); err != nil {
			return nil, fmt.Errorf("discovery: %s: %w", name, err)
		}
	}
	accepted := []string{oidc.RS256} // every provider must support it, so it is what a silent document means
	if len(doc.Algorithms) > 0 {
		accepted = slices.DeleteFunc(slices.Clone(algorithms), func(alg string) bool { return !slices.Contains(doc.Algorithms, alg) })
		if len(accepted) == 0 {
			return nil, errors.New("discovery: the provider offers none of the accepted signature algorithms")
		}
	}
	endpoint.AuthStyle = authStyle(a.secret, doc.AuthMethods)
	return &provider{
		Provider: found, endpoint: endpoint, announcesIss: doc.AnnouncesIss,
		verifier: found.Verifier(&oidc.Config{ClientID: a.clientID, SupportedSigningAlgs: accepted, Now: a.now}),
	}, nil
}

// checkEndpoint accepts https, and loopback http only when the issuer itself is loopback http.
func (a *Auth) checkEndpoint(raw string) error {
	u, err := url.Parse(raw)
	if err != nil || !secureOrLoopback(u) {
		return fmt.Errorf("%.200q is not an https address", raw)
	}
	if issuer, err := url.Parse(a.issuer); err != nil || (issuer.Scheme == "https" && u.Scheme != "https") {
		return fmt.Errorf("%.200q is not an https address", raw)
	}
	return nil
}

// authStyle says how the client proves itself. It is decided from the document because the library's own probing spends
// the one-time code on the first guess.
func authStyle(secret string, methods []string) oauth2.AuthStyle {
	if secret == "" || (slices.Contains(methods, "client_secret_post") && !slices.Contains(methods, "client_secret_basic")) {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader // the default of the specification
}

// oauth is the configuration of one sign-in.
func (a *Auth) oauth(p *provider, redirectURL string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: a.clientID, ClientSecret: a.secret, Endpoint: p.endpoint, RedirectURL: redirectURL,
		Scopes: []string{oidc.ScopeOpenID, "profile", "email"},
	}
}

// unavailable logs why the provider cannot be used and shows the page with a way to try again.
func (a *Auth) unavailable(w http.ResponseWriter, r *http.Request, err error, retry string) {
	a.log.WarnContext(r.Context(), "identity provider unavailable", "error", err)
	showPage(w, http.StatusServiceUnavailable, page{
		Title: "Sign-in is not available right now",
		Text:  "The sign-in service could not be reached. Nothing is wrong with your account. Please try again in a moment.",
		Links: []link{{"Retry", retry}, {"Back to Mentionary", "/"}},
	})
}

package idp

import (
	"net/url"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// client is the one public client: code flow, no secret. It calls itself a web client in development mode because the
// library compares the redirect addresses of native clients without their port.
type client struct {
	redirects []string
	loginPath string
}

func (client) GetID() string                       { return ClientID }
func (c client) RedirectURIs() []string            { return c.redirects }
func (client) PostLogoutRedirectURIs() []string    { return nil }
func (client) ApplicationType() op.ApplicationType { return op.ApplicationTypeWeb }
func (client) AuthMethod() oidc.AuthMethod         { return oidc.AuthMethodNone }
func (client) ResponseTypes() []oidc.ResponseType  { return []oidc.ResponseType{oidc.ResponseTypeCode} }
func (client) GrantTypes() []oidc.GrantType        { return []oidc.GrantType{oidc.GrantTypeCode} }
func (c client) LoginURL(id string) string         { return c.loginPath + "?id=" + url.QueryEscape(id) }
func (client) AccessTokenType() op.AccessTokenType { return op.AccessTokenTypeBearer }
func (client) IDTokenLifetime() time.Duration      { return tokenLifetime }
func (client) DevMode() bool                       { return true }
func (client) IsScopeAllowed(string) bool          { return false }
func (client) ClockSkew() time.Duration            { return 0 }

// IDTokenUserinfoClaimsAssertion puts name and e-mail into the ID token.
func (client) IDTokenUserinfoClaimsAssertion() bool { return true }

func (client) RestrictAdditionalIdTokenScopes() func([]string) []string { return keepScopes }

func (client) RestrictAdditionalAccessTokenScopes() func([]string) []string { return keepScopes }

func keepScopes(scopes []string) []string { return scopes }

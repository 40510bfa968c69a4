package idp

import (
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
)

// request is one authorization request on its way from the client to a code. The library reads it through the methods
// below; the embedded value holds what the client sent.
type request struct {
	*oidc.AuthRequest
	id       string
	expires  time.Time
	subject  string    // empty until somebody chose a person
	signedIn time.Time // when that happened
	code     string    // empty until a code was issued
}

func (r *request) GetID() string                      { return r.id }
func (r *request) GetACR() string                     { return "" }
func (r *request) GetAMR() []string                   { return nil }
func (r *request) GetAudience() []string              { return []string{r.ClientID} }
func (r *request) GetAuthTime() time.Time             { return r.signedIn }
func (r *request) GetClientID() string                { return r.ClientID }
func (r *request) GetNonce() string                   { return r.Nonce }
func (r *request) GetRedirectURI() string             { return r.RedirectURI }
func (r *request) GetResponseType() oidc.ResponseType { return r.ResponseType }
func (r *request) GetResponseMode() oidc.ResponseMode { return r.ResponseMode }
func (r *request) GetScopes() []string                { return r.Scopes }
func (r *request) GetState() string                   { return r.State }
func (r *request) GetSubject() string                 { return r.subject }
func (r *request) Done() bool                         { return r.subject != "" }

// GetCodeChallenge is never nil: requireCodeFlow refuses requests without PKCE.
func (r *request) GetCodeChallenge() *oidc.CodeChallenge {
	return &oidc.CodeChallenge{Challenge: r.CodeChallenge, Method: r.CodeChallengeMethod}
}

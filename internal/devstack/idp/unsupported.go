package idp

import (
	"context"
	"errors"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

var errUnsupported = errors.New("not supported by the development identity provider")

// unsupported answers the parts of the library's storage interface that belong to grants and endpoints that are not
// mounted. They answer an error instead of missing, so that a library change cannot turn into a panic.
type unsupported struct{}

func (unsupported) CreateAccessAndRefreshTokens(context.Context, op.TokenRequest, string) (string, string, time.Time, error) {
	return "", "", time.Time{}, errUnsupported
}

func (unsupported) TokenRequestByRefreshToken(context.Context, string) (op.RefreshTokenRequest, error) {
	return nil, errUnsupported
}

func (unsupported) TerminateSession(context.Context, string, string) error { return errUnsupported }

func (unsupported) RevokeToken(context.Context, string, string, string) *oidc.Error {
	return oidc.ErrInvalidRequest().WithDescription("revocation is not supported")
}

func (unsupported) GetRefreshTokenInfo(context.Context, string, string) (string, string, error) {
	return "", "", op.ErrInvalidRefreshToken
}

func (unsupported) AuthorizeClientIDSecret(context.Context, string, string) error {
	return errUnsupported
}

func (unsupported) SetIntrospectionFromToken(context.Context, *oidc.IntrospectionResponse, string, string, string) error {
	return errUnsupported
}

func (unsupported) GetKeyByIDAndClientID(context.Context, string, string) (*jose.JSONWebKey, error) {
	return nil, errUnsupported
}

func (unsupported) ValidateJWTProfileScopes(context.Context, string, []string) ([]string, error) {
	return nil, errUnsupported
}

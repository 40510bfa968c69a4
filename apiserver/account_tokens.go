package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
)

// ListTokens implements the contract.
func (s accountService) ListTokens(ctx context.Context, _ *v1.ListTokensRequest) (*v1.ListTokensResponse, error) {
	rows, err := s.store.People.Tokens(ctx, gate.Of(ctx).UserID())
	if err != nil {
		return nil, err
	}
	return &v1.ListTokensResponse{Tokens: convert.All(rows, convert.Token)}, nil
}

// CreateToken implements the contract. The secret is in this answer only; the store keeps its hash.
func (s accountService) CreateToken(ctx context.Context, r *v1.CreateTokenRequest) (*v1.CreateTokenResponse, error) {
	v := gate.Of(ctx)
	name := transcript.CleanText(r.GetName(), maxTokenName)
	if name == "" {
		return nil, fault.New(fault.BadInput, "The name has no visible characters. Please enter a name that tells what the token is for.").
			WithField("name")
	}
	if !s.gate.MayGive(v, r.GetScopes()) {
		return nil, fault.New(fault.Denied, `The scope "manage" is for moderators and administrators. Please choose read or write.`).
			WithField("scopes")
	}
	secret, hash := gate.NewSecret()
	made, err := s.store.People.CreateToken(ctx, v.UserID(), people.NewToken{
		Hash: hash, Name: name, Scopes: r.GetScopes(), Expires: s.now().AddDate(0, 0, int(r.GetExpiresInDays())),
	})
	if err != nil {
		return nil, err
	}
	return &v1.CreateTokenResponse{Token: convert.Token(made), Secret: secret}, nil
}

// maxTokenName is how many characters a token's name may have, as in the contract.
const maxTokenName = 100

// RevokeToken implements the contract.
func (s accountService) RevokeToken(ctx context.Context, r *v1.RevokeTokenRequest) (*v1.RevokeTokenResponse, error) {
	if err := s.store.People.RevokeToken(ctx, gate.Of(ctx).UserID(), int(r.GetId())); err != nil {
		return nil, err
	}
	return &v1.RevokeTokenResponse{}, nil
}

package apiserver

import (
	"context"
	"slices"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
	"mentionary/policies"
)

// ListTokens implements the contract.
func (s accountService) ListTokens(ctx context.Context, _ *v1.ListTokensRequest) (*v1.ListTokensResponse, error) {
	rows, err := s.Store.People.Tokens(ctx, viewerOf(ctx).userID())
	if err != nil {
		return nil, err
	}
	out := &v1.ListTokensResponse{}
	for _, r := range rows {
		out.Tokens = append(out.Tokens, tokenMessage(r))
	}
	return out, nil
}

// CreateToken implements the contract. The secret is in this answer only; the store keeps its hash.
func (s accountService) CreateToken(ctx context.Context, r *v1.CreateTokenRequest) (*v1.CreateTokenResponse, error) {
	v := viewerOf(ctx)
	name := transcript.CleanText(r.GetName(), maxTokenName)
	if name == "" {
		return nil, fault.New(fault.BadInput, "The name has no visible characters. Please enter a name that tells what the token is for.").WithField("name")
	}
	if slices.Contains(r.GetScopes(), policies.Manage) && !moderates(v.role) {
		return nil, fault.New(fault.Denied, "The scope \"manage\" is for moderators and administrators. Please choose read or write.").WithField("scopes")
	}
	secret, hash := newSecret()
	made, err := s.Store.People.CreateToken(ctx, v.userID(), people.NewToken{
		Hash: hash, Name: name, Scopes: r.GetScopes(), Expires: s.Now().AddDate(0, 0, int(r.GetExpiresInDays())),
	})
	if err != nil {
		return nil, err
	}
	return &v1.CreateTokenResponse{Token: tokenMessage(made), Secret: secret}, nil
}

// maxTokenName is how many characters a token's name may have, as in the contract.
const maxTokenName = 100

// moderates reports whether a role is moderator or more.
func moderates(role string) bool {
	return slices.Index(policies.Roles(), role) >= slices.Index(policies.Roles(), policies.Moderator)
}

// RevokeToken implements the contract.
func (s accountService) RevokeToken(ctx context.Context, r *v1.RevokeTokenRequest) (*v1.RevokeTokenResponse, error) {
	if err := s.Store.People.RevokeToken(ctx, viewerOf(ctx).userID(), int(r.GetId())); err != nil {
		return nil, err
	}
	return &v1.RevokeTokenResponse{}, nil
}

func tokenMessage(t *people.Token) *v1.AccessToken {
	return &v1.AccessToken{
		Id: number(t.ID), Name: t.Name, Scopes: t.Scopes, CreatedAt: at(&t.CreatedAt), UsedAt: at(t.UsedAt), ExpiresAt: at(t.ExpiresAt),
	}
}

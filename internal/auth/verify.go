package auth

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	// maxTokenAge is how old an ID token may be: it was made for this sign-in.
	maxTokenAge = 10 * time.Minute
	// clockSkew is how far the provider's clock may run before ours.
	clockSkew = 2 * time.Minute
	// maxSubject is the length OpenID Connect allows for `sub`.
	maxSubject = 255
)

// identify exchanges the code and checks everything the provider answers. The error says which check failed, for the log.
func (a *Auth) identify(ctx context.Context, p *provider, t attempt, code string) (Identity, error) {
	ctx = oidc.ClientContext(ctx, a.client)
	token, err := a.oauth(p, t.RedirectURL).Exchange(ctx, code, oauth2.VerifierOption(t.Verifier))
	if err != nil {
		var refused *oauth2.RetrieveError
		if errors.As(err, &refused) { // its text may hold the answer's body
			return Identity{}, fmt.Errorf("code exchange: the provider answered %d %.100q", refused.Response.StatusCode, refused.ErrorCode)
		}
		return Identity{}, fmt.Errorf("code exchange: %w", err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Identity{}, errors.New("the token answer has no ID token")
	}
	idToken, err := p.verifier.Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("ID token: %w", err)
	}
	c, err := a.checkToken(idToken, t, token.AccessToken)
	if err != nil {
		return Identity{}, fmt.Errorf("ID token: %w", err)
	}
	if p.UserInfoEndpoint() != "" && (c.Name == "" || c.Email == "") {
		if err := c.fillFromUserInfo(ctx, p, token); err != nil {
			return Identity{}, fmt.Errorf("userinfo: %w", err)
		}
	}
	return c.identity(a.issuer, idToken.Subject), nil
}

// checkToken adds what the library's Verify (signature, algorithm, issuer, audience, expiry) leaves to its caller.
func (a *Auth) checkToken(idToken *oidc.IDToken, t attempt, accessToken string) (claims, error) {
	var extra struct {
		Party    string `json:"azp"`
		AuthTime *int64 `json:"auth_time"`
	}
	if err := idToken.Claims(&extra); err != nil {
		return claims{}, errors.New("azp or auth_time has the wrong type")
	}
	age := a.now().Sub(idToken.IssuedAt)
	switch {
	case t.Nonce == "" || subtle.ConstantTimeCompare([]byte(idToken.Nonce), []byte(t.Nonce)) != 1:
		return claims{}, errors.New("the nonce is not the one of this sign-in")
	case !validSubject(idToken.Subject):
		return claims{}, errors.New("sub is missing or malformed")
	case idToken.IssuedAt.Unix() <= 0:
		return claims{}, errors.New("iat is missing")
	case age > maxTokenAge:
		return claims{}, errors.New("iat is older than 10 minutes")
	case age < -clockSkew:
		return claims{}, errors.New("iat is in the future")
	case extra.Party != "" && extra.Party != a.clientID, extra.Party == "" && len(idToken.Audience) > 1:
		return claims{}, errors.New("azp is not our client id")
	case t.Confirm && extra.AuthTime != nil && *extra.AuthTime < t.Started-int64(clockSkew/time.Second):
		return claims{}, errors.New("the person was asked to confirm but auth_time is before that")
	}
	if idToken.AccessTokenHash != "" {
		if err := idToken.VerifyAccessToken(accessToken); err != nil {
			return claims{}, errors.New("at_hash does not belong to the access token")
		}
	}
	var c claims
	if err := idToken.Claims(&c); err != nil {
		return claims{}, errors.New("a profile claim has the wrong type")
	}
	c.Subject = idToken.Subject
	return c, nil
}

// fillFromUserInfo fills the claims the ID token left empty. The answer must be about the same person.
func (c *claims) fillFromUserInfo(ctx context.Context, p *provider, token *oauth2.Token) error {
	info, err := p.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return err
	}
	if info.Subject != c.Subject {
		return errors.New("sub differs from the ID token's")
	}
	var more claims
	if err := info.Claims(&more); err != nil {
		return errors.New("a profile claim has the wrong type")
	}
	for _, f := range []struct{ to, from *string }{
		{&c.Email, &more.Email},
		{&c.Name, &more.Name},
		{&c.GivenName, &more.GivenName},
		{&c.FamilyName, &more.FamilyName},
		{&c.Picture, &more.Picture},
	} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	return nil
}

// validSubject accepts 1 to 255 printable ASCII characters, as the specification demands.
func validSubject(sub string) bool {
	if sub == "" || len(sub) > maxSubject {
		return false
	}
	for i := range len(sub) {
		if sub[i] < 0x20 || sub[i] > 0x7e {
			return false
		}
	}
	return true
}

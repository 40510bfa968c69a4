package apiserver

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"connectrpc.com/connect"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/auth"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/transcript"
	"mentionary/policies"
)

type accountService struct {
	*Server
	mentionaryv1connect.UnimplementedAccountServiceHandler
}

// ListSessions implements the contract: the session that asks first, then the latest used.
func (s accountService) ListSessions(ctx context.Context, _ *v1.ListSessionsRequest) (*v1.ListSessionsResponse, error) {
	v := viewerOf(ctx)
	rows, err := s.Store.Sessions(ctx, v.userID(), s.usedSince())
	if err != nil {
		return nil, err
	}
	out := &v1.ListSessionsResponse{}
	for _, r := range rows {
		out.Sessions = append(out.Sessions, &v1.AccountSession{
			Id: number(r.ID), Agent: r.Agent, Current: r.ID == v.session.ID,
			SignedInAt: at(&r.SignedInAt), SeenAt: at(&r.SeenAt), ExpiresAt: at(&r.ExpiresAt),
		})
	}
	slices.SortStableFunc(out.Sessions, func(a, b *v1.AccountSession) int { return cmp.Compare(rank(a), rank(b)) })
	return out, nil
}

// rank puts the session that asks before the others.
func rank(s *v1.AccountSession) int {
	if s.GetCurrent() {
		return 0
	}
	return 1
}

// usedSince is the last use that keeps a session good.
func (s *Server) usedSince() time.Time { return s.Now().Add(-auth.IdleLifetime) }

// EndSession implements the contract. Ending the session that asks clears its cookie.
func (s accountService) EndSession(ctx context.Context, r *v1.EndSessionRequest) (*v1.EndSessionResponse, error) {
	v := viewerOf(ctx)
	if err := s.Store.EndOwnSession(ctx, v.userID(), int(r.GetId())); err != nil {
		return nil, err
	}
	if int(r.GetId()) == v.session.ID {
		s.forgetCookie(ctx)
	}
	return &v1.EndSessionResponse{}, nil
}

// EndAllSessions implements the contract. Live streams end with their next look at the session.
func (s accountService) EndAllSessions(ctx context.Context, _ *v1.EndAllSessionsRequest) (*v1.EndAllSessionsResponse, error) {
	n, err := s.Store.SignOutEverywhere(ctx, viewerOf(ctx).userID(), s.usedSince())
	if err != nil {
		return nil, err
	}
	s.forgetCookie(ctx)
	return &v1.EndAllSessionsResponse{Ended: number(n)}, nil
}

// forgetCookie makes the browser that asks forget its session.
func (s *Server) forgetCookie(ctx context.Context) {
	if call, ok := connect.CallInfoForHandlerContext(ctx); ok {
		s.Auth.ForgetSession(call.ResponseHeader())
	}
}

// ListTokens implements the contract.
func (s accountService) ListTokens(ctx context.Context, _ *v1.ListTokensRequest) (*v1.ListTokensResponse, error) {
	rows, err := s.Store.Tokens(ctx, viewerOf(ctx).userID())
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
	made, err := s.Store.CreateToken(ctx, v.userID(), store.NewToken{
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
	if err := s.Store.RevokeToken(ctx, viewerOf(ctx).userID(), int(r.GetId())); err != nil {
		return nil, err
	}
	return &v1.RevokeTokenResponse{}, nil
}

func tokenMessage(t *store.Token) *v1.AccessToken {
	return &v1.AccessToken{
		Id: number(t.ID), Name: t.Name, Scopes: t.Scopes, CreatedAt: at(&t.CreatedAt), UsedAt: at(t.UsedAt), ExpiresAt: at(t.ExpiresAt),
	}
}

// deleteWords is what people type to delete their account.
const deleteWords = "delete my account"

// DeleteAccount implements the contract. The rows go in one transaction; workflows that worked for them are cancelled
// after it, and end by themselves where that fails, because their rows are gone.
func (s accountService) DeleteAccount(ctx context.Context, r *v1.DeleteAccountRequest) (*v1.DeleteAccountResponse, error) {
	v := viewerOf(ctx)
	if strings.TrimSpace(r.GetConfirm()) != deleteWords {
		return nil, fault.Newf(fault.BadInput, "To delete your account, please type %q.", deleteWords).WithField("confirm")
	}
	if err := s.recentSignIn(ctx, v); err != nil {
		return nil, err
	}
	left, err := s.Store.DeleteAccount(ctx, v.userID())
	if err != nil {
		return nil, err
	}
	s.forgetCookie(ctx)
	calls := []func(context.Context) error{s.stop(left.Runs)}
	for _, j := range left.Jobs {
		calls = append(calls, func(ctx context.Context) error { return s.Jobs.CancelJob(ctx, j) })
	}
	s.tell(ctx, calls...)
	return &v1.DeleteAccountResponse{}, nil
}

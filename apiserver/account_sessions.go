package apiserver

import (
	"cmp"
	"context"
	"slices"
	"time"

	"connectrpc.com/connect"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/auth"
)

// ListSessions implements the contract: the session that asks first, then the latest used.
func (s accountService) ListSessions(ctx context.Context, _ *v1.ListSessionsRequest) (*v1.ListSessionsResponse, error) {
	v := viewerOf(ctx)
	rows, err := s.Store.People.Sessions(ctx, v.userID(), s.usedSince())
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
	if err := s.Store.People.EndOwnSession(ctx, v.userID(), int(r.GetId())); err != nil {
		return nil, err
	}
	if int(r.GetId()) == v.session.ID {
		s.forgetCookie(ctx)
	}
	return &v1.EndSessionResponse{}, nil
}

// EndAllSessions implements the contract. Live streams end with their next look at the session.
func (s accountService) EndAllSessions(ctx context.Context, _ *v1.EndAllSessionsRequest) (*v1.EndAllSessionsResponse, error) {
	n, err := s.Store.People.SignOutEverywhere(ctx, viewerOf(ctx).userID(), s.usedSince())
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
